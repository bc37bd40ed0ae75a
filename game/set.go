package game

import (
	"fmt"
	"iter"
	"math/bits"
)

// Set is a set of tiles, one bit for each: tile t is bit t%64 of word t/64. It is a value: no method changes its
// receiver. The zero Set is empty, and == compares two sets.
type Set [(MaxWidth*MaxHeight + 63) / 64]uint64

// SetOf returns the set of the given tiles.
func SetOf(tiles ...Tile) Set {
	var s Set
	for _, t := range tiles {
		s = s.With(t)
	}
	return s
}

// firstTiles returns the set of the tiles 0 to n-1, for n from 0 to MaxWidth*MaxHeight.
func firstTiles(n int) Set {
	var s Set
	for i := range s {
		switch rest := n - 64*i; {
		case rest >= 64:
			s[i] = ^uint64(0)
		case rest > 0:
			s[i] = 1<<rest - 1
		}
	}
	return s
}

// Has reports whether t is in the set.
func (s Set) Has(t Tile) bool { return s[t/64]>>(t%64)&1 == 1 }

// With returns the set with t added.
func (s Set) With(t Tile) Set {
	s[t/64] |= 1 << (t % 64)
	return s
}

// Without returns the set with t taken out.
func (s Set) Without(t Tile) Set {
	s[t/64] &^= 1 << (t % 64)
	return s
}

// Len is how many tiles are in the set.
func (s Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// IsEmpty reports whether the set has no tile.
func (s Set) IsEmpty() bool { return s == Set{} }

// Equal reports whether both sets hold the same tiles.
func (s Set) Equal(o Set) bool { return s == o }

// Union returns the tiles that are in either set.
func (s Set) Union(o Set) Set {
	for i := range s {
		s[i] |= o[i]
	}
	return s
}

// Intersect returns the tiles that are in both sets.
func (s Set) Intersect(o Set) Set {
	for i := range s {
		s[i] &= o[i]
	}
	return s
}

// Minus returns the tiles of s that are not in o.
func (s Set) Minus(o Set) Set {
	for i := range s {
		s[i] &^= o[i]
	}
	return s
}

// All yields the tiles of the set in increasing order.
func (s Set) All() iter.Seq[Tile] {
	return func(yield func(Tile) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(Tile(64*i + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// first returns the lowest tile of a set that is not empty.
func (s Set) first() Tile {
	for t := range s.All() {
		return t
	}
	return 0
}

// Bytes writes a set of tiles below n: tile t is bit t%8, from the lowest, of byte t/8. The length is ceil(n/8)
// always, so that a set has exactly one form. Tiles from n on are left out. n is at most MaxWidth*MaxHeight.
func (s Set) Bytes(n int) []byte {
	b := make([]byte, (n+7)/8)
	s = s.Intersect(firstTiles(n))
	for i := range b {
		b[i] = byte(s[i/8] >> (8 * (i % 8)))
	}
	return b
}

// SetFromBytes is the inverse of Set.Bytes. The error is an ErrEncoding: a wrong length, or a bit for a tile from n on.
func SetFromBytes(b []byte, n int) (Set, error) {
	var s Set
	if n < 0 || n > MaxWidth*MaxHeight {
		return s, fmt.Errorf("%w: expected a set of 0 to %d tiles, got %d", ErrEncoding, MaxWidth*MaxHeight, n)
	}
	if want := (n + 7) / 8; len(b) != want {
		return s, fmt.Errorf("%w: expected a set of %d bytes, got %d", ErrEncoding, want, len(b))
	}
	for i, octet := range b {
		s[i/8] |= uint64(octet) << (8 * (i % 8))
	}
	if stray := s.Minus(firstTiles(n)); !stray.IsEmpty() {
		return Set{}, fmt.Errorf("%w: expected tiles below %d, got tile %d", ErrEncoding, n, stray.first())
	}
	return s, nil
}
