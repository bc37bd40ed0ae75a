package melee_test

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// TestMissesOfAFleetThatIsOutStayKnown lets a player report two misses and a hit and give up: they stay known, and what
// falls on its board from then on does not become known.
func TestMissesOfAFleetThatIsOutStayKnown(t *testing.T) {
	s, err := melee.NewState(melee.Ruleset(), game.Clock{OpenBlocks: 100, TurnBlocks: 10, ClaimBlocks: 20}, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	var answers melee.Answers
	height := int64(1)
	do := func(a melee.Action) {
		t.Helper()
		height++
		next, events, err := melee.Step(s, a, height)
		if err != nil {
			t.Fatalf("%#v: %v", a, err)
		}
		for _, event := range events {
			answers.Add(event, next)
		}
		s = next
	}
	each := func(act func(melee.Seat) melee.Action) {
		for by := range s.Owes.All() {
			do(act(by))
		}
	}
	round := func(targets ...game.Tile) {
		each(func(by melee.Seat) melee.Action { return melee.Aim{By: by} })
		each(func(by melee.Seat) melee.Action { return melee.Fire{By: by, Tile: targets[by]} })
	}
	report := func(by melee.Seat) melee.Action {
		if by == 1 && s.Volley().Has(7) {
			return melee.Report{By: by, Hits: game.SetOf(7)}
		}
		return melee.Report{By: by}
	}
	do(melee.Join{})
	do(melee.Join{})
	each(func(by melee.Seat) melee.Action { return melee.Confirm{By: by} })
	round(5, 6, 7)
	each(report)
	round(8, 9, 8)
	do(melee.Concede{By: 1}) // before it has reported
	each(report)

	known := func(a melee.Answers, seat melee.Seat) game.Side {
		t.Helper()
		side, err := a.Side(s, seat)
		if err != nil {
			t.Fatal(err)
		}
		return side
	}
	for name, c := range map[string]struct {
		got, want game.Set
	}{
		"reported by the one who is out":     {known(answers, 1).Answered, game.SetOf(5, 6, 7)},
		"hit on it":                          {known(answers, 1).Hits, game.SetOf(7)},
		"without what happened":              {known(melee.Answers{}, 1).Answered, game.SetOf(7)},
		"reported by one who is afloat":      {known(answers, 0).Answered, game.SetOf(5, 6, 7, 8, 9)},
		"and the same without what happened": {known(melee.Answers{}, 0).Answered, game.SetOf(5, 6, 7, 8, 9)},
	} {
		if !c.got.Equal(c.want) {
			t.Errorf("%s: expected %v, got %v", name, c.want, c.got)
		}
	}
	if _, err := answers.Side(s, 3); err == nil {
		t.Error("expected an error for a seat that there is not, got none")
	}
}

// TestMissesOfAnUnprovenFleetStayKnown bombs every tile of a board whose player denies its ship.
func TestMissesOfAnUnprovenFleetStayKnown(t *testing.T) {
	s, err := melee.NewState(small(2, 1, 1), clock, 2, 0)
	if err != nil {
		t.Fatal(err)
	}
	var answers melee.Answers
	for _, action := range []melee.Action{
		melee.Join{},
		melee.Confirm{By: 0},
		melee.Confirm{By: 1},
		melee.Aim{By: 0},
		melee.Aim{By: 1},
		melee.Fire{By: 0, Tile: 0},
		melee.Fire{By: 1, Tile: 1},
		melee.Report{By: 0, Hits: game.SetOf(1)},
		melee.Report{By: 1},
	} {
		next, events, err := melee.Step(s, action, 1)
		if err != nil {
			t.Fatalf("%#v: %v", action, err)
		}
		for _, event := range events {
			answers.Add(event, next)
		}
		s = next
	}
	if got := s.Players[1].Standing; got != melee.Unproven {
		t.Fatalf("expected the fleet to be unproven, got %s", got)
	}
	side, err := answers.Side(s, 1)
	if want := game.SetOf(0, 1); err != nil || side.Answered != want || !side.Hits.IsEmpty() {
		t.Errorf("expected misses on %v, got %+v and error %v", want, side, err)
	}
}

// TestAProofAnswersTheLastVolley ends play by the silence of both players in a report. After the end the volley is
// known on the board that was proven, and not on the other.
func TestAProofAnswersTheLastVolley(t *testing.T) {
	s := reporting(t, []fate{strong, strong})
	before, volley := s.Bombed, s.Volley()
	if before.IsEmpty() || volley.IsEmpty() {
		t.Fatalf("expected bombed tiles and a volley, got\n%s", s)
	}
	step := func(a melee.Action, height int64) {
		t.Helper()
		var err error
		if s, _, err = melee.Step(s, a, height); err != nil {
			t.Fatal(err)
		}
	}
	step(melee.Expire{}, s.Deadline+1)
	step(melee.Expire{}, s.Deadline+1)
	step(melee.Claim{By: 0, Fleet: game.Fleet{{Origin: 0}}}, s.Deadline)
	step(melee.Expire{}, s.Deadline+1)
	if s.Stage != melee.StageOver {
		t.Fatalf("expected the end, got\n%s", s)
	}
	for seat, want := range []game.Set{before.Union(volley), before} {
		if side, err := s.Side(melee.Seat(seat)); err != nil || side.Answered != want {
			t.Errorf("seat %d: expected answers on %v, got %v and error %v", seat, want, side.Answered, err)
		}
	}
}
