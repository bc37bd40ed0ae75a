package simulation

import (
	"math/rand"

	"github.com/battleship-chain/battleship/game"
)

// anySeat returns one of the two seats.
func anySeat(dice *rand.Rand) game.Seat { return game.Seat(dice.Intn(2)) }

// anyBytes returns n random bytes.
func anyBytes(dice *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(dice.Intn(256))
	}
	return b
}

// between returns a number from least to most.
func between[N ~int64 | ~int32 | ~uint32](dice *rand.Rand, least, most N) N {
	return least + N(dice.Int63n(int64(most)-int64(least)+1))
}

// oneOf returns one of some values, of which there must be one.
func oneOf[V any](dice *rand.Rand, values []V) V { return values[dice.Intn(len(values))] }

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
