package payoff_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Longer runs measure more exactly:
//
//	go test ./x/battleship/internal/payoff -run LeavingEarly -v -leaving.games 12000
//	go test ./x/battleship/internal/payoff -run LeavingEarly -v -leaving.games 3000 -leaving.strategy density
var (
	leavingGames    = flag.Int("leaving.games", 240, "how many games of each ruleset are simulated")
	leavingSeed     = flag.Uint64("leaving.seed", 1, "the seed of the first of them")
	leavingStrategy = flag.String("leaving.strategy", bot.HuntName, "the strategy of both players")
)

// position is what a player considers when it decides whether to stay: its shots and the opponent's, up to those that
// a reward takes, its lead in hits, whether it is its turn, and whether a shot at its board is pending and hits.
type position struct {
	own, other, lead         int
	turn, pending, willBeHit bool
}

// leave is a moment at which a player can leave a game before it has the shots that a reward takes.
type leave struct {
	at position
	// begun reports whether a shot was fired, and shots is how many answered shots the player has who has more.
	begun bool
	shots int
}

// simulated is a game between two bots that both stay to the end: what each seat can consider on the way, and what it
// has brought in the end.
type simulated struct {
	leaves [types.PlayersPerGame][]leave
	net    [types.PlayersPerGame]int64
}

// wage is the terms of a game for a fee and no stake. A stake only makes leaving dearer, for it is lost whole.
type wage struct {
	params types.Params
	mint   types.Rewards
	terms  types.Terms
}

// net is what an end brings the winner, who is the first claimant, and the loser, in uanchor, with SHIP at its price.
func (w wage) net(reason types.Reason, why types.Withheld, begun bool) (won, lost int64) {
	award := payoff.NewAward(w.params, w.mint, w.terms, payoff.Leaving{Reason: reason, Withheld: why, Begun: begun})
	s := payoff.Settle(w.terms, award, payoff.Outcome{Reason: reason, Seats: bothSeats, Winners: bothSeats[:1]})
	price := w.params.RewardPrice
	of := func(seat game.Seat) int64 {
		minted := math.NewIntFromUint64(s.Shares[seat].Reward).Mul(price.Amount).QuoRaw(types.BasePerReward)
		return s.FromEscrow[seat].AmountOf(price.Denom).Add(minted).Sub(w.terms.Fee.Amount).Int64()
	}
	return of(game.Creator), of(game.Joiner)
}

// cost is the least that leaving costs before the shots that a reward takes, by a message or by silence.
func (w wage) cost(l leave) int64 {
	_, conceded := w.net(types.REASON_CONCEDED, types.WITHHELD_SHOTS, l.begun)
	_, silent := w.net(types.REASON_TIMEOUT, types.WITHHELD_SHOTS, l.begun)
	return -max(conceded, silent)
}

// graded is what leaving cost when the part of the fee that is lost grew with the number of shots, from the first tenth
// to the whole.
func (w wage) graded(l leave) int64 {
	return min(fee, fee*int64(l.shots+1)/int64(w.params.RewardMinShots)) - rebate
}

// simulate plays a game that the creator opens.
func (w wage) simulate(t *testing.T, r *game.Ruleset, seed uint64) simulated {
	t.Helper()
	intn := bot.Seeded(seed)
	strategy, err := bot.New(*leavingStrategy, intn)
	require.NoError(t, err)
	var fleets [types.PlayersPerGame]game.Fleet
	for seat := range fleets {
		fleets[seat], err = game.RandomFleet(r, intn)
		require.NoError(t, err)
	}
	const height = 1
	s, err := game.NewState(r, game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}, height)
	require.NoError(t, err)
	step := func(a game.Action) {
		s, _, err = game.Step(s, a, height)
		require.NoError(t, err, "seed %d: %+v", seed, a)
	}
	step(game.Join{})
	step(game.RevealToss{By: game.Creator, First: game.Creator})
	var g simulated
	for s.Phase == game.PhasePlay {
		answer := game.Answer{By: s.Actor}
		if s.HasPending {
			answer, err = s.TrueAnswer(fleets[s.Actor])
			require.NoError(t, err)
		}
		for seat := range game.Seat(types.PlayersPerGame) {
			if l, ok := w.consider(s, seat, answer); ok {
				g.leaves[seat] = append(g.leaves[seat], l)
			}
		}
		if s.HasPending {
			step(answer)
			continue
		}
		target, err := strategy.Next(s, s.Actor)
		require.NoError(t, err)
		step(game.Shoot{By: s.Actor, Tile: target})
	}
	winner, ended := s.Claimant()
	if !ended {
		winner, ended = s.Winner()
	}
	require.True(t, ended)
	why := types.WITHHELD_NONE
	if min(s.Sides[0].Answered.Len(), s.Sides[1].Answered.Len()) < int(w.params.RewardMinShots) {
		why = types.WITHHELD_SHOTS
	}
	g.net[winner], g.net[winner.Other()] = w.net(types.REASON_SUNK, why, true)
	return g
}

// consider returns what a seat knows when it can leave before the game has the shots that a reward takes.
func (w wage) consider(s game.State, seat game.Seat, answer game.Answer) (leave, bool) {
	least := int(w.params.RewardMinShots)
	own, other := s.Sides[seat.Other()], s.Sides[seat]
	if min(own.Answered.Len(), other.Answered.Len()) >= least {
		return leave{}, false
	}
	shots := max(own.Answered.Len(), other.Answered.Len())
	return leave{
		at: position{
			own: min(own.Answered.Len(), least), other: min(other.Answered.Len(), least),
			lead: own.Hits.Len() - other.Hits.Len(), turn: s.Actor == seat,
			pending: s.HasPending, willBeHit: s.HasPending && s.Actor == seat && answer.Hit,
		},
		begun: s.HasPending || shots > 0, shots: shots,
	}, true
}

// outlook is what staying brings in each position, as measured.
type outlook map[position]struct{ times, net int64 }

// learn adds what both seats of a game have considered.
func (o outlook) learn(g simulated) {
	for seat, leaves := range g.leaves {
		for _, l := range leaves {
			seen := o[l.at]
			seen.times++
			seen.net += g.net[seat]
			o[l.at] = seen
		}
	}
}

// verdict is what a player gains who leaves wherever that is cheaper than what staying costs on average.
type verdict struct{ seats, left, gained int64 }

// judge has such a player play both seats of a game. It goes by positions that were met often enough to know.
func (o outlook) judge(v *verdict, g simulated, cost func(leave) int64) {
	const known = 20
	for seat, leaves := range g.leaves {
		v.seats++
		for _, l := range leaves {
			if seen := o[l.at]; seen.times >= known && -cost(l)*seen.times > seen.net {
				v.left++
				v.gained -= cost(l) + g.net[seat]
				break
			}
		}
	}
}

// String returns the share of games that are left, and the gain a game in ANCHOR.
func (v verdict) String() string {
	return fmt.Sprintf("%5.1f %% left, %5.2f ANCHOR gained a game",
		100*float64(v.left)/float64(v.seats), float64(v.gained)/1e6/float64(v.seats))
}

// Two bots play. A player knows from half of the games what staying has brought in each position, and leaves the other
// half wherever leaving is cheaper. It must find no such position, under any ruleset, and before the first shot leaving
// must cost half as much again as the second seat has lost on average.
func TestAttackLeavingEarlyPaysInXaya(t *testing.T) {
	p := types.DefaultParams()
	p.ProvenClaims = false
	mint := types.DefaultRewards(p)
	played := make(map[string]bool)
	for _, r := range game.Rulesets() {
		// Whether boards are proven changes nothing about who sinks whom.
		rules := *r
		rules.ID, rules.Name, rules.Proven = 0, "", false
		if played[fmt.Sprintf("%+v", rules)] {
			continue
		}
		played[fmt.Sprintf("%+v", rules)] = true
		t.Run(r.Name, func(t *testing.T) {
			terms, err := types.NewTerms(p, mint, r, nil, false)
			require.NoError(t, err)
			w := wage{params: p, mint: mint, terms: terms}
			known, second, firstWon := make(outlook), int64(0), 0
			var judged []simulated
			for i := range *leavingGames {
				g := w.simulate(t, r, *leavingSeed+uint64(i))
				second += g.net[game.Joiner]
				if g.net[game.Creator] > g.net[game.Joiner] {
					firstWon++
				}
				if i%2 == 0 {
					known.learn(g)
					continue
				}
				judged = append(judged, g)
			}
			var before, after verdict
			for _, g := range judged {
				known.judge(&before, g, w.graded)
				known.judge(&after, g, w.cost)
			}
			loss, early := -second/int64(*leavingGames), w.cost(leave{})
			t.Logf("%s, %d games with %s from seed %d: the first shooter wins %.1f %%; of the second seat staying costs %.2f "+
				"and leaving before the first shot %.2f ANCHOR", r.Name, *leavingGames, *leavingStrategy, *leavingSeed,
				100*float64(firstWon)/float64(*leavingGames), float64(loss)/1e6, float64(early)/1e6)
			t.Logf("graded by shots: %s", before)
			t.Logf("as it is:        %s", after)
			require.Zero(t, after.left, "leaving pays: %s", after)
			require.GreaterOrEqual(t, early, loss*3/2, "the margin before the first shot")
			if r.HitShootsAgain {
				require.Greater(t, before.left*4, before.seats, "the simulation finds what a forfeit graded by shots left open")
			}
		})
	}
}
