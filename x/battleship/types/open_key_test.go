package types_test

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

func encodeOpenKey(t require.TestingT, key types.OpenKey) []byte {
	raw := make([]byte, types.OpenKeyCodec.Size(key))
	n, err := types.OpenKeyCodec.Encode(raw, key)
	require.NoError(t, err)
	require.Equal(t, len(raw), n)
	return raw
}

func drawOpenKey(t *rapid.T, label string) types.OpenKey {
	// Small ranges, so that parts are equal often enough.
	p := types.Pool{
		RulesetID:  rapid.Uint32Range(0, 2).Draw(t, label+" ruleset"),
		TurnBlocks: rapid.SampledFrom([]int64{0, 1, 255, 256, types.MaxClockBlocks}).Draw(t, label+" clock"),
		Casual:     rapid.Bool().Draw(t, label+" casual"),

		ProvenClaims: rapid.Bool().Draw(t, label+" claims"),
	}
	p.Stake.Denom = rapid.SampledFrom([]string{"", "uship", "uanchor", strings.Repeat("x", 128)}).Draw(t, label+" denom")
	p.Stake.Amount = math.NewInt(rapid.SampledFrom([]int64{0, 1, 256, 1 << 62}).Draw(t, label+" amount"))
	if rapid.Bool().Draw(t, label+" large") {
		largest := math.NewInt(1).Mul(math.NewIntFromUint64(1 << 63)).MulRaw(2).Mul(math.NewIntFromUint64(1 << 63)).MulRaw(2)
		p.Stake.Amount = largest.SubRaw(1)
	}
	return types.OpenKey{
		Pool: p, Rating: rapid.Uint32Range(0, 3).Draw(t, label+" rating"), ID: rapid.Uint64Range(0, 300).Draw(t, label+" id"),
	}
}

// compareOpenKeys compares part by part.
func compareOpenKeys(a, b types.OpenKey) int {
	number := map[bool]int{false: 0, true: 1}
	return cmp.Or(
		cmp.Compare(a.Pool.RulesetID, b.Pool.RulesetID),
		cmp.Compare(len(a.Pool.Stake.Denom), len(b.Pool.Stake.Denom)),
		cmp.Compare(a.Pool.Stake.Denom, b.Pool.Stake.Denom),
		a.Pool.Stake.Amount.BigInt().Cmp(b.Pool.Stake.Amount.BigInt()),
		cmp.Compare(a.Pool.TurnBlocks, b.Pool.TurnBlocks),
		cmp.Compare(number[a.Pool.ProvenClaims], number[b.Pool.ProvenClaims]),
		cmp.Compare(number[a.Pool.Casual], number[b.Pool.Casual]),
		cmp.Compare(a.Rating, b.Rating),
		cmp.Compare(a.ID, b.ID),
	)
}

// Ranges of ratings and prefixes of pools are ranges of keys: they sort by their parts.
func TestOpenKeysSortByTheirParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawOpenKey(t, "a"), drawOpenKey(t, "b")
		rawA, rawB := encodeOpenKey(t, a), encodeOpenKey(t, b)
		if want, got := compareOpenKeys(a, b), bytes.Compare(rawA, rawB); want != got {
			t.Fatalf("expected %d of %v and %v, got %d", want, a, b, got)
		}
		n, decoded, err := types.OpenKeyCodec.Decode(slices.Concat(rawA, rawB))
		require.NoError(t, err)
		require.Equal(t, len(rawA), n, "a key knows its own length")
		require.Zero(t, compareOpenKeys(a, decoded))
		for _, prefix := range [][]byte{
			types.OpenPrefix(a.Pool.RulesetID, nil, 0), types.OpenPrefix(a.Pool.RulesetID, &a.Pool.Stake, 0),
			types.OpenPrefix(a.Pool.RulesetID, &a.Pool.Stake, a.Pool.TurnBlocks),
		} {
			require.True(t, bytes.HasPrefix(rawA, prefix))
		}
		text, err := types.OpenKeyCodec.EncodeJSON(a)
		require.NoError(t, err)
		decoded, err = types.OpenKeyCodec.DecodeJSON(text)
		require.NoError(t, err)
		require.Zero(t, compareOpenKeys(a, decoded))
	})
}

func TestOpenKeysThatCannotBe(t *testing.T) {
	valid := types.OpenKey{
		Pool: types.Pool{RulesetID: 1, Stake: sdk.NewInt64Coin("uanchor", 5), TurnBlocks: 10}, Rating: 1200, ID: 7,
	}
	for name, spoil := range map[string]func(key *types.OpenKey){
		"a denom that is too long": func(key *types.OpenKey) { key.Pool.Stake.Denom = strings.Repeat("x", 256) },
		"a negative amount":        func(key *types.OpenKey) { key.Pool.Stake.Amount = math.NewInt(-1) },
		"an amount that is too large": func(key *types.OpenKey) {
			largest := math.NewIntFromUint64(1 << 63).MulRaw(2)
			key.Pool.Stake.Amount = largest.Mul(largest)
		},
		"a negative clock": func(key *types.OpenKey) { key.Pool.TurnBlocks = -1 },
	} {
		t.Run("encode "+name, func(t *testing.T) {
			key := valid
			spoil(&key)
			_, err := types.OpenKeyCodec.Encode(make([]byte, 1_000), key)
			require.ErrorIs(t, err, types.ErrCorrupt)
		})
	}
	raw := encodeOpenKey(t, valid)
	for n := range raw {
		_, _, err := types.OpenKeyCodec.Decode(raw[:n])
		require.ErrorIs(t, err, types.ErrCorrupt, "the first %d bytes of %d", n, len(raw))
	}
	// Behind the ruleset, the denom and the amount.
	clock := 4 + 1 + len("uanchor") + types.MaxStakeBits/8
	for name, c := range map[string]struct {
		at    int
		value byte
	}{
		"a clock past all bounds":           {clock, 0xff},
		"a kind that there is not":          {clock + 8, 8},
		"a denom longer than all the rest":  {4, 0xff},
		"a clock a little above its bounds": {clock + 4, 1},
	} {
		t.Run("decode "+name, func(t *testing.T) {
			bad := bytes.Clone(raw)
			bad[c.at] = c.value
			_, _, err := types.OpenKeyCodec.Decode(bad)
			require.ErrorIs(t, err, types.ErrCorrupt)
		})
	}
}

// FuzzOpenKey reads any bytes as a key, as it is the key of a page. What is read is written as the same bytes.
func FuzzOpenKey(f *testing.F) {
	stake := sdk.NewInt64Coin("uship", 256)
	f.Add(encodeOpenKey(f, types.OpenKey{Pool: types.Pool{RulesetID: 1, Stake: stake, TurnBlocks: 300, Casual: true}}))
	f.Add(encodeOpenKey(f, types.OpenKey{
		Pool:   types.Pool{Stake: sdk.Coin{Amount: math.ZeroInt()}, ProvenClaims: true, Channel: true},
		Rating: 1500, ID: 1 << 63,
	}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		n, key, err := types.OpenKeyCodec.Decode(raw)
		if err != nil {
			require.ErrorIs(t, err, types.ErrCorrupt)
			require.Equal(t, types.OpenKey{}, key)
			return
		}
		require.Equal(t, raw[:n], encodeOpenKey(t, key))
		text, err := types.OpenKeyCodec.EncodeJSON(key)
		require.NoError(t, err)
		decoded, err := types.OpenKeyCodec.DecodeJSON(text)
		if valid := key.Pool.Stake.Denom; strings.ToValidUTF8(valid, "") == valid {
			require.NoError(t, err)
			require.Zero(t, compareOpenKeys(key, decoded))
		}
	})
}
