package melee_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// neighbours are the states that differ from s in one field, or in one field of one seat.
func neighbours(s melee.State) []melee.State {
	var list []melee.State
	add := func(change func(*melee.State)) {
		next := s
		next.Players = slices.Clone(s.Players)
		change(&next)
		list = append(list, next)
	}
	for stage := range melee.StageCancelled + 2 {
		add(func(n *melee.State) { n.Stage = stage })
		add(func(n *melee.State) {
			n.Stage, n.Deadline = stage, inTime
			if stage.Ended() {
				n.Deadline, n.Owes = 0, 0
			}
		})
	}
	add(func(n *melee.State) { n.Extended = !n.Extended })
	add(func(n *melee.State) { n.Withdrawn = !n.Withdrawn })
	add(func(n *melee.State) { n.Emptied = !n.Emptied })
	add(func(n *melee.State) { n.Deadline = 0 })
	for _, by := range []int{-1, 1} {
		add(func(n *melee.State) { n.Round += by })
	}
	for seats := range melee.Seats(2 << len(s.Players)) {
		add(func(n *melee.State) { n.Owes = seats })
		add(func(n *melee.State) { n.Struck = seats })
		add(func(n *melee.State) { n.Unreported = seats })
		add(func(n *melee.State) { n.Proven = seats })
	}
	for _, kept := range []melee.Fraction{{}, {Num: 1, Den: 1}, {Num: 1, Den: 3}, {Num: 1, Den: 4}, {Num: 2, Den: 1}} {
		add(func(n *melee.State) { n.Kept = kept })
	}
	for _, tiles := range subsets(s.Ruleset.Tiles() + 1) {
		add(func(n *melee.State) { n.Bombed = tiles })
	}
	add(func(n *melee.State) { n.Players = n.Players[1:] })
	for i := range s.Players {
		for standing := range melee.Unproven + 2 {
			for round := -1; round <= s.Round+1; round++ {
				add(func(n *melee.State) { n.Players[i].Standing, n.Players[i].Round = standing, round })
			}
		}
		for target := range s.Ruleset.Tiles() + 2 {
			add(func(n *melee.State) { n.Players[i].HasTarget, n.Players[i].Target = false, game.Tile(target) })
			add(func(n *melee.State) { n.Players[i].HasTarget, n.Players[i].Target = true, game.Tile(target) })
		}
		for _, tiles := range subsets(s.Ruleset.Tiles() + 1) {
			add(func(n *melee.State) { n.Players[i].Hits = tiles })
		}
	}
	return list
}

// TestValidIsEnough changes every state of small melees in every field. What Validate accepts need not be a state that
// steps lead to, but every step from it leads to a valid state, and it ends: a damaged record does no further harm.
func TestValidIsEnough(t *testing.T) {
	t.Parallel()
	for _, first := range models()[:2] {
		t.Run(modelName(first), func(t *testing.T) {
			m := explore(t, first)
			tried, strays := 0, map[string]melee.State{}
			for _, s := range m.states {
				for _, next := range neighbours(s) {
					tried++
					if next.Validate() != nil {
						continue
					}
					if !next.Stage.Ended() {
						next.Deadline = inTime
					}
					if key := keyOf(next); m.states[key].Players == nil {
						strays[key] = next
					}
				}
			}
			t.Logf("%d states tried, %d are valid though no melee leads there", tried, len(strays))
			actions := allActions(first)
			for _, s := range strays {
				checkSteps(t, s, actions)
			}
		})
	}
}

// checkSteps holds all that can be done in a valid state to a valid result.
func checkSteps(t *testing.T, s melee.State, actions []melee.Action) {
	t.Helper()
	if s.Stage.Ended() {
		return
	}
	for _, action := range actions {
		height := int64(inTime)
		_, expiry := action.(melee.Expire)
		if expiry {
			height = late
		}
		next, _, err := melee.Step(s, action, height)
		if errors.Is(err, game.ErrState) || expiry && err != nil {
			t.Fatalf("expected a step, got %v for %#v in\n%+v", err, action, s)
		}
		if err := next.Validate(); err != nil {
			t.Fatalf("expected a valid state, got %v after %#v in\n%+v", err, action, s)
		}
	}
}

// TestBadStatesAreRefused refuses what is out of range.
func TestBadStatesAreRefused(t *testing.T) {
	first, err := melee.NewState(melee.Ruleset(), clock, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		change func(*melee.State)
		want   error
	}{
		"no ruleset":           {func(s *melee.State) { s.Ruleset = nil }, game.ErrRuleset},
		"a ruleset of duels":   {func(s *melee.State) { s.Ruleset = game.Classic() }, game.ErrRuleset},
		"an open wait":         {func(s *melee.State) { s.Clock.OpenBlocks = 1 }, game.ErrClock},
		"no turn":              {func(s *melee.State) { s.Clock.TurnBlocks = 0 }, game.ErrClock},
		"no claim":             {func(s *melee.State) { s.Clock.ClaimBlocks = -1 }, game.ErrClock},
		"a deadline too early": {func(s *melee.State) { s.Deadline = 0 }, game.ErrClock},
		"a deadline too late":  {func(s *melee.State) { s.Deadline = 1<<63 - 1 }, game.ErrClock},
		"one seat":             {func(s *melee.State) { s.Players = s.Players[:1] }, game.ErrState},
		"no seats":             {func(s *melee.State) { s.Players = nil }, game.ErrState},
		"seventeen seats": {
			func(s *melee.State) { s.Players = append(make([]melee.Player, 13), s.Players...) }, game.ErrState,
		},
		"a seat too high": {func(s *melee.State) { s.Owes = 1 << 4 }, game.ErrState},
	} {
		t.Run(name, func(t *testing.T) {
			s := first
			s.Players = slices.Clone(s.Players)
			test.change(&s)
			if err := s.Validate(); !errors.Is(err, test.want) {
				t.Errorf("expected %v, got %v", test.want, err)
			}
			if _, _, err := melee.Step(s, melee.Join{}, 1); !errors.Is(err, test.want) {
				t.Errorf("expected a step to return %v, got %v", test.want, err)
			}
			if _, err := s.MarshalBinary(); !errors.Is(err, test.want) {
				t.Errorf("expected bytes to return %v, got %v", test.want, err)
			}
		})
	}
}

// The bombs of a round count once it is over: a state of the second round with more than those of the first could lead
// to one that is refused, so that the chain could not settle it.
func TestStateWithMoreBombsThanRoundsIsRefused(t *testing.T) {
	s := playedState(t, 2)
	if s.Stage != melee.StageReport || s.Round != 2 || s.Bombed.Len() != 2 {
		t.Fatalf("expected the second round and two bombs, got\n%s", s)
	}
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	s.Bombed = s.Bombed.With(99)
	if err := s.Validate(); !errors.Is(err, game.ErrState) {
		t.Errorf("expected three bombs of one round to be refused, got %v", err)
	}
}

// A seat that left before the first round misses no aim.
func TestStrikeOfAnAbsentSeatIsRefused(t *testing.T) {
	s, err := melee.NewState(melee.Ruleset(), clock, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range []melee.Action{
		melee.Join{}, melee.Join{}, melee.Confirm{By: 0}, melee.Confirm{By: 1}, melee.Leave{By: 2},
	} {
		if s, _, err = melee.Step(s, action, 1); err != nil {
			t.Fatal(err)
		}
	}
	if s.Stage != melee.StageAim || s.Players[2].Standing != melee.Absent {
		t.Fatalf("expected a round without seat 2, got\n%s", s)
	}
	for seat, want := range []error{nil, nil, game.ErrState} {
		s.Struck = melee.SeatsOf(melee.Seat(seat))
		if err := s.Validate(); !errors.Is(err, want) {
			t.Errorf("a strike of seat %d: expected %v, got %v", seat, want, err)
		}
	}
}
