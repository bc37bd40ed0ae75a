package bot

import "github.com/battleship-chain/battleship/game"

// Random shoots at any untried tile: the yardstick for other strategies.
type Random struct {
	intn Intn
}

// NewRandom returns a random strategy.
func NewRandom(intn Intn) *Random { return &Random{intn: intn} }

// Next implements Strategy.
func (r *Random) Next(s game.State, me game.Seat) (game.Tile, error) {
	tiles, err := untried(s, me)
	if err != nil {
		return 0, err
	}
	return tiles[r.intn(len(tiles))], nil
}
