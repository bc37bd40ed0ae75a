package core

import (
	"math/rand"

	"github.com/battleship-chain/battleship/game"
)

// AimOdds is how many shots it takes, on average, until a player forgets to look over the opponent's shoulder.
const AimOdds = 4

// AnySeat returns one of the two seats.
func AnySeat(dice *rand.Rand) game.Seat { return game.Seat(dice.Intn(2)) }

// AnyBytes returns n random bytes.
func AnyBytes(dice *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(dice.Intn(256))
	}
	return b
}

// Between returns a number from least to most.
func Between[N ~int64 | ~int32 | ~uint32](dice *rand.Rand, least, most N) N {
	return least + N(dice.Int63n(int64(most)-int64(least)+1))
}

// OneOf returns one of some values, of which there must be one.
func OneOf[V any](dice *rand.Rand, values []V) V { return values[dice.Intn(len(values))] }

// someOf returns each of some values or not, in their order.
func someOf[V any](dice *rand.Rand, values []V) []V {
	var some []V
	for _, v := range values {
		if dice.Intn(4) > 0 {
			some = append(some, v)
		}
	}
	return some
}

// AnyTile returns a random tile of a set that is not empty.
func AnyTile(dice *rand.Rand, s game.Set) game.Tile {
	var tiles []game.Tile
	for tile := range s.All() {
		tiles = append(tiles, tile)
	}
	return tiles[dice.Intn(len(tiles))]
}
