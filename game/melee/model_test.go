package melee_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// A model is every state of a melee of a small ruleset that any sequence of actions leads to: everybody does
// everything, also what is not allowed, and every subset of seats is silent at every deadline. Heights are folded: all
// deadlines are inTime, and an action happens then or at late.
type model struct {
	first melee.State
	// states are those that were found, by their progress.
	states map[string]melee.State
	// next are the states that follow each state.
	next map[string][]string
	// edges are the changes of stage that were seen.
	edges map[melee.Edge]bool
}

const inTime, late = 1, 2

// clock is one block for everything.
var clock = game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}

// small is a ruleset of melees with ships of the given lengths, one of each class.
func small(width, height int, lengths ...int) *game.Ruleset {
	r := &game.Ruleset{
		ID: 1000, Name: "small", Width: width, Height: height, Touch: true, MinPlayers: 2, MaxPlayers: game.MaxPlayers,
	}
	for i, length := range lengths {
		r.Classes = append(r.Classes, game.ShipClass{Name: "ship" + string(rune('a'+i)), Length: length, Count: 1})
	}
	return r
}

func keyOf(s melee.State) string { return string(s.AppendProgress(nil)) }

// allFleets are the fleets that can be told apart on a board that ships of a ruleset fit, legal or not.
func allFleets(r *game.Ruleset) []game.Fleet {
	fleets := []game.Fleet{nil}
	for class := range r.Classes {
		var longer []game.Fleet
		for _, fleet := range fleets {
			for origin := range r.Tiles() {
				for _, vertical := range []bool{false, true} {
					ship := game.Ship{Class: class, Origin: game.Tile(origin), Vertical: vertical}
					longer = append(longer, append(slices.Clone(fleet), ship))
				}
			}
		}
		fleets = longer
	}
	return append(slices.DeleteFunc(fleets, func(f game.Fleet) bool { return r.CheckFleet(f) != nil }), nil)
}

// subsets are all sets of tiles of a board.
func subsets(tiles int) []game.Set {
	var list []game.Set
	for bits := range uint64(1) << tiles {
		list = append(list, game.Set{bits})
	}
	return list
}

// allActions are the actions that can be told apart at a table, legal or not.
func allActions(s melee.State) []melee.Action {
	r := s.Ruleset
	actions := []melee.Action{
		melee.Join{}, melee.Decline{}, melee.Expire{}, melee.Aim{By: -1}, melee.Concede{By: melee.Seat(len(s.Players))},
	}
	for i := range s.Players {
		by := melee.Seat(i)
		actions = append(actions, melee.Leave{By: by}, melee.Confirm{By: by}, melee.Aim{By: by}, melee.Concede{By: by})
		for tile := range r.Tiles() + 1 {
			actions = append(actions, melee.Fire{By: by, Tile: game.Tile(tile)})
		}
		for _, hits := range subsets(r.Tiles()) {
			actions = append(actions, melee.Report{By: by, Hits: hits})
		}
		for _, fleet := range allFleets(r) {
			actions = append(actions, melee.Claim{By: by, Fleet: fleet})
		}
	}
	return actions
}

// models are the melees that are explored whole, with how many seats they begin.
func models() []melee.State {
	var list []melee.State
	for _, m := range []struct {
		players int
		rules   *game.Ruleset
	}{
		{2, small(1, 1, 1)},
		{2, small(2, 1, 1)},
		{2, small(3, 1, 2)},
		{3, small(1, 1, 1)},
		{3, small(2, 1, 1)},
		{4, small(1, 1, 1)},
	} {
		s, err := melee.NewState(m.rules, clock, m.players, 0)
		if err != nil {
			panic(err)
		}
		list = append(list, s)
	}
	return list
}

func modelName(s melee.State) string {
	return fmt.Sprintf("%d players on %dx%d", len(s.Players), s.Ruleset.Width, s.Ruleset.Height)
}

// explore finds every state, breadth first, and holds each step to the promises of the package.
func explore(t *testing.T, first melee.State) *model {
	t.Helper()
	m := &model{
		first: first, states: map[string]melee.State{keyOf(first): first},
		next: map[string][]string{}, edges: map[melee.Edge]bool{},
	}
	actions := allActions(first)
	for queue := []melee.State{first}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		checkProgress(t, s)
		checkEmptied(t, s)
		if s.Stage.Ended() {
			if _, _, err := melee.Step(s, melee.Expire{}, late); !errors.Is(err, game.ErrPhase) {
				t.Fatalf("expected nothing to follow the end, got %v in %+v", err, s)
			}
			continue
		}
		canAct := false
		for _, action := range actions {
			_, expiry := action.(melee.Expire)
			height := int64(inTime)
			if expiry {
				height = late
			}
			next, events, err := melee.Step(s, action, height)
			if errors.Is(err, game.ErrState) || expiry && err != nil {
				t.Fatalf("expected a step, got %v for %#v in %+v", err, action, s)
			}
			if err != nil {
				continue
			}
			canAct = canAct || !expiry
			if rebuilt := replay(s, events); !reflect.DeepEqual(rebuilt, next) {
				t.Fatalf("%#v in %+v: expected the events to lead to\n%+v\ngot\n%+v", action, s, next, rebuilt)
			}
			if expiry {
				checkSilence(t, s, next)
			}
			queue = m.add(s, action, next, queue)
		}
		if !canAct && !s.Stage.Ended() && s.Stage != melee.StageClaim && s.Stage != melee.StageSecond {
			t.Fatalf("expected something that can be done in time, got nothing in %+v", s)
		}
	}
	return m
}

// add notes that an action leads from one state to the next, and queues the next if it is new.
func (m *model) add(s melee.State, action melee.Action, next melee.State, queue []melee.State) []melee.State {
	if !next.Stage.Ended() {
		next.Deadline = inTime
	}
	m.edges[melee.Edge{From: s.Stage, By: melee.KindName(action), To: next.Stage}] = true
	key := keyOf(next)
	m.next[keyOf(s)] = append(m.next[keyOf(s)], key)
	if _, seen := m.states[key]; seen {
		return queue
	}
	m.states[key] = next
	return append(queue, next)
}

// checkProgress says whether a state is valid and survives its progress.
func checkProgress(t *testing.T, s melee.State) {
	t.Helper()
	if err := s.Validate(); err != nil {
		t.Fatalf("expected a valid state, got %v in %+v", err, s)
	}
	back, err := melee.ParseProgress(s.Ruleset, s.Clock, s.AppendProgress(nil))
	if err != nil || !reflect.DeepEqual(back, s) {
		t.Fatalf("expected the progress to be read as\n%+v\ngot\n%+v\nand error %v", s, back, err)
	}
}

// checkSilence holds the passing of a deadline to what is promised of silence, in words other than those of the code.
func checkSilence(t *testing.T, s, next melee.State) {
	t.Helper()
	if s.Stage != melee.StageAim && s.Stage != melee.StageFire && s.Stage != melee.StageReport {
		return
	}
	fail := func(what string) {
		t.Fatalf("expected %s, got\n%+v\nafter the deadline of\n%+v", what, next, s)
	}
	silent, acted, dead := 0, 0, melee.Seats(0)
	last := s.Stage == melee.StageReport && s.Free().Minus(s.Volley()).IsEmpty()
	for i, p := range s.Players {
		switch {
		case p.Standing != melee.Afloat:
			dead = dead.With(melee.Seat(i))
		case s.Owes.Has(melee.Seat(i)):
			silent++
		case p.Hits.Len() < s.Ruleset.ShipTiles() && !last:
			acted++
		}
	}
	gone := 0
	for i := range s.Players {
		if s.Players[i].Standing == melee.Afloat && next.Players[i].Standing == melee.Scuttled {
			gone++
			if !s.Owes.Has(melee.Seat(i)) {
				fail("nobody to be put out who has acted")
			}
		}
	}
	switch {
	case silent > acted && !s.Extended:
		if !next.Extended || next.Stage != s.Stage || gone > 0 || next.Owes != s.Owes {
			fail("another clock and nothing else")
		}
		return
	case acted == 0 && gone > 0:
		fail("silence to put nobody out where nobody else is afloat")
	case silent > acted && acted > 0 && (gone != silent ||
		next.Kept.Num*s.Kept.Den*(silent+acted) != next.Kept.Den*s.Kept.Num*acted):
		fail("most of a table to take its shares with it")
	case silent <= acted && next.Kept != s.Kept:
		fail("all of the pot to stay")
	}
	if next.Stage == melee.StageClaim && next.Owes&dead != 0 {
		fail("no seat to claim first that was out before")
	}
}

// checkEmptied says whether nobody who had lost before gains by a silence that has ended play: no pot, no stake, no
// claim.
func checkEmptied(t *testing.T, s melee.State) {
	t.Helper()
	if !s.Emptied {
		return
	}
	o, _ := s.Outcome()
	for i, p := range s.Players {
		paid := o.Winners | o.Refunded | s.Owes | s.Proven
		if before := p.Round > 0 && p.Round < s.Round; before && paid.Has(melee.Seat(i)) {
			t.Fatalf("expected nothing for seat %d, which had lost before, got %+v in\n%s", i, o, s)
		}
	}
}

// TestModel explores whole small melees, with every action of everybody in every state.
func TestModel(t *testing.T) {
	if testing.Short() {
		t.Skip("a search of all states takes seconds")
	}
	t.Parallel()
	seen := map[melee.Edge]bool{}
	for _, first := range models() {
		t.Run(modelName(first), func(t *testing.T) {
			m := explore(t, first)
			for edge := range m.edges {
				seen[edge] = true
			}
			t.Logf("%d states, %d steps at most", len(m.states), m.longest(t))
			m.checkRounds(t)
		})
	}
	for _, edge := range melee.Edges() {
		if !seen[edge] {
			t.Errorf("expected the change %s by %s to %s to happen", edge.From, edge.By, edge.To)
		}
	}
}

// checkRounds holds every state to the bound on rounds.
func (m *model) checkRounds(t *testing.T) {
	t.Helper()
	for _, s := range m.states {
		if s.Round > s.Ruleset.Tiles()+len(s.Players) {
			t.Fatalf("expected at most as many rounds as tiles and players, got %+v", s)
		}
	}
}

// longest is how many steps lead from a full table to the end at most, and fails if that has no bound. While a table is
// open, players may come and go as often as they like until its deadline.
func (m *model) longest(t *testing.T) int {
	t.Helper()
	const visiting = -1
	length := map[string]int{}
	var visit func(string) int
	visit = func(k string) int {
		if n, seen := length[k]; seen {
			if n == visiting {
				t.Fatalf("expected no melee without an end, got a circle at %+v", m.states[k])
			}
			return n
		}
		length[k] = visiting
		n := 0
		for _, next := range m.next[k] {
			n = max(n, 1+visit(next))
		}
		length[k] = n
		return n
	}
	longest := 0
	for k, s := range m.states {
		if s.Stage != melee.StageOpen {
			longest = max(longest, visit(k))
		}
	}
	return longest
}
