package zk

import (
	"sync"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr/poseidon2"
)

// Poseidon2 with a state of two numbers and the S-box x^5. 56 partial rounds are a larger margin than gnark-crypto's
// own 50, for 30 rows.
const (
	poseidonWidth   = 2
	poseidonFull    = 8
	poseidonPartial = 56
)

// compress returns the hash of two numbers: the permutation's second number plus right.
func compress(left, right fr.Element) (fr.Element, error) {
	l, r := left.Bytes(), right.Bytes()
	var hash fr.Element
	sum, err := permutation().Compress(l[:], r[:])
	if err != nil {
		return hash, err
	}
	return hash, hash.SetBytesCanonical(sum)
}

// permutation returns the native permutation. To make it takes a few hundred hashes.
var permutation = sync.OnceValue(func() *poseidon2.Permutation {
	return poseidon2.NewPermutation(poseidonWidth, poseidonFull, poseidonPartial)
})

// roundKeys returns the constants that are added in each round: two in a full round, one in a partial one.
var roundKeys = sync.OnceValue(func() [][]fr.Element {
	return poseidon2.NewParameters(poseidonWidth, poseidonFull, poseidonPartial).RoundKeys
})

// compressRows is compress as rows. The key of a round is added in the row that mixes before it.
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
	for round := range poseidonFull + poseidonPartial {
		a = fifth(t, a)
		if len(keys[round]) == poseidonWidth {
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
