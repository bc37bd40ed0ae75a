package keeper_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Worked out by hand.
func TestFeesAndWhatTheyBack(t *testing.T) {
	for name, c := range map[string]struct {
		payout, price int64
		loserBps      uint32
		denom         string
		fee           int64
		backing       uint64
	}{
		"the default: 42.42 SHIP at an ANCHOR each":  {42_000_000, 1_000_000, 100, "uanchor", 21_210_000, 21_210_000},
		"at three ANCHOR each":                       {42_000_000, 3_000_000, 100, "uanchor", 63_630_000, 21_210_000},
		"at a third of an ANCHOR each, rounded up":   {42_000_000, 333_333, 100, "uanchor", 7_069_993, 21_210_000},
		"at the least price there is":                {42_000_000, 1, 100, "uanchor", 22, 22_000_000},
		"a reward of one unit":                       {1, 1_000_000, 0, "uanchor", 1, 1},
		"a reward of one unit at the least price":    {1, 1, 0, "uanchor", 1, 1_000_000},
		"a reward of three units is not half of it":  {3, 1_000_000, 0, "uanchor", 2, 2},
		"a loser who gets as much as the winner":     {42_000_000, 1_000_000, 10_000, "uanchor", 42_000_000, 42_000_000},
		"paid for in itself":                         {42_000_000, 1_000_000, 100, "uship", 21_210_000, 21_210_000},
		"paid for in itself, a tenth dearer":         {42_000_000, 1_100_000, 100, "uship", 23_331_000, 21_210_000},
		"no reward":                                  {0, 1_000_000, 100, "uanchor", 0, 0},
		"a price of nothing backs whatever there is": {42_000_000, 0, 100, "uanchor", 0, types.MaxRewardCap},
		"a fee for more than there will ever be": {
			2 * types.MaxRewardCap, 7, 10_000, "uanchor", 14_000_000, types.MaxRewardCap,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := types.DefaultParams()
			p.LoserShareBps, p.RewardPrice = c.loserBps, sdk.NewInt64Coin(c.denom, c.price)
			terms, err := types.NewTerms(p, types.Rewards{Minted: math.ZeroInt(), Payout: math.NewInt(c.payout)}, nil, false)
			require.NoError(t, err)
			require.NoError(t, terms.Validate())
			require.Equal(t, c.backing, terms.Backing)
			if c.fee == 0 {
				require.Nil(t, terms.Fee)
				return
			}
			require.Equal(t, sdk.NewInt64Coin(c.denom, c.fee), *terms.Fee)
		})
	}
}

// Coins are divided without one being lost or made, whatever the stake, the share, the fees and the end.
func TestWhatAGameHeldIsDividedWithoutRest(t *testing.T) {
	dice := rand.New(rand.NewSource(1))
	edges := []math.Int{
		math.OneInt(), math.NewInt(2), math.NewInt(3), math.NewInt(9_999), math.NewInt(10_001),
		powerOfTwo(63), powerOfTwo(127).SubRaw(1), powerOfTwo(127), powerOfTwo(types.MaxStakeBits).SubRaw(1),
	}
	shares := []uint32{0, 1, 2_499, types.MaxHouseShareBps}
	p, rewards := types.DefaultParams(), types.DefaultRewards(types.DefaultParams())
	fees := []*sdk.Coin{nil}
	for _, coin := range []sdk.Coin{anchors(1), anchors(fee), beers(3), sdk.NewInt64Coin(types.RewardDenom, fee)} {
		fees = append(fees, &coin)
	}
	for i := range 100_000 {
		terms := types.Terms{Backing: uint64(dice.Int63n(2 * fee)), Fee: fees[dice.Intn(len(fees))]}
		if dice.Intn(8) > 0 {
			amount := edges[dice.Intn(len(edges))]
			if dice.Intn(2) == 0 {
				amount = math.NewInt(1 + dice.Int63n(1<<uint(1+dice.Intn(62))))
			}
			terms.Stake = &sdk.Coin{Denom: stakeDenom, Amount: amount}
			terms.HouseShareBps = shares[dice.Intn(len(shares))]
			if dice.Intn(2) == 0 {
				terms.HouseShareBps = uint32(dice.Intn(types.MaxHouseShareBps + 1))
			}
		}
		o := types.Outcome{
			Reason: types.REASON_SUNK + types.Reason(dice.Intn(5)), First: game.Seat(dice.Intn(2)), Won: dice.Intn(4) > 0,
		}
		o.Winner = o.First
		if o.Won && o.Reason <= types.REASON_CHALLENGED && dice.Intn(2) == 0 {
			o.Winner = o.First.Other()
		}
		award := types.NewAward(p, rewards, terms, types.Leaving{
			Reason:   o.Reason,
			Shots:    dice.Intn(20),
			Withheld: types.Withheld(dice.Intn(2) * dice.Intn(len(types.Withheld_name)-1)),
		})
		s := types.Settle(terms, award.Payable(p, rewards, terms), o)

		held := terms.Entry().Add(terms.Entry()...)
		out := s.Released[0].Add(s.Released[1]...).Add(s.House...).Add(s.Burned...).Add(s.Pooled...)
		if !held.Equal(out) {
			t.Fatalf("game %d: expected %s, got %s: %+v %+v", i, held, out, terms, o)
		}
		refunded := o.Won && o.Winner != o.First && o.Reason != types.REASON_CHALLENGED
		if pot := terms.Stake; pot != nil && o.Won && !refunded {
			// The house gets no more than its share, and less than a unit less.
			exact := pot.Amount.MulRaw(2).MulRaw(int64(terms.HouseShareBps))
			house := s.House.AmountOf(stakeDenom).MulRaw(types.BasisPoints)
			if house.GT(exact) || exact.Sub(house).GTE(math.NewInt(types.BasisPoints)) {
				t.Fatalf("game %d: house gets %s of %s at %d", i, s.House, pot, terms.HouseShareBps)
			}
		}
		if late := o.Reason >= types.REASON_TIMEOUT; !o.Won && !late && !award.Promised() &&
			(!s.Released[0].Equal(terms.Entry()) || !s.Released[1].Equal(terms.Entry())) {
			t.Fatalf("game %d: nobody won, but %s and %s go back", i, s.Released[0], s.Released[1])
		}
		if refunded && !s.Released[o.Winner].Equal(terms.Entry()) {
			t.Fatalf("game %d: the second claimant gets %s instead of its own", i, s.Released[o.Winner])
		}
		if paid := s.Payment.Total().IsPositive(); paid != (o.Won && s.Withheld == types.WITHHELD_NONE) {
			t.Fatalf("game %d: %s minted, %s burned, withheld %s", i, s.Payment.Total(), s.Burned, s.Withheld)
		}
	}
}

// Whatever the params were when the game was opened and are when it ends, what is minted is worth no more than what is
// burned, at either price.
func TestWhatIsMintedIsPaidFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) types.Params {
			p := types.DefaultParams()
			p.RewardPrice = sdk.NewCoin(
				rapid.SampledFrom([]string{"uanchor", "uanchor", "uship"}).Draw(t, label+" denom"),
				math.NewIntFromUint64(rapid.Uint64Range(types.BasePerReward, 1<<63).Draw(t, label+" price")),
			)
			p.LoserShareBps = rapid.Uint32Range(0, types.BasisPoints).Draw(t, label+" loser")
			p.TimeoutShareBps = rapid.Uint32Range(0, types.BasisPoints).Draw(t, label+" timeout")
			if err := p.Validate(); err != nil {
				t.Fatal(err)
			}
			return p
		}
		opened, ended := draw("opened"), draw("ended")
		rewards := func(label string) types.Rewards {
			return types.Rewards{
				Minted: math.NewInt(rapid.Int64Range(0, types.MaxRewardCap).Draw(t, label+" minted")),
				Payout: math.NewInt(rapid.Int64Range(0, 2*types.MaxRewardCap).Draw(t, label+" payout")),
			}
		}
		terms, err := types.NewTerms(opened, rewards("opened"), nil, false)
		if err != nil {
			t.Fatal(err)
		}
		reason := rapid.SampledFrom([]types.Reason{
			types.REASON_SUNK, types.REASON_CONCEDED, types.REASON_CHALLENGED, types.REASON_TIMEOUT, types.REASON_UNPROVEN,
		}).Draw(t, "reason")
		before := rewards("ended")
		award := types.NewAward(ended, before, terms, types.Leaving{Reason: reason})
		o := types.Outcome{Won: true, Reason: reason}
		if reason <= types.REASON_CHALLENGED && rapid.Bool().Draw(t, "second") {
			o.First = game.Joiner
		}
		s := types.Settle(terms, award.Payable(ended, before, terms), o)
		total := s.Payment.Total()
		for _, price := range []sdk.Coin{opened.RewardPrice, ended.RewardPrice} {
			if burned := s.Burned.AmountOf(price.Denom); worthOf(total, price).GT(burned) {
				t.Fatalf("%s uship at %s are worth %s, burned are %s", total, price, worthOf(total, price), burned)
			}
		}
		if total.GT(before.Remaining(ended)) || s.Payment.Winner.IsNegative() || s.Payment.Loser.IsNegative() {
			t.Fatalf("%+v of %s", s.Payment, before.Remaining(ended))
		}
	})
}

func TestWhoseFeesAreBurned(t *testing.T) {
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
			if f.result(d.id).Winner > 0 {
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
	f := newFixture(t)
	d := f.play(game.Classic())
	d.exchange(1)
	f.set(func(p *types.Params) { public(p) })
	concedeAndClaim(d)
	require.Zero(t, f.balance(alice.addr))
	require.Equal(t, types.WITHHELD_UNBACKED, f.over(d.id).Withheld)
}

func TestFeesInShipcoinAreBurnedAndMakeNoRoomUnderTheCap(t *testing.T) {
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

func TestNearTheCapFeesPayForWhatIsLeft(t *testing.T) {
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
