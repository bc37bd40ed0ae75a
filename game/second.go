package game

// SecondClaim is how far the second claim of a game has come. The numbers are frozen.
type SecondClaim uint8

// The stages of a second claim.
const (
	// SecondNone means there is none: only the actor may show its board, if a claim runs at all.
	SecondNone SecondClaim = 0
	// SecondOpen means the first claimant has missed its deadline and both players may show their boards. The actor is the
	// second claimant, and the first still comes first.
	SecondOpen SecondClaim = 1
	// SecondProven means the second claimant has shown its board. It wins when the deadline has passed; until then the
	// first claimant, the actor again, can still win by its own.
	SecondProven SecondClaim = 2
)

// secondClaimNames are the names of the stages in texts, by number.
var secondClaimNames = []string{"none", "open", "proven"}

// String names the stage.
func (c SecondClaim) String() string { return nameOf(secondClaimNames, "second claim", c) }
