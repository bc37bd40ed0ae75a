package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var communityPool = authtypes.NewModuleAddress(distrtypes.ModuleName)

// A player concedes while its opponent sleeps, whose moves take longer than a claim.
func TestRegressionAPlayerTakesThePotOfAnAbsentOpponent(t *testing.T) {
	t.Parallel()
	const turn, stake = 300, 1_000
	for name, leave := range map[string]func(d *duel){
		"by conceding":   func(d *duel) { d.deliver(d.concede(game.Joiner)) },
		"by challenging": func(d *duel) { d.deliver(d.challenge(game.Joiner)) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public))
			f.fundCast()
			f.set(func(p *types.Params) { p.TurnBlocksDefault = turn })
			d := f.stakedDuel(beers(stake))
			leave(d)
			left := f.height()
			require.Equal(t, left+turn, d.now().Deadline, "a claim takes as long as a move")
			f.skipTo(left + turn)
			require.Equal(t, game.SecondNone, d.now().Second)
			f.skipTo(d.now().Deadline + 2)
			require.Equal(t, game.SecondOpen, d.now().Second)
			f.deliver(d.claim(game.Joiner))
			f.skipTo(d.now().Deadline)
			had := f.fortune(alice.addr)
			f.deliver(d.claim(game.Creator))
			require.Equal(t, types.SEAT_CREATOR, f.result(d.id).Winner, "who was first to claim comes first")
			require.Equal(t, int64(2*stake), f.gained(alice.addr, had, stakeDenom))
			f.requireBooks()
		})
	}
}

// Players who were sunk, have conceded or were silent get no pot; what they do not get goes to nobody who orders
// transactions.
func TestAnUnprovenBoardLosesItsStakeToTheCommunityPool(t *testing.T) {
	t.Parallel()
	const stake = 1_000
	for name, c := range map[string]struct {
		end func(d *duel)
		// alice and bob are what the two lose of their stakes, and burned what of the fees.
		alice, bob, pool, burned int64
	}{
		"conceded, and the winner absent": {func(d *duel) {
			d.deliver(d.concede(game.Joiner))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Joiner))
			d.skipTo(d.now().Deadline + 2)
		}, stake, 0, stake, fee},
		"silent, and not proven": {func(d *duel) {
			d.skipTo(d.now().Deadline + 2)
			d.skipTo(d.now().Deadline + 2)
		}, 0, stake, stake, 2 * fee},
		"challenged, and not proven": {func(d *duel) {
			d.deliver(d.challenge(game.Joiner))
			d.skipTo(d.now().Deadline + 2)
			d.deliver(d.claim(game.Joiner))
			d.skipTo(d.now().Deadline + 2)
		}, stake, -stake, 0, 2 * fee},
	} {
		for refused, waits := range map[string]bool{"paid": false, "refused by the bank": true} {
			t.Run(name+", "+refused, func(t *testing.T) {
				f := newFixture(t, withParams(public))
				f.fundCast()
				d := f.stakedDuel(beers(stake))
				d.exchange(1)
				had := [...]fortune{f.fortune(alice.addr), f.fortune(bob.addr)}
				supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
				if waits {
					f.restrict().broken[distrtypes.ModuleName] = true
				}
				c.end(d)
				require.False(t, f.has(d.id))
				require.Equal(t, [2]int64{stake - c.alice, stake - c.bob}, [2]int64{
					f.gained(alice.addr, had[0], stakeDenom), f.gained(bob.addr, had[1], stakeDenom),
				})
				pooled := f.bank.GetBalance(f.ctx, communityPool, stakeDenom).Amount.Int64()
				if waits {
					pooled = f.unpaid(communityPool).AmountOf(stakeDenom).Int64()
				}
				require.Equal(t, c.pool, pooled)
				require.Equal(t, c.burned, supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)).Amount.Int64())
				require.Zero(t, f.bank.GetBalance(f.ctx, feeCollector, stakeDenom).Amount.Int64())
				f.requireBooks()
			})
		}
	}
}

// A winner whose reward is withheld when play ends waits with its claim until the limit does not bind any more.
func TestRegressionAWinnerWaitsUntilALimitNoLongerBinds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit func(*types.Params)
		why   types.Withheld
	}{
		"of the pair":   {func(p *types.Params) { p.PairCooldownBlocks = claimBlocks / 2 }, types.WITHHELD_PAIR},
		"of the player": {func(p *types.Params) { p.PlayerRewards = 1 }, types.WITHHELD_PLAYER},
		"of the chain":  {func(p *types.Params) { p.PlayerRewards, p.ChainRewards = 1, 1 }, types.WITHHELD_CHAIN},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public), withParams(func(p *types.Params) {
				p.RewardPeriodBlocks, p.PairCooldownBlocks = claimBlocks/2, 1
			}), withParams(c.limit))
			f.fundCast()
			f.fund(carol, anchors(1_000_000_000))
			f.fund(mallory, anchors(1_000_000_000))
			rewarded, waiting := f.play(game.Classic()), f.play(game.Classic())
			if c.why == types.WITHHELD_CHAIN {
				rewarded = f.playOf(carol, mallory)
			}
			rewarded.exchange(1)
			waiting.exchange(1)
			concedeAndClaim(rewarded)
			require.Equal(t, types.WITHHELD_NONE, f.over(rewarded.id).Withheld)
			f.endBlock()
			f.deliver(waiting.concede(game.Joiner))
			had := f.rewards().Minted
			f.skipTo(waiting.now().Deadline)
			f.deliver(waiting.claim(game.Creator))
			require.Equal(t, had, f.rewards().Minted, "it was decided when play ended")
			require.Equal(t, c.why, f.over(waiting.id).Withheld)
		})
	}
}

// promising returns a public chain on which four players can play.
func promising(t *testing.T, change func(*types.Params)) *fixture {
	t.Helper()
	f := newFixture(t, withParams(public), withParams(func(p *types.Params) { p.RewardGrowthPpm = 0 }), withParams(change))
	f.fundCast()
	f.fund(carol, anchors(1_000_000_000))
	f.fund(mallory, anchors(1_000_000_000))
	return f
}

// promise ends play of a game, which the joiner loses, and returns why its reward is withheld.
func (d *duel) promise() types.Withheld {
	d.Helper()
	d.exchange(1)
	d.deliver(d.concede(game.Joiner))
	award, err := d.keeper.Records().Awards.Get(d.ctx, d.id)
	require.NoError(d, err)
	require.Equal(d, award.Withheld, d.foreseen(d.id))
	return award.Withheld
}

// A reward is promised in the block in which play ends. Others then win all that there is, of the player, the chain and
// the cap, and its opponent cools the pair down; the winner sleeps through its window and most of the second one, and
// gets all of it.
func TestRegressionAPromisedRewardIsOvertakenByALimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit func(*types.Params)
		fill  func(f *fixture)
		why   types.Withheld
	}{
		"of the player": {func(p *types.Params) { p.PlayerRewards = 1 }, func(f *fixture) {
			require.Equal(f, types.WITHHELD_PLAYER, f.playOf(alice, carol).promise())
		}, types.WITHHELD_NONE},
		"of the chain": {func(p *types.Params) { p.PlayerRewards, p.ChainRewards = 1, 1 }, func(f *fixture) {
			d := f.playOf(carol, mallory)
			require.Equal(f, types.WITHHELD_CHAIN, d.promise())
			f.deliver(d.claim(game.Creator))
			require.Equal(f, types.WITHHELD_CHAIN, f.over(d.id).Withheld)
		}, types.WITHHELD_CHAIN},
		"of the pair, by its opponent's win": {func(p *types.Params) {
			p.PairCooldownBlocks = types.MaxClockBlocks
		}, func(f *fixture) {
			d := f.playOf(bob, alice)
			require.Equal(f, types.WITHHELD_PAIR, d.promise())
			f.deliver(d.claim(game.Creator))
		}, types.WITHHELD_PAIR},
		"of the cap": {func(*types.Params) {}, func(f *fixture) {
			r := f.rewards().Reserved(fullReward + loserReward)
			f.fund(carol, sdk.NewCoin(types.RewardDenom, r.Remaining(f.params()).SubRaw(1)))
			d := f.playOf(carol, mallory)
			require.Equal(f, types.WITHHELD_NONE, d.promise())
			f.deliver(d.claim(game.Creator))
			require.Equal(f, uint64(1), f.result(d.id).Reward, "one is left besides what was promised")
			require.Equal(f, types.WITHHELD_CAP, f.playOf(bob, mallory).promise())
		}, types.WITHHELD_NONE},
	} {
		t.Run(name, func(t *testing.T) {
			f := promising(t, func(p *types.Params) { p.RewardPeriodBlocks = types.MaxClockBlocks; c.limit(p) })
			d := f.play(game.Classic())
			require.Equal(t, types.WITHHELD_NONE, d.promise())
			f.requirePromises()
			c.fill(f)
			f.skipTo(d.now().Deadline + 2)
			f.deliver(d.claim(game.Joiner))
			f.skipTo(d.now().Deadline)
			had := f.fortune(alice.addr)
			f.deliver(d.claim(game.Creator))
			require.Equal(t, int64(fullReward), f.gained(alice.addr, had, types.RewardDenom),
				"the sleeper gets what was promised")
			require.Equal(t, types.WITHHELD_NONE, f.over(d.id).Withheld)
			require.Equal(t, uint64(fullReward+loserReward), f.result(d.id).Promised)
			f.requireBooks()
		})
	}
}

// What nobody proves keeps its place until the period is over, and both have paid for it.
func TestRegressionAPlaceIsHeldForNothing(t *testing.T) {
	t.Parallel()
	const period = 10 * claimBlocks
	f := promising(t, func(p *types.Params) {
		p.PlayerRewards, p.ChainRewards, p.RewardPeriodBlocks, p.PairCooldownBlocks = 1, 1, period, period
	})
	supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
	d := f.play(game.Classic())
	require.Equal(t, types.WITHHELD_NONE, d.promise())
	promised := f.height()
	for f.has(d.id) {
		f.skipTo(d.now().Deadline + 2)
	}
	require.Equal(t, types.REASON_VOID, f.result(d.id).Reason)
	require.Equal(t, int64(2*fee), supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)).Amount.Int64())
	require.Equal(t, [2]int64{promised, fullReward + loserReward}, [2]int64{
		f.result(d.id).PromisedHeight, int64(f.result(d.id).Promised),
	})
	require.Equal(t, []types.Seat{types.SEAT_CREATOR}, f.result(d.id).PromisedTo)
	f.requireBooks()
	require.Equal(t, types.WITHHELD_PAIR, f.wonBy(bob, alice, promised+period-1))
	require.Equal(t, types.WITHHELD_PLAYER, f.wonBy(alice, carol, promised+period-1))
	require.Equal(t, types.WITHHELD_CHAIN, f.wonBy(carol, mallory, promised+period-1))
	require.Equal(t, types.WITHHELD_NONE, f.wonBy(alice, bob, promised+period), "all have passed")
}

// A day's rewards could once be used up by wins that pay a tenth.
func TestRegressionASmallRewardTakesAWholePlaceOfTheChain(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) {
		p.ChainRewards, p.RewardGrowthPpm, p.RewardPeriodBlocks = 1, 0, types.MaxClockBlocks
	}))
	const part = fullReward / 10
	var silent []*duel
	for range 11 {
		silent = append(silent, f.newDuel(game.Xaya()))
	}
	f.skipTo(silent[0].now().Deadline + 2)
	promised := uint64(0)
	for i, d := range silent {
		award, err := f.keeper.Records().Awards.Get(f.ctx, d.id)
		require.NoError(t, err)
		if promised += award.Total(); i < 10 {
			require.Equal(t, uint64(part), award.WinnerReward, "game %d", i)
		}
	}
	require.Equal(t, uint64(10*part), promised, "ten tenths, and no eleventh")
	d := f.play(game.Xaya())
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	require.Equal(t, types.WITHHELD_CHAIN, f.over(d.id).Withheld)
	f.set(func(p *types.Params) { p.ChainRewards = 2 })
	d = f.play(game.Xaya())
	f.deliver(d.concede(game.Joiner))
	f.deliver(d.claim(game.Creator))
	require.Equal(t, types.WITHHELD_NONE, f.over(d.id).Withheld, "there is room for the coins of a full one")
	f.requirePromises()
}

// Either player can win a challenged game, so its reward counts against the limits of both.
func TestAChallengedGameTakesAPlaceOfEachPlayer(t *testing.T) {
	t.Parallel()
	f := promising(t, func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
	d := f.play(game.Classic())
	d.exchange(1)
	f.deliver(d.challenge(game.Joiner))
	require.Equal(t, types.WITHHELD_PLAYER, f.wonBy(alice, carol, f.height()))
	require.Equal(t, types.WITHHELD_PLAYER, f.wonBy(bob, carol, f.height()))
	f.deliver(d.claim(game.Creator))
	require.Equal(t, types.WITHHELD_NONE, f.over(d.id).Withheld)
	require.Equal(t, []types.Seat{types.SEAT_CREATOR, types.SEAT_JOINER}, f.result(d.id).PromisedTo)
	p, err := f.keeper.Records().Players.Get(f.ctx, alice.addr)
	require.NoError(t, err)
	require.Equal(t, uint64(1), p.Rewarded)
	require.Equal(t, uint64(1), f.rewards().Wins)
	other, err := f.keeper.Records().Players.Get(f.ctx, bob.addr)
	require.NoError(t, err)
	require.Zero(t, other.Rewarded, "a place is not a reward")
	f.requireBooks()
}

// A challenged player who has had its rewards proves its board: the place of the challenger is not given to it, and is
// paid for by the challenger.
func TestAPlaceThatTheChallengerLosesIsPaidFor(t *testing.T) {
	t.Parallel()
	f := promising(t, func(*types.Params) {})
	require.Equal(t, types.WITHHELD_NONE, f.wonBy(bob, carol, f.height()))
	f.set(func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
	d := f.play(game.Classic())
	d.exchange(1)
	f.deliver(d.challenge(game.Creator))
	require.Equal(t, types.WITHHELD_PLAYER, f.foreseen(d.id))
	supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
	f.deliver(d.claim(game.Joiner))
	require.Equal(t, types.WITHHELD_PLAYER, f.over(d.id).Withheld)
	require.Equal(t, int64(fee), supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)).Amount.Int64())
	require.Nil(t, f.over(d.id).Shares[game.Joiner].ForfeitWon)
	require.Equal(t, []types.Seat{types.SEAT_CREATOR}, f.result(d.id).PromisedTo, "the challenger's")
	p, err := f.keeper.Records().Players.Get(f.ctx, bob.addr)
	require.NoError(t, err)
	require.Equal(t, [2]uint64{2, 1}, [2]uint64{p.Won, p.Rewarded}, "it has won twice, and was rewarded once")
	require.Equal(t, uint64(1), f.rewards().Wins)
	f.requireBooks()
}

// Two games end when less is left than both would bring. What the first was promised is not promised to the second, in
// whatever order they claim, and what is not minted is not paid for.
func TestRegressionTheFirstToClaimTakesTheRestOfTheCap(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][2]int{"in order": {0, 1}, "backwards": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			f := promising(t, func(*types.Params) {})
			f.fund(carol, sdk.NewCoin(types.RewardDenom, f.rewards().Remaining(f.params()).SubRaw(50_000_000)))
			duels := [...]*duel{f.play(game.Classic()), f.playOf(carol, mallory)}
			for _, d := range duels {
				require.Equal(t, types.WITHHELD_NONE, d.promise())
			}
			require.Equal(t, types.WITHHELD_CAP, f.playOf(bob, carol).promise())
			supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
			for _, i := range order {
				f.deliver(duels[i].claim(game.Creator))
			}
			require.Equal(t, uint64(fullReward), f.result(duels[0].id).Reward)
			require.Equal(t, uint64(50_000_000-fullReward-loserReward), f.result(duels[1].id).Reward)
			require.Equal(t, int64(50_000_000), supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)).Amount.Int64())
			require.True(t, f.rewards().Remaining(f.params()).IsZero())
			f.requireBooks()
		})
	}
}

// A promise goes along with its game in the middle of a claim, and so does all that it counts against.
func TestAPromiseIsKeptAfterAnExport(t *testing.T) {
	t.Parallel()
	f := promising(t, func(p *types.Params) {
		p.PlayerRewards, p.ChainRewards, p.RewardPeriodBlocks = 1, 2, types.MaxClockBlocks
	})
	f.fund(dave, anchors(1_000_000_000))
	waiting, challenged, ended := f.play(game.Classic()), f.playOf(carol, mallory), f.play(game.Classic())
	require.Equal(t, types.WITHHELD_NONE, waiting.promise())
	challenged.exchange(1)
	f.deliver(challenged.challenge(game.Joiner))
	f.skipTo(challenged.now().Deadline + 2)
	require.Equal(t, game.SecondOpen, challenged.now().Second)
	gs := f.exported()
	g := f.successor()
	require.NoError(t, g.keeper.InitGenesis(g.ctx, gs))
	require.Equal(t, gs, g.exported())
	g.replays = f.replays
	for _, d := range []*duel{waiting, challenged, ended} {
		d.fixture = g
	}
	require.Equal(t, types.WITHHELD_PLAYER, g.wonBy(alice, carol, g.height()))
	require.Equal(t, types.WITHHELD_PLAYER, g.wonBy(mallory, carol, g.height()))
	require.Equal(t, types.WITHHELD_CHAIN, g.wonBy(bob, dave, g.height()))
	g.deliver(waiting.claim(game.Creator))
	require.Equal(t, uint64(fullReward), g.result(waiting.id).Reward)
	g.deliver(challenged.claim(game.Joiner))
	g.skipTo(challenged.now().Deadline + 2)
	require.Equal(t, uint64(fullReward), g.result(challenged.id).Reward)
	g.requireBooks()
	require.NoError(t, g.exported().Validate(g.keeper.AddressCodec()))
}

// Before the first shot leaving costs a part of the fee, and from then on all of it: a shot that is not answered yet
// counts, for the player who owes the answer knows whether it hits.
func TestRegressionLeavingEarlyCostsLessThanStaying(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		play func(d *duel)
		want int64
	}{
		"in the toss":             {func(*duel) {}, 3 * fee / 10},
		"before the first shot":   {func(d *duel) { d.deliver(d.reveal(game.Creator, "")) }, 3 * fee / 10},
		"before the first answer": {func(d *duel) { d.deliver(d.reveal(game.Creator, "A1")) }, fee},
		"after one shot": {func(d *duel) {
			d.deliver(d.reveal(game.Creator, ""))
			d.fire(game.Creator, "A1")
		}, fee},
	} {
		for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
			for seat := range game.Seat(types.PlayersPerGame) {
				t.Run(fmt.Sprintf("%s by the %s, %s", name, seat, r.Name), func(t *testing.T) {
					f := promising(t, func(p *types.Params) { p.RewardMinShots = 10 })
					d := f.newDuel(r)
					c.play(d)
					f.deliver(d.concede(seat))
					award, err := f.keeper.Records().Awards.Get(f.ctx, d.id)
					require.NoError(t, err)
					require.Equal(t, types.WITHHELD_SHOTS, award.Withheld)
					require.Equal(t, c.want, award.Forfeit.Int64())
				})
			}
		}
	}
}

// A player who has conceded, and proves its board because its opponent does not, gets back what is its own: no rating
// either.
func TestRegressionAConcederGainsRatingByTheSecondClaim(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(public))
	f.fundCast()
	d := f.stakedDuel(beers(1_000))
	f.deliver(d.concede(game.Joiner))
	f.skipTo(d.now().Deadline + 2)
	f.deliver(d.claim(game.Joiner))
	f.skipTo(d.now().Deadline + 2)
	require.Equal(t, types.SEAT_JOINER, f.result(d.id).Winner)
	require.Empty(t, f.over(d.id).Ratings)
}

// What a claim brings is that of the block in which play ended, whatever others have won since.
func TestAWinnerDoesNotWaitForALargerReward(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	waiting, other := f.play(game.Classic()), f.play(game.Classic())
	f.deliver(waiting.concede(game.Joiner))
	concedeAndClaim(other)
	require.Equal(t, int64(grownReward), f.rewards().Payout.Int64())
	f.deliver(waiting.claim(game.Creator))
	require.Equal(t, uint64(fullReward), f.result(waiting.id).Reward)
}

// Anybody may prove a board whose secret it knows; it pays the player.
func TestAnybodyMayClaimForAPlayer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	f.deliver(d.concede(game.Joiner))
	msg := d.claim(game.Creator)
	msg.Sender = mallory.text()
	f.refuse(types.ErrUnauthorized, msg)
	msg.Player = alice.text()
	f.deliver(msg)
	require.Equal(t, int64(fullReward), f.balance(alice.addr))
	require.Zero(t, f.balance(mallory.addr))
}

// playOf is play by two players of the test's choice.
func (f *fixture) playOf(creator, joiner player) *duel {
	f.Helper()
	d := f.newDuelOf(f.newBoard(creator, game.Classic(), classicFleet), f.newBoard(joiner, game.Classic(), classicFleet))
	f.deliver(d.reveal(game.Creator, ""))
	return d
}

// Rewards cost nothing when play ended, and have a price when the claim comes: nothing is minted that nobody paid for.
func TestARewardThatIsDecidedMustBePaidForWhenItIsClaimed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	d := f.play(game.Classic())
	d.exchange(1)
	f.deliver(d.concede(game.Joiner))
	f.set(func(p *types.Params) { public(p) })
	f.deliver(d.claim(game.Creator))
	require.Zero(t, f.balance(alice.addr))
	require.Equal(t, types.WITHHELD_UNBACKED, f.over(d.id).Withheld)
}

// A player who has had all the rewards of its period is challenged, and cannot prove its board. The limit is its own.
func TestRegressionACheaterAtItsLimitDeniesTheChallengerItsReward(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rewarded player
		why      types.Withheld
	}{
		"the cheater's limit":    {bob, types.WITHHELD_NONE},
		"the challenger's limit": {alice, types.WITHHELD_PLAYER},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, withParams(public))
			f.fundCast()
			f.fund(carol, anchors(1_000_000_000))
			require.Equal(t, types.WITHHELD_NONE, f.wonBy(c.rewarded, carol, f.height()))
			f.set(func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
			d := f.play(game.Classic())
			d.exchange(1)
			f.deliver(d.challenge(game.Creator))
			f.skipTo(d.now().Deadline + 2)
			f.deliver(d.claim(game.Creator))
			f.skipTo(d.now().Deadline + 1)
			had := f.rewards().Minted
			f.endBlock()
			require.Equal(t, c.why, f.over(d.id).Withheld)
			require.Equal(t, c.why == types.WITHHELD_NONE, f.rewards().Minted.GT(had))
		})
	}
}

// Promises that were saved up are claimed together: only the first pays for a growth of today's payout, so that the
// payout cannot be driven up at the price of long ago.
func TestRegressionSavedPromisesGrowThePayoutAtAnOldPrice(t *testing.T) {
	t.Parallel()
	f := newFixture(t, withParams(func(p *types.Params) {
		p.RewardGrowthPpm, p.ClaimBlocks = types.PartsPerMillion, 1_000
	}))
	before := f.rewards()
	var saved []*duel
	for range 20 {
		d := f.play(game.Xaya())
		require.Equal(t, types.WITHHELD_NONE, d.promise())
		saved = append(saved, d)
	}
	for i, d := range saved {
		f.deliver(d.claim(game.Creator))
		require.Equal(t, before.Payout.MulRaw(2), f.rewards().Payout, "after claim %d", i)
		require.Equal(t, before.Payout.Uint64(), f.result(d.id).Reward, "what was promised is paid")
	}
	gs := f.exported()
	require.NoError(t, gs.Validate(f.keeper.AddressCodec()))
}

// A message that ends play was simulated while a limit withheld the reward. It takes hardly more gas if the limit has
// passed when it is executed, also on a chain that has old records to forget then.
func TestRegressionTheEndOfPlayRunsShortOfGasWhenALimitHasPassed(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(d *duel) sdk.Msg{
		"concede":   func(d *duel) sdk.Msg { return d.concede(game.Joiner) },
		"challenge": func(d *duel) sdk.Msg { return d.challenge(game.Joiner) },
	} {
		t.Run(name, func(t *testing.T) {
			gas := func(limit func(*types.Params)) (types.Withheld, uint64) {
				f := promising(t, func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = types.MaxPlayerRewards, 1 })
				f.ctx = f.ctx.WithBlockHeight(2 * types.MaxClockBlocks)
				for range types.MaxPlayerRewards + 2 {
					f.set(func(p *types.Params) { p.PairCooldownBlocks = 1 })
					f.endBlock()
					f.wonBy(alice, bob, f.height())
					f.endBlock()
					f.wonBy(bob, alice, f.height())
				}
				for height := range int64(4) {
					require.NoError(t, f.records.Promised.Set(f.ctx, height+1, 1))
				}
				d := f.play(game.Classic())
				d.exchange(1)
				f.endBlock()
				f.set(limit)
				used := f.measure(end(d)).gas
				award, err := f.keeper.Records().Awards.Get(f.ctx, d.id)
				require.NoError(t, err)
				return award.Withheld, used
			}
			why, promised := gas(func(*types.Params) {})
			require.Equal(t, types.WITHHELD_NONE, why)
			for want, limit := range map[types.Withheld]func(*types.Params){
				types.WITHHELD_PAIR:   func(p *types.Params) { p.PairCooldownBlocks = 1_000 },
				types.WITHHELD_PLAYER: func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, 100_000 },
			} {
				why, withheld := gas(limit)
				require.Equal(t, want, why)
				const forgotten = 5_000 // what a client's margin must cover
				require.GreaterOrEqual(t, withheld+forgotten, promised, want)
			}
		})
	}
}

// What the next game would pay leaves what was promised to others.
func TestRegressionARewardPromisedToOthersIsReported(t *testing.T) {
	t.Parallel()
	f := promising(t, func(*types.Params) {})
	queryRewards := func() *types.QueryRewardsResponse {
		res, err := f.queries.Rewards(f.ctx, &types.QueryRewardsRequest{})
		require.NoError(t, err)
		return res
	}
	full := queryRewards()
	d := f.play(game.Classic())
	f.set(func(p *types.Params) {
		p.RewardCap = f.rewards().Minted.Add(full.WinnerReward.Amount).Add(full.LoserReward.Amount).AddRaw(5)
	})
	require.Equal(t, full.WinnerReward, queryRewards().WinnerReward)
	require.Equal(t, types.WITHHELD_NONE, d.promise())
	require.Equal(t, int64(5), queryRewards().WinnerReward.Amount.Int64())
	require.Zero(t, queryRewards().LoserReward.Amount.Int64())
	require.Equal(t, full.Minted, queryRewards().Minted, "nothing is minted yet")
}
