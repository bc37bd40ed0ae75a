package zk

import (
	"fmt"

	"github.com/consensys/gnark-crypto/ecc"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// The opening W of a polynomial f at omega^i is its quotient Q(f) = (f - f(omega^i))/(X - omega^i) at tau. Q is linear,
// so W is a sum over the rows j of f(omega^j) * Q(L_j), where L_j is 1 in row j and 0 in the others:
//
//	Q(L_j) = (L_j - omega^(j-i)*L_i) / (omega^j - omega^i) for j other than i
//	Q((b0 + b1*X) * (X^n - 1)) = n*omega^-i*(b0 + b1*omega^i) * L_i + b1*(X^n - 1)
//
// Q(L_i) is recorded. Most rows of column L are 0, so the sum is short.

// open returns the opening of a column with the given values and blinds in the row of a tile.
func (c *circuit) open(values, blinds []fr.Element, tile int) ([]byte, error) {
	n, at, roots := len(values), public+tile, c.roots()
	distances := make([]fr.Element, n) // omega^j - omega^i, 0 for a row that is not in the sum
	for j := range values {
		if !values[j].IsZero() {
			distances[j].Sub(&roots[j], &roots[at])
		}
	}
	var points []bls12381.G1Affine
	var factors []fr.Element
	add := func(point bls12381.G1Affine, factor fr.Element) {
		points, factors = append(points, point), append(factors, factor)
	}
	var own, term, minus fr.Element // own is the factor of L_i
	own.Mul(&blinds[1], &roots[at]).Add(&own, &blinds[0])
	own.Mul(&own, term.SetUint64(c.domain.Cardinality))
	for j, factor := range fr.BatchInvert(distances) {
		if !factor.IsZero() {
			factor.Mul(&factor, &values[j])
			add(c.points.rows[j], factor)
			own.Sub(&own, term.Mul(&factor, &roots[j]))
		}
	}
	add(c.points.rows[at], *own.Div(&own, &roots[at]))
	add(c.points.tiles[tile], values[at])
	add(c.points.powers[n], blinds[1])
	add(c.points.powers[0], *minus.Neg(&blinds[1]))

	var w bls12381.G1Affine
	if _, err := w.MultiExp(points, factors, ecc.MultiExpConfig{}); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSetup, err)
	}
	return appendPoints(nil, w), nil
}
