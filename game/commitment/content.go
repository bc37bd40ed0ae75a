package commitment

import "strconv"

// Content is the content of a leaf. The numbers are part of the leaf and never change.
type Content uint8

// The contents of a leaf.
const (
	// Water is a tile without a ship.
	Water Content = 0
	// Ship is a tile of a ship.
	Ship Content = 1
	// Toss is the toss leaf, which is no tile.
	Toss Content = 2
)

// String returns the content in a word.
func (c Content) String() string {
	switch c {
	case Water:
		return "water"
	case Ship:
		return "ship"
	case Toss:
		return "toss"
	default:
		return "content " + strconv.Itoa(int(c))
	}
}
