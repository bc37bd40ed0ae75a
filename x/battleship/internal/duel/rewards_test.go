package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestTheRewardGrowsByATenthOfAPerCent(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	payout, total := int64(kit.FullReward), int64(0)
	for range 12 {
		before := f.Balance(kit.Alice.Addr)
		d := f.Win()
		require.Equal(t, payout, f.Balance(kit.Alice.Addr)-before)
		require.Equal(t, uint64(payout), f.Result(d.ID).Reward)
		total += payout + payout/100
		payout += payout / 1000
		require.Equal(t, payout, f.Rewards().Payout.Int64())
		require.Equal(t, total, f.Rewards().Minted.Int64())
		require.Equal(t, total, f.Bank.GetSupply(f.Ctx, types.RewardDenom).Amount.Int64())
	}
}

// At two ANCHOR per SHIP, the third payout and its loser's share are an odd number of uship together.
func TestRegressionTheRewardStopsGrowingAboveTheLeastPrice(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) {
		p.RewardPrice.Amount = math.NewInt(2 * types.BasePerReward)
	}))
	f.FundCast()
	payout := int64(kit.FullReward)
	for i := range 12 {
		f.Ctx = f.Ctx.WithBlockHeight(f.Height() + 1)
		minted := f.Rewards().Minted.Int64()
		kit.ConcedeAndClaim(shotDuel(f))
		require.Equal(t, payout+payout/100, f.Rewards().Minted.Int64()-minted, "win %d is paid in full", i+1)
		payout += payout / 1000
		require.Equal(t, payout, f.Rewards().Payout.Int64(), "after win %d", i+1)
	}
}

// shotDuel is a game in which both sides have shot once.
func shotDuel(f *kit.Fixture) *kit.Duel {
	f.Helper()
	d := f.Play(game.Classic())
	d.Exchange(1)
	return d
}

func TestTheCap(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		remaining     int64
		winner, loser int64
		grows         bool
	}{
		"room for both and more":       {kit.FullReward + kit.LoserReward + 1, kit.FullReward, kit.LoserReward, true},
		"room for both exactly":        {kit.FullReward + kit.LoserReward, kit.FullReward, kit.LoserReward, true},
		"a unit short of the loser's":  {kit.FullReward + kit.LoserReward - 1, kit.FullReward, kit.LoserReward - 1, true},
		"room for the winner exactly":  {kit.FullReward, kit.FullReward, 0, true},
		"a unit short of the winner's": {kit.FullReward - 1, kit.FullReward - 1, 0, false},
		"a unit left":                  {1, 1, 0, false},
		"nothing left":                 {0, 0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithMinted(types.MaxRewardCap-c.remaining))
			d := f.Win()
			require.Equal(t, [2]int64{c.winner, c.loser}, [2]int64{f.Balance(kit.Alice.Addr), f.Balance(kit.Bob.Addr)})
			require.Equal(t, uint64(c.winner), f.Result(d.ID).Reward, "the game settles all the same")
			require.Equal(t, types.MaxRewardCap-c.remaining+c.winner+c.loser, f.Rewards().Minted.Int64())
			payout := map[bool]int64{false: kit.FullReward, true: kit.GrownReward}[c.grows]
			require.Equal(t, payout, f.Rewards().Payout.Int64())
			res, err := f.Queries.Rewards(f.Ctx, &types.QueryRewardsRequest{})
			require.NoError(t, err)
			require.Equal(t, c.remaining-c.winner-c.loser, res.Remaining.Amount.Int64())
		})
	}
}

func TestAfterTheCapGamesPayNoReward(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithMinted(types.MaxRewardCap))
	for range 3 {
		d := f.Win()
		require.Equal(t, types.REASON_CONCEDED, f.Result(d.ID).Reason)
	}
	require.Zero(t, f.Balance(kit.Alice.Addr))
	require.Equal(t, int64(types.MaxRewardCap), f.Rewards().Minted.Int64())
	p, err := f.Keeper.Records().Players.Get(f.Ctx, kit.Alice.Addr)
	require.NoError(t, err)
	require.Equal(t, uint64(3), p.Won)
}
