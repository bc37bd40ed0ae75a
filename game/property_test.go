package game_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
)

// walk is a random game: a state, its twin, and two players with a fleet each who mostly play on, sometimes lie, and
// sometimes do anything at all.
type walk struct {
	t      *rapid.T
	state  game.State
	twin   *twin
	height int64
	fleets []game.Fleet
	// registered says whether the ruleset has an ID that bytes and drawings know.
	registered bool
}

// boards are small rulesets that have a legal fleet, whatever their switches say.
var boards = []game.Ruleset{
	small(2, 2, true, 2),
	small(3, 1, true, 1),
	small(3, 3, true, 2, 1),
	small(2, 5, true, 3),
	small(5, 4, true, 3, 2, 1),
	withCount(small(5, 3, true, 2), 2),
}

func drawWalk(t *rapid.T) *walk {
	w := &walk{t: t, height: rapid.Int64Range(0, 5).Draw(t, "height")}
	var rules *game.Ruleset
	known := game.Rulesets()
	switch i := rapid.IntRange(-len(known), len(boards)-1).Draw(t, "board"); {
	case i < 0:
		rules, w.registered = known[-i-1], true
	default:
		r := boards[i]
		r.Touch = rapid.Bool().Draw(t, "touch")
		r.HitShootsAgain = rapid.Bool().Draw(t, "hit shoots again")
		r.AnnounceSunk = rapid.Bool().Draw(t, "announce sunk")
		r.Proven = rapid.Bool().Draw(t, "proven")
		rules = &r
	}
	clock := game.Clock{
		OpenBlocks:  rapid.Int64Range(1, 3).Draw(t, "open"),
		TurnBlocks:  rapid.Int64Range(1, 3).Draw(t, "turn"),
		ClaimBlocks: rapid.Int64Range(1, 3).Draw(t, "claim"),
	}
	var err error
	if w.state, err = game.NewState(rules, clock, w.height); err != nil {
		t.Fatal(err)
	}
	w.twin = newTwin(rules, clock, w.height)
	if rules.Proven {
		w.twin.kept = rapid.Bool().Draw(t, "claims")
		w.state.ProvenClaims = w.twin.kept
	}
	for range 2 {
		w.fleets = append(w.fleets, drawFleet(t, rules))
	}
	return w
}

// drawFleet draws a legal fleet with a seed of its own, since it takes thousands of numbers.
func drawFleet(t *rapid.T, r *game.Ruleset) game.Fleet {
	seed := rapid.Uint64().Draw(t, "fleet")
	fleet, err := game.RandomFleet(r, func(n int) int {
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed >> 33 % uint64(n))
	})
	if err != nil {
		t.Fatal(err)
	}
	return fleet
}

// draw draws the next action.
func (w *walk) draw() game.Action {
	t, s := w.t, w.state
	if Late := game.Late(s.Deadline, w.height); Late && rapid.IntRange(0, 3).Draw(t, "settle") > 0 {
		return game.Expire{}
	}
	if rapid.IntRange(0, 19).Draw(t, "chaos") == 0 {
		return w.drawAny()
	}
	if s.Phase == game.PhaseOpen {
		return game.Join{}
	}
	switch s.Owes {
	case game.OwesTossReveal:
		return game.RevealToss{By: s.Actor, First: game.Seat(rapid.IntRange(0, 1).Draw(t, "first"))}
	case game.OwesShot:
		var targets []game.Tile
		for tile := range s.Ruleset.Tiles() {
			if !s.Sides[s.Actor.Other()].Answered.Has(game.Tile(tile)) {
				targets = append(targets, game.Tile(tile))
			}
		}
		return game.Shoot{By: s.Actor, Tile: rapid.SampledFrom(targets).Draw(t, "target")}
	case game.OwesAnswer:
		answer := (&scenario{state: s, fleets: w.fleets}).honest(s.Actor)
		if rapid.IntRange(0, 19).Draw(t, "lie") == 0 {
			answer.Hit = !answer.Hit
		}
		if rapid.IntRange(0, 19).Draw(t, "hide") == 0 {
			answer.Sunk = w.drawSunk()
		}
		return answer
	default:
		return game.Claim{By: s.Actor, Fleet: w.fleets[s.Actor%2]}
	}
}

// drawAny draws any action, most of them illegal.
func (w *walk) drawAny() game.Action {
	t := w.t
	by := game.Seat(rapid.SampledFrom([]int{0, 0, 0, 1, 1, 1, -1, 2}).Draw(t, "by"))
	switch rapid.IntRange(1, 10).Draw(t, "action") {
	case 1:
		return game.Join{}
	case 2:
		return game.RevealToss{By: by, First: game.Seat(rapid.IntRange(-1, 2).Draw(t, "first"))}
	case 3:
		return game.Answer{By: by, Hit: rapid.Bool().Draw(t, "hit"), Sunk: w.drawSunk()}
	case 4:
		return game.Shoot{By: by, Tile: game.Tile(rapid.IntRange(0, 255).Draw(t, "tile"))}
	case 5:
		return game.Concede{By: by}
	case 6:
		return game.Challenge{By: by}
	case 7:
		fleet := slices.Clone(w.fleets[rapid.IntRange(0, 1).Draw(t, "whose")])
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			i := rapid.IntRange(0, len(fleet)).Draw(t, "place")
			if rapid.Bool().Draw(t, "one more") {
				fleet = slices.Insert(fleet, i, w.drawShip())
			} else if i < len(fleet) {
				fleet = slices.Delete(fleet, i, i+1)
			}
		}
		return game.Claim{By: by, Fleet: fleet}
	case 8:
		return game.Cancel{By: by}
	case 9:
		return game.Decline{}
	default:
		return game.Expire{}
	}
}

func (w *walk) drawShip() game.Ship {
	return game.Ship{
		Class:    rapid.IntRange(0, len(w.state.Ruleset.Classes)-1).Draw(w.t, "class"),
		Origin:   game.Tile(rapid.IntRange(0, w.state.Ruleset.Tiles()).Draw(w.t, "origin")),
		Vertical: rapid.Bool().Draw(w.t, "vertical"),
	}
}

// drawSunk draws an announcement: of nothing, of any ship, or of a ship of some fleet.
func (w *walk) drawSunk() *game.Ship {
	switch rapid.IntRange(0, 2).Draw(w.t, "announcement") {
	case 0:
		return nil
	case 1:
		ship := w.drawShip()
		return &ship
	default:
		return &w.fleets[rapid.IntRange(0, 1).Draw(w.t, "whose")][0]
	}
}

// TestStepIsItsTwin plays random games against the twin. Each verdict and each state must be the same, and each step
// must keep the promises of the package.
func TestStepIsItsTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		for range 2*w.state.Ruleset.Tiles()*2 + 10 {
			w.height += int64(rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 1, 1, 1, 4}).Draw(t, "wait"))
			w.check(w.draw())
			if w.state.Phase.Ended() && rapid.Bool().Draw(t, "leave") {
				break
			}
		}
	})
}

// check performs one action on both and compares.
func (w *walk) check(action game.Action) {
	t, before, saved := w.t, w.state, deepCopy(w.state)
	next, events, err := game.Step(before, action, w.height)
	if !reflect.DeepEqual(before, saved) {
		t.Fatalf("%#v: expected the input unchanged\n%s\ngot\n%s", action, saved, before)
	}
	want := w.twin.step(action, w.height)
	if (want == nil) != (err == nil) || !errors.Is(err, want) {
		t.Fatalf("%#v at %d on\n%s\nexpected error %v, got %v", action, w.height, before, want, err)
	}
	if twin := w.twin.state(); !reflect.DeepEqual(next, twin) {
		t.Fatalf("%#v at %d on\n%s\nexpected\n%s\ngot\n%s", action, w.height, before, twin, next)
	}
	if err != nil {
		if !reflect.DeepEqual(next, before) || events != nil {
			t.Fatalf("%#v: expected no change and no events with an error, got %v\n%s", action, events, next)
		}
		return
	}
	if len(events) == 0 {
		t.Fatalf("%#v: expected events, got none", action)
	}
	if rebuilt := replay(before, events, w.height); !reflect.DeepEqual(rebuilt, next) {
		t.Fatalf("%#v: expected the events to lead to\n%s\ngot\n%s", action, next, rebuilt)
	}
	if err := next.Validate(); err != nil {
		t.Fatalf("%#v on\n%s\nexpected a valid state, got %v", action, before, err)
	}
	if w.registered {
		checkState(t, next)
	}
	if next.ProvenClaims != before.ProvenClaims {
		t.Fatalf("%#v: expected the terms of the game as they were, got\n%s", action, next)
	}
	w.state = next
	w.checkEnds()
}

// checkEnds lets nobody move any more: the game must end by expiry alone, in three steps at most, and without claims in
// one, with a winner if it was joined.
func (w *walk) checkEnds() {
	s := w.state
	steps := 3
	if !s.Claims() {
		steps = 1
	}
	for range steps + 1 {
		if s.Phase.Ended() {
			if _, won := s.Winner(); !won && !s.Claims() && s.Phase == game.PhaseOver {
				w.t.Fatalf("expected a winner, got\n%s", s)
			}
			return
		}
		if _, _, err := game.Step(s, game.Expire{}, s.Deadline); !errors.Is(err, game.ErrNotLate) {
			w.t.Fatalf("expected no expiry at the deadline, got %v on\n%s", err, s)
		}
		next, _, err := game.Step(s, game.Expire{}, s.Deadline+1)
		if err != nil {
			w.t.Fatalf("expected an expiry after the deadline, got %v on\n%s", err, s)
		}
		s = next
	}
	w.t.Fatalf("expected the end, got\n%s", s)
}

// deepCopy shares no memory with the state.
func deepCopy(s game.State) game.State {
	rules := *s.Ruleset
	rules.Classes = slices.Clone(rules.Classes)
	s.Ruleset = &rules
	for i := range s.Sides {
		s.Sides[i].Sunk = slices.Clone(s.Sides[i].Sunk)
	}
	return s
}

// TestStatesShareNothingTheyWrite steps twice from one state; the second step must not reach into the first one's
// result, nor may the caller through the action.
func TestStatesShareNothingTheyWrite(t *testing.T) {
	s, _ := playedState(t)
	side := &s.Sides[s.Actor]
	side.Sunk = append(make([]game.Ship, 0, 8), side.Sunk...) // room that an append would write into
	action := game.Answer{By: s.Actor, Hit: true, Sunk: &game.Ship{Class: 2, Origin: 40}}
	first, events, err := game.Step(s, action, 1)
	if err != nil {
		t.Fatal(err)
	}
	saved := deepCopy(first)
	for _, other := range []game.Answer{
		{By: s.Actor},
		{By: s.Actor, Hit: true, Sunk: &game.Ship{Class: 3, Origin: 40}},
	} {
		if _, _, err := game.Step(s, other, 1); err != nil {
			t.Fatal(err)
		}
	}
	action.Sunk.Origin = 99
	if !reflect.DeepEqual(first, saved) {
		t.Errorf("expected the first result unchanged\n%s\ngot\n%s", saved, first)
	}
	answered, ok := events[0].(game.ShotAnswered)
	if !ok || answered.Sunk.Origin != 40 {
		t.Fatalf("expected an answer with a sunk ship at 40, got %+v", events[0])
	}
	answered.Sunk.Origin = 98
	if !reflect.DeepEqual(first, saved) {
		t.Errorf("expected a state that no event reaches into, got\n%s", first)
	}
}

// TestBytesAreInjective compares the bytes of states that differ in one field.
func TestBytesAreInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawWalk(t), drawWalk(t)
		for range 40 {
			for _, w := range []*walk{a, b} {
				if next, _, err := game.Step(w.state, w.draw(), w.height); err == nil {
					w.state = next
				}
			}
			x, errX := a.state.MarshalBinary()
			y, errY := b.state.MarshalBinary()
			if a.registered != (errX == nil) || b.registered != (errY == nil) {
				t.Fatalf("expected bytes for known rulesets alone, got errors %v and %v", errX, errY)
			}
			if errX == nil && errY == nil && bytes.Equal(x, y) != reflect.DeepEqual(a.state, b.state) {
				t.Fatalf("expected the same bytes for the same state alone, got %x and %x of\n%s\n%s", x, y, a.state, b.state)
			}
		}
	})
}

// playedState is a game of classic in which the joiner, whose cruiser is on A5 to C5, owes an answer to the shot at C5.
func playedState(t interface {
	Helper()
	Fatal(...any)
},
) (game.State, []game.Fleet) {
	t.Helper()
	r := game.Classic()
	fleet, err := r.ParseFleet("A1h,A3h,A5h,A7h,A9h")
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.NewState(r, game.Clock{OpenBlocks: 9, TurnBlocks: 9, ClaimBlocks: 9}, 0)
	if err != nil {
		t.Fatal(err)
	}
	fleets := []game.Fleet{fleet, fleet}
	actions := []game.Action{game.Join{}, game.RevealToss{First: game.Creator}}
	for _, tile := range []game.Tile{80, 81, 40, 41} {
		actions = append(actions,
			game.Shoot{By: game.Creator, Tile: tile}, nil, game.Shoot{By: game.Joiner, Tile: tile}, nil)
	}
	actions = append(actions, game.Shoot{By: game.Creator, Tile: 42})
	for _, action := range actions {
		if action == nil {
			action = (&scenario{state: s, fleets: fleets}).honest(s.Actor)
		}
		if s, _, err = game.Step(s, action, 1); err != nil {
			t.Fatal(err)
		}
	}
	return s, fleets
}

// unannounced is a state of classic as one of classic-zk, in which no ship is announced.
func unannounced(s game.State) game.State {
	s.Ruleset = game.ClassicZK()
	for i := range s.Sides {
		s.Sides[i].Sunk = nil
	}
	return s
}
