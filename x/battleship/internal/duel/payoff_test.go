package duel_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
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
	p.winnerFee, p.loserFee, p.burned = -kit.Fee, -kit.Fee, 2*kit.Fee
	p.winnerShip, p.loserShip = kit.FullReward, loserShip
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
	l := min(kit.LoserReward, f)
	switch how {
	case withSecondClaim:
		return payoff{winnerStake: -payoffStake, pool: payoffStake, winnerFee: -entry, burned: entry}
	case notProven:
		p := payoff{loserStake: -payoffStake, pool: payoffStake, loserFee: -entry, burned: entry}
		if why == types.WITHHELD_NONE {
			p.winnerFee, p.burned = -kit.Fee, p.burned+kit.Fee
		}
		return p
	case nobodyProven:
		if why == types.WITHHELD_NONE {
			return payoff{winnerFee: -kit.Fee, loserFee: -kit.Fee, burned: 2 * kit.Fee}
		}
		return payoff{}
	}
	switch why {
	case types.WITHHELD_NONE:
		if how == bySunk || how == byConceding {
			return rewarded(kit.LoserReward)
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
var withholding = map[types.Withheld]func(f *kit.Fixture){
	types.WITHHELD_NONE: func(*kit.Fixture) {},
	types.WITHHELD_SHOTS: func(f *kit.Fixture) {
		f.SetParams(func(p *types.Params) { p.RewardMinShots = payoffMinShots })
	},
	types.WITHHELD_PAIR: func(f *kit.Fixture) {
		require.Equal(f, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Bob, f.Height()))
		f.SetParams(func(p *types.Params) { p.PairCooldownBlocks = types.MaxClockBlocks })
	},
	types.WITHHELD_PLAYER: func(f *kit.Fixture) {
		require.Equal(f, types.WITHHELD_NONE, wonBy(f, kit.Alice, kit.Carol, f.Height()))
		require.Equal(f, types.WITHHELD_NONE, wonBy(f, kit.Bob, kit.Mallory, f.Height()))
		f.SetParams(func(p *types.Params) { p.PlayerRewards, p.RewardPeriodBlocks = 1, types.MaxClockBlocks })
	},
	types.WITHHELD_CHAIN: func(f *kit.Fixture) {
		require.Equal(f, types.WITHHELD_NONE, wonBy(f, kit.Carol, kit.Mallory, f.Height()))
		f.SetParams(func(p *types.Params) {
			p.PlayerRewards, p.ChainRewards, p.RewardPeriodBlocks = 1, 1, types.MaxClockBlocks
		})
	},
	types.WITHHELD_CAP: func(f *kit.Fixture) {
		r := f.Rewards()
		f.Fund(kit.Carol, sdk.NewCoin(types.RewardDenom, r.Remaining(f.Params())))
	},
	types.WITHHELD_CASUAL: func(*kit.Fixture) {},
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
	leave  func(d *kit.Duel, loser game.Seat)
	finish func(d *kit.Duel, loser game.Seat)
}

var payoffEndings = func() []payoffEnding {
	winnerClaims := func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Claim(loser.Other())) }
	nobodyClaims := func(d *kit.Duel, _ game.Seat) {
		for d.Has(d.ID) {
			d.SkipTo(d.Now().Deadline + 2)
		}
	}
	loserClaims := func(d *kit.Duel, loser game.Seat) {
		d.SkipTo(d.Now().Deadline + 2)
		d.Deliver(d.Claim(loser))
		d.SkipTo(d.Now().Deadline + 2)
	}
	inPlay := func(leave func(d *kit.Duel, loser game.Seat)) func(d *kit.Duel, loser game.Seat) {
		return func(d *kit.Duel, loser game.Seat) {
			d.Deliver(d.Reveal(game.Creator, ""))
			d.Exchange(2)
			leave(d, loser)
		}
	}
	sunk := func(d *kit.Duel, loser game.Seat) {
		hunt(d, loser, d.Boards[loser].Ships)
		require.Equal(d, game.ReasonSunk, d.Now().Reason)
	}
	concede := inPlay(func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Concede(loser)) })
	challenge := inPlay(func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Challenge(loser)) })
	// Whoever is challenged and does not prove its board loses.
	challenged := inPlay(func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Challenge(loser.Other())) })
	challengerClaims := func(d *kit.Duel, loser game.Seat) { loserClaims(d, loser.Other()) }
	fallSilent := func(d *kit.Duel, loser game.Seat) {
		require.Equal(d, loser, d.Now().Actor)
		d.SkipTo(d.Now().Deadline + 2)
	}
	silent := inPlay(func(d *kit.Duel, loser game.Seat) {
		for d.Now().Actor != loser {
			d.Deliver(d.Next())
		}
		fallSilent(d, loser)
	})
	beforeTheFirstAnswer := func(d *kit.Duel, loser game.Seat) {
		d.Deliver(d.Reveal(game.Creator, ""))
		if d.Now().Actor != loser {
			d.Deliver(d.Next())
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
			leave: func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Concede(loser)) },
		},
		{name: "conceded, the loser proves", how: withSecondClaim, leave: concede, finish: loserClaims},
		{name: "conceded, nobody proves", how: nobodyProven, leave: concede, finish: nobodyClaims},
		{name: "challenged wrongly", how: byWrongChallenge, leave: challenge, finish: winnerClaims},
		{
			name: "challenged wrongly in the toss", how: byWrongChallenge, early: true, unfired: true, finish: winnerClaims,
			leave: func(d *kit.Duel, loser game.Seat) { d.Deliver(d.Challenge(loser)) },
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
func showAnIllegalBoard(d *kit.Duel, loser game.Seat) {
	hunt(d, loser, kit.AllTiles(d.Now().Ruleset))
	require.Equal(d, game.ReasonUnproven, d.Now().Reason)
}

// hunt opens the toss and plays until play ends: the winner shoots at the given tiles, and the loser at water as long
// as there is any.
func hunt(d *kit.Duel, loser game.Seat, tiles game.Set) {
	d.Helper()
	d.Deliver(d.Reveal(game.Creator, ""))
	aims := [types.PlayersPerGame]game.Set{}
	aims[loser.Other()] = tiles
	aims[loser] = kit.AllTiles(d.Now().Ruleset).Minus(d.Boards[loser.Other()].Ships)
	for s := d.Now(); s.Phase == game.PhasePlay; s = d.Now() {
		target := d.FirstTarget(s, s.Actor)
		for tile := range aims[s.Actor].Minus(s.Sides[s.Actor.Other()].Answered).All() {
			target = s.Ruleset.TileName(tile)
			break
		}
		d.Fire(s.Actor, target)
	}
}

// payoffDuel is a game for a stake of a seat that is going to lose it. Its opponent shoots first.
func payoffDuel(f *kit.Fixture, r *game.Ruleset, loser game.Seat, lies, casual bool) *kit.Duel {
	f.Helper()
	d := &kit.Duel{Fixture: f}
	for i, p := range [...]kit.Player{kit.Alice, kit.Bob} {
		d.Boards[i] = f.NewBoard(p, r, kit.ClassicFleet)
		if lies && game.Seat(i) == loser {
			d.Boards[i] = f.NewLie(p, r, kit.ClassicFleet)
		}
	}
	create, stake := kit.CreateMsg(d.Boards[game.Creator]), kit.Beers(payoffStake)
	create.Stake, create.Casual = &stake, casual
	d.ID = f.Open(create)
	join := kit.JoinMsg(d.ID, d.Boards[game.Joiner])
	join.Toss = d.TossFor(loser.Other())
	f.Deliver(join)
	return d
}

// wealth is what all have of each coin that is played for.
type wealth struct {
	players             [types.PlayersPerGame]kit.Fortune
	module, pool, house kit.Fortune
	supply              [3]int64
}

func wealthNow(f *kit.Fixture) wealth {
	f.Helper()
	w := wealth{
		players: [...]kit.Fortune{f.Fortune(kit.Alice.Addr), f.Fortune(kit.Bob.Addr)},
		module:  f.Fortune(kit.ModuleAddress), pool: f.Fortune(kit.CommunityPool), house: f.Fortune(kit.FeeCollector),
	}
	for i, denom := range []string{kit.StakeDenom, types.DefaultFeeDenom, types.RewardDenom} {
		w.supply[i] = f.Bank.GetSupply(f.Ctx, denom).Amount.Int64()
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
					f := kit.New(t, kit.WithParams(kit.Public), kit.WithParams(func(p *types.Params) {
						p.ProvenClaims = e.finish != nil
						p.RewardGrowthPpm, p.HouseShareBps = 0, payoffHouse*types.BasisPoints/(2*payoffStake)
					}))
					f.FundCast()
					f.Fund(kit.Carol, kit.Anchors(1_000_000_000))
					f.Fund(kit.Mallory, kit.Anchors(1_000_000_000))
					withhold(f)
					had, casual := wealthNow(f), why == types.WITHHELD_CASUAL
					d := payoffDuel(f, r, loser, e.lies, casual)
					e.leave(d, loser)
					if e.finish != nil {
						require.True(t, f.Has(d.ID), "a claim runs")
						e.finish(d, loser)
					}
					require.False(t, f.Has(d.ID))
					entry := int64(kit.Fee)
					if casual {
						entry = 0
					}
					leaving := entry
					if e.unfired {
						leaving = entry * types.EarlyForfeitBps / types.BasisPoints
					}
					requirePayoff(f, loser, had, row(e.how, why, entry, leaving))
				})
			}
		}
	}
}

// requirePayoff compares what an ending has brought with what it should have.
func requirePayoff(f *kit.Fixture, loser game.Seat, had wealth, want payoff) {
	f.Helper()
	now, accounts := wealthNow(f), [...]sdk.AccAddress{kit.Alice.Addr, kit.Bob.Addr}
	gained := func(seat game.Seat, denom string) int64 { return f.Gained(accounts[seat], had.players[seat], denom) }
	winner := loser.Other()
	require.Equal(f, want, payoff{
		winnerStake: gained(winner, kit.StakeDenom), loserStake: gained(loser, kit.StakeDenom),
		house:     f.Gained(kit.FeeCollector, had.house, kit.StakeDenom),
		pool:      f.Gained(kit.CommunityPool, had.pool, kit.StakeDenom),
		winnerFee: gained(winner, types.DefaultFeeDenom), loserFee: gained(loser, types.DefaultFeeDenom),
		burned:     had.supply[1] - now.supply[1],
		winnerShip: gained(winner, types.RewardDenom), loserShip: gained(loser, types.RewardDenom),
	})
	require.Equal(f, had.module, now.module, "the module's account")
	require.Equal(f, had.supply[0], now.supply[0], "stakes are neither made nor destroyed")
	require.Zero(f, f.Gained(kit.FeeCollector, had.house, types.DefaultFeeDenom),
		"fees of a game go to nobody who orders it")
	require.Zero(f, f.Gained(kit.CommunityPool, had.pool, types.DefaultFeeDenom))
	minted := now.supply[2] - had.supply[2]
	require.Equal(f, want.winnerShip+want.loserShip, minted)
	require.LessOrEqual(f, minted, want.burned, "minted against burned")
	f.RequireBooks()
	require.Empty(f, f.Escrow())
}
