package zk

import (
	"fmt"
	"math/big"
	"sync"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
	"github.com/consensys/gnark/frontend"
)

// A table is the language of a circuit: each call adds one row of PLONK's table of gates, so the calls of a circuit are
// its size. W is a wire. gnark's builder makes rows of the calls; the tests compute with numbers instead, and thus try
// hundreds of thousands of lies. A circuit computes no wire that the rows do not fix: every free choice of a prover is
// an input.
type table[W any] interface {
	// sum returns p*a + q*b + k.
	sum(a, b W, p, q, k fr.Element) W
	// product returns a*b.
	product(a, b W) W
	// gated returns a*(p + q*b). p is not 0.
	gated(a, b W, p, q fr.Element) W
	// assert demands that l*a + r*b + o*c + m*a*b + k is 0.
	assert(a, b, c W, l, r, o, m, k int)
}

// assertBit demands that a is 0 or 1.
func assertBit[W any](t table[W], a W) { t.assert(a, a, a, -1, 0, 0, 1, 0) }

// assertEqual demands that a is b.
func assertEqual[W any](t table[W], a, b W) { t.assert(a, b, a, 1, -1, 0, 0, 0) }

// assertZero demands that a is 0.
func assertZero[W any](t table[W], a W) { t.assert(a, a, a, 1, 0, 0, 0, 0) }

// assertEither demands that a is 0 or b is 0.
func assertEither[W any](t table[W], a, b W) { t.assert(a, b, a, 0, 0, 0, 1, 0) }

// assertNot demands that a*b is 1 - c.
func assertNot[W any](t table[W], a, b, c W) { t.assert(a, b, c, 0, 0, 1, 1, -1) }

// add returns a + b.
func add[W any](t table[W], a, b W) W { return t.sum(a, b, num(1), num(1), num(0)) }

// number returns the number with the given bits, the lowest first; there are at least two.
func number[W any](t table[W], bits []W) W {
	n := t.sum(bits[0], bits[1], num(1), num(2), num(0))
	for i := 2; i < len(bits); i++ {
		n = t.sum(n, bits[i], num(1), power2(i), num(0))
	}
	return n
}

// assertAtMost demands that the number with the given bits, the lowest first, is at most limit, which has as many.
// Where the limit has a 0, the bit may be 1 only if a higher bit is 0 where the limit has a 1. That the bits are bits
// is known.
func assertAtMost[W any](t table[W], bits []W, limit int) {
	top := len(bits) - 1
	equal := bits[top] // the product of the bits above, where the limit has a 1
	for i := top - 1; i >= 0; i-- {
		switch lower := 1<<i - 1; {
		case limit>>i&1 == 0:
			assertEither(t, equal, bits[i])
		case limit&lower == lower:
			return // the limit has only ones from here on
		default:
			equal = t.product(equal, bits[i])
		}
	}
}

// num returns n as a number of the field.
func num(n int) fr.Element {
	var e fr.Element
	e.SetInt64(int64(n))
	return e
}

// power2 returns 2^n, n below fieldBits.
func power2(n int) fr.Element { return powersOf2()[n] }

var powersOf2 = sync.OnceValue(func() *[fieldBits]fr.Element {
	list := [fieldBits]fr.Element{fr.One()}
	for i := 1; i < len(list); i++ {
		list[i].Double(&list[i-1])
	}
	return &list
})

// builder is the table that gnark builds.
type builder struct {
	api   frontend.API
	plonk frontend.PlonkAPI
	// omit is the omitted assertion, counted from 1, or 0 for none. Tests show with it that each one is needed.
	omit  int
	count int
}

// newBuilder returns the table that writes into a circuit. It returns ErrSetup if the circuit is not one of PLONK.
func newBuilder(api frontend.API, omit int) (*builder, error) {
	plonk, ok := api.(frontend.PlonkAPI)
	if !ok {
		return nil, fmt.Errorf("%w: expected a builder of PLONK, got %T", ErrSetup, api)
	}
	return &builder{api: api, plonk: plonk, omit: omit}, nil
}

func (t *builder) sum(a, b frontend.Variable, p, q, k fr.Element) frontend.Variable {
	return t.api.Add(t.scaled(a, p), t.scaled(b, q), bigInt(k))
}

func (t *builder) product(a, b frontend.Variable) frontend.Variable { return t.api.Mul(a, b) }

func (t *builder) gated(a, b frontend.Variable, p, q fr.Element) frontend.Variable {
	// a*(p + q*b) is a' + a'*b' with a' = p*a and b' = q/p*b. Factors of a wire cost no row.
	var ratio fr.Element
	ratio.Div(&q, &p)
	return t.plonk.EvaluatePlonkExpression(t.scaled(a, p), t.scaled(b, ratio), 1, 0, 1, 0)
}

func (t *builder) assert(a, b, c frontend.Variable, l, r, o, m, k int) {
	t.count++
	if t.count != t.omit {
		t.plonk.AddPlonkConstraint(a, b, c, l, r, o, m, k)
	}
}

func (t *builder) scaled(a frontend.Variable, by fr.Element) frontend.Variable {
	return t.api.Mul(a, bigInt(by))
}

func bigInt(e fr.Element) *big.Int { return e.BigInt(new(big.Int)) }
