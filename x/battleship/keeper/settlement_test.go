package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestBurnedFeesByPayer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		shots int
		// end ends the game; alice is to win it unless nobody does.
		end func(d *duel)
		// alice and bob are what is burned of their fees, reward and loser what they get.
		alice, bob, reward, loser int64
		grows                     bool
		withheld                  types.Withheld
	}{
		"both, if the loser concedes": {
			1, concedeAndClaim, fee, fee, fullReward, loserReward, true, types.WITHHELD_NONE,
		},
		"both, if the loser challenges an honest board": {1, func(d *duel) {
			d.deliver(d.challenge(game.Joiner))
			d.deliver(d.claim(game.Creator))
		}, fee, fee, fullReward, 0, true, types.WITHHELD_NONE},
		"both, if all ships are sunk": {1, func(d *duel) {
			d.playOut(game.PhaseClaim)
			d.deliver(d.claim(game.Creator))
		}, fee, fee, fullReward, loserReward, true, types.WITHHELD_NONE},
		"both, if the loser is silent": {1, func(d *duel) {
			require.Equal(d, game.Joiner, d.now().Actor)
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Creator))
		}, fee, fee, fullReward, 0, false, types.WITHHELD_NONE},
		"the opponent's, if who has conceded proves its board": {1, func(d *duel) {
			d.deliver(d.concede(game.Creator))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Creator))
			d.skipTo(d.now().Deadline + 1)
			d.endBlock()
		}, 0, fee, 0, 0, false, types.WITHHELD_SECOND},
		"both, if who was challenged cannot prove its board": {1, func(d *duel) {
			d.deliver(d.challenge(game.Creator))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Creator))
			d.skipTo(d.now().Deadline + 1)
			d.endBlock()
		}, fee, fee, fullReward, 0, false, types.WITHHELD_NONE},
		"both, if the loser is silent and nobody proves a board": {1, func(d *duel) {
			d.skipTo(d.now().Deadline + 2)
			d.skipTo(d.now().Deadline + 2)
		}, fee, fee, 0, 0, false, types.WITHHELD_NONE},
		"the silent player's, if nobody wins what has no reward": {0, func(d *duel) {
			d.deliver(d.shoot(game.Creator, "A1"))
			d.skipTo(d.now().Deadline + 2)
			d.skipTo(d.now().Deadline + 2)
		}, 0, fee, 0, 0, false, types.WITHHELD_NONE},
		"the silent player's, as far as the game has lasted": {0, func(d *duel) {
			d.deliver(d.shoot(game.Creator, "A1"))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Creator))
		}, 0, fee, 0, 0, false, types.WITHHELD_SHOTS},
		"both, if nobody proves a board": {1, func(d *duel) {
			d.deliver(d.concede(game.Creator))
			d.skipTo(d.now().Deadline + 2)
			d.skipTo(d.now().Deadline + 2)
		}, fee, fee, 0, 0, false, types.WITHHELD_NONE},
		"nobody's, if nobody wins what has no reward": {0, func(d *duel) {
			d.deliver(d.concede(game.Creator))
			d.skipTo(d.now().Deadline + 2)
			d.skipTo(d.now().Deadline + 2)
		}, 0, 0, 0, 0, false, types.WITHHELD_NONE},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public))
			f.fundCast()
			had := [...]fortune{f.fortune(alice.addr), f.fortune(bob.addr)}
			supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
			d := f.play(game.Classic())
			d.exchange(c.shots)
			c.end(d)
			require.Equal(t, [2]int64{-c.alice, -c.bob}, [2]int64{
				f.gained(alice.addr, had[0], types.DefaultFeeDenom), f.gained(bob.addr, had[1], types.DefaultFeeDenom),
			})
			require.Equal(t, [2]int64{c.reward, c.loser}, [2]int64{f.balance(alice.addr), f.balance(bob.addr)})
			burned := supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom))
			require.Equal(t, c.alice+c.bob, burned.Amount.Int64())
			require.Equal(t, map[bool]int64{false: fullReward, true: grownReward}[c.grows], f.rewards().Payout.Int64())
			if f.result(d.id).Winner != types.SEAT_UNSPECIFIED {
				require.Equal(t, c.withheld, f.over(d.id).Withheld)
				require.Equal(t, burned.Amount.String(), f.over(d.id).Burned.AmountOf(types.DefaultFeeDenom).String())
			}
			f.requireBooks()
		})
	}
}

func concedeAndClaim(d *duel) {
	d.deliver(d.concede(game.Joiner))
	d.deliver(d.claim(game.Creator))
}

// over returns the event with which a game has ended in the last message or block.
func (f *fixture) over(id uint64) *types.EventGameOver {
	f.Helper()
	for _, event := range f.events() {
		if over, ok := event.(*types.EventGameOver); ok && over.Result.GameId == id {
			return over
		}
	}
	require.FailNow(f, "the game has not ended just now")
	return nil
}

func TestParamsThatChangeMidGame(t *testing.T) {
	t.Parallel()
	const backing = 2 * (fullReward + loserReward) / 2
	for name, c := range map[string]struct {
		change        func(*types.Params)
		winner, loser int64
		burned        int64
		withheld      types.Withheld
	}{
		"a higher reward is not backed": {
			func(p *types.Params) { p.RewardInitial = math.NewInt(10 * fullReward) }, fullReward, loserReward, 2 * fee, 0,
		},
		"a lower reward is paid as it is": {
			func(p *types.Params) { p.RewardInitial = math.NewInt(1_000_000) }, 1_000_000, 10_000, 1_010_000, 0,
		},
		"a larger share for the loser is not backed": {
			func(p *types.Params) { p.LoserShareBps = types.BasisPoints }, backing / 2, backing / 2, 2 * fee, 0,
		},
		"a higher price buys less": {
			func(p *types.Params) { p.RewardPrice.Amount = math.NewInt(3_000_000) }, 14_000_000, 140_000, 2 * fee, 0,
		},
		"a lower price does not buy more": {
			func(p *types.Params) {
				p.LocalNetwork, p.RewardPrice.Amount = true, math.OneInt()
				p.RewardInitial = math.NewInt(10 * fullReward)
			}, fullReward, loserReward, 2 * fee, 0,
		},
		"a price in another coin buys nothing": {
			func(p *types.Params) { p.RewardPrice = beers(types.BasePerReward) }, 0, 0, 0, types.WITHHELD_UNBACKED,
		},
		"a price in Shipcoin buys nothing": {
			func(p *types.Params) { p.RewardPrice.Denom = types.RewardDenom }, 0, 0, 0, types.WITHHELD_UNBACKED,
		},
		"no price any more": {
			func(p *types.Params) { p.LocalNetwork, p.RewardPrice = true, anchors(0) }, fullReward, loserReward, 2 * fee, 0,
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
			f := newFixture(t, withParams(public))
			f.fundCast()
			supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
			d := f.play(game.Classic())
			d.exchange(1)
			f.set(c.change)
			require.Equal(t, c.withheld, f.foreseen(d.id))
			concedeAndClaim(d)
			require.Equal(t, [2]int64{c.winner, c.loser}, [2]int64{f.balance(alice.addr), f.balance(bob.addr)})
			require.Equal(t, c.burned, supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)).Amount.Int64())
			require.Equal(t, c.withheld, f.over(d.id).Withheld)
			f.requireBooks()
			require.Zero(t, f.held(types.DefaultFeeDenom))
		})
	}
}

// foreseen returns why a win would bring no reward, as a query tells it.
func (f *fixture) foreseen(id uint64) types.Withheld {
	f.Helper()
	res, err := f.queries.Game(f.ctx, &types.QueryGameRequest{GameId: id})
	require.NoError(f, err)
	return res.Withheld
}

func TestRegressionRewardsOfALocalNetworkAreNotPaidOnAPublicOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	d.exchange(1)
	f.set(func(p *types.Params) { public(p) })
	concedeAndClaim(d)
	require.Zero(t, f.balance(alice.addr))
	require.Equal(t, types.WITHHELD_UNBACKED, f.over(d.id).Withheld)
}

func TestFeesInShipcoinAreBurnedAndMakeNoRoomUnderTheCap(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(public), withParams(func(p *types.Params) {
		p.RewardPrice = sdk.NewInt64Coin(types.RewardDenom, 1_100_000)
	}))
	const shipFee = 23_331_000
	for _, p := range []player{alice, bob} {
		f.fund(p, anchors(1_000_000), sdk.NewInt64Coin(types.RewardDenom, shipFee))
	}
	minted := f.rewards().Minted.Int64()
	d := f.play(game.Classic())
	d.exchange(1)
	require.Equal(t, int64(2*shipFee), f.held(types.RewardDenom))
	concedeAndClaim(d)
	require.Equal(t, [2]int64{fullReward, loserReward}, [2]int64{f.balance(alice.addr), f.balance(bob.addr)})
	require.Equal(t, minted+fullReward+loserReward, f.rewards().Minted.Int64(), "what is burned was minted all the same")
	require.Equal(t, int64(fullReward+loserReward), f.bank.GetSupply(f.ctx, types.RewardDenom).Amount.Int64())
	f.requireBooks()
}

func TestNearTheCapFeesPayForTheRemainder(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		left, alice, bob, burned int64
		withheld                 types.Withheld
	}{
		"enough for the winner alone": {fullReward, fullReward, 0, fullReward, 0},
		"one unit":                    {1, 1, 0, 2, 0},
		"nothing":                     {0, 0, 0, 0, types.WITHHELD_CAP},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public), withMinted(types.MaxRewardCap-c.left))
			f.fundCast()
			supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
			d := f.play(game.Classic())
			d.exchange(1)
			require.Equal(t, c.withheld, f.foreseen(d.id))
			concedeAndClaim(d)
			require.Equal(t, [2]int64{c.alice, c.bob}, [2]int64{f.balance(alice.addr), f.balance(bob.addr)})
			require.Equal(t, c.burned, supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)).Amount.Int64())
			require.Equal(t, c.withheld, f.over(d.id).Withheld)
		})
	}
}
