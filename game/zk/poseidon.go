package zk

import (
	"sync"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/poseidon2"

	"github.com/battleship-chain/battleship/game/zk/verify"
)

// roundKeys returns the constants that are added in each round: two in a full round, one in a partial one.
var roundKeys = sync.OnceValue(func() [][]fr.Element {
	return poseidon2.NewParameters(
		verify.PoseidonWidth, verify.PoseidonFullRounds, verify.PoseidonPartialRounds).RoundKeys
})

// compressRows is verify.Compress as rows. The key of a round is added in the row that mixes before it.
func compressRows[W any](t table[W], left, right W) W {
	keys := roundKeys()
	key := func(round, i int) fr.Element {
		if round < len(keys) && i < len(keys[round]) {
			return keys[round][i]
		}
		return num(0)
	}
	a, b := left, right
	// mix multiplies the state by the matrix (2 1, 1 d) and adds the keys of the next round.
	mix := func(next, d int) {
		a, b = t.sum(a, b, num(2), num(1), key(next, 0)), t.sum(a, b, num(1), num(d), key(next, 1))
	}
	const external, internal = 2, 3
	mix(0, external)
	for round := range verify.PoseidonFullRounds + verify.PoseidonPartialRounds {
		a = fifth(t, a)
		if len(keys[round]) == verify.PoseidonWidth {
			b = fifth(t, b)
			mix(round+1, external)
		} else {
			mix(round+1, internal)
		}
	}
	return add(t, b, right)
}

// fifth returns a^5.
func fifth[W any](t table[W], a W) W {
	square := t.product(a, a)
	return t.product(t.product(square, square), a)
}
