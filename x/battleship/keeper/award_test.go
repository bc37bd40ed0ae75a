package keeper_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var communityPool = authtypes.NewModuleAddress(distrtypes.ModuleName)

// A player concedes while its opponent sleeps, whose moves take longer than a claim.
func TestRegressionAPlayerTakesThePotOfAnOpponentWhoSleeps(t *testing.T) {
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
			require.Equal(t, uint32(1), f.result(d.id).Winner, "who was first to claim comes first")
			require.Equal(t, int64(2*stake), f.gained(alice.addr, had, stakeDenom))
			f.requireBooks()
		})
	}
}

// Who was sunk or has conceded, and who was silent, get no pot; what they do not get goes to nobody who orders
// transactions.
func TestWhoDoesNotProveLosesItsStakeToTheCommunityPool(t *testing.T) {
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
		}, 0, stake, stake, fee},
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
					pooled = f.claimable(communityPool).AmountOf(stakeDenom).Int64()
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

// A reward that was decided when play ended takes nobody's place until it is claimed, and no more are paid than the
// limit allows.
func TestRegressionGamesThatNobodyProvesUseUpTheRewardsOfAPeriod(t *testing.T) {
	f := newFixture(t, withParams(public), withParams(func(p *types.Params) { p.PlayerRewards, p.ChainRewards = 1, 1 }))
	f.fundCast()
	f.fund(carol, anchors(1_000_000_000))
	f.fund(mallory, anchors(1_000_000_000))
	first, second := f.play(game.Classic()), f.playOf(carol, mallory)
	for _, d := range []*duel{first, second} {
		d.exchange(1)
		f.deliver(d.concede(game.Joiner))
	}
	f.deliver(second.claim(game.Creator))
	require.Equal(t, types.WITHHELD_NONE, f.over(second.id).Withheld, "a game that waits for its proof holds no place")
	supply := f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)
	f.deliver(first.claim(game.Creator))
	require.Equal(t, types.WITHHELD_CHAIN, f.over(first.id).Withheld, "there is one place")
	require.Equal(t, int64(fee), supply.Sub(f.bank.GetSupply(f.ctx, types.DefaultFeeDenom)).Amount.Int64(),
		"the loser's fee is burned, and nobody waits for it")
	require.Nil(t, f.over(first.id).Shares[game.Creator].ForfeitWon)
}

// A player who has conceded, and proves its board because its opponent does not, gets back what is its own: no rating
// either.
func TestRegressionAConcederGainsRatingByTheSecondClaim(t *testing.T) {
	f := newFixture(t, withParams(public))
	f.fundCast()
	d := f.stakedDuel(beers(1_000))
	f.deliver(d.concede(game.Joiner))
	f.skipTo(d.now().Deadline + 2)
	f.deliver(d.claim(game.Joiner))
	f.skipTo(d.now().Deadline + 2)
	require.Equal(t, uint32(2), f.result(d.id).Winner)
	require.Empty(t, f.over(d.id).Ratings)
}

// What a claim brings is that of the block in which play ended, whatever others have won since.
func TestAWinnerDoesNotWaitForALargerReward(t *testing.T) {
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
