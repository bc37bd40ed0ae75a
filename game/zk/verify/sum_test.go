package verify

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/consensys/gnark-crypto/ecc"
	bls12381 "github.com/consensys/gnark-crypto/ecc/bls12-381"
	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"
)

// TestEndomorphism shows that a point with its x times root is lambda times the point, and that the order of the group
// is lambda^2+lambda+1, so that the halves of a factor fit 128 bits.
func TestEndomorphism(t *testing.T) {
	order := new(big.Int).Mul(lambda, lambda)
	order.Add(order, lambda).Add(order, big.NewInt(1))
	if order.Cmp(fr.Modulus()) != 0 {
		t.Errorf("lambda^2+lambda+1 is %v", order)
	}
	if highest := new(big.Int).Div(order, lambda); highest.BitLen() > 128 || lambda.BitLen() > 128 {
		t.Errorf("halves of a factor go up to %v and %v", highest, lambda)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 10 {
		point := multiple(fr.NewElement(1 + rng.Uint64()>>rng.IntN(64)))
		var want bls12381.G1Affine
		want.ScalarMultiplication(&point, lambda)
		if point.X.Mul(&point.X, &root); point != want {
			t.Errorf("expected %v, got %v", want, point)
		}
	}
}

// factors are extreme numbers and random ones.
func factors(rng *rand.Rand) (list []fr.Element) {
	one := big.NewInt(1)
	for _, n := range []*big.Int{new(big.Int), lambda, new(big.Int).Lsh(one, 127), new(big.Int).Lsh(one, 128)} {
		for i := range int64(5) {
			var plus, minus fr.Element
			plus.SetBigInt(new(big.Int).Add(n, big.NewInt(i)))
			minus.SetBigInt(new(big.Int).Sub(n, big.NewInt(i))) // of 0: the order minus i
			list = append(list, plus, minus)
		}
	}
	for _, text := range []string{
		"5555555555555555555555555555555555555555555555555555555555555555",
		"2aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		"1fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
		"0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f",
	} {
		n, _ := new(big.Int).SetString(text, 16)
		var factor fr.Element
		list = append(list, *factor.SetBigInt(n))
	}
	f := Forger{rng: rng}
	for range 50 {
		list = append(list, f.number())
	}
	return list
}

// number puts digits for so many multiples together again.
func (d digits) number(t *testing.T, multiples int) *big.Int {
	t.Helper()
	sum := new(big.Int)
	for place, digit := range d {
		if digit != 0 && (digit%2 == 0 || int(max(digit, -digit)) >= 2*multiples) {
			t.Errorf("digit %d of %d multiples", digit, multiples)
		}
		sum.Add(sum, new(big.Int).Lsh(big.NewInt(int64(digit)), uint(place)))
	}
	return sum
}

// TestDigits puts the digits of both halves of a factor together again.
func TestDigits(t *testing.T) {
	for _, factor := range factors(rand.New(rand.NewPCG(2, 2))) {
		for _, multiples := range []int{1, 2, proofMultiples, 32, keyMultiples} {
			halves := term{make(table, multiples), factor}.split()
			got := halves[1].number(t, multiples)
			got.Mul(got, lambda).Add(got, halves[0].number(t, multiples))
			if want := factor.BigInt(new(big.Int)); got.Cmp(want) != 0 {
				t.Errorf("expected %v, got %v from digits for %d multiples", want, got, multiples)
			}
		}
	}
}

// TestRegressionDigitsBelowTheirLimit: the highest numbers become 2^128 on the way, which two words do not hold. No
// half of a factor is so high.
func TestRegressionDigitsBelowTheirLimit(t *testing.T) {
	limit := new(big.Int).Lsh(big.NewInt(1), 128)
	for below := range int64(300) {
		want := new(big.Int).Sub(limit, big.NewInt(below+1))
		for _, multiples := range []int{1, 2, proofMultiples, 32, keyMultiples} {
			if got := newDigits(want, multiples).number(t, multiples); got.Cmp(want) != 0 {
				t.Errorf("expected %v, got %v from digits for %d multiples", want, got, multiples)
			}
		}
	}
}

// TestSums compares sums with those of gnark-crypto: of extreme factors, of points that are the same or each other's
// negative, and such that are at infinity.
func TestSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	f := Forger{rng: rng}
	list := factors(rng)
	compare := func(points []bls12381.G1Affine, factors []fr.Element) {
		t.Helper()
		var want, got bls12381.G1Affine
		if _, err := want.MultiExp(points, factors, ecc.MultiExpConfig{}); err != nil {
			t.Fatal(err)
		}
		for _, multiples := range []int{proofMultiples, keyMultiples} {
			tables := newTables(points, multiples)
			terms := make([]term, len(points))
			for i := range terms {
				terms[i] = term{tables[i], factors[i]}
			}
			result := sum(terms...)
			if got.FromJacobian(&result); got != want {
				t.Errorf("expected %v, got %v of %v times %v", &want, &got, points, factors)
			}
		}
	}
	for _, factor := range list {
		compare([]bls12381.G1Affine{multiple(f.number())}, []fr.Element{factor})
	}
	one := fr.One()
	for range 30 {
		points := make([]bls12381.G1Affine, 9)
		factors := make([]fr.Element, len(points))
		for i := range points {
			points[i] = multiple(f.number())
			switch previous := max(i-1, 0); rng.IntN(4) {
			case 0:
				points[i] = points[previous]
			case 1:
				points[i].Neg(&points[previous])
			}
			factors[i] = list[rng.IntN(len(list))]
		}
		compare(points, factors)
	}
	point := multiple(f.number())
	var opposite bls12381.G1Affine
	opposite.Neg(&point)
	for _, factor := range append(list, one) {
		var minus fr.Element
		minus.Neg(&factor)
		compare([]bls12381.G1Affine{point, opposite}, []fr.Element{factor, factor})
		compare([]bls12381.G1Affine{point, point}, []fr.Element{factor, minus})
	}
	if result := sum(); !result.Z.IsZero() {
		t.Errorf("the sum of nothing is %v", &result)
	}
}
