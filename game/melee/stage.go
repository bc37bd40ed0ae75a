package melee

// Stage is the stage of a melee. It is stored, never inferred. The numbers are frozen.
type Stage uint8

// The stages of a melee.
const (
	// StageOpen waits for players.
	StageOpen Stage = 1
	// StageReady waits for each player at a full table to confirm.
	StageReady Stage = 2
	// StageAim waits for the hidden aims of a round.
	StageAim Stage = 3
	// StageFire waits for the aims to be opened.
	StageFire Stage = 4
	// StageReport waits for the reports of the round's hits.
	StageReport Stage = 5
	// StageClaim waits for those that rank first to prove honest boards.
	StageClaim Stage = 6
	// StageSecond waits for anyone who ranks at all.
	StageSecond Stage = 7
	// StageOver is the end of a melee that has begun.
	StageOver Stage = 8
	// StageCancelled is the end of one that has not.
	StageCancelled Stage = 9
)

// stageNames are the names of the stages in texts, by number.
var stageNames = []string{
	"", "open", "ready", "aim", "fire", "report", "claim", "second-claim", "over", "cancelled",
}

// String names the stage.
func (s Stage) String() string { return nameOf(stageNames, "stage", s) }

// Ended reports whether nothing can happen in the melee any more.
func (s Stage) Ended() bool { return s == StageOver || s == StageCancelled }

// round reports whether the stage is one of those of a round.
func (s Stage) round() bool { return s == StageAim || s == StageFire || s == StageReport }

// claims reports whether boards can be proven.
func (s Stage) claims() bool { return s == StageClaim || s == StageSecond }

// begun reports whether the first round has begun.
func (s Stage) begun() bool { return s.round() || s.claims() || s == StageOver }

// CancelCause is why a melee ended before its first round. The numbers are frozen.
type CancelCause uint8

// The causes of a cancelled melee. None has number 0.
const (
	// CancelWithdrawn means that the last player left.
	CancelWithdrawn CancelCause = 1
	// CancelExpired means that the table was not full in time.
	CancelExpired CancelCause = 2
	// CancelDeclined means that too many refused.
	CancelDeclined CancelCause = 3
	// CancelAbsent means that too few confirmed.
	CancelAbsent CancelCause = 4
)

// cancelCauseNames are the names of the causes in texts, by number.
var cancelCauseNames = []string{"", "withdrawn", "expired", "declined", "absent"}

// String names the cause.
func (c CancelCause) String() string { return nameOf(cancelCauseNames, "cause", c) }
