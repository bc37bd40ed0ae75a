package duel_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestBurnedFeesByPayer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shots int
		// end ends the game; alice is to win it unless nobody does.
		end func(d *kit.Duel)
		// alice and bob are what is burned of their fees, reward and loser what they get.
		alice, bob, reward, loser int64
		grows                     bool
		withheld                  types.Withheld
	}{
		"both, if the loser concedes": {
			1, kit.ConcedeAndClaim, kit.Fee, kit.Fee, kit.FullReward, kit.LoserReward, true, types.WITHHELD_NONE,
		},
		"both, if the loser challenges an honest board": {1, func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Joiner))
			d.Deliver(d.Claim(game.Creator))
		}, kit.Fee, kit.Fee, kit.FullReward, 0, true, types.WITHHELD_NONE},
		"both, if all ships are sunk": {1, func(d *kit.Duel) {
			d.PlayOut(game.PhaseClaim)
			d.Deliver(d.Claim(game.Creator))
		}, kit.Fee, kit.Fee, kit.FullReward, kit.LoserReward, true, types.WITHHELD_NONE},
		"both, if the loser is silent": {1, func(d *kit.Duel) {
			require.Equal(d, game.Joiner, d.Now().Actor)
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Creator))
		}, kit.Fee, kit.Fee, kit.FullReward, 0, false, types.WITHHELD_NONE},
		"the opponent's, if who has conceded proves its board": {1, func(d *kit.Duel) {
			d.Deliver(d.Concede(game.Creator))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Creator))
			d.SkipTo(d.Now().Deadline + 1)
			d.EndBlock()
		}, 0, kit.Fee, 0, 0, false, types.WITHHELD_SECOND},
		"both, if who was challenged cannot prove its board": {1, func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Creator))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Creator))
			d.SkipTo(d.Now().Deadline + 1)
			d.EndBlock()
		}, kit.Fee, kit.Fee, kit.FullReward, 0, false, types.WITHHELD_NONE},
		"both, if the loser is silent and nobody proves a board": {1, func(d *kit.Duel) {
			d.SkipTo(d.Now().Deadline + 2)
			d.SkipTo(d.Now().Deadline + 2)
		}, kit.Fee, kit.Fee, 0, 0, false, types.WITHHELD_NONE},
		"the silent player's, if nobody wins what has no reward": {0, func(d *kit.Duel) {
			d.Deliver(d.Shoot(game.Creator, "A1"))
			d.SkipTo(d.Now().Deadline + 2)
			d.SkipTo(d.Now().Deadline + 2)
		}, 0, kit.Fee, 0, 0, false, types.WITHHELD_NONE},
		"the silent player's, as far as the game has lasted": {0, func(d *kit.Duel) {
			d.Deliver(d.Shoot(game.Creator, "A1"))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Creator))
		}, 0, kit.Fee, 0, 0, false, types.WITHHELD_SHOTS},
		"both, if nobody proves a board": {1, func(d *kit.Duel) {
			d.Deliver(d.Concede(game.Creator))
			d.SkipTo(d.Now().Deadline + 2)
			d.SkipTo(d.Now().Deadline + 2)
		}, kit.Fee, kit.Fee, 0, 0, false, types.WITHHELD_NONE},
		"nobody's, if nobody wins what has no reward": {0, func(d *kit.Duel) {
			d.Deliver(d.Concede(game.Creator))
			d.SkipTo(d.Now().Deadline + 2)
			d.SkipTo(d.Now().Deadline + 2)
		}, 0, 0, 0, 0, false, types.WITHHELD_NONE},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public))
			f.FundCast()
			had := [...]kit.Fortune{f.Fortune(kit.Alice.Addr), f.Fortune(kit.Bob.Addr)}
			supply := f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)
			d := f.Play(game.Classic())
			d.Exchange(c.shots)
			c.end(d)
			require.Equal(t, [2]int64{-c.alice, -c.bob}, [2]int64{
				f.Gained(kit.Alice.Addr, had[0], types.DefaultFeeDenom), f.Gained(kit.Bob.Addr, had[1], types.DefaultFeeDenom),
			})
			require.Equal(t, [2]int64{c.reward, c.loser}, [2]int64{f.Balance(kit.Alice.Addr), f.Balance(kit.Bob.Addr)})
			burned := supply.Sub(f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom))
			require.Equal(t, c.alice+c.bob, burned.Amount.Int64())
			require.Equal(t, map[bool]int64{false: kit.FullReward, true: kit.GrownReward}[c.grows], f.Rewards().Payout.Int64())
			if f.Result(d.ID).Winner != types.SEAT_UNSPECIFIED {
				require.Equal(t, c.withheld, f.Over(d.ID).Withheld)
				require.Equal(t, burned.Amount.String(), f.Over(d.ID).Burned.AmountOf(types.DefaultFeeDenom).String())
			}
			f.RequireBooks()
		})
	}
}

func TestParamsThatChangeMidGame(t *testing.T) {
	t.Parallel()
	const backing = 2 * (kit.FullReward + kit.LoserReward) / 2
	for name, c := range map[string]struct {
		change        func(*types.Params)
		winner, loser int64
		burned        int64
		withheld      types.Withheld
	}{
		"a higher reward is not backed": {
			func(p *types.Params) { p.RewardInitial = math.NewInt(10 * kit.FullReward) },
			kit.FullReward, kit.LoserReward, 2 * kit.Fee, 0,
		},
		"a lower reward is paid as it is": {
			func(p *types.Params) { p.RewardInitial = math.NewInt(1_000_000) }, 1_000_000, 10_000, 1_010_000, 0,
		},
		"a larger share for the loser is not backed": {
			func(p *types.Params) { p.LoserShareBps = types.BasisPoints }, backing / 2, backing / 2, 2 * kit.Fee, 0,
		},
		"a higher price buys less": {
			func(p *types.Params) { p.RewardPrice.Amount = math.NewInt(3_000_000) }, 14_000_000, 140_000, 2 * kit.Fee, 0,
		},
		"a lower price does not buy more": {
			func(p *types.Params) {
				p.LocalNetwork, p.RewardPrice.Amount = true, math.OneInt()
				p.RewardInitial = math.NewInt(10 * kit.FullReward)
			}, kit.FullReward, kit.LoserReward, 2 * kit.Fee, 0,
		},
		"a price in another coin buys nothing": {
			func(p *types.Params) { p.RewardPrice = kit.Beers(types.BasePerReward) }, 0, 0, 0, types.WITHHELD_UNBACKED,
		},
		"a price in Shipcoin buys nothing": {
			func(p *types.Params) { p.RewardPrice.Denom = types.RewardDenom }, 0, 0, 0, types.WITHHELD_UNBACKED,
		},
		"no price any more": {
			func(p *types.Params) { p.LocalNetwork, p.RewardPrice = true, kit.Anchors(0) },
			kit.FullReward, kit.LoserReward, 2 * kit.Fee, 0,
		},
		"no reward any more": {
			func(p *types.Params) { p.RewardInitial = math.ZeroInt() }, 0, 0, 0, types.WITHHELD_PARAMS,
		},
		"nothing left to mint": {
			func(p *types.Params) { p.RewardInitial, p.RewardCap = math.ZeroInt(), math.ZeroInt() },
			0, 0, 0, types.WITHHELD_CAP,
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public))
			f.FundCast()
			supply := f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)
			d := f.Play(game.Classic())
			d.Exchange(1)
			f.SetParams(c.change)
			require.Equal(t, c.withheld, withheldOf(f, d.ID))
			kit.ConcedeAndClaim(d)
			require.Equal(t, [2]int64{c.winner, c.loser}, [2]int64{f.Balance(kit.Alice.Addr), f.Balance(kit.Bob.Addr)})
			require.Equal(t, c.burned, supply.Sub(f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)).Amount.Int64())
			require.Equal(t, c.withheld, f.Over(d.ID).Withheld)
			f.RequireBooks()
			require.Zero(t, f.Held(types.DefaultFeeDenom))
		})
	}
}

// withheldOf returns why a win would bring no reward, as a query tells it.
func withheldOf(f *kit.Fixture, id uint64) types.Withheld {
	f.Helper()
	res, err := f.Queries.Game(f.Ctx, &types.QueryGameRequest{GameId: id})
	require.NoError(f, err)
	return res.Withheld
}

func TestRegressionRewardsOfALocalNetworkAreNotPaidOnAPublicOne(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	d.Exchange(1)
	f.SetParams(func(p *types.Params) { kit.Public(p) })
	kit.ConcedeAndClaim(d)
	require.Zero(t, f.Balance(kit.Alice.Addr))
	require.Equal(t, types.WITHHELD_UNBACKED, f.Over(d.ID).Withheld)
}

func TestFeesInShipcoinAreBurnedAndMakeNoRoomUnderTheCap(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) {
		p.RewardPrice = sdk.NewInt64Coin(types.RewardDenom, 1_100_000)
	}))
	const shipFee = 23_331_000
	for _, p := range []kit.Player{kit.Alice, kit.Bob} {
		f.Fund(p, kit.Anchors(1_000_000), sdk.NewInt64Coin(types.RewardDenom, shipFee))
	}
	minted := f.Rewards().Minted.Int64()
	d := f.Play(game.Classic())
	d.Exchange(1)
	require.Equal(t, int64(2*shipFee), f.Held(types.RewardDenom))
	kit.ConcedeAndClaim(d)
	require.Equal(t, [2]int64{kit.FullReward, kit.LoserReward},
		[2]int64{f.Balance(kit.Alice.Addr), f.Balance(kit.Bob.Addr)})
	require.Equal(t, minted+kit.FullReward+kit.LoserReward, f.Rewards().Minted.Int64(),
		"what is burned was minted all the same")
	require.Equal(t, int64(kit.FullReward+kit.LoserReward), f.Bank.GetSupply(f.Ctx, types.RewardDenom).Amount.Int64())
	f.RequireBooks()
}

func TestNearTheCapFeesPayForTheRemainder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		left, alice, bob, burned int64
		withheld                 types.Withheld
	}{
		"enough for the winner alone": {kit.FullReward, kit.FullReward, 0, kit.FullReward, 0},
		"one unit":                    {1, 1, 0, 2, 0},
		"nothing":                     {0, 0, 0, 0, types.WITHHELD_CAP},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public), kit.WithMinted(types.MaxRewardCap-c.left))
			f.FundCast()
			supply := f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)
			d := f.Play(game.Classic())
			d.Exchange(1)
			require.Equal(t, c.withheld, withheldOf(f, d.ID))
			kit.ConcedeAndClaim(d)
			require.Equal(t, [2]int64{c.alice, c.bob}, [2]int64{f.Balance(kit.Alice.Addr), f.Balance(kit.Bob.Addr)})
			require.Equal(t, c.burned, supply.Sub(f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)).Amount.Int64())
			require.Equal(t, c.withheld, f.Over(d.ID).Withheld)
		})
	}
}
