package account_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/cosmos/cosmos-sdk/codec/address"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var codec = account.Codec{Codec: address.NewBech32Codec("ship")}

func TestEveryWayToWriteAnAddressIsOneAccount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := sdk.AccAddress(rapid.SliceOfN(rapid.Byte(), 1, types.MaxAddressBytes).Draw(t, "address"))
		want, err := codec.Of(raw)
		require.NoError(t, err)
		for _, text := range []string{want.Text, strings.ToUpper(want.Text)} {
			got, err := codec.Parse(text)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
	})
}

func TestTextsWithoutANamedPlayer(t *testing.T) {
	long, err := codec.Of(make(sdk.AccAddress, types.MaxAddressBytes+1))
	require.NoError(t, err)
	for name, text := range map[string]string{
		"empty":              "",
		"no address":         "nobody",
		"of another chain":   "cosmos1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2",
		"with a wrong digit": "ship1zqgpyqszqgpqyqszqgpqyqszqgpqyqszrh8mx2",
		"too long":           long.Text,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := codec.Parse(text)
			require.ErrorIs(t, err, types.ErrInvalidAddress)
		})
	}
	_, err = codec.Of(nil)
	require.NoError(t, err, "the empty address has a text, if an empty one")
}

// What a message brings is repeated in the error, but no more of it than an error may hold.
func TestALongTextIsCutInTheError(t *testing.T) {
	_, err := codec.Parse(strings.Repeat("x", 1<<20))
	require.ErrorIs(t, err, types.ErrInvalidAddress)
	require.Less(t, len(err.Error()), 4*types.MaxErrorBytes)
	require.Equal(t, "ab", account.Truncate("ab", 2))
	require.Equal(t, "ab", account.Truncate("abc", 2))
}
