package app_test

import (
	"maps"
	"slices"
	"testing"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

func TestOnlyGovernanceReceivesSentCoinsAmongModules(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	coins := sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))
	for _, name := range slices.Sorted(maps.Keys(app.ModulePermissions())) {
		t.Run(name, func(t *testing.T) {
			module := authtypes.NewModuleAddress(name)
			send := c.Deliver(alice, banktypes.NewMsgSend(alice.Address, module, coins))
			multi := c.Deliver(alice, banktypes.NewMsgMultiSend(
				banktypes.NewInput(alice.Address, coins), []banktypes.Output{banktypes.NewOutput(module, coins)},
			))
			for _, res := range []chain.Result{send, multi} {
				if name == govtypes.ModuleName {
					require.NoError(t, res.Err())
				} else {
					require.Equal(t, sdkerrors.ErrUnauthorized.ABCICode(), res.Code, res.Log)
				}
			}
		})
	}
}

func TestModuleAccountsHaveOnlyTheirPermissions(t *testing.T) {
	t.Parallel()
	may := make(map[string][]string)
	for name, permissions := range app.ModulePermissions() {
		for _, permission := range permissions {
			may[permission] = append(may[permission], name)
		}
	}
	for _, names := range may {
		slices.Sort(names)
	}
	require.Equal(t, map[string][]string{
		authtypes.Minter: {battleshiptypes.ModuleName, minttypes.ModuleName, transfertypes.ModuleName},
		authtypes.Burner: {
			battleshiptypes.ModuleName, "bonded_tokens_pool", govtypes.ModuleName, "not_bonded_tokens_pool",
			transfertypes.ModuleName,
		},
		authtypes.Staking: {"bonded_tokens_pool", "not_bonded_tokens_pool"},
	}, may)
}
