package melee

import "strconv"

// Fraction is a part of the pot, in lowest terms.
type Fraction struct {
	// Num of Den parts.
	Num, Den int
}

// whole is all of the pot.
var whole = Fraction{1, 1}

// maxDen bounds the divisor of the pot. Each division removes more than half of the seats afloat and at least one
// stays: of 16 seats at most 7, of 7 at most 3, of 3 at most 1.
const maxDen = 16 * 7 * 3

// times returns the fraction of which num of den parts are left.
func (f Fraction) times(num, den int) Fraction {
	num, den = f.Num*num, f.Den*den
	d := gcd(num, den)
	return Fraction{num / d, den / d}
}

// gcd is the greatest common divisor of two positive numbers.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// String writes the fraction, such as "1/3".
func (f Fraction) String() string { return strconv.Itoa(f.Num) + "/" + strconv.Itoa(f.Den) }
