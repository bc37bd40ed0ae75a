package signatures_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	decred "github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/cosmos/cosmos-sdk/crypto/keys/ed25519"
	kmultisig "github.com/cosmos/cosmos-sdk/crypto/keys/multisig"
	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"
	"github.com/cosmos/cosmos-sdk/crypto/types"
	"github.com/cosmos/cosmos-sdk/crypto/types/multisig"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/app/signatures"
)

// golden holds, for each vector, its verdict, name, key, message and signature. Both builds are held to it.
const golden = "testdata/verdicts.txt"

var update = flag.Bool("update", false, "write testdata/verdicts.txt from this build")

// accepts reports whether the chain accepts a signature, as this build does it.
func accepts(v vector) bool {
	key := &secp256k1.PubKey{Key: v.key}
	return signatures.Canonical(key, single(v.signature)) && key.VerifySignature(v.message, v.signature)
}

// reference tells the same by decred's library and the rule that R and S are below the order, in every build.
func reference(v vector) bool {
	key, err := decred.ParsePubKey(v.key)
	if err != nil || len(v.signature) != 64 {
		return false
	}
	var r, s decred.ModNScalar
	if r.SetByteSlice(v.signature[:32]) || s.SetByteSlice(v.signature[32:]) || s.IsOverHalfOrder() {
		return false
	}
	sum := sha256.Sum256(v.message)
	return ecdsa.NewSignature(&r, &s).Verify(sum[:], key)
}

// reduced tells what decred's library says without the rule.
func reduced(v vector) bool {
	key, err := decred.ParsePubKey(v.key)
	if err != nil {
		return false
	}
	var r, s decred.ModNScalar
	r.SetByteSlice(v.signature[:32])
	s.SetByteSlice(v.signature[32:])
	sum := sha256.Sum256(v.message)
	return ecdsa.NewSignature(&r, &s).Verify(sum[:], key)
}

// single returns a signature of one key.
func single(signature []byte) signing.SignatureData {
	return &signing.SingleSignatureData{SignMode: signing.SignMode_SIGN_MODE_DIRECT, Signature: signature}
}

// line returns a vector with its verdict as a line of the golden file.
func line(v vector, accepted bool) string {
	verdict := "refuse"
	if accepted {
		verdict = "accept"
	}
	return fmt.Sprintf("%s | %s | %x | %x | %x", verdict, v.name, v.key, v.message, v.signature)
}

// Run this with and without -tags=libsecp256k1_sdk: nodes of both builds must agree on every transaction.
func TestAttackBothBuildsAcceptTheSameSignatures(t *testing.T) {
	var lines []string
	for _, v := range vectors(t) {
		lines = append(lines, line(v, accepts(v)))
	}
	slices.Sort(lines)
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got), 0o600))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
	require.Greater(t, bytes.Count(want, []byte("accept")), 60, "not everything is refused")
	require.Contains(t, got, "refuse | high S | ")
}

// The golden file says what the rule says.
func TestVerdictsAreThoseOfTheRule(t *testing.T) {
	for _, v := range vectors(t) {
		require.Equal(t, reference(v), accepts(v), v.name)
	}
}

func TestRandomSignaturesGetTheVerdictOfTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		private := secp256k1.GenPrivKeyFromSecret(rapid.SliceOfN(rapid.Byte(), 1, 40).Draw(t, "secret"))
		message := rapid.SliceOfN(rapid.Byte(), 0, 100).Draw(t, "message")
		signature, err := private.Sign(message)
		require.NoError(t, err)
		v := vector{"random", private.PubKey().Bytes(), message, signature}
		require.True(t, accepts(v))
		for _, at := range rapid.SliceOfN(rapid.IntRange(0, 63), 0, 3).Draw(t, "changed") {
			v.signature[at] ^= rapid.Byte().Draw(t, "by")
		}
		v.signature = v.signature[:rapid.SampledFrom([]int{64, 64, 64, 63, 32, 0}).Draw(t, "size")]
		if rapid.Bool().Draw(t, "negated") && len(v.signature) == 64 {
			s := new(big.Int).SetBytes(v.signature[32:])
			copy(v.signature[32:], bytes32(s.Mod(s.Neg(s), order)))
		}
		require.Equal(t, reference(v), accepts(v))
	})
}

// Board secrets are derived from signatures, so both builds must also make the same ones.
func TestBothBuildsMakeTheSameSignatures(t *testing.T) {
	d := &dice{}
	for range 100 {
		private, message := d.number(), d.roll()
		got, err := (&secp256k1.PrivKey{Key: bytes32(private)}).Sign(message)
		require.NoError(t, err)
		r, s := sign(private, message)
		require.Equal(t, hex.EncodeToString(join(r, s)), hex.EncodeToString(got))
	}
}

// The fault: with R or S not below the order, one library refuses what the other accepts. Nobody can make such a
// signature of a transaction, but the chain does not rely on it.
func TestLibrariesDifferOnScalarsAboveTheOrder(t *testing.T) {
	require.NotEmpty(t, overflowing(t))
	for _, v := range overflowing(t) {
		require.True(t, reduced(v), "the Go library reduces the number first: %s", v.name)
		key := &secp256k1.PubKey{Key: v.key}
		require.False(t, signatures.Canonical(key, single(v.signature)), v.name)

		// The same in a group of two, of which the second has signed.
		group := kmultisig.NewLegacyAminoPubKey(1, []types.PubKey{ed25519.GenPrivKey().PubKey(), key})
		data := multisig.NewMultisig(2)
		require.NoError(t, multisig.AddSignatureFromPubKey(data, single(v.signature), key, group.GetPubKeys()))
		require.False(t, signatures.Canonical(group, data), v.name)
		require.False(t, signatures.Canonical(
			kmultisig.NewLegacyAminoPubKey(1, []types.PubKey{group}), nest(t, group, data)), "and in a group of groups")
	}
}

// nest returns the signature of a group whose only member is a group.
func nest(t *testing.T, member types.PubKey, data *signing.MultiSignatureData) signing.SignatureData {
	t.Helper()
	outer := multisig.NewMultisig(1)
	require.NoError(t, multisig.AddSignatureFromPubKey(outer, data, member, []types.PubKey{member}))
	return outer
}

// overflowing returns the vectors that are valid but for numbers that are written with N more.
func overflowing(t *testing.T) []vector {
	t.Helper()
	return slices.DeleteFunc(vectors(t), func(v vector) bool {
		return !strings.Contains(v.name, ", written ")
	})
}

func TestOtherSignaturesAreLeftToTheSDK(t *testing.T) {
	above := bytes.Repeat([]byte{0xff}, 64)
	key := secp256k1.GenPrivKey().PubKey()
	for name, tc := range map[string]struct {
		key  types.PubKey
		data signing.SignatureData
	}{
		"a simulation, without a signature": {key, single(nil)},
		"no data":                           {key, nil},
		"too long":                          {key, single(append(above, 0))},
		"another curve":                     {ed25519.GenPrivKey().PubKey(), single(above)},
		"a group's data of a single key":    {key, multisig.NewMultisig(1)},
	} {
		require.True(t, signatures.Canonical(tc.key, tc.data), name)
	}
	group := kmultisig.NewLegacyAminoPubKey(1, []types.PubKey{key})
	require.True(t, signatures.Canonical(group, single(above)), "a single key's data of a group")
	require.True(t, signatures.Canonical(group, multisig.NewMultisig(1)), "nobody has signed")
	short := multisig.NewMultisig(1)
	short.BitArray.SetIndex(0, true)
	require.True(t, signatures.Canonical(group, short), "fewer signatures than the bits say")
}

// BenchmarkVerify measures the check of one signature. Run it with and without -tags=libsecp256k1_sdk.
func BenchmarkVerify(b *testing.B) {
	private := secp256k1.GenPrivKeyFromSecret([]byte("bench"))
	key, message := private.PubKey(), []byte("a move")
	signature, err := private.Sign(message)
	require.NoError(b, err)
	for b.Loop() {
		if !key.VerifySignature(message, signature) {
			b.Fatal("refused")
		}
	}
}
