package signatures_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/big"
	"testing"

	decred "github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/stretchr/testify/require"
)

// vector is a signature, the message that it may be of, and the key that may have made it.
type vector struct {
	name                    string
	key, message, signature []byte
}

// The order of the group, half of it, and the size of the field.
var (
	order = decred.Params().N
	half  = new(big.Int).Rsh(order, 1)
	field = decred.Params().P
)

// dice yields the same bytes in every run: SHA-256 of a counter.
type dice struct{ counter uint64 }

// roll returns 32 bytes.
func (d *dice) roll() []byte {
	d.counter++
	sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte("battleship signatures"), d.counter))
	return sum[:]
}

// below returns a number below n.
func (d *dice) below(n int) int { return int(binary.BigEndian.Uint32(d.roll()) % uint32(n)) }

// number returns a number between 1 and the order.
func (d *dice) number() *big.Int {
	n := new(big.Int).SetBytes(d.roll())
	return n.Add(n.Mod(n, new(big.Int).Sub(order, big.NewInt(1))), big.NewInt(1))
}

// bytes32 returns a number as 32 bytes.
func bytes32(n *big.Int) []byte { return n.FillBytes(make([]byte, 32)) }

// join returns R and S as a signature.
func join(r, s *big.Int) []byte { return append(bytes32(r), bytes32(s)...) }

// digest returns what is signed of a message, as a number.
func digest(message []byte) *big.Int {
	sum := sha256.Sum256(message)
	return new(big.Int).SetBytes(sum[:])
}

// publicKey returns the compressed public key of a private key.
func publicKey(private *big.Int) []byte {
	return decred.PrivKeyFromBytes(bytes32(private)).PubKey().SerializeCompressed()
}

// sign returns R and S, low, as the Go library makes them in every build.
func sign(private *big.Int, message []byte) (r, s *big.Int) {
	sum := sha256.Sum256(message)
	sig := ecdsa.SignCompact(decred.PrivKeyFromBytes(bytes32(private)), sum[:], true)
	return new(big.Int).SetBytes(sig[1:33]), new(big.Int).SetBytes(sig[33:])
}

// forS returns R and the public key with which a given S signs a message: the private key follows from the nonce.
func forS(s, nonce *big.Int, message []byte) (r *big.Int, key []byte) {
	point := decred.PrivKeyFromBytes(bytes32(nonce)).PubKey()
	r = new(big.Int).Mod(point.X(), order)
	private := new(big.Int).Mul(s, nonce)
	private.Sub(private, digest(message))
	private.Mul(private, new(big.Int).ModInverse(r, order))
	return r, publicKey(private.Mod(private, order))
}

// forX returns the first x from a number on that is that of a point, and the public key with which that point and S
// sign a message. Nobody knows its private key.
func forX(t *testing.T, from, s *big.Int, message []byte) (x *big.Int, key []byte) {
	t.Helper()
	for x = new(big.Int).Set(from); x.Cmp(field) < 0; x.Add(x, big.NewInt(1)) {
		point, err := decred.ParsePubKey(append([]byte{2}, bytes32(x)...))
		if err != nil {
			continue
		}
		// Q = r^-1 (s R - z G)
		inverse := new(big.Int).ModInverse(new(big.Int).Mod(x, order), order)
		var sR, zG, q decred.JacobianPoint
		point.AsJacobian(&sR)
		decred.ScalarMultNonConst(scalar(new(big.Int).Mul(s, inverse)), &sR, &sR)
		minus := new(big.Int).Mul(digest(message), inverse)
		decred.ScalarBaseMultNonConst(scalar(minus.Neg(minus)), &zG)
		decred.AddNonConst(&sR, &zG, &q)
		q.ToAffine()
		return x, decred.NewPublicKey(&q.X, &q.Y).SerializeCompressed()
	}
	t.Fatal("no point")
	return nil, nil
}

// scalar returns a number modulo the order.
func scalar(n *big.Int) *decred.ModNScalar {
	var s decred.ModNScalar
	s.SetByteSlice(bytes32(new(big.Int).Mod(n, order)))
	return &s
}

// vectors returns the signatures of the golden file. They do not depend on the build.
func vectors(t *testing.T) []vector {
	t.Helper()
	d := &dice{}
	var all []vector
	add := func(name string, key, message, signature []byte) {
		all = append(all, vector{name, key, message, signature})
	}
	private, message := d.number(), []byte("a move")
	key := publicKey(private)
	r, s := sign(private, message)
	negated := new(big.Int).Sub(order, s)
	zero, one, top := new(big.Int), big.NewInt(1), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1))

	add("valid", key, message, join(r, s))
	add("another message", key, []byte("another move"), join(r, s))
	add("another key", publicKey(d.number()), message, join(r, s))
	add("high S", key, message, join(r, negated))
	add("R and S swapped", key, message, join(s, r))
	for _, size := range []int{0, 1, 31, 32, 33, 63} {
		add(fmt.Sprintf("short: %d bytes", size), key, message, join(r, s)[:size])
	}
	for _, size := range []int{1, 2, 64} {
		add(fmt.Sprintf("long: %d bytes more", size), key, message, append(join(r, s), make([]byte, size)...))
	}
	add("DER", key, message, ecdsa.NewSignature(scalar(r), scalar(s)).Serialize()) //nolint:misspell // decred's name
	add("with a recovery byte in front", key, message, append([]byte{31}, join(r, s)...))
	numbers := map[string]*big.Int{
		"0": zero, "1": one, "N-1": new(big.Int).Sub(order, one), "N": order, "N+1": new(big.Int).Add(order, one),
		"2^256-1": top, "N/2": half, "N/2+1": new(big.Int).Add(half, one), "P": field,
	}
	for _, name := range []string{"0", "1", "N-1", "N", "N+1", "2^256-1", "N/2", "N/2+1", "P"} {
		add("R of "+name, key, message, join(numbers[name], s))
		add("S of "+name, key, message, join(r, numbers[name]))
		add("both of "+name, key, message, join(numbers[name], numbers[name]))
	}

	// Valid but for where S lies, and how it is written.
	for _, name := range []string{"1", "N/2", "N/2+1", "N-1"} {
		r, key := forS(numbers[name], d.number(), message)
		add("valid with S of "+name, key, message, join(r, numbers[name]))
		add("valid with S of "+name+", negated", key, message, join(r, new(big.Int).Sub(order, numbers[name])))
	}
	for i := range 4 {
		small := big.NewInt(int64(i + 1))
		r, key := forS(small, d.number(), message)
		add(fmt.Sprintf("valid with S of %d, written as N+%d", i+1, i+1), key, message,
			join(r, new(big.Int).Add(small, order)))
	}
	// Valid but for where R lies, and how it is written.
	for i := range 4 {
		s := new(big.Int).Rsh(d.number(), 1)
		x, key := forX(t, big.NewInt(int64(1000*i+1)), s, message)
		add(fmt.Sprintf("valid with a small R, %d", i), key, message, join(x, s))
		add(fmt.Sprintf("valid with a small R, %d, written with N more", i), key, message,
			join(new(big.Int).Add(x, order), s))
		x, key = forX(t, new(big.Int).Add(order, big.NewInt(int64(1000*i+1))), s, message)
		add(fmt.Sprintf("valid with a point beyond N, %d", i), key, message, join(new(big.Int).Sub(x, order), s))
		add(fmt.Sprintf("valid with a point beyond N, %d, written as it is", i), key, message, join(x, s))
	}

	// Keys of other forms than the compressed one.
	public, err := decred.ParsePubKey(key)
	require.NoError(t, err)
	long := public.SerializeUncompressed()
	hybrid := append([]byte{6 + long[64]&1}, long[1:]...)
	wrong := append([]byte{7 - long[64]&1}, long[1:]...)
	off := append([]byte{}, long...)
	off[64] ^= 1
	for name, other := range map[string][]byte{
		"none": {}, "one byte": {2}, "a byte short": key[:32], "a byte long": append(append([]byte{}, key...), 0),
		"uncompressed": long, "hybrid": hybrid, "hybrid of the other parity": wrong, "not on the curve": off,
		"the other parity": append([]byte{key[0] ^ 1}, key[1:]...), "an unknown first byte": append([]byte{4}, key[1:]...),
		"x of P": append([]byte{2}, bytes32(field)...), "x of 0": append([]byte{2}, make([]byte, 32)...),
		"x without a point": append([]byte{2}, bytes32(big.NewInt(5))...), "all zeros": make([]byte, 33),
	} {
		all = append(all, vector{"key: " + name, other, message, join(r, s)})
	}

	for i := range 60 {
		private, message := d.number(), d.roll()[:d.below(33)]
		key := publicKey(private)
		r, s := sign(private, message)
		valid := join(r, s)
		add(fmt.Sprintf("random %d", i), key, message, valid)
		bent := append([]byte{}, valid...)
		bit := d.below(len(bent) * 8)
		bent[bit/8] ^= 1 << (bit % 8)
		add(fmt.Sprintf("random %d, one bit of the signature changed", i), key, message, bent)
		bent = append([]byte{}, key...)
		bit = d.below(len(bent) * 8)
		bent[bit/8] ^= 1 << (bit % 8)
		add(fmt.Sprintf("random %d, one bit of the key changed", i), bent, message, valid)
		add(fmt.Sprintf("random %d, noise for a signature", i), key, message, append(d.roll(), d.roll()...))
	}
	return all
}
