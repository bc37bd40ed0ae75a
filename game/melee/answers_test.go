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
