package app_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// Whichever module mints Shipcoin, through whichever keeper, it is counted and bound by the cap.
func TestAttackEveryMintOfShipcoinIsCountedAndCapped(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	for name, mint := range map[string]func(context.Context, sdk.Coins) error{
		"x/battleship": func(ctx context.Context, coins sdk.Coins) error {
			return c.App.BankKeeper.MintCoins(ctx, battleshiptypes.ModuleName, coins)
		},
		"x/mint, through the bank": func(ctx context.Context, coins sdk.Coins) error {
			return c.App.BankKeeper.MintCoins(ctx, minttypes.ModuleName, coins)
		},
		"x/mint, through its own keeper": func(ctx context.Context, coins sdk.Coins) error {
			return c.App.MintKeeper.MintCoins(ctx, coins)
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := c.Context()
			params, err := c.App.BattleshipKeeper.Params(ctx)
			require.NoError(t, err)
			ship := func(amount math.Int) sdk.Coins { return sdk.NewCoins(battleshiptypes.RewardCoin(amount)) }

			require.ErrorIs(t, mint(ctx, ship(params.RewardCap.AddRaw(1))), battleshiptypes.ErrRewardCap)
			require.NoError(t, mint(ctx, ship(params.RewardCap.SubRaw(1))))
			rewards, err := c.App.BattleshipKeeper.Rewards(ctx)
			require.NoError(t, err)
			require.Equal(t, params.RewardCap.SubRaw(1), rewards.Minted)
			require.ErrorIs(t, mint(ctx, ship(math.NewInt(2))), battleshiptypes.ErrRewardCap)
			require.NoError(t, mint(ctx, ship(math.OneInt())), "the cap itself can be reached")
			require.ErrorIs(t, mint(ctx, ship(math.OneInt())), battleshiptypes.ErrRewardCap)

			require.NoError(t, mint(ctx, sdk.NewCoins(sdk.NewInt64Coin(app.BondDenom, 1))), "other coins are not bound")
		})
	}
}

func TestShipcoinStartsAtZero(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	c.Advance(3)
	require.True(t, c.Supply(battleshiptypes.RewardDenom).IsZero())
	require.True(t, c.Supply(app.BondDenom).IsPositive())
}

// Governance can write Shipcoin into the params of x/mint. It must become no inflation, nor end the chain at the cap.
func TestShipcoinIsNeverInflation(t *testing.T) {
	t.Parallel()
	c := chain.New(t, chain.WithGenesis(voteWithin(3*chain.BlockTime)))
	params, err := c.App.MintKeeper.Params.Get(c.Context())
	require.NoError(t, err)
	params.MintDenom = battleshiptypes.RewardDenom
	pass(t, c, &minttypes.MsgUpdateParams{
		Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(), Params: params,
	})
	staked := c.Supply(app.BondDenom)
	c.Advance(3)
	require.True(t, c.Supply(battleshiptypes.RewardDenom).IsZero())
	require.Equal(t, staked, c.Supply(app.BondDenom))
}
