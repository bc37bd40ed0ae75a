package melee_test

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// walk is a random melee: a state, its twin, and players with a fleet each who mostly play on, sometimes lie or fall
// silent, and sometimes do anything at all.
type walk struct {
	t      *rapid.T
	state  melee.State
	twin   *twin
	height int64
	fleets []game.Fleet
	// aims are the seats whose aims the caller keeps.
	aims melee.Seats
	// silent is how often in ten a player misses a deadline.
	silent int
}

// boards are rulesets that have a legal fleet.
var boards = []*game.Ruleset{
	melee.Ruleset(), small(2, 1, 1), small(3, 1, 2), small(2, 2, 1, 1), small(4, 3, 3, 1), small(16, 14, 2, 1),
}

func drawWalk(t *rapid.T) *walk {
	w := &walk{t: t, height: rapid.Int64Range(0, 5).Draw(t, "height"), silent: rapid.IntRange(0, 6).Draw(t, "silent")}
	r := rapid.SampledFrom(boards).Draw(t, "board")
	clock := game.Clock{
		OpenBlocks:  rapid.Int64Range(1, 9).Draw(t, "open"),
		TurnBlocks:  rapid.Int64Range(1, 3).Draw(t, "turn"),
		ClaimBlocks: rapid.Int64Range(1, 3).Draw(t, "claim"),
	}
	players := rapid.SampledFrom([]int{2, 2, 3, 3, 4, 5, 8, 16}).Draw(t, "players")
	var err error
	if w.state, err = melee.NewState(r, clock, players, w.height); err != nil {
		t.Fatal(err)
	}
	w.twin = newTwin(r, clock, players, w.height)
	for range players {
		w.fleets = append(w.fleets, drawFleet(t, r))
	}
	return w
}

// drawFleet draws a legal fleet with a seed of its own, since it takes many numbers.
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
func (w *walk) draw() melee.Action {
	t, s := w.t, w.state
	if game.Late(s.Deadline, w.height) && rapid.IntRange(0, 3).Draw(t, "settle") > 0 {
		return melee.Expire{}
	}
	if rapid.IntRange(0, 19).Draw(t, "chaos") == 0 {
		return w.drawAny()
	}
	if s.Stage == melee.StageOpen {
		if rapid.IntRange(0, 9).Draw(t, "leave") == 0 {
			return melee.Leave{By: w.drawSeat()}
		}
		return melee.Join{}
	}
	if rapid.IntRange(0, 9).Draw(t, "silence") < w.silent && !s.Stage.Ended() {
		w.height = s.Deadline + 1
		return melee.Expire{}
	}
	var owing []melee.Seat
	for seat := range s.Owes.All() {
		owing = append(owing, seat)
	}
	if len(owing) == 0 {
		return w.drawAny()
	}
	by := rapid.SampledFrom(owing).Draw(t, "owing")
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
		report := w.honest(by)
		if rapid.IntRange(0, 19).Draw(t, "lie") == 0 {
			report.Hits = game.Set{}
		}
		return report
	default:
		return melee.Claim{By: by, Fleet: w.fleets[by]}
	}
}

// honest is the report of a seat by its fleet.
func (w *walk) honest(by melee.Seat) melee.Report {
	tiles, err := w.state.Ruleset.FleetTiles(w.fleets[by])
	if err != nil {
		w.t.Fatal(err)
	}
	return melee.Report{By: by, Hits: w.state.Volley().Intersect(tiles)}
}

func (w *walk) drawSeat() melee.Seat {
	return melee.Seat(rapid.IntRange(-1, len(w.state.Players)).Draw(w.t, "seat"))
}

// drawAny draws any action, most of them illegal.
func (w *walk) drawAny() melee.Action {
	t, by := w.t, w.drawSeat()
	switch rapid.IntRange(1, 10).Draw(t, "action") {
	case 1:
		return melee.Join{}
	case 2:
		return melee.Decline{}
	case 3:
		return melee.Leave{By: by}
	case 4:
		return melee.Confirm{By: by}
	case 5:
		return melee.Aim{By: by}
	case 6:
		return melee.Fire{By: by, Tile: game.Tile(rapid.IntRange(0, 255).Draw(t, "tile"))}
	case 7:
		hits := game.Set{}
		for range rapid.IntRange(0, 3).Draw(t, "hits") {
			hits = hits.With(game.Tile(rapid.IntRange(0, w.state.Ruleset.Tiles()).Draw(t, "hit")))
		}
		return melee.Report{By: by, Hits: hits}
	case 8:
		return melee.Concede{By: by}
	case 9:
		fleet := slices.Clone(rapid.SampledFrom(w.fleets).Draw(t, "fleet"))
		if rapid.Bool().Draw(t, "cut") {
			fleet = fleet[1:]
		}
		return melee.Claim{By: by, Fleet: fleet}
	default:
		return melee.Expire{}
	}
}

// TestStepIsItsTwin plays random melees against the twin. Each verdict and each state must be the same, and each step
// must keep the promises of the package.
func TestStepIsItsTwin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		for range rapid.IntRange(20, 400).Draw(t, "steps") {
			w.height += int64(rapid.SampledFrom([]int{0, 0, 0, 0, 0, 0, 0, 0, 1, 4}).Draw(t, "wait"))
			w.check(w.draw())
			if w.state.Stage.Ended() && rapid.Bool().Draw(t, "leave") {
				break
			}
		}
	})
}

// check performs one action on both and compares.
func (w *walk) check(action melee.Action) {
	t, before, saved := w.t, w.state, w.state
	saved.Players = slices.Clone(before.Players)
	next, events, err := melee.Step(before, action, w.height)
	if !reflect.DeepEqual(before, saved) {
		t.Fatalf("%#v: expected the input unchanged\n%s\ngot\n%s", action, saved, before)
	}
	want := w.twin.step(action, w.height)
	if (want == nil) != (err == nil) || !errors.Is(err, want) {
		t.Fatalf("%#v at %d on\n%s\nexpected error %v, got %v", action, w.height, before, want, err)
	}
	if twin := w.twin.state(); !reflect.DeepEqual(next, twin) {
		t.Fatalf("%#v at %d on\n%s\nexpected\n%+v\ngot\n%+v", action, w.height, before, twin, next)
	}
	if err != nil {
		if events != nil {
			t.Fatalf("%#v: expected no events with an error, got %v", action, events)
		}
		return
	}
	if len(events) == 0 {
		t.Fatalf("%#v: expected events, got none", action)
	}
	if rebuilt := replay(before, events); !reflect.DeepEqual(rebuilt, next) {
		t.Fatalf("%#v: expected the events to lead to\n%s\ngot\n%s", action, next, rebuilt)
	}
	checkState(t, next)
	w.checkAims(action, next)
	w.state = next
	w.checkEnds()
}

// checkAims keeps the aims as a caller does: one that is made until State.Aimed has it no more. Whoever fires has one.
func (w *walk) checkAims(action melee.Action, next melee.State) {
	switch a := action.(type) {
	case melee.Aim:
		w.aims = w.aims.With(a.By)
	case melee.Fire:
		if !w.aims.Has(a.By) {
			w.t.Fatalf("expected an aim of seat %d to open, got those of %s in\n%s", a.By, w.aims, w.state)
		}
	}
	w.aims &= next.Aimed()
	if w.aims != next.Aimed() {
		w.t.Fatalf("expected the aims of seats %s to be kept, got %s in\n%s", next.Aimed(), w.aims, next)
	}
}

// checkState says whether a state is valid and survives its bytes and its drawing.
func checkState(t interface {
	Helper()
	Fatalf(string, ...any)
}, s melee.State,
) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Fatalf("expected a valid state, got %v in %+v", err, s)
	}
	progress := s.AppendProgress(nil)
	if back, err := melee.ParseProgress(s.Ruleset, s.Clock, progress); err != nil || !reflect.DeepEqual(back, s) {
		t.Fatalf("expected the progress to be read as\n%s\ngot\n%s\nand error %v", s, back, err)
	}
	if stage, deadline, err := melee.Glance(progress); err != nil || stage != s.Stage || deadline != s.Deadline {
		t.Fatalf("expected a glance to show %s until %d, got %s until %d and error %v",
			s.Stage, s.Deadline, stage, deadline, err)
	}
	if s.Ruleset.ID != melee.Ruleset().ID {
		return
	}
	b, err := s.MarshalBinary()
	if err != nil {
		t.Fatalf("expected bytes, got %v", err)
	}
	if back, err := melee.UnmarshalState(b); err != nil || !reflect.DeepEqual(back, s) {
		t.Fatalf("expected the bytes to be read as\n%s\ngot\n%s\nand error %v", s, back, err)
	}
	if back, err := melee.ParseState(s.String()); err != nil || !reflect.DeepEqual(back, s) {
		t.Fatalf("expected the drawing to be read as\n%s\ngot\n%s\nand error %v", s, back, err)
	}
}

// checkEnds lets nobody move any more: the melee must end by expiry alone, in four steps at most, with everybody's
// stake back if nobody proves anything.
func (w *walk) checkEnds() {
	s := w.state
	for range 5 {
		if s.Stage.Ended() {
			w.checkOutcome(s)
			return
		}
		if _, _, err := melee.Step(s, melee.Expire{}, s.Deadline); !errors.Is(err, game.ErrNotLate) {
			w.t.Fatalf("expected no expiry at the deadline, got %v on\n%s", err, s)
		}
		next, _, err := melee.Step(s, melee.Expire{}, s.Deadline+1)
		if err != nil {
			w.t.Fatalf("expected an expiry after the deadline, got %v on\n%s", err, s)
		}
		s = next
	}
	if !s.Stage.Ended() {
		// Seats that fall silent one after another may take a round each.
		if s.Round > s.Ruleset.Tiles()+len(s.Players) {
			w.t.Fatalf("expected the end, got\n%s", s)
		}
	}
}

// checkOutcome holds an end to what it may bring.
func (w *walk) checkOutcome(s melee.State) {
	o, over := s.Outcome()
	if over != (s.Stage == melee.StageOver) {
		w.t.Fatalf("expected an outcome if and only if the melee is over, got %+v of\n%s", o, s)
	}
	ranking := s.Ranking()
	for i, p := range s.Players {
		seat := melee.Seat(i)
		wins, back, consoled := o.Winners.Has(seat), o.Refunded.Has(seat), o.Consoled.Has(seat)
		switch {
		case wins && (!s.Proven.Has(seat) || p.Standing != melee.Afloat && p.Standing != melee.Sunk || ranking[i] != 1):
			w.t.Fatalf("expected winners with proven boards, got seat %d in\n%s", i, s)
		case back && o.Winners != 0, consoled && o.Winners == 0, consoled && wins, consoled && p.Standing != melee.Sunk:
			w.t.Fatalf("expected seat %d to get one thing, got %+v of\n%s", i, o, s)
		case back && (p.Standing == melee.Scuttled || p.Standing == melee.Unproven):
			w.t.Fatalf("expected nothing back for seat %d, got %+v of\n%s", i, o, s)
		case (ranking[i] > 0) != (s.Stage == melee.StageOver && (p.Standing == melee.Afloat || p.Round > 0)):
			w.t.Fatalf("expected a rank of seat %d if it was in the first round, got %d in\n%s", i, ranking[i], s)
		}
	}
}

// TestBytesAreInjective compares the bytes of states that differ in something.
func TestBytesAreInjective(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawWalk(t), drawWalk(t)
		for range 40 {
			for _, w := range []*walk{a, b} {
				if next, _, err := melee.Step(w.state, w.draw(), w.height); err == nil {
					w.state = next
				}
			}
			if !a.state.Ruleset.Equal(b.state.Ruleset) || a.state.Clock != b.state.Clock {
				continue
			}
			x, y := a.state.AppendProgress(nil), b.state.AppendProgress(nil)
			if bytes.Equal(x, y) != reflect.DeepEqual(a.state, b.state) {
				t.Fatalf("expected the same bytes for the same state alone, got %x and %x of\n%s\n%s", x, y, a.state, b.state)
			}
		}
	})
}
