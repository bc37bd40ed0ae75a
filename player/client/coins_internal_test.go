package client

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A reply with a coin that the SDK cannot calculate with is an error, wherever the coin is.
func TestAttackAnImpossibleCoinOfANodePanics(t *testing.T) {
	good := sdk.NewInt64Coin("uanchor", 5)
	for name, bad := range map[string]sdk.Coin{
		"a denomination with an escape": {Denom: "uanchor\x1b[2J", Amount: math.NewInt(5)},
		"an amount below zero":          {Denom: "uanchor", Amount: math.NewInt(-5)},
		"no amount":                     {Denom: "uanchor"},
	} {
		for where, reply := range map[string]func(sdk.Coin) any{
			"a pointer": func(c sdk.Coin) any {
				return &types.QueryGameResponse{Game: types.Game{Terms: types.Terms{Stake: &c}}}
			},
			"a list": func(c sdk.Coin) any {
				return &types.QueryOpenGamesResponse{Games: []types.OpenGame{{}, {Terms: types.Terms{Fee: &c}}}}
			},
			"params": func(c sdk.Coin) any {
				return &types.QueryParamsResponse{Params: types.Params{OpenDeposit: c}}
			},
		} {
			require.NoError(t, checkCoins("/x", reply(good)), where)
			require.ErrorContains(t, checkCoins("/x", reply(bad)), "--node", "%s in %s", name, where)
		}
	}
	require.NoError(t, checkCoins("/x", &types.QueryGameResponse{}))
	require.NoError(t, checkCoins("/x", (*types.QueryGameResponse)(nil)))
	require.Error(t, checkCoins("/x", &types.QueryUnpaidResponse{Coins: sdk.Coins{good, good}}))
}
