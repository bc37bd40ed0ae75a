package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestEveryMintOfShipcoinCounts(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithMinted(types.MaxRewardCap-100))
	mint := func(coins sdk.Coins) error { return f.Bank.MintCoins(f.Ctx, minttypes.ModuleName, coins) }

	require.NoError(t, mint(kit.Uship(40)), "another module may mint it, but it counts")
	require.Equal(t, int64(types.MaxRewardCap-60), f.Rewards().Minted.Int64())
	require.ErrorIs(t, mint(kit.Uship(61)), types.ErrRewardCap)
	require.Equal(t, int64(types.MaxRewardCap-60), f.Rewards().Minted.Int64())

	require.NoError(t, f.Bank.BurnCoins(f.Ctx, minttypes.ModuleName, kit.Uship(40)))
	require.ErrorIs(t, mint(kit.Uship(61)), types.ErrRewardCap, "burning makes no room")
	require.NoError(t, mint(kit.Uship(60)))
	require.ErrorIs(t, mint(kit.Uship(1)), types.ErrRewardCap)
	require.NoError(t, mint(sdk.NewCoins(sdk.NewInt64Coin("uanchor", 1<<50))), "other coins are not ours to count")
	both := sdk.NewCoins(sdk.NewInt64Coin("uanchor", 1), sdk.NewInt64Coin(types.RewardDenom, 1))
	require.ErrorIs(t, mint(both), types.ErrRewardCap)
}

// Shipcoin that is minted together with other coins counts like any other.
func TestAttackShipcoinAmongOtherCoinsIsNotCounted(t *testing.T) {
	t.Parallel()
	ship := func(amount int64) sdk.Coin { return sdk.NewInt64Coin(types.RewardDenom, amount) }
	f := kit.New(t, kit.WithMinted(types.MaxRewardCap-100))
	f.Fund(kit.Carol, kit.Anchors(1), ship(40), sdk.NewInt64Coin("zcoin", 1))
	require.Equal(t, int64(types.MaxRewardCap-60), f.Rewards().Minted.Int64())
	for _, coins := range []sdk.Coins{
		sdk.NewCoins(kit.Anchors(1), ship(61)), sdk.NewCoins(ship(61), sdk.NewInt64Coin("zcoin", 1)),
	} {
		require.ErrorIs(t, f.Bank.MintCoins(f.Ctx, minttypes.ModuleName, coins), types.ErrRewardCap)
	}
	require.Equal(t, int64(types.MaxRewardCap-60), f.Rewards().Minted.Int64())
}

func TestTheRestrictionIsNotFooledByOddCoins(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithMinted(types.MaxRewardCap-100))
	coin := func(amount int64) sdk.Coin { return sdk.Coin{Denom: types.RewardDenom, Amount: math.NewInt(amount)} }
	other := sdk.NewInt64Coin("zcoin", 1)
	for name, c := range map[string]struct {
		coins sdk.Coins
		want  error
	}{
		"unsorted":              {sdk.Coins{other, coin(101)}, types.ErrRewardCap},
		"in two parts":          {sdk.Coins{coin(60), coin(41)}, types.ErrRewardCap},
		"negative":              {sdk.Coins{coin(-1)}, sdkerrors.ErrInvalidCoins},
		"positive and negative": {sdk.Coins{coin(200), coin(-150)}, sdkerrors.ErrInvalidCoins},
		"no amount":             {sdk.Coins{{Denom: types.RewardDenom}}, sdkerrors.ErrInvalidCoins},
		"nothing":               {nil, nil},
		"zero":                  {sdk.Coins{coin(0)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			before := f.Rewards()
			require.ErrorIs(t, f.Keeper.MintRestriction(f.Ctx, c.coins), c.want)
			require.Equal(t, before, f.Rewards())
		})
	}
}

func TestAMintThatIsNotCountedIsFoundOut(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Xaya())
	f.Deliver(d.Concede(game.Joiner))
	f.Payments.Uncounted = true
	ctx := f.Ctx
	f.Ctx, _ = ctx.CacheContext()
	require.ErrorIs(t, f.Handle(d.Claim(game.Creator)), types.ErrUncountedMint)
}
