package session_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
)

func TestCoinsAreReadAsPeopleAndChainsWriteThem(t *testing.T) {
	tests := map[string]struct {
		text string
		want string
		says string // of the error
	}{
		"the chain's unit":           {text: "5000000uship", want: "5000000uship"},
		"people's unit":              {text: "5ship", want: "5000000uship"},
		"a part of people's unit":    {text: "0.5ship", want: "500000uship"},
		"as the program writes it":   {text: "42 SHIP", want: "42000000uship"},
		"the coin of fees":           {text: "1.25 ANCHOR", want: "1250000uanchor"},
		"another chain's coin":       {text: "7ibc/27394FB0", want: "7ibc/27394FB0"},
		"nothing of it":              {text: "0uship", want: "0uship"},
		"a part of the chain's unit": {text: "1.5uship", says: "expected at most 0 decimals of uship"},
		"too small a part":           {text: "0.0000001ship", says: "expected at most 6 decimals of ship"},
		"less than nothing": {
			text: "-5ship", says: `expected a coin such as 5anchor or 5000000uanchor, got "-5ship"`,
		},
		"no unit":                     {text: "5", says: "expected a coin such as"},
		"no amount":                   {text: "ship", says: "expected a coin such as"},
		"no text":                     {text: "", says: "expected a coin such as"},
		"two coins":                   {text: "5ship,5uanchor", says: "expected a coin such as"},
		"more than any stake":         {text: strings.Repeat("9", 60) + "uship", says: "expected a coin such as"},
		"more than a number can hold": {text: strings.Repeat("9", 600) + "ship", says: "expected a coin such as"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := session.ParseCoin(tc.text)
			if tc.says != "" {
				require.ErrorContains(t, err, tc.says)
				return
			}
			require.NoError(t, err)
			require.Equal(t, tc.want, got.String())
		})
	}
}

func TestCoinsAreWrittenForPeople(t *testing.T) {
	require.Equal(t, "0.000001 SHIP", text.Coin(sdk.NewInt64Coin("uship", 1)))
	require.Equal(t, "1234.5 ANCHOR", text.Coin(sdk.NewInt64Coin("uanchor", 1_234_500_000)))
	require.Equal(t, "7uatom", text.Coin(sdk.NewInt64Coin("uatom", 7)))
	require.Equal(t, "nothing", text.Coins(nil))
	require.Equal(t, "0.000002 ANCHOR and 0.000001 SHIP",
		text.Coins(sdk.NewCoins(sdk.NewInt64Coin("uship", 1), sdk.NewInt64Coin("uanchor", 2))))
}
