package game

// Obligation is an act that one player owes the game before its deadline. The numbers are frozen.
type Obligation uint8

// The obligations of a player.
const (
	// OwesNothing means no player owes anything: the game is open or ended.
	OwesNothing Obligation = 0
	// OwesTossReveal is the creator's opening of its toss.
	OwesTossReveal Obligation = 1
	// OwesAnswer is the opening of the tile that was shot at.
	OwesAnswer Obligation = 2
	// OwesShot is the choice of the next target.
	OwesShot Obligation = 3
	// OwesClaim is the proof of an honest board.
	OwesClaim Obligation = 4
)

// obligationNames are the names of the obligations in texts, by number.
var obligationNames = []string{"nothing", "toss-reveal", "answer", "shot", "claim"}

// String names the obligation.
func (o Obligation) String() string { return nameOf(obligationNames, "obligation", o) }
