package duel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A player concedes while its opponent sleeps, whose moves take longer than a claim.
func TestRegressionAPlayerTakesThePotOfAnAbsentOpponent(t *testing.T) {
	t.Parallel()
	const turn, stake = 300, 1_000
	for name, leave := range map[string]func(d *kit.Duel){
		"by conceding":   func(d *kit.Duel) { d.Deliver(d.Concede(game.Joiner)) },
		"by challenging": func(d *kit.Duel) { d.Deliver(d.Challenge(game.Joiner)) },
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public))
			f.FundCast()
			f.SetParams(func(p *types.Params) { p.TurnBlocksDefault = turn })
			d := f.StakedDuel(kit.Beers(stake))
			leave(d)
			left := f.Height()
			require.Equal(t, left+turn, d.Now().Deadline, "a claim takes as long as a move")
			f.SkipTo(left + turn)
			require.Equal(t, game.SecondNone, d.Now().Second)
			f.SkipTo(d.Now().Deadline + 2)
			require.Equal(t, game.SecondOpen, d.Now().Second)
			f.Deliver(d.Claim(game.Joiner))
			f.SkipTo(d.Now().Deadline)
			had := f.Fortune(kit.Alice.Addr)
			f.Deliver(d.Claim(game.Creator))
			require.Equal(t, types.SEAT_CREATOR, f.Result(d.ID).Winner, "who was first to claim comes first")
			require.Equal(t, int64(2*stake), f.Gained(kit.Alice.Addr, had, kit.StakeDenom))
			f.RequireBooks()
		})
	}
}

// Players who were sunk, have conceded or were silent get no pot; what they do not get goes to nobody who orders
// transactions.
func TestAttackAnUnprovenBoardLosesItsStakeToTheCommunityPool(t *testing.T) {
	t.Parallel()
	const stake = 1_000
	for name, c := range map[string]struct {
		end func(d *kit.Duel)
		// alice and bob are what the two lose of their stakes, and burned what of the fees.
		alice, bob, pool, burned int64
	}{
		"conceded, and the winner absent": {func(d *kit.Duel) {
			d.Deliver(d.Concede(game.Joiner))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Joiner))
			d.SkipTo(d.Now().Deadline + 2)
		}, stake, 0, stake, kit.Fee},
		"silent, and not proven": {func(d *kit.Duel) {
			d.SkipTo(d.Now().Deadline + 2)
			d.SkipTo(d.Now().Deadline + 2)
		}, 0, stake, stake, 2 * kit.Fee},
		"challenged, and not proven": {func(d *kit.Duel) {
			d.Deliver(d.Challenge(game.Joiner))
			d.SkipTo(d.Now().Deadline + 2)
			d.Deliver(d.Claim(game.Joiner))
			d.SkipTo(d.Now().Deadline + 2)
		}, stake, -stake, 0, 2 * kit.Fee},
	} {
		for refused, waits := range map[string]bool{"paid": false, "refused by the bank": true} {
			t.Run(name+", "+refused, func(t *testing.T) {
				f := kit.New(t, kit.WithParams(kit.Public))
				f.FundCast()
				d := f.StakedDuel(kit.Beers(stake))
				d.Exchange(1)
				had := [...]kit.Fortune{f.Fortune(kit.Alice.Addr), f.Fortune(kit.Bob.Addr)}
				supply := f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)
				if waits {
					f.Restrict().Broken[distrtypes.ModuleName] = true
				}
				c.end(d)
				require.False(t, f.Has(d.ID))
				require.Equal(t, [2]int64{stake - c.alice, stake - c.bob}, [2]int64{
					f.Gained(kit.Alice.Addr, had[0], kit.StakeDenom), f.Gained(kit.Bob.Addr, had[1], kit.StakeDenom),
				})
				pooled := f.Bank.GetBalance(f.Ctx, kit.CommunityPool, kit.StakeDenom).Amount.Int64()
				if waits {
					pooled = f.Unpaid(kit.CommunityPool).AmountOf(kit.StakeDenom).Int64()
				}
				require.Equal(t, c.pool, pooled)
				require.Equal(t, c.pool, f.Over(d.ID).Pooled.AmountOf(kit.StakeDenom).Int64())
				require.Equal(t, c.burned, supply.Sub(f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)).Amount.Int64())
				require.Zero(t, f.Bank.GetBalance(f.Ctx, kit.FeeCollector, kit.StakeDenom).Amount.Int64())
				f.RequireBooks()
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
		"of the pair":   {func(p *types.Params) { p.PairCooldownBlocks = kit.ClaimBlocks / 2 }, types.WITHHELD_PAIR},
		"of the player": {func(p *types.Params) { p.PlayerRewards = 1 }, types.WITHHELD_PLAYER},
		"of the chain":  {func(p *types.Params) { p.PlayerRewards, p.ChainRewards = 1, 1 }, types.WITHHELD_CHAIN},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) {
				p.RewardPeriodBlocks, p.PairCooldownBlocks = kit.ClaimBlocks/2, 1
			}), kit.WithParams(c.limit))
			f.FundCast()
			f.Fund(kit.Carol, kit.Anchors(1_000_000_000))
			f.Fund(kit.Mallory, kit.Anchors(1_000_000_000))
			rewarded, waiting := f.Play(game.Classic()), f.Play(game.Classic())
			if c.why == types.WITHHELD_CHAIN {
				rewarded = playOf(f, kit.Carol, kit.Mallory)
			}
			rewarded.Exchange(1)
			waiting.Exchange(1)
			kit.ConcedeAndClaim(rewarded)
			require.Equal(t, types.WITHHELD_NONE, f.Over(rewarded.ID).Withheld)
			f.EndBlock()
			f.Deliver(waiting.Concede(game.Joiner))
			had := f.Rewards().Minted
			f.SkipTo(waiting.Now().Deadline)
			f.Deliver(waiting.Claim(game.Creator))
			require.Equal(t, had, f.Rewards().Minted, "it was decided when play ended")
			require.Equal(t, c.why, f.Over(waiting.ID).Withheld)
		})
	}
}

// promising returns a public chain on which four players can play.
func promising(t *testing.T, change func(*types.Params)) *kit.Fixture {
	t.Helper()
	f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) { p.RewardGrowthPpm = 0 }),
		kit.WithParams(change))
	f.FundCast()
	f.Fund(kit.Carol, kit.Anchors(1_000_000_000))
	f.Fund(kit.Mallory, kit.Anchors(1_000_000_000))
	return f
}

// promise ends play of a game, which the joiner loses, and returns why its reward is withheld.
func promise(d *kit.Duel) types.Withheld {
	d.Helper()
	d.Exchange(1)
	d.Deliver(d.Concede(game.Joiner))
	award, err := d.Keeper.Records().Awards.Get(d.Ctx, d.ID)
	require.NoError(d, err)
	require.Equal(d, award.Withheld, withheldOf(d.Fixture, d.ID))
	return award.Withheld
}

// A reward is promised in the block in which play ends. Others then win all that there is, of the player, the chain and
// the cap, and its opponent cools the pair down; the winner sleeps through its window and most of the second one, and
// gets all of it.
func TestRegressionAPromisedRewardIsOvertakenByALimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit func(*types.Params)
		fill  func(f *kit.Fixture)
		why   types.Withheld
	}{
		"of the player": {func(p *types.Params) { p.PlayerRewards = 1 }, func(f *kit.Fixture) {
			require.Equal(f, types.WITHHELD_PLAYER, promise(playOf(f, kit.Alice, kit.Carol)))
		}, types.WITHHELD_NONE},
		"of the chain": {func(p *types.Params) { p.PlayerRewards, p.ChainRewards = 1, 1 }, func(f *kit.Fixture) {
			d := playOf(f, kit.Carol, kit.Mallory)
			require.Equal(f, types.WITHHELD_CHAIN, promise(d))
			f.Deliver(d.Claim(game.Creator))
			require.Equal(f, types.WITHHELD_CHAIN, f.Over(d.ID).Withheld)
		}, types.WITHHELD_CHAIN},
		"of the pair, by its opponent's win": {func(p *types.Params) {
			p.PairCooldownBlocks = types.MaxClockBlocks
		}, func(f *kit.Fixture) {
			d := playOf(f, kit.Bob, kit.Alice)
			require.Equal(f, types.WITHHELD_PAIR, promise(d))
			f.Deliver(d.Claim(game.Creator))
		}, types.WITHHELD_PAIR},
		"of the cap": {func(*types.Params) {}, func(f *kit.Fixture) {
			r := f.Rewards().Reserved(kit.FullReward + kit.LoserReward)
			f.Fund(kit.Carol, sdk.NewCoin(types.RewardDenom, r.Remaining(f.Params()).SubRaw(1)))
			d := playOf(f, kit.Carol, kit.Mallory)
			require.Equal(f, types.WITHHELD_NONE, promise(d))
			f.Deliver(d.Claim(game.Creator))
			require.Equal(f, uint64(1), f.Result(d.ID).Reward, "one is left besides what was promised")
			require.Equal(f, types.WITHHELD_CAP, promise(playOf(f, kit.Bob, kit.Mallory)))
		}, types.WITHHELD_NONE},
	} {
		t.Run(name, func(t *testing.T) {
			f := promising(t, func(p *types.Params) { p.RewardPeriodBlocks = types.MaxClockBlocks; c.limit(p) })
			d := f.Play(game.Classic())
			require.Equal(t, types.WITHHELD_NONE, promise(d))
			f.RequirePromises()
			c.fill(f)
			f.SkipTo(d.Now().Deadline + 2)
			f.Deliver(d.Claim(game.Joiner))
			f.SkipTo(d.Now().Deadline)
			had := f.Fortune(kit.Alice.Addr)
			f.Deliver(d.Claim(game.Creator))
			require.Equal(t, int64(kit.FullReward), f.Gained(kit.Alice.Addr, had, types.RewardDenom),
				"the sleeper gets what was promised")
			require.Equal(t, types.WITHHELD_NONE, f.Over(d.ID).Withheld)
			require.Equal(t, uint64(kit.FullReward+kit.LoserReward), f.Result(d.ID).Promised)
			f.RequireBooks()
		})
	}
}

// What nobody proves keeps its place until the period is over, and both have paid for it.
func TestRegressionAPlaceIsHeldForNothing(t *testing.T) {
	t.Parallel()
	const period = 10 * kit.ClaimBlocks
	f := promising(t, func(p *types.Params) {
		p.PlayerRewards, p.ChainRewards, p.RewardPeriodBlocks, p.PairCooldownBlocks = 1, 1, period, period
	})
	supply := f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)
	d := f.Play(game.Classic())
	require.Equal(t, types.WITHHELD_NONE, promise(d))
	promised := f.Height()
	for f.Has(d.ID) {
		f.SkipTo(d.Now().Deadline + 2)
	}
	require.Equal(t, types.REASON_VOID, f.Result(d.ID).Reason)
	require.Equal(t, int64(2*kit.Fee), supply.Sub(f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)).Amount.Int64())
	require.Equal(t, [2]int64{promised, kit.FullReward + kit.LoserReward}, [2]int64{
		f.Result(d.ID).PromisedHeight, int64(f.Result(d.ID).Promised),
	})
	require.Equal(t, []types.Seat{types.SEAT_CREATOR}, f.Result(d.ID).PromisedTo)
	f.RequireBooks()
	require.Equal(t, types.WITHHELD_PAIR, wonBy(f, kit.Bob, kit.Alice, promised+period-1))
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(f, kit.Alice, kit.Carol, promised+period-1))
	require.Equal(t, types.WITHHELD_CHAIN, wonBy(f, kit.Carol, kit.Mallory, promised+period-1))
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, promised+period), "all have passed")
}

// A day's rewards could once be used up by wins that pay a tenth.
func TestRegressionASmallRewardTakesAWholePlaceOfTheChain(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		p.ChainRewards, p.RewardGrowthPpm, p.RewardPeriodBlocks = 1, 0, types.MaxClockBlocks
	}))
	const part = kit.FullReward / 10
	var silent []*kit.Duel
	for range 11 {
		silent = append(silent, f.NewDuel(game.Xaya()))
	}
	f.SkipTo(silent[0].Now().Deadline + 2)
	promised := uint64(0)
	for i, d := range silent {
		award, err := f.Keeper.Records().Awards.Get(f.Ctx, d.ID)
		require.NoError(t, err)
		if promised += award.Total(); i < 10 {
			require.Equal(t, uint64(part), award.WinnerReward, "game %d", i)
		}
	}
	require.Equal(t, uint64(10*part), promised, "ten tenths, and no eleventh")
	d := f.Play(game.Xaya())
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, types.WITHHELD_CHAIN, f.Over(d.ID).Withheld)
	f.SetParams(func(p *types.Params) { p.ChainRewards = 2 })
	d = f.Play(game.Xaya())
	f.Deliver(d.Concede(game.Joiner))
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, types.WITHHELD_NONE, f.Over(d.ID).Withheld, "there is room for the coins of a full one")
	f.RequirePromises()
}

// Either player can win a challenged game, so its reward counts against the limits of both.
func TestAChallengedGameTakesAPlaceOfEachPlayer(t *testing.T) {
	t.Parallel()
	f := promising(t, func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
	d := f.Play(game.Classic())
	d.Exchange(1)
	f.Deliver(d.Challenge(game.Joiner))
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(f, kit.Alice, kit.Carol, f.Height()))
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(f, kit.Bob, kit.Carol, f.Height()))
	f.Deliver(d.Claim(game.Creator))
	require.Equal(t, types.WITHHELD_NONE, f.Over(d.ID).Withheld)
	require.Equal(t, []types.Seat{types.SEAT_CREATOR, types.SEAT_JOINER}, f.Result(d.ID).PromisedTo)
	p, err := f.Keeper.Records().Players.Get(f.Ctx, kit.Alice.Addr)
	require.NoError(t, err)
	require.Equal(t, uint64(1), p.Rewarded)
	require.Equal(t, uint64(1), f.Rewards().Wins)
	other, err := f.Keeper.Records().Players.Get(f.Ctx, kit.Bob.Addr)
	require.NoError(t, err)
	require.Zero(t, other.Rewarded, "a place is not a reward")
	f.RequireBooks()
}

// A challenged player who has had its rewards proves its board: the place of the challenger is not given to it, and is
// paid for by the challenger.
func TestAPlaceThatTheChallengerLosesIsPaidFor(t *testing.T) {
	t.Parallel()
	f := promising(t, func(*types.Params) {})
	require.Equal(t, types.WITHHELD_NONE, wonBy(f, kit.Bob, kit.Carol, f.Height()))
	f.SetParams(func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
	d := f.Play(game.Classic())
	d.Exchange(1)
	f.Deliver(d.Challenge(game.Creator))
	require.Equal(t, types.WITHHELD_PLAYER, withheldOf(f, d.ID))
	supply := f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)
	f.Deliver(d.Claim(game.Joiner))
	require.Equal(t, types.WITHHELD_PLAYER, f.Over(d.ID).Withheld)
	require.Equal(t, int64(kit.Fee), supply.Sub(f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)).Amount.Int64())
	require.Nil(t, f.Over(d.ID).Shares[game.Joiner].ForfeitWon)
	require.Equal(t, []types.Seat{types.SEAT_CREATOR}, f.Result(d.ID).PromisedTo, "the challenger's")
	p, err := f.Keeper.Records().Players.Get(f.Ctx, kit.Bob.Addr)
	require.NoError(t, err)
	require.Equal(t, [2]uint64{2, 1}, [2]uint64{p.Won, p.Rewarded}, "it has won twice, and was rewarded once")
	require.Equal(t, uint64(1), f.Rewards().Wins)
	f.RequireBooks()
}

// Two games end when less is left than both would bring. What the first was promised is not promised to the second, in
// whatever order they claim, and what is not minted is not paid for.
func TestAttackTheFirstToClaimTakesTheRestOfTheCap(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][2]int{"in order": {0, 1}, "backwards": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			f := promising(t, func(*types.Params) {})
			f.Fund(kit.Carol, sdk.NewCoin(types.RewardDenom, f.Rewards().Remaining(f.Params()).SubRaw(50_000_000)))
			duels := [...]*kit.Duel{f.Play(game.Classic()), playOf(f, kit.Carol, kit.Mallory)}
			for _, d := range duels {
				require.Equal(t, types.WITHHELD_NONE, promise(d))
			}
			require.Equal(t, types.WITHHELD_CAP, promise(playOf(f, kit.Bob, kit.Carol)))
			supply := f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)
			for _, i := range order {
				f.Deliver(duels[i].Claim(game.Creator))
			}
			require.Equal(t, uint64(kit.FullReward), f.Result(duels[0].ID).Reward)
			require.Equal(t, uint64(50_000_000-kit.FullReward-kit.LoserReward), f.Result(duels[1].ID).Reward)
			require.Equal(t, int64(50_000_000), supply.Sub(f.Bank.GetSupply(f.Ctx, types.DefaultFeeDenom)).Amount.Int64())
			require.True(t, f.Rewards().Remaining(f.Params()).IsZero())
			f.RequireBooks()
		})
	}
}

// A promise goes along with its game in the middle of a claim, and so does all that it counts against.
func TestAPromiseIsKeptAfterAnExport(t *testing.T) {
	t.Parallel()
	f := promising(t, func(p *types.Params) {
		p.PlayerRewards, p.ChainRewards, p.RewardPeriodBlocks = 1, 2, types.MaxClockBlocks
	})
	f.Fund(kit.Dave, kit.Anchors(1_000_000_000))
	waiting, challenged, ended := f.Play(game.Classic()), playOf(f, kit.Carol, kit.Mallory), f.Play(game.Classic())
	require.Equal(t, types.WITHHELD_NONE, promise(waiting))
	challenged.Exchange(1)
	f.Deliver(challenged.Challenge(game.Joiner))
	f.SkipTo(challenged.Now().Deadline + 2)
	require.Equal(t, game.SecondOpen, challenged.Now().Second)
	gs := f.Exported()
	g := f.Successor()
	require.NoError(t, g.Keeper.InitGenesis(g.Ctx, gs))
	require.Equal(t, gs, g.Exported())
	g.Replays = f.Replays
	for _, d := range []*kit.Duel{waiting, challenged, ended} {
		d.Fixture = g
	}
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(g, kit.Alice, kit.Carol, g.Height()))
	require.Equal(t, types.WITHHELD_PLAYER, wonBy(g, kit.Mallory, kit.Carol, g.Height()))
	require.Equal(t, types.WITHHELD_CHAIN, wonBy(g, kit.Bob, kit.Dave, g.Height()))
	g.Deliver(waiting.Claim(game.Creator))
	require.Equal(t, uint64(kit.FullReward), g.Result(waiting.ID).Reward)
	g.Deliver(challenged.Claim(game.Joiner))
	g.SkipTo(challenged.Now().Deadline + 2)
	require.Equal(t, uint64(kit.FullReward), g.Result(challenged.ID).Reward)
	g.RequireBooks()
	require.NoError(t, g.Exported().Validate(g.Keeper.AddressCodec()))
}

// Before the first shot leaving costs a part of the fee, and from then on all of it: a shot that is not answered yet
// counts, for the player who owes the answer knows whether it hits.
func TestRegressionLeavingEarlyCostsLessThanStaying(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		play func(d *kit.Duel)
		want int64
	}{
		"in the toss":             {func(*kit.Duel) {}, 3 * kit.Fee / 10},
		"before the first shot":   {func(d *kit.Duel) { d.Deliver(d.Reveal(game.Creator, "")) }, 3 * kit.Fee / 10},
		"before the first answer": {func(d *kit.Duel) { d.Deliver(d.Reveal(game.Creator, "A1")) }, kit.Fee},
		"after one shot": {func(d *kit.Duel) {
			d.Deliver(d.Reveal(game.Creator, ""))
			d.Fire(game.Creator, "A1")
		}, kit.Fee},
	} {
		for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
			for seat := range game.Seat(types.PlayersPerGame) {
				t.Run(fmt.Sprintf("%s by the %s, %s", name, seat, r.Name), func(t *testing.T) {
					f := promising(t, func(p *types.Params) { p.RewardMinShots = 10 })
					d := f.NewDuel(r)
					c.play(d)
					f.Deliver(d.Concede(seat))
					award, err := f.Keeper.Records().Awards.Get(f.Ctx, d.ID)
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
	f := kit.New(t, kit.WithParams(kit.Public))
	f.FundCast()
	d := f.StakedDuel(kit.Beers(1_000))
	f.Deliver(d.Concede(game.Joiner))
	f.SkipTo(d.Now().Deadline + 2)
	f.Deliver(d.Claim(game.Joiner))
	f.SkipTo(d.Now().Deadline + 2)
	require.Equal(t, types.SEAT_JOINER, f.Result(d.ID).Winner)
	require.Empty(t, f.Over(d.ID).Ratings)
}

// What a claim brings is that of the block in which play ended, whatever others have won since.
func TestAWinnerDoesNotWaitForALargerReward(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	waiting, other := f.Play(game.Classic()), f.Play(game.Classic())
	f.Deliver(waiting.Concede(game.Joiner))
	kit.ConcedeAndClaim(other)
	require.Equal(t, int64(kit.GrownReward), f.Rewards().Payout.Int64())
	f.Deliver(waiting.Claim(game.Creator))
	require.Equal(t, uint64(kit.FullReward), f.Result(waiting.ID).Reward)
}

// Anybody may prove a board whose secret it knows; it pays the player.
func TestAttackAnybodyMayClaimForAPlayer(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	f.Deliver(d.Concede(game.Joiner))
	msg := d.Claim(game.Creator)
	msg.Sender = kit.Mallory.Text()
	f.Refuse(types.ErrUnauthorized, msg)
	msg.Player = kit.Alice.Text()
	f.Deliver(msg)
	require.Equal(t, int64(kit.FullReward), f.Balance(kit.Alice.Addr))
	require.Zero(t, f.Balance(kit.Mallory.Addr))
}

// playOf is play by two players of the test's choice.
func playOf(f *kit.Fixture, creator, joiner kit.Player) *kit.Duel {
	f.Helper()
	d := f.NewDuelOf(f.NewBoard(creator, game.Classic(), kit.ClassicFleet),
		f.NewBoard(joiner, game.Classic(), kit.ClassicFleet))
	f.Deliver(d.Reveal(game.Creator, ""))
	return d
}

// Rewards cost nothing when play ended, and have a price when the claim comes: nothing is minted that nobody paid for.
func TestARewardThatIsDecidedMustBePaidForWhenItIsClaimed(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	d := f.Play(game.Classic())
	d.Exchange(1)
	f.Deliver(d.Concede(game.Joiner))
	f.SetParams(func(p *types.Params) { kit.Public(p) })
	f.Deliver(d.Claim(game.Creator))
	require.Zero(t, f.Balance(kit.Alice.Addr))
	require.Equal(t, types.WITHHELD_UNBACKED, f.Over(d.ID).Withheld)
}

// A player who has had all the rewards of its period is challenged, and cannot prove its board. The limit is its own.
func TestRegressionACheaterAtItsLimitDeniesTheChallengerItsReward(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rewarded kit.Player
		why      types.Withheld
	}{
		"the cheater's limit":    {kit.Bob, types.WITHHELD_NONE},
		"the challenger's limit": {kit.Alice, types.WITHHELD_PLAYER},
	} {
		t.Run(name, func(t *testing.T) {
			f := kit.New(t, kit.WithParams(kit.Public))
			f.FundCast()
			f.Fund(kit.Carol, kit.Anchors(1_000_000_000))
			require.Equal(t, types.WITHHELD_NONE, wonBy(f, c.rewarded, kit.Carol, f.Height()))
			f.SetParams(func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
			d := f.Play(game.Classic())
			d.Exchange(1)
			f.Deliver(d.Challenge(game.Creator))
			f.SkipTo(d.Now().Deadline + 2)
			f.Deliver(d.Claim(game.Creator))
			f.SkipTo(d.Now().Deadline + 1)
			had := f.Rewards().Minted
			f.EndBlock()
			require.Equal(t, c.why, f.Over(d.ID).Withheld)
			require.Equal(t, c.why == types.WITHHELD_NONE, f.Rewards().Minted.GT(had))
		})
	}
}

// Promises that were saved up are claimed together: only the first pays for a growth of today's payout, so that the
// payout cannot be driven up at the price of long ago.
func TestRegressionSavedPromisesGrowThePayoutAtAnOldPrice(t *testing.T) {
	t.Parallel()
	f := kit.New(t, kit.WithParams(func(p *types.Params) {
		p.RewardGrowthPpm, p.ClaimBlocks = types.PartsPerMillion, 1_000
	}))
	before := f.Rewards()
	var saved []*kit.Duel
	for range 20 {
		d := f.Play(game.Xaya())
		require.Equal(t, types.WITHHELD_NONE, promise(d))
		saved = append(saved, d)
	}
	for i, d := range saved {
		f.Deliver(d.Claim(game.Creator))
		require.Equal(t, before.Payout.MulRaw(2), f.Rewards().Payout, "after claim %d", i)
		require.Equal(t, before.Payout.Uint64(), f.Result(d.ID).Reward, "what was promised is paid")
	}
	gs := f.Exported()
	require.NoError(t, gs.Validate(f.Keeper.AddressCodec()))
}

// A message that ends play was simulated while a limit withheld the reward. It takes hardly more gas if the limit has
// passed when it is executed, also on a chain that has old records to forget then.
func TestRegressionTheEndOfPlayRunsShortOfGasWhenALimitHasPassed(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(d *kit.Duel) sdk.Msg{
		"concede":   func(d *kit.Duel) sdk.Msg { return d.Concede(game.Joiner) },
		"challenge": func(d *kit.Duel) sdk.Msg { return d.Challenge(game.Joiner) },
	} {
		t.Run(name, func(t *testing.T) {
			gas := func(limit func(*types.Params)) (types.Withheld, uint64) {
				f := promising(t, func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = types.MaxPlayerRewards, 1 })
				f.Ctx = f.Ctx.WithBlockHeight(2 * types.MaxClockBlocks)
				for range types.MaxPlayerRewards + 2 {
					f.SetParams(func(p *types.Params) { p.PairCooldownBlocks = 1 })
					f.EndBlock()
					wonBy(f, kit.Alice, kit.Bob, f.Height())
					f.EndBlock()
					wonBy(f, kit.Bob, kit.Alice, f.Height())
				}
				for height := range int64(4) {
					require.NoError(t, f.Records.Promised.Set(f.Ctx, height+1, 1))
				}
				d := f.Play(game.Classic())
				d.Exchange(1)
				f.EndBlock()
				f.SetParams(limit)
				used := f.Measure(end(d)).Gas
				award, err := f.Keeper.Records().Awards.Get(f.Ctx, d.ID)
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
		res, err := f.Queries.Rewards(f.Ctx, &types.QueryRewardsRequest{})
		require.NoError(t, err)
		return res
	}
	full := queryRewards()
	d := f.Play(game.Classic())
	f.SetParams(func(p *types.Params) {
		p.RewardCap = f.Rewards().Minted.Add(full.WinnerReward.Amount).Add(full.LoserReward.Amount).AddRaw(5)
	})
	require.Equal(t, full.WinnerReward, queryRewards().WinnerReward)
	require.Equal(t, types.WITHHELD_NONE, promise(d))
	require.Equal(t, int64(5), queryRewards().WinnerReward.Amount.Int64())
	require.Zero(t, queryRewards().LoserReward.Amount.Int64())
	require.Equal(t, full.Minted, queryRewards().Minted, "nothing is minted yet")
}
