package game

// Phase is the phase of a game. It is stored, never inferred. The numbers are frozen.
type Phase uint8

// The phases of a game.
const (
	// PhaseOpen waits for an opponent.
	PhaseOpen Phase = 1
	// PhaseToss waits for the creator to open its toss.
	PhaseToss Phase = 2
	// PhasePlay is shots and answers.
	PhasePlay Phase = 3
	// PhaseClaim waits for the claimant to prove an honest board.
	PhaseClaim Phase = 4
	// PhaseOver is the end, with a winner or void.
	PhaseOver Phase = 5
	// PhaseCancelled is the end of a game that no player joined.
	PhaseCancelled Phase = 6
)

// phaseNames are the names of the phases in texts, by number.
var phaseNames = []string{"", "open", "toss", "play", "claim", "over", "cancelled"}

// String names the phase.
func (p Phase) String() string { return nameOf(phaseNames, "phase", p) }

// Ended reports whether the game is over or cancelled.
func (p Phase) Ended() bool { return p == PhaseOver || p == PhaseCancelled }

// InPlay reports whether players still move: a game that was joined has not left play yet.
func (p Phase) InPlay() bool { return p == PhaseToss || p == PhasePlay }

// tossed reports whether a game has a first player: its toss was opened, or it was joined and left play before that.
func (p Phase) tossed() bool { return p == PhasePlay || p == PhaseClaim || p == PhaseOver }
