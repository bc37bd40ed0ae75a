package melee

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// denom is a coin that is staked.
const denom = "ubeer"

// small is a ruleset whose melees end after a few rounds.
func small(width, height int, lengths ...int) *game.Ruleset {
	r := &game.Ruleset{
		ID: 1000, Name: "small", Width: width, Height: height, Touch: true, MinPlayers: 2, MaxPlayers: game.MaxPlayers,
	}
	for i, length := range lengths {
		r.Classes = append(r.Classes, game.ShipClass{Name: "ship" + string(rune('a'+i)), Length: length, Count: 1})
	}
	return r
}

// boards are rulesets that have more fleets than one.
var boards = []*game.Ruleset{small(3, 1, 2), small(2, 2, 1, 1), small(4, 3, 3, 1)}

// walk is a random melee by the rules, of players some of whom lie, leave, fall silent, or keep others' messages out.
type walk struct {
	state  melee.State
	height int64
	fleets []game.Fleet
	// entries are how often a player has taken a seat, settled how many seats deadlines have settled, and late how many
	// messages were sent in stages that had another clock, by those who had missed the first one.
	entries, settled, late int
}

// drawWalk plays a melee until it is over or cancelled.
func drawWalk(t *rapid.T) *walk {
	r := rapid.SampledFrom(boards).Draw(t, "board")
	players := rapid.SampledFrom([]int{2, 2, 3, 4, 5, 8, 16}).Draw(t, "players")
	w := &walk{height: 1, entries: 1}
	var err error
	w.state, err = melee.NewState(r, game.Clock{OpenBlocks: 3, TurnBlocks: 2, ClaimBlocks: 4}, players, w.height)
	require.NoError(t, err)
	for range players {
		seed := rapid.Uint64().Draw(t, "fleet")
		fleet, err := game.RandomFleet(r, func(n int) int {
			seed = seed*6364136223846793005 + 1442695040888963407
			return int(seed >> 33 % uint64(n))
		})
		require.NoError(t, err)
		w.fleets = append(w.fleets, fleet)
	}
	silent := rapid.IntRange(0, 8).Draw(t, "silent")
	for !w.state.Stage.Ended() {
		if rapid.IntRange(0, 9).Draw(t, "silence") < silent && w.state.Stage != melee.StageOpen {
			w.expire(t)
			continue
		}
		if a := w.draw(t); !w.step(t, a) && rapid.IntRange(0, 3).Draw(t, "wait") == 0 {
			w.expire(t)
		}
	}
	return w
}

// expire lets the deadline pass.
func (w *walk) expire(t require.TestingT) {
	w.height = w.state.Deadline + 1
	next, _, err := melee.Step(w.state, melee.Expire{}, w.height)
	require.NoError(t, err)
	w.settled += settledSeats(w.state, next)
	w.state = next
}

// step performs an action, if the rules allow it.
func (w *walk) step(t require.TestingT, a melee.Action) bool {
	next, _, err := melee.Step(w.state, a, w.height)
	if err != nil {
		return false
	}
	if _, joins := a.(melee.Join); joins {
		w.entries++
	}
	if by, ok := actor(a); ok && w.state.Extended && w.state.Owes.Has(by) {
		w.late++
	}
	w.state = next
	return true
}

// actor returns the seat that acts, if one does.
func actor(a melee.Action) (melee.Seat, bool) {
	switch a := a.(type) {
	case melee.Aim:
		return a.By, true
	case melee.Fire:
		return a.By, true
	case melee.Report:
		return a.By, true
	case melee.Concede:
		return a.By, true
	default:
		return 0, false
	}
}

// draw draws what somebody may do now.
func (w *walk) draw(t *rapid.T) melee.Action {
	s := w.state
	if s.Stage == melee.StageOpen {
		switch rapid.IntRange(0, 19).Draw(t, "lobby") {
		case 0, 1:
			return melee.Leave{By: melee.Seat(rapid.IntRange(0, len(s.Players)-1).Draw(t, "leaves"))}
		case 2:
			return melee.Decline{}
		default:
			return melee.Join{}
		}
	}
	by := rapid.SampledFrom(slices.Collect(s.Owes.All())).Draw(t, "by")
	if rapid.IntRange(0, 29).Draw(t, "concede") == 0 {
		return melee.Concede{By: by}
	}
	switch s.Stage {
	case melee.StageReady:
		if rapid.IntRange(0, 9).Draw(t, "leave") == 0 {
			return melee.Leave{By: by}
		}
		return melee.Confirm{By: by}
	case melee.StageAim:
		return melee.Aim{By: by}
	case melee.StageFire:
		return melee.Fire{By: by, Tile: rapid.SampledFrom(slices.Collect(s.Free().All())).Draw(t, "target")}
	case melee.StageReport:
		ships, err := s.Ruleset.FleetTiles(w.fleets[by])
		require.NoError(t, err)
		report := melee.Report{By: by, Hits: s.Volley().Intersect(ships)}
		if rapid.IntRange(0, 19).Draw(t, "lie") == 0 {
			report.Hits = game.Set{}
		}
		return report
	default:
		return melee.Claim{By: by, Fleet: w.fleets[by]}
	}
}

// drawTerms draws what a melee is played for.
func drawTerms(t *rapid.T) types.Terms {
	amount := math.NewIntFromUint64(rapid.Uint64Range(1, 1_000).Draw(t, "stake"))
	if rapid.Bool().Draw(t, "large") {
		beyond := math.NewIntFromBigInt(new(big.Int).Lsh(big.NewInt(1), types.MaxStakeBits))
		amount = beyond.Sub(amount)
	}
	return types.Terms{
		Casual: true, Stake: &sdk.Coin{Denom: denom, Amount: amount},
		HouseShareBps: rapid.Uint32Range(0, types.MaxHouseShareBps).Draw(t, "house"),
	}
}

// Whatever melee is played, and for whatever: its stakes are divided without one unit being lost or made.
func TestAttackTheStakesOfAMeleeAreDividedWithoutRest(t *testing.T) {
	overs, voids, forfeits := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		o, over := w.state.Outcome()
		if !over {
			return
		}
		terms := drawTerms(t)
		require.NoError(t, terms.Validate())
		stake, began := terms.Stake.Amount, types.Staked(w.state)
		d := divide(terms, o, began, len(w.state.Players))
		require.Len(t, d.Shares, len(w.state.Players))

		pot := stake.MulRaw(int64(began.Len()))
		out := d.House.AmountOf(denom).Add(d.Pooled.AmountOf(denom))
		for i, share := range d.Shares {
			held := share.FromEscrow()
			require.NoError(t, held.Validate())
			out = out.Add(held.AmountOf(denom))
			if !began.Has(melee.Seat(i)) {
				require.True(t, held.IsZero(), "seat %d was not in the first round", i)
			}
		}
		require.Equal(t, pot.String(), out.String(), "%s\n%+v", w.state, o)

		overs++
		if o.Winners == 0 {
			voids++
			requireVoid(t, o, d, stake)
			return
		}
		if o.Kept.Num != o.Kept.Den {
			forfeits++
		}
		requireWon(t, w.state, terms, o, d)
	})
	require.Positive(t, overs)
	t.Logf("%d melees that were over, %d of them void, %d with forfeits", overs, voids, forfeits)
}

// requireVoid checks that those who are refunded get back what is theirs and nobody else gets anything but the pool.
func requireVoid(t require.TestingT, o melee.Outcome, d division, stake math.Int) {
	require.True(t, d.House.IsZero(), "the network has no share of a melee that nobody has won")
	for i, share := range d.Shares {
		want := math.ZeroInt()
		if o.Refunded.Has(melee.Seat(i)) {
			want = stake
		}
		require.Equal(t, want.String(), share.FromEscrow().AmountOf(denom).String(), "seat %d", i)
	}
}

// requireWon checks what the winners, the consoled and the network get of the pot that stays.
func requireWon(t require.TestingT, s melee.State, terms types.Terms, o melee.Outcome, d division) {
	stake, began := terms.Stake.Amount, types.Staked(s)
	pot := stake.MulRaw(int64(began.Len()))
	kept := pot.Sub(d.Pooled.AmountOf(denom))
	exact := pot.MulRaw(int64(o.Kept.Num))
	require.True(t, kept.MulRaw(int64(o.Kept.Den)).LTE(exact), "no more is kept than the rules say")
	require.True(t, kept.AddRaw(1).MulRaw(int64(o.Kept.Den)).GT(exact), "and less than a unit less")
	afloat := s.Seats(melee.Afloat).Len()
	require.True(t, kept.GTE(stake.MulRaw(int64(max(afloat, 1)))), "the stakes of those afloat are kept")

	house := d.House.AmountOf(denom).MulRaw(types.BasisPoints)
	require.True(t, house.LTE(kept.MulRaw(int64(terms.HouseShareBps))), "the network gets its share of what is kept alone")
	most := math.Int{}
	for i, share := range d.Shares {
		seat := melee.Seat(i)
		require.Equal(t, o.Winners.Has(seat), share.Pot != nil, "seat %d", i)
		if o.Consoled.Has(seat) && stake.GTE(math.NewInt(100)) {
			require.Equal(t, stake.QuoRaw(100).String(), share.StakeBack.Amount.String(), "seat %d", i)
		} else {
			require.Nil(t, share.StakeBack, "seat %d", i)
		}
		if share.Pot == nil {
			continue
		}
		if most.IsNil() {
			most = share.Pot.Amount
		}
		require.True(t, share.Pot.Amount.LTE(most), "a rest goes to the lowest seats")
		require.True(t, share.Pot.Amount.GTE(most.SubRaw(1)), "winners share equally")
		if o.Consoled != 0 {
			require.True(t, share.Pot.Amount.GT(stake.QuoRaw(100)), "who wins gets more than who does not")
		}
		most = share.Pot.Amount
	}
}

// A melee without a stake brings nobody anything.
func TestAMeleeWithoutAStakeIsDividedIntoNothing(t *testing.T) {
	o := melee.Outcome{Winners: melee.SeatsOf(1), Kept: melee.Fraction{Num: 1, Den: 1}}
	d := divide(types.Terms{Casual: true}, o, melee.SeatsOf(0, 1), 2)
	require.Equal(t, make([]types.Share, 2), d.Shares)
	require.True(t, d.House.IsZero())
	require.True(t, d.Pooled.IsZero())
}

// Worked out by hand, with a tenth for the network.
func TestThePayoffOfEachEndOfAMelee(t *testing.T) {
	whole := melee.Fraction{Num: 1, Den: 1}
	for name, c := range map[string]struct {
		began         melee.Seats
		o             melee.Outcome
		shares        []int64
		house, pooled int64
	}{
		"one wins, two were sunk, one was scuttled": {
			melee.SeatsOf(0, 1, 2, 3),
			melee.Outcome{Winners: melee.SeatsOf(2), Kept: whole, Consoled: melee.SeatsOf(0, 3)},
			[]int64{10, 0, 3_580, 10},
			400, 0,
		},
		"three draw, and the rest goes to the lowest": {
			melee.SeatsOf(0, 1, 2, 3),
			melee.Outcome{Winners: melee.SeatsOf(1, 2, 3), Kept: whole, Consoled: melee.SeatsOf(0)},
			[]int64{10, 1_197, 1_197, 1_196},
			400, 0,
		},
		"most were silent: their equal shares go to the pool": {
			melee.SeatsOf(0, 1, 2, 3),
			melee.Outcome{Winners: melee.SeatsOf(0), Kept: melee.Fraction{Num: 1, Den: 4}},
			[]int64{900, 0, 0, 0},
			100, 3_000,
		},
		"an absent seat is not in the pot": {
			melee.SeatsOf(0, 3),
			melee.Outcome{Winners: melee.SeatsOf(3), Kept: whole, Consoled: melee.SeatsOf(0)},
			[]int64{10, 0, 0, 1_790},
			200, 0,
		},
		"nobody has proven a board": {
			melee.SeatsOf(0, 1, 2, 3),
			melee.Outcome{Kept: whole, Refunded: melee.SeatsOf(0, 2)},
			[]int64{1_000, 0, 1_000, 0},
			0, 2_000,
		},
		"and nobody gets anything back": {
			melee.SeatsOf(0, 1), melee.Outcome{Kept: whole}, []int64{0, 0, 0, 0}, 0, 2_000,
		},
	} {
		t.Run(name, func(t *testing.T) {
			stake := sdk.NewInt64Coin(denom, 1_000)
			d := divide(types.Terms{Casual: true, Stake: &stake, HouseShareBps: 1_000}, c.o, c.began, 4)
			var shares []int64
			for _, share := range d.Shares {
				shares = append(shares, share.FromEscrow().AmountOf(denom).Int64())
			}
			require.Equal(t, c.shares, shares)
			require.Equal(t, c.house, d.House.AmountOf(denom).Int64())
			require.Equal(t, c.pooled, d.Pooled.AmountOf(denom).Int64())
		})
	}
}
