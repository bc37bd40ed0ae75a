package zk

import (
	"sync"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// A table is the language of a circuit: each call adds one row of PLONK's table of gates, so the calls of a circuit are
// its size. W is a wire. A circuit runs over two tables: rows records them, and values computes with numbers. It
// computes no wire that the rows do not fix: every free choice of a prover is an input.
type table[W any] interface {
	// sum returns p*a + q*b + k.
	sum(a, b W, p, q, k fr.Element) W
	// product returns a*b.
	product(a, b W) W
	// gated returns b*(p + q*a).
	gated(a, b W, p, q fr.Element) W
	// assert demands that l*a + r*b + o*c + m*a*b + k is 0.
	assert(a, b, c W, l, r, o, m, k int)
}

// assertBit demands that a is 0 or 1.
func assertBit[W any](t table[W], a W) { t.assert(a, a, a, -1, 0, 0, 1, 0) }

// assertEqual demands that a is b.
func assertEqual[W any](t table[W], a, b W) { t.assert(a, b, a, 1, -1, 0, 0, 0) }

// assertEither demands that a is 0 or b is 0.
func assertEither[W any](t table[W], a, b W) { t.assert(a, b, a, 0, 0, 0, 1, 0) }

// add returns a + b.
func add[W any](t table[W], a, b W) W { return t.sum(a, b, num(1), num(1), num(0)) }

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

// power returns 2^(step*n) for the number n with the given bits, the lowest first.
func power[W any](t table[W], bits []W, step int) W {
	// A factor is 2^e where the bit is 1, and 1 where it is 0.
	factor := func(e int) fr.Element {
		f, one := power2(e), num(1)
		return *f.Sub(&f, &one)
	}
	p := t.sum(bits[0], bits[0], factor(step), num(0), num(1))
	for i := 1; i < len(bits); i++ {
		p = t.gated(bits[i], p, num(1), factor(step<<i))
	}
	return p
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

// A row demands that l*a + r*b + o*c + m*a*b + k is 0, of the wires with the numbers a, b and c.
type row struct {
	wires         [3]int // a, b, c: the columns L, R, O
	l, r, o, m, k fr.Element
}

// rows is the table that records rows. Wires are numbered, the inputs first.
type rows struct {
	list  []row
	wires int
}

// wire returns the next wire.
func (t *rows) wire() int {
	t.wires++
	return t.wires - 1
}

// output adds a row whose output is a new wire: l*a + r*b + m*a*b + k.
func (t *rows) output(a, b int, l, r, m, k fr.Element) int {
	c := t.wire()
	t.list = append(t.list, row{wires: [3]int{a, b, c}, l: l, r: r, o: num(-1), m: m, k: k})
	return c
}

func (t *rows) sum(a, b int, p, q, k fr.Element) int { return t.output(a, b, p, q, num(0), k) }

func (t *rows) product(a, b int) int { return t.output(a, b, num(0), num(0), num(1), num(0)) }

func (t *rows) gated(a, b int, p, q fr.Element) int { return t.output(a, b, num(0), p, q, num(0)) }

func (t *rows) assert(a, b, c, l, r, o, m, k int) {
	t.list = append(t.list, row{wires: [3]int{a, b, c}, l: num(l), r: num(r), o: num(o), m: num(m), k: num(k)})
}

// values is the table that computes with numbers. It continues after a broken assertion.
type values struct {
	columns [3][]fr.Element // L, R, O
	broken  []int           // the rows whose assertions do not hold
}

// output adds a row.
func (t *values) output(a, b, c fr.Element) fr.Element {
	for i, wire := range [...]fr.Element{a, b, c} {
		t.columns[i] = append(t.columns[i], wire)
	}
	return c
}

func (t *values) sum(a, b, p, q, k fr.Element) fr.Element {
	p.Mul(&p, &a)
	q.Mul(&q, &b)
	p.Add(&p, &q)
	return t.output(a, b, *p.Add(&p, &k))
}

func (t *values) product(a, b fr.Element) fr.Element {
	c := a
	return t.output(a, b, *c.Mul(&c, &b))
}

func (t *values) gated(a, b, p, q fr.Element) fr.Element {
	q.Mul(&q, &a)
	p.Add(&p, &q)
	return t.output(a, b, *p.Mul(&p, &b))
}

func (t *values) assert(a, b, c fr.Element, l, r, o, m, k int) {
	total := num(k)
	both := a
	both.Mul(&both, &b)
	for _, term := range [...]struct {
		factor int
		wire   fr.Element
	}{{l, a}, {r, b}, {o, c}, {m, both}} {
		factor := num(term.factor)
		total.Add(&total, factor.Mul(&factor, &term.wire))
	}
	if !total.IsZero() {
		t.broken = append(t.broken, len(t.columns[0]))
	}
	t.output(a, b, c)
}
