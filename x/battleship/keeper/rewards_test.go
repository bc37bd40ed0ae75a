package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// win has alice win a game that bob concedes.
func (f *fixture) win() *duel {
	f.Helper()
	d := f.play(game.Xaya())
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	return d
}

func uship(amount int64) sdk.Coins {
	return sdk.Coins{sdk.NewInt64Coin(types.RewardDenom, amount)}
}

func TestTheRewardGrowsByATenthOfAPerCent(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	payout, total := int64(fullReward), int64(0)
	for range 12 {
		before := f.balance(alice.addr)
		d := f.win()
		require.Equal(t, payout, f.balance(alice.addr)-before)
		require.Equal(t, uint64(payout), f.result(d.id).Reward)
		total += payout + payout/100
		payout += payout / 1000
		require.Equal(t, payout, f.rewards().Payout.Int64())
		require.Equal(t, total, f.rewards().Minted.Int64())
		require.Equal(t, total, f.bank.GetSupply(f.ctx, types.RewardDenom).Amount.Int64())
	}
}

// At two ANCHOR per SHIP, the third payout and its loser's share are an odd number of uship together.
func TestRegressionTheRewardStopsGrowingAboveTheLeastPrice(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(public), withParams(func(p *types.Params) {
		p.RewardPrice.Amount = math.NewInt(2 * types.BasePerReward)
	}))
	f.fundCast()
	payout := int64(fullReward)
	for i := range 12 {
		f.ctx = f.ctx.WithBlockHeight(f.height() + 1)
		minted := f.rewards().Minted.Int64()
		concedeAndClaim(f.shotDuel())
		require.Equal(t, payout+payout/100, f.rewards().Minted.Int64()-minted, "win %d is paid in full", i+1)
		payout += payout / 1000
		require.Equal(t, payout, f.rewards().Payout.Int64(), "after win %d", i+1)
	}
}

// shotDuel is a game in which both sides have shot once.
func (f *fixture) shotDuel() *duel {
	f.Helper()
	d := f.play(game.Classic())
	d.exchange(1)
	return d
}

func TestTheCap(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		remaining     int64
		winner, loser int64
		grows         bool
	}{
		"room for both and more":       {fullReward + loserReward + 1, fullReward, loserReward, true},
		"room for both exactly":        {fullReward + loserReward, fullReward, loserReward, true},
		"a unit short of the loser's":  {fullReward + loserReward - 1, fullReward, loserReward - 1, true},
		"room for the winner exactly":  {fullReward, fullReward, 0, true},
		"a unit short of the winner's": {fullReward - 1, fullReward - 1, 0, false},
		"a unit left":                  {1, 1, 0, false},
		"nothing left":                 {0, 0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withMinted(types.MaxRewardCap-c.remaining))
			d := f.win()
			require.Equal(t, [2]int64{c.winner, c.loser}, [2]int64{f.balance(alice.addr), f.balance(bob.addr)})
			require.Equal(t, uint64(c.winner), f.result(d.id).Reward, "the game settles all the same")
			require.Equal(t, types.MaxRewardCap-c.remaining+c.winner+c.loser, f.rewards().Minted.Int64())
			payout := map[bool]int64{false: fullReward, true: grownReward}[c.grows]
			require.Equal(t, payout, f.rewards().Payout.Int64())
			res, err := f.queries.Rewards(f.ctx, &types.QueryRewardsRequest{})
			require.NoError(t, err)
			require.Equal(t, c.remaining-c.winner-c.loser, res.Remaining.Amount.Int64())
		})
	}
}

func TestAfterTheCapGamesPayNoReward(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withMinted(types.MaxRewardCap))
	for range 3 {
		d := f.win()
		require.Equal(t, types.REASON_CONCEDED, f.result(d.id).Reason)
	}
	require.Zero(t, f.balance(alice.addr))
	require.Equal(t, int64(types.MaxRewardCap), f.rewards().Minted.Int64())
	p, err := f.keeper.Records().Players.Get(f.ctx, alice.addr)
	require.NoError(t, err)
	require.Equal(t, uint64(3), p.Won)
}

func TestEveryMintOfShipcoinCounts(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withMinted(types.MaxRewardCap-100))
	mint := func(coins sdk.Coins) error { return f.bank.MintCoins(f.ctx, minttypes.ModuleName, coins) }

	require.NoError(t, mint(uship(40)), "another module may mint it, but it counts")
	require.Equal(t, int64(types.MaxRewardCap-60), f.rewards().Minted.Int64())
	require.ErrorIs(t, mint(uship(61)), types.ErrRewardCap)
	require.Equal(t, int64(types.MaxRewardCap-60), f.rewards().Minted.Int64())

	require.NoError(t, f.bank.BurnCoins(f.ctx, minttypes.ModuleName, uship(40)))
	require.ErrorIs(t, mint(uship(61)), types.ErrRewardCap, "burning makes no room")
	require.NoError(t, mint(uship(60)))
	require.ErrorIs(t, mint(uship(1)), types.ErrRewardCap)
	require.NoError(t, mint(sdk.NewCoins(sdk.NewInt64Coin("uanchor", 1<<50))), "other coins are not ours to count")
	both := sdk.NewCoins(sdk.NewInt64Coin("uanchor", 1), sdk.NewInt64Coin(types.RewardDenom, 1))
	require.ErrorIs(t, mint(both), types.ErrRewardCap)
}

// Shipcoin that is minted together with other coins counts like any other.
func TestRegressionShipcoinAmongOtherCoinsIsNotCounted(t *testing.T) {
	t.Parallel()
	ship := func(amount int64) sdk.Coin { return sdk.NewInt64Coin(types.RewardDenom, amount) }
	f := newFixture(t, withMinted(types.MaxRewardCap-100))
	f.fund(carol, anchors(1), ship(40), sdk.NewInt64Coin("zcoin", 1))
	require.Equal(t, int64(types.MaxRewardCap-60), f.rewards().Minted.Int64())
	for _, coins := range []sdk.Coins{
		sdk.NewCoins(anchors(1), ship(61)), sdk.NewCoins(ship(61), sdk.NewInt64Coin("zcoin", 1)),
	} {
		require.ErrorIs(t, f.bank.MintCoins(f.ctx, minttypes.ModuleName, coins), types.ErrRewardCap)
	}
	require.Equal(t, int64(types.MaxRewardCap-60), f.rewards().Minted.Int64())
}

func TestTheRestrictionIsNotFooledByOddCoins(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withMinted(types.MaxRewardCap-100))
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
			before := f.rewards()
			require.ErrorIs(t, f.keeper.MintRestriction(f.ctx, c.coins), c.want)
			require.Equal(t, before, f.rewards())
		})
	}
}

func TestAMintThatIsNotCountedIsFoundOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Xaya())
	f.deliver(d.concede(game.Joiner))
	f.payments.uncounted = true
	ctx := f.ctx
	f.ctx, _ = ctx.CacheContext()
	require.ErrorIs(t, f.handle(d.claim(game.Creator)), types.ErrUncountedMint)
}
