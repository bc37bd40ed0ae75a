package game

// CancelCause is why a game ended before it was joined. The numbers are frozen.
type CancelCause uint8

// The causes of a cancelled game. None has number 0.
const (
	// CancelWithdrawn means the creator withdrew the game and no player joined it after that.
	CancelWithdrawn CancelCause = 1
	// CancelExpired means no player joined the game in time.
	CancelExpired CancelCause = 2
	// CancelDeclined means whom it was offered to refused it.
	CancelDeclined CancelCause = 3
)

// cancelCauseNames are the names of the causes in texts, by number.
var cancelCauseNames = []string{"", "withdrawn", "expired", "declined"}

// String names the cause.
func (c CancelCause) String() string { return nameOf(cancelCauseNames, "cause", c) }
