package verify

import (
	"fmt"

	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
)

// OpeningSize is the size of the proof of an answer in bytes: one point.
const OpeningSize = pointSize

// opening is a decoded answer: the opening W of a commitment C in the row of a tile.
type opening struct{ c, w bls12381.G1Affine }

// decodeOpening returns ErrEncoding unless the commitment is a point of the curve and the proof one of the group. That
// the commitment is in the group, too, was found out when the proof of its board was verified.
func decodeOpening(c Commitment, proof []byte) (o opening, err error) {
	if len(proof) != OpeningSize {
		return o, fmt.Errorf("%w: expected %d bytes, got %d", ErrEncoding, OpeningSize, len(proof))
	}
	r := reader{bytes: append(c[:], proof...)}
	r.point(&o.c, bls12381.NoSubgroupChecks())
	r.point(&o.w)
	if r.err != nil {
		return o, fmt.Errorf("%w: %w", ErrEncoding, r.err)
	}
	return o, nil
}

// verifyOpening returns nil if the proof shows the content of a tile in the committed column: the rows of the tiles are
// behind those of the public inputs.
func (k *Key) verifyOpening(c Commitment, tile int, hit bool, proof []byte) error {
	o, err := decodeOpening(c, proof)
	if err != nil {
		return err
	}
	if !k.opens(o, k.public+tile, hit) {
		return fmt.Errorf("%w: the tile is not as answered", ErrProof)
	}
	return nil
}

// opens reports whether the committed polynomial is 1 or 0 in a row: with x = omega^row and its value y there,
// e(C - y*[1], G2) = e(W, [tau - x]G2) (Kate, Zaverucha, Goldberg 2010; kzg: Verify).
func (k *Key) opens(o opening, row int, one bool) bool {
	if one {
		o.c.Sub(&o.c, &k.generator[0])
	}
	o.w.Neg(&o.w)
	return pairs([2]bls12381.G1Affine{o.c, o.w}, [2]lines{k.lines[0], k.rows[row]()})
}

// pairs reports whether e(p[0], P) * e(p[1], Q) is 1 for the points P and Q in G2 with these lines.
func pairs(p [2]bls12381.G1Affine, l [2]lines) bool {
	ok, err := bls12381.PairingCheckFixedQ(p[:], l[:]) // it writes into the lines, which are a copy
	return err == nil && ok
}
