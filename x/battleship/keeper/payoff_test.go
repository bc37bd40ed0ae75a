package keeper_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// payoffStake is what each player of these tests stakes, and payoffHouse the network's share of the pot.
	payoffStake, payoffHouse = 1_000, 50
	// payoffMinShots is the least number of shots where a reward is withheld for too few: so many that only the longest
	// games have them.
	payoffMinShots = 60
)

// payoff is what an ending brings, net of what the players have paid in: stakes in ubeer, fees in uanchor, and uship.
// The winner is who took the game, or would have if it had proven its board.
type payoff struct {
	winnerStake, loserStake, house, pool int64
	winnerFee, loserFee, burned          int64
	winnerShip, loserShip                int64
}

// won is a win whose reward is withheld for what the players have not done.
func won() payoff {
	return payoff{winnerStake: payoffStake - payoffHouse, loserStake: -payoffStake, house: payoffHouse}
}

// rewarded is a win with a reward.
func rewarded(loserShip int64) payoff {
	p := won()
	p.winnerFee, p.loserFee, p.burned = -fee, -fee, 2*fee
	p.winnerShip, p.loserShip = fullReward, loserShip
	return p
}

// forfeited is a win whose reward a limit withholds: so much goes from the loser to the winner, and so much is burned.
func forfeited(moved, burned int64) payoff {
	p := won()
	p.winnerFee, p.loserFee, p.burned = moved, -moved-burned, burned
	return p
}

// ways of leaving play: the column of the specification's table.
type leaving int

const (
	bySunk leaving = iota
	byConceding
	byWrongChallenge
	bySilence
	byRightChallenge
	withSecondClaim
	notProven
	nobodyProven
)

// row is what the specification's table says of an ending; f is what leaving costs.
func row(how leaving, why types.Withheld, entry, f int64) payoff {
	l := min(loserReward, f)
	switch how {
	case withSecondClaim:
		return payoff{winnerStake: -payoffStake, pool: payoffStake, winnerFee: -entry, burned: entry}
	case notProven:
		p := payoff{loserStake: -payoffStake, pool: payoffStake, loserFee: -entry, burned: entry}
		if why == types.WITHHELD_NONE {
			p.winnerFee, p.burned = -fee, p.burned+fee
		}
		return p
	case nobodyProven:
		if why == types.WITHHELD_NONE {
			return payoff{winnerFee: -fee, loserFee: -fee, burned: 2 * fee}
		}
		return payoff{}
	}
	switch why {
	case types.WITHHELD_NONE:
		if how == bySunk || how == byConceding {
			return rewarded(loserReward)
		}
		return rewarded(0)
	case types.WITHHELD_SHOTS, types.WITHHELD_PAIR, types.WITHHELD_PLAYER, types.WITHHELD_CHAIN:
		switch how {
		case bySunk, byConceding:
			return forfeited(f-l, 0)
		case byWrongChallenge:
			return forfeited(f-l, l)
		default:
			return forfeited(0, f)
		}
	default:
		return won()
	}
}

// withholding sets a chain up so that a reward between alice and bob is withheld, whoever of them wins.
var withholding = map[types.Withheld]func(f *fixture){
	types.WITHHELD_NONE:  func(*fixture) {},
	types.WITHHELD_SHOTS: func(f *fixture) { f.set(func(p *types.Params) { p.RewardMinShots = payoffMinShots }) },
	types.WITHHELD_PAIR: func(f *fixture) {
		require.Equal(f, types.WITHHELD_NONE, f.wonBy(alice, bob, f.height()))
		f.set(func(p *types.Params) { p.PairCooldownBlocks = types.MaxClockBlocks })
	},
	types.WITHHELD_PLAYER: func(f *fixture) {
		require.Equal(f, types.WITHHELD_NONE, f.wonBy(alice, carol, f.height()))
		require.Equal(f, types.WITHHELD_NONE, f.wonBy(bob, mallory, f.height()))
		f.set(func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
	},
	types.WITHHELD_CHAIN: func(f *fixture) {
		require.Equal(f, types.WITHHELD_NONE, f.wonBy(carol, mallory, f.height()))
		f.set(func(p *types.Params) {
			p.PlayerRewards, p.ChainRewards, p.RewardPeriodBlocks = 1, 1, types.MaxClockBlocks
		})
	},
	types.WITHHELD_CAP: func(f *fixture) {
		r := f.rewards()
		f.fund(carol, sdk.NewCoin(types.RewardDenom, r.Remaining(f.params())))
	},
	types.WITHHELD_CASUAL: func(*fixture) {},
}

// payoffEnding is how a seat loses a game.
type payoffEnding struct {
	name string
	how  leaving
	// early tells that the game has fewer shots than a reward takes, long that it has as many as can be demanded, and
	// onlyCreator that the joiner cannot lose so.
	early, long, onlyCreator bool
	// unfired tells that no shot was fired.
	unfired bool
	// lies tells that the loser has left a ship out.
	lies bool
	// leave takes the game out of play, and finish to its end; nil if it has ended by that.
	leave  func(d *duel, loser game.Seat)
	finish func(d *duel, loser game.Seat)
}

var payoffEndings = func() []payoffEnding {
	winnerClaims := func(d *duel, loser game.Seat) { d.deliver(d.claim(loser.Other())) }
	nobodyClaims := func(d *duel, _ game.Seat) {
		for d.has(d.id) {
			d.skipTo(d.now().Deadline + 2)
		}
	}
	loserClaims := func(d *duel, loser game.Seat) {
		d.skipTo(d.now().Deadline + 2)
		d.deliver(d.claim(loser))
		d.skipTo(d.now().Deadline + 2)
	}
	inPlay := func(leave func(d *duel, loser game.Seat)) func(d *duel, loser game.Seat) {
		return func(d *duel, loser game.Seat) {
			d.deliver(d.reveal(game.Creator, ""))
			d.exchange(2)
			leave(d, loser)
		}
	}
	sunk := func(d *duel, loser game.Seat) {
		d.hunt(loser, d.boards[loser].Ships)
		require.Equal(d, game.ReasonSunk, d.now().Reason)
	}
	concede := inPlay(func(d *duel, loser game.Seat) { d.deliver(d.concede(loser)) })
	challenge := inPlay(func(d *duel, loser game.Seat) { d.deliver(d.challenge(loser)) })
	// Whoever is challenged and does not prove its board loses.
	challenged := inPlay(func(d *duel, loser game.Seat) { d.deliver(d.challenge(loser.Other())) })
	challengerClaims := func(d *duel, loser game.Seat) { loserClaims(d, loser.Other()) }
	fallSilent := func(d *duel, loser game.Seat) {
		require.Equal(d, loser, d.now().Actor)
		d.skipTo(d.now().Deadline + 2)
	}
	silent := inPlay(func(d *duel, loser game.Seat) {
		for d.now().Actor != loser {
			d.deliver(d.next())
		}
		fallSilent(d, loser)
	})
	beforeTheFirstAnswer := func(d *duel, loser game.Seat) {
		d.deliver(d.reveal(game.Creator, ""))
		if d.now().Actor != loser {
			d.deliver(d.next())
		}
		fallSilent(d, loser)
	}
	return []payoffEnding{
		{name: "sunk", how: bySunk, leave: sunk, finish: winnerClaims},
		{name: "sunk, the loser proves", how: withSecondClaim, leave: sunk, finish: loserClaims},
		{name: "sunk, nobody proves", how: nobodyProven, leave: sunk, finish: nobodyClaims},
		{name: "conceded", how: byConceding, leave: concede, finish: winnerClaims},
		{
			name: "conceded in the toss", how: byConceding, early: true, unfired: true, finish: winnerClaims,
			leave: func(d *duel, loser game.Seat) { d.deliver(d.concede(loser)) },
		},
		{name: "conceded, the loser proves", how: withSecondClaim, leave: concede, finish: loserClaims},
		{name: "conceded, nobody proves", how: nobodyProven, leave: concede, finish: nobodyClaims},
		{name: "challenged wrongly", how: byWrongChallenge, leave: challenge, finish: winnerClaims},
		{
			name: "challenged wrongly in the toss", how: byWrongChallenge, early: true, unfired: true, finish: winnerClaims,
			leave: func(d *duel, loser game.Seat) { d.deliver(d.challenge(loser)) },
		},
		{name: "challenged rightly", how: byRightChallenge, lies: true, leave: challenged, finish: challengerClaims},
		{name: "challenged, nobody proves", how: nobodyProven, leave: challenge, finish: nobodyClaims},
		{name: "silent", how: bySilence, leave: silent, finish: winnerClaims},
		{name: "silent, not proven", how: notProven, leave: silent, finish: nobodyClaims},
		{
			name: "silent in the toss", how: bySilence, early: true, unfired: true, onlyCreator: true, leave: fallSilent,
			finish: winnerClaims,
		},
		{
			name: "silent in the toss, not proven", how: notProven, early: true, unfired: true, onlyCreator: true,
			leave: fallSilent, finish: nobodyClaims,
		},
		{
			name: "silent before the first answer", how: bySilence, early: true, leave: beforeTheFirstAnswer,
			finish: winnerClaims,
		},
		{name: "an illegal board", how: bySilence, long: true, lies: true, leave: showAnIllegalBoard, finish: winnerClaims},
		{
			name: "an illegal board, not proven", how: notProven, long: true, lies: true, leave: showAnIllegalBoard,
			finish: nobodyClaims,
		},
	}
}()

// showAnIllegalBoard has the winner shoot at all tiles of a board with a ship missing.
func showAnIllegalBoard(d *duel, loser game.Seat) {
	d.hunt(loser, allTiles(d.now().Ruleset))
	require.Equal(d, game.ReasonUnproven, d.now().Reason)
}

// allTiles are the tiles of a board.
func allTiles(r *game.Ruleset) game.Set {
	var all game.Set
	for i := range r.Tiles() {
		all = all.With(game.Tile(i))
	}
	return all
}

// hunt opens the toss and plays until play ends: the winner shoots at the given tiles, and the loser at water as long
// as there is any.
func (d *duel) hunt(loser game.Seat, tiles game.Set) {
	d.Helper()
	d.deliver(d.reveal(game.Creator, ""))
	aims := [types.PlayersPerGame]game.Set{}
	aims[loser.Other()] = tiles
	aims[loser] = allTiles(d.now().Ruleset).Minus(d.boards[loser.Other()].Ships)
	for s := d.now(); s.Phase == game.PhasePlay; s = d.now() {
		target := d.firstTarget(s, s.Actor)
		for tile := range aims[s.Actor].Minus(s.Sides[s.Actor.Other()].Answered).All() {
			target = s.Ruleset.TileName(tile)
			break
		}
		d.fire(s.Actor, target)
	}
}

// payoffDuel is a game for a stake of a seat that is going to lose it. Its opponent shoots first.
func (f *fixture) payoffDuel(r *game.Ruleset, loser game.Seat, lies, casual bool) *duel {
	f.Helper()
	d := &duel{fixture: f}
	for i, p := range [...]player{alice, bob} {
		d.boards[i] = f.newBoard(p, r, classicFleet)
		if lies && game.Seat(i) == loser {
			d.boards[i] = f.newLie(p, r, classicFleet)
		}
	}
	create, stake := createMsg(d.boards[game.Creator]), beers(payoffStake)
	create.Stake, create.Casual = &stake, casual
	d.id = f.open(create)
	join := joinMsg(d.id, d.boards[game.Joiner])
	join.Toss = d.tossFor(loser.Other())
	f.deliver(join)
	return d
}

// wealth is what all have of each coin that is played for.
type wealth struct {
	players             [types.PlayersPerGame]fortune
	module, pool, house fortune
	supply              [3]int64
}

func (f *fixture) wealth() wealth {
	f.Helper()
	w := wealth{
		players: [...]fortune{f.fortune(alice.addr), f.fortune(bob.addr)},
		module:  f.fortune(moduleAddress), pool: f.fortune(communityPool), house: f.fortune(feeCollector),
	}
	for i, denom := range []string{stakeDenom, types.DefaultFeeDenom, types.RewardDenom} {
		w.supply[i] = f.bank.GetSupply(f.ctx, denom).Amount.Int64()
	}
	return w
}

// Every ending through the keeper and the bank, for both seats, rewarded and withheld for every reason: what both
// players, the community pool and the fee collector have gained, and what was burned and minted, is what the
// specification's table says, and nothing stays in the module's account.
func TestEveryEndingPaysAsSpecified(t *testing.T) {
	t.Parallel()
	runPayoffs(t, game.Classic(), payoffEndings)
}

// runPayoffs plays each ending under a ruleset; in one whose boards are proven without a claim, unless the ending has
// one.
func runPayoffs(t *testing.T, r *game.Ruleset, endings []payoffEnding) {
	t.Helper()
	for _, e := range endings {
		for why, withhold := range withholding {
			if (e.early && why != types.WITHHELD_SHOTS && why != types.WITHHELD_CASUAL) ||
				(e.long && why == types.WITHHELD_SHOTS) {
				continue
			}
			for loser := range game.Seat(types.PlayersPerGame) {
				if e.onlyCreator && loser != game.Creator {
					continue
				}
				t.Run(fmt.Sprintf("%s by the %s, %s", e.name, loser, why), func(t *testing.T) {
					f := newFixture(t, withParams(public), withParams(func(p *types.Params) {
						p.ProvenClaims = e.finish != nil
						p.RewardGrowthPpm, p.HouseShareBps = 0, payoffHouse*types.BasisPoints/(2*payoffStake)
					}))
					f.fundCast()
					f.fund(carol, anchors(1_000_000_000))
					f.fund(mallory, anchors(1_000_000_000))
					withhold(f)
					had, casual := f.wealth(), why == types.WITHHELD_CASUAL
					d := f.payoffDuel(r, loser, e.lies, casual)
					e.leave(d, loser)
					if e.finish != nil {
						require.True(t, f.has(d.id), "a claim runs")
						e.finish(d, loser)
					}
					require.False(t, f.has(d.id))
					entry := int64(fee)
					if casual {
						entry = 0
					}
					leaving := entry
					if e.unfired {
						leaving = entry * types.EarlyForfeitBps / types.BasisPoints
					}
					f.requirePayoff(loser, had, row(e.how, why, entry, leaving))
				})
			}
		}
	}
}

// requirePayoff compares what an ending has brought with what it should have.
func (f *fixture) requirePayoff(loser game.Seat, had wealth, want payoff) {
	f.Helper()
	now, accounts := f.wealth(), [...]sdk.AccAddress{alice.addr, bob.addr}
	gained := func(seat game.Seat, denom string) int64 { return f.gained(accounts[seat], had.players[seat], denom) }
	winner := loser.Other()
	require.Equal(f, want, payoff{
		winnerStake: gained(winner, stakeDenom), loserStake: gained(loser, stakeDenom),
		house: f.gained(feeCollector, had.house, stakeDenom), pool: f.gained(communityPool, had.pool, stakeDenom),
		winnerFee: gained(winner, types.DefaultFeeDenom), loserFee: gained(loser, types.DefaultFeeDenom),
		burned:     had.supply[1] - now.supply[1],
		winnerShip: gained(winner, types.RewardDenom), loserShip: gained(loser, types.RewardDenom),
	})
	require.Equal(f, had.module, now.module, "the module's account")
	require.Equal(f, had.supply[0], now.supply[0], "stakes are neither made nor destroyed")
	require.Zero(f, f.gained(feeCollector, had.house, types.DefaultFeeDenom), "fees of a game go to nobody who orders it")
	require.Zero(f, f.gained(communityPool, had.pool, types.DefaultFeeDenom))
	minted := now.supply[2] - had.supply[2]
	require.Equal(f, want.winnerShip+want.loserShip, minted)
	require.LessOrEqual(f, minted, want.burned, "minted against burned")
	f.requireBooks()
	require.Empty(f, f.escrow())
}
