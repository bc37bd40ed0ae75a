package melee_test

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// This file asks who gains by emptying a stage, of several rules and not of the package alone: it is why the rule is as
// it is. A stage of a report is the worst one, since there a seat may know that it has sunk before anyone else does. In
// other stages no seat is doomed.

// fate is what a seat knows of itself when a stage begins.
type fate int

const (
	dead   fate = iota // has sunk before
	doomed             // its last ship tile is among the targets, and only it knows
	weak               // afloat, and as good as lost to every strong seat
	strong
)

// rule is what a deadline does: the seats' shares of the pot, of what is left when the stage ends, in parts of scale.
// First are the seats that missed the first deadline, second those of them that missed another one too.
type rule func(seats []fate, first, second uint) []int

// scale is a pot that every number of seats here divides.
const scale = 60

// afloatIn are the seats that owe when the stage begins.
func afloatIn(seats []fate) (set uint) {
	for i, f := range seats {
		if f != dead {
			set |= 1 << i
		}
	}
	return set
}

// split gives each seat of a set an equal share.
func split(shares []int, set uint, each int) []int {
	for i := range shares {
		if set>>i&1 == 1 {
			shares[i] = each
		}
	}
	return shares
}

// of are the seats of a set that have a fate.
func of(seats []fate, set uint, want fate) uint {
	for i, f := range seats {
		if f != want {
			set &^= 1 << i
		}
	}
	return set
}

// playOn is what a melee brings that goes on with these seats, which have all reported: strong ones share what weak
// ones lose. Without any it ends in a draw of those that sank just now, and if there are none, of the others that sank.
func playOn(seats []fate, left uint) []int {
	shares := make([]int, len(seats))
	for _, set := range []uint{of(seats, left, strong), of(seats, left, weak), of(seats, left, doomed)} {
		if set != 0 {
			return split(shares, set, scale/bits.OnesCount(set))
		}
	}
	if sank := of(seats, 1<<len(seats)-1, dead); sank != 0 {
		return split(shares, sank, scale/bits.OnesCount(sank))
	}
	return shares
}

func most(of, all uint) bool { return 2*bits.OnesCount(of) > bits.OnesCount(all) }

// scuttling puts out all who miss a deadline.
func scuttling(seats []fate, first, _ uint) []int { return playOn(seats, afloatIn(seats)&^first) }

// drawing gives a stage that most miss another clock; if most miss that too, all who were afloat share the pot.
func drawing(seats []fate, first, second uint) []int {
	afloat := afloatIn(seats)
	switch {
	case !most(first, afloat):
		return playOn(seats, afloat&^first)
	case most(second, afloat):
		return split(make([]int, len(seats)), afloat, scale/bits.OnesCount(afloat))
	default:
		return playOn(seats, afloat&^second)
	}
}

// waiting gives the other clock, and then puts out all who missed it unless nobody acted.
func waiting(seats []fate, first, second uint) []int {
	if afloat := afloatIn(seats); !most(first, afloat) || second != afloat {
		return scuttlingLate(seats, first, second)
	}
	return drawing(seats, first, second)
}

func scuttlingLate(seats []fate, first, second uint) []int {
	if afloat := afloatIn(seats); most(first, afloat) {
		return playOn(seats, afloat&^second)
	}
	return scuttling(seats, first, second)
}

// built is the rule of the package. A seat that has reported its own end is not counted any more. Silence puts nobody
// out unless another seat stays afloat, and a claim stands in for a report that is missing. Where most have missed two
// clocks the others play on, but each seat that is put out takes an equal share of the pot with it.
func built(seats []fate, first, second uint) []int {
	afloat := afloatIn(seats)
	missed, counted := first, afloat&^(of(seats, afloat, doomed)&^first)
	if most(first, counted) {
		missed, counted = second, afloat&^(of(seats, afloat, doomed)&^second)
	}
	remain := counted &^ missed
	if remain == 0 {
		best := of(seats, afloat, strong) | of(seats, afloat, weak)
		if best == 0 {
			best = afloat
		}
		return split(make([]int, len(seats)), best, scale/bits.OnesCount(best))
	}
	shares := playOn(seats, remain)
	if most(missed, counted) {
		for i := range shares {
			shares[i] = shares[i] * bits.OnesCount(remain) / bits.OnesCount(counted)
		}
	}
	return shares
}

// TestTheGainOfEmptyingAStage tries every table of up to five seats, every coalition, whatever its members withhold,
// and the power to keep all other messages out of no block, of those of one clock, or of two. The gain is what the
// coalition gets together less what it would get if everybody acted, in percent of the pot, at worst.
func TestTheGainOfEmptyingAStage(t *testing.T) {
	rules := []struct {
		name string
		rule rule
	}{{"scuttling", scuttling}, {"drawing", drawing}, {"waiting", waiting}, {"built", built}}
	out := new(strings.Builder)
	fmt.Fprintf(out, "%17s %6s %6s %6s %6s\n", "", "dead", "doomed", "few", "many")
	for _, r := range rules {
		for _, table := range []string{"two", "more"} {
			for clocks := range 3 {
				worst := map[string]int{}
				forEachTable(func(seats []fate) {
					if (bits.OnesCount(afloatIn(seats)) == 2) == (table == "two") {
						worstGains(worst, r.rule, seats, clocks)
					}
				})
				fmt.Fprintf(out, "%-9s  %-4s  %d %6d %6d %6d %6d\n",
					r.name, table, clocks, worst["dead"], worst["doomed"], worst["few"], worst["many"])
			}
		}
	}
	if got := strings.TrimSpace(out.String()); got != strings.TrimSpace(gains) {
		t.Errorf("expected\n%s\ngot\n%s", gains, got)
	}
}

// gains is what the rules bring: the rule, whether two seats are afloat or more, for how many clocks others are kept
// out, and the gain of a coalition of seats that have sunk before, that are doomed, that are less than half of those
// afloat, and that are half or more. With no clock it is silence alone that gains.
//
// Scuttling pays even those who have sunk. Drawing pays silence: most of a table, if it is about to lose, need only
// wait. Waiting pays a doomed seat that keeps out those who are not. What is built leaves this: a seat that is afloat,
// with power over blocks for a whole clock, beats the half of a table that it keeps out of it, as it does in a duel;
// and fewer than half get their equal shares at most, which is a gain for those who are about to lose.
const gains = `
                       dead doomed    few   many
scuttling  two   0      0      0      0      0
scuttling  two   1    100    100      0    100
scuttling  two   2    100    100      0    100
scuttling  more  0      0      0      0      0
scuttling  more  1    100    100    100    100
scuttling  more  2    100    100    100    100
drawing    two   0      0      0      0      0
drawing    two   1      0    100      0    100
drawing    two   2      0    100      0    100
drawing    more  0      0     80      0     80
drawing    more  1      0    100      0    100
drawing    more  2      0    100     40    100
waiting    two   0      0      0      0      0
waiting    two   1      0    100      0    100
waiting    two   2      0    100      0    100
waiting    more  0      0      0      0      0
waiting    more  1      0    100      0    100
waiting    more  2      0    100    100    100
built      two   0      0      0      0      0
built      two   1      0      0      0    100
built      two   2      0      0      0    100
built      more  0      0      0      0      0
built      more  1      0      0      0    100
built      more  2      0      0     66    100
`

// forEachTable yields every table with at least two seats afloat.
func forEachTable(yield func([]fate)) {
	for n := 2; n <= 5; n++ {
		for code := range 1 << (2 * n) {
			seats := make([]fate, n)
			for i := range seats {
				seats[i] = fate(code >> (2 * i) & 3)
			}
			if bits.OnesCount(afloatIn(seats)) >= 2 {
				yield(seats)
			}
		}
	}
}

// worstGains notes the gain of each coalition at one table.
func worstGains(worst map[string]int, r rule, seats []fate, clocks int) {
	afloat := afloatIn(seats)
	honest := r(seats, 0, 0)
	for w := uint(1); w < 1<<len(seats); w++ {
		who := "few"
		switch {
		case w&afloat == 0:
			who = "dead"
		case of(seats, w&afloat, doomed) == w&afloat:
			who = "doomed"
		case !most(afloat&^w, afloat):
			who = "many"
		}
		for first := uint(0); first < 1<<len(seats); first++ {
			// The coalition withholds what it likes; others miss a clock if and only if they are kept out.
			if first&^afloat != 0 || clocks == 0 && first&^w != 0 || clocks > 0 && afloat&^w&^first != 0 {
				continue
			}
			for second := first; ; second = (second - 1) & first {
				if clocks == 2 && afloat&^w&^second == 0 || clocks < 2 && second&^w == 0 {
					gain := 0
					for i, share := range r(seats, first, second) {
						if w>>i&1 == 1 {
							gain += share - honest[i]
						}
					}
					worst[who] = max(worst[who], gain*100/scale)
				}
				if second == 0 {
					break
				}
			}
		}
	}
}

// TestBuiltRuleIsThatOfThePackage plays the last report of every table of up to four seats by the package itself, with
// every subset of seats silent at each deadline, and compares what it brings with the rule above.
func TestBuiltRuleIsThatOfThePackage(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 4; n++ {
		for code := range 1 << (2 * n) {
			seats := make([]fate, n)
			for i := range seats {
				seats[i] = fate(code >> (2 * i) & 3)
			}
			if !slices.IsSorted(seats) || bits.OnesCount(afloatIn(seats)) < 2 {
				continue // another order, or play has ended
			}
			start := reporting(t, seats)
			for first := uint(0); first < 1<<n; first++ {
				for second := first; first&^afloatIn(seats) == 0; second = (second - 1) & first {
					want, got := built(seats, first, second), played(t, start, seats, first, second)
					if !slices.Equal(want, got) {
						t.Fatalf("%v, silent %b and %b: expected %v, got %v", seats, first, second, want, got)
					}
					if second == 0 {
						break
					}
				}
			}
		}
	}
}

// reporting is a table that owes reports, where each seat has one ship of one tile, that with its own number. Those of
// the dead were bombed in the first round, those of the doomed are targets in the second.
func reporting(t *testing.T, seats []fate) melee.State {
	t.Helper()
	s, err := melee.NewState(small(8, 1, 1), clock, len(seats), 0)
	if err != nil {
		t.Fatal(err)
	}
	step := func(a melee.Action) {
		t.Helper()
		if s, _, err = melee.Step(s, a, 1); err != nil {
			t.Fatal(err)
		}
	}
	for range len(seats) - 1 {
		step(melee.Join{})
	}
	for by := range s.Owes.All() {
		step(melee.Confirm{By: by})
	}
	for round, bombed := range []fate{dead, doomed} {
		for by := range s.Owes.All() {
			step(melee.Aim{By: by})
		}
		targets := slices.Collect(melee.Seats(of(seats, 1<<len(seats)-1, bombed)).All())
		for i, by := range slices.Collect(s.Owes.All()) {
			target := melee.Seat(7 - round) // nobody's
			if i < len(targets) {
				target = targets[i]
			}
			step(melee.Fire{By: by, Tile: game.Tile(target)})
		}
		for by := range s.Owes.All() {
			if round == 0 {
				step(melee.Report{By: by, Hits: s.Volley().Intersect(game.SetOf(game.Tile(by)))})
			}
		}
	}
	return s
}

// played is what the last report brings if some seats miss its deadline, and some of them the other one too.
func played(t *testing.T, s melee.State, seats []fate, first, second uint) []int {
	t.Helper()
	step := func(a melee.Action, height int64) {
		t.Helper()
		next, _, err := melee.Step(s, a, height)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	volley := s.Volley()
	for _, silent := range []uint{first, second} {
		for by := range s.Owes.All() {
			if s.Stage == melee.StageReport && silent>>by&1 == 0 {
				step(melee.Report{By: by, Hits: volley.Intersect(game.SetOf(game.Tile(by)))}, s.Deadline)
			}
		}
		if s.Stage == melee.StageReport {
			step(melee.Expire{}, s.Deadline+1)
		}
	}
	shares := make([]int, len(seats))
	if s.Stage == melee.StageAim {
		shares = playOn(seats, uint(s.Seats(melee.Afloat)))
	} else {
		for by := range s.Owes.All() {
			if s.Owes.Has(by) {
				step(melee.Claim{By: by, Fleet: game.Fleet{{Origin: game.Tile(by)}}}, s.Deadline)
			}
		}
		o, _ := s.Outcome()
		split(shares, uint(o.Winners), scale/max(o.Winners.Len(), 1))
	}
	for i := range shares {
		shares[i] = shares[i] * s.Kept.Num / s.Kept.Den
	}
	return shares
}
