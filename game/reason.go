package game

// Reason is the reason why a game left play, kept apart from its winner. The numbers are frozen.
type Reason uint8

// The reasons for which a game ends.
const (
	// ReasonNone means the game is in play.
	ReasonNone Reason = 0
	// ReasonSunk means every ship tile of one player was hit.
	ReasonSunk Reason = 1
	// ReasonConceded means one player gave up.
	ReasonConceded Reason = 2
	// ReasonChallenged means one player demanded the other's proof.
	ReasonChallenged Reason = 3
	// ReasonTimeout means one player let its deadline pass.
	ReasonTimeout Reason = 4
	// ReasonUnproven means one player could not show a legal board.
	ReasonUnproven Reason = 5
	// ReasonCancelled means the game ended before a player joined, or will unless one does.
	ReasonCancelled Reason = 6
	// ReasonVoid means no player proved an honest board.
	ReasonVoid Reason = 7
)

// reasonNames are the names of the reasons in texts, by number.
var reasonNames = []string{"none", "sunk", "conceded", "challenged", "timeout", "unproven", "cancelled", "void"}

// String names the reason.
func (r Reason) String() string { return nameOf(reasonNames, "reason", r) }

// secondClaim reports whether the opponent may claim too if the first claimant of a game that left play for this reason
// does not prove its board in time. A player who fell silent, or who already failed to show a legal board, may not.
func (r Reason) secondClaim() bool {
	return r == ReasonSunk || r == ReasonConceded || r == ReasonChallenged
}
