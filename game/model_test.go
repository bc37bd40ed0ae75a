package game_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// A model is every state of a game of a small ruleset that any sequence of actions leads to. Heights are folded: all
// deadlines are inTime, and an action happens then or at late, so that states differ by what happened and not by when.
type model struct {
	rules *game.Ruleset
	// first is the open game that all begin with.
	first  game.State
	states map[stateKey]game.State
	// next are the states that follow each state.
	next map[stateKey][]stateKey
	// edges are the changes of phase that were seen.
	edges map[game.Edge]bool
	// moves are the changes of phase, obligation, actor and reason that were seen.
	moves map[move]bool
}

const inTime, late = 1, 2

// whole makes TestModel explore the largest game, and try every action after every end, and TestLayouts count twice.
var whole = flag.Bool("whole", false, "leave nothing out of the tests of whole games and of all layouts")

// sampledEnds is in how many ended states of each head every action is tried, if not in all.
const sampledEnds = 8

// head is what a state says apart from its boards.
type head struct {
	phase  game.Phase
	owes   game.Obligation
	actor  game.Seat
	reason game.Reason
	second game.SecondClaim
}

// move is a change of head by an action.
type move struct {
	from head
	by   string
	to   head
}

// stateKey is a state as a map key.
type stateKey struct {
	head
	first      game.Seat
	pending    game.Tile
	hasPending bool
	answered   [2]game.Set
	hits       [2]game.Set
	sunk       [2]string
}

func headOf(s game.State) head {
	return head{phase: s.Phase, owes: s.Owes, actor: s.Actor, reason: s.Reason, second: s.Second}
}

func keyOf(s game.State) stateKey {
	k := stateKey{head: headOf(s), first: s.First, pending: s.Pending, hasPending: s.HasPending}
	for i, side := range s.Sides {
		k.answered[i], k.hits[i] = side.Answered, side.Hits
		for _, ship := range side.Sunk {
			k.sunk[i] += string(rune(ship.Code()))
		}
	}
	return k
}

// opened is a new game of a small ruleset.
type opened struct {
	game.Ruleset
	// claims says that claims are kept though the ruleset is proven.
	claims bool
}

// models are the games that are explored whole: small boards with each combination of the switches that matter to one
// ship, two ships, a ship on every tile, and a square; without proofs, with them, and with both proofs and claims. The
// square without proofs has 60,000 states, and is explored with -whole.
func models() []opened {
	var list []opened
	for _, r := range smallRulesets() {
		proven := r
		proven.Proven = true
		if *whole || r.Tiles() <= 3 {
			list = append(list, opened{r, false})
		}
		list = append(list, opened{proven, false})
		if r.Tiles() <= 3 && len(r.Classes) == 1 {
			list = append(list, opened{proven, true})
		}
	}
	return list
}

func smallRulesets() []game.Ruleset {
	var list []game.Ruleset
	for _, again := range []bool{false, true} {
		for _, announce := range []bool{false, true} {
			r := small(3, 1, true, 2)
			r.HitShootsAgain, r.AnnounceSunk = again, announce
			list = append(list, r)
		}
	}
	square := small(2, 2, true, 2)
	square.AnnounceSunk = true
	whole := small(2, 1, true, 2)
	whole.HitShootsAgain, whole.AnnounceSunk = true, true
	return append(list, small(3, 1, true, 1, 1), small(2, 1, true, 2), whole, square)
}

func modelName(r opened) string {
	name := fmt.Sprintf("%dx%d", r.Width, r.Height)
	for _, c := range r.Classes {
		name += fmt.Sprintf(" ship of %d", c.Length)
	}
	if r.HitShootsAgain {
		name += " again"
	}
	if r.AnnounceSunk {
		name += " announced"
	}
	return name + r.kind()
}

// kind is which kind of game it is, in words; none for a game without proofs.
func (r opened) kind() string {
	switch {
	case r.claims:
		return " proven with claims"
	case r.Proven:
		return " proven"
	default:
		return ""
	}
}

// allActions are the actions that can be told apart in a ruleset, legal or not.
func allActions(r *game.Ruleset) []game.Action {
	actions := []game.Action{
		game.Join{},
		game.Decline{},
		game.Expire{},
		game.Concede{By: 2},
		game.Cancel{By: -1},
		game.Shoot{By: 2},
		game.RevealToss{First: 2},
	}
	for _, by := range []game.Seat{game.Creator, game.Joiner} {
		actions = append(actions,
			game.Concede{By: by}, game.Challenge{By: by}, game.Cancel{By: by},
			game.RevealToss{By: by, First: game.Creator}, game.RevealToss{By: by, First: game.Joiner},
			game.Answer{By: by}, game.Answer{By: by, Hit: true}, game.Answer{By: by, Sunk: &game.Ship{}}, game.Claim{By: by})
		for tile := range r.Tiles() + 1 {
			actions = append(actions, game.Shoot{By: by, Tile: game.Tile(tile)})
		}
		for class := range r.Classes {
			for code := range 2 * r.Tiles() {
				ship := game.Ship{Class: class, Origin: game.Tile(code / 2), Vertical: code%2 == 1}
				actions = append(actions, game.Answer{By: by, Hit: true, Sunk: &ship})
			}
		}
		for _, fleet := range allFleets(r) {
			actions = append(actions, game.Claim{By: by, Fleet: fleet})
		}
	}
	return actions
}

// explore finds every state, breadth first, and holds each to the promises of the package: it is valid, who owes can
// do it, only expiry acts after the deadline, and nothing follows the end.
func explore(t *testing.T, o opened) *model {
	t.Helper()
	r := &o.Ruleset
	first, err := game.NewState(r, game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}, 0)
	if err != nil {
		t.Fatal(err)
	}
	first.ProvenClaims = o.claims
	m := &model{
		rules: r, first: first, states: map[stateKey]game.State{}, next: map[stateKey][]stateKey{},
		edges: map[game.Edge]bool{}, moves: map[move]bool{},
	}
	actions := allActions(r)
	after := map[head]int{}
	m.states[keyOf(first)] = first
	for queue := []game.State{first}; len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if err := s.Validate(); err != nil {
			t.Fatalf("expected a valid state, got %v in %+v", err, s)
		}
		if s.Phase.Ended() {
			if after[headOf(s)]++; !*whole && after[headOf(s)] > sampledEnds {
				continue
			}
		}
		canAct := false
		for _, action := range actions {
			if s.Phase.Ended() {
				if _, _, err := game.Step(s, action, late); !errors.Is(err, game.ErrPhase) {
					t.Fatalf("expected nothing to follow the end, got %v for %#v in %+v", err, action, s)
				}
				continue
			}
			_, expiry := action.(game.Expire)
			for _, height := range []int64{inTime, late} {
				if height == late && !expiry && r.Tiles() > 3 {
					continue // small boards have shown it, and large ones take long
				}
				next, _, err := game.Step(s, action, height)
				switch {
				case expiry && err != nil != (height == inTime), !expiry && err == nil && height == late:
					t.Fatalf("expected nothing but expiry after the deadline and no expiry before, got %v for %#v in %+v",
						err, action, s)
				}
				if err != nil {
					continue
				}
				canAct = canAct || height == inTime
				queue = m.add(s, action, next, queue)
			}
		}
		// A claimant who has lied can do nothing in time.
		if !canAct && !s.Phase.Ended() && s.Phase != game.PhaseClaim {
			t.Fatalf("expected something that can be done in time, got nothing in %+v", s)
		}
	}
	return m
}

// add notes that an action leads from one state to the next, and queues the next if it is new.
func (m *model) add(s game.State, action game.Action, next game.State, queue []game.State) []game.State {
	if !next.Phase.Ended() {
		next.Deadline = inTime
	}
	m.edges[game.Edge{From: s.Phase, By: game.KindName(action), To: next.Phase}] = true
	m.moves[move{from: headOf(s), by: game.KindName(action), to: headOf(next)}] = true
	key := keyOf(next)
	m.next[keyOf(s)] = append(m.next[keyOf(s)], key)
	if _, seen := m.states[key]; seen {
		return queue
	}
	m.states[key] = next
	return append(queue, next)
}

// String puts a head into words.
func (h head) String() string {
	text := h.phase.String()
	if h.owes != game.OwesNothing {
		text += fmt.Sprintf(" (%s owes %s)", h.actor, h.owes)
	}
	if h.phase == game.PhaseOver && h.reason != game.ReasonVoid {
		text += fmt.Sprintf(" (%s wins)", h.actor)
	}
	if h.reason != game.ReasonNone {
		text += " " + h.reason.String()
	}
	if h.second != game.SecondNone {
		text += ", second claim " + h.second.String()
	}
	return text
}

// TestModel explores whole small games, with every action of everybody in every state.
func TestModel(t *testing.T) {
	if testing.Short() {
		t.Skip("a search of all states takes seconds")
	}
	t.Parallel()
	moves := map[string]bool{}
	for _, rules := range models() {
		t.Run(modelName(rules), func(t *testing.T) {
			m := explore(t, rules)
			t.Logf("%d states", len(m.states))
			for change := range m.moves {
				moves[strings.TrimSpace(fmt.Sprintf("%s %s --%s--> %s", rules.kind(), change.from, change.by, change.to))] = true
			}
			// Cancel, join, toss, then a shot and an answer for each tile of both boards, and three steps of claims.
			limit := 3 + 4*rules.Tiles()
			if m.first.Claims() {
				limit += 3
			} else {
				m.checkWinners(t)
			}
			if longest := m.longest(t); longest > limit {
				t.Errorf("expected at most %d steps to the end, got %d", limit, longest)
			}
			for _, edge := range m.first.Edges() {
				if !m.edges[edge] {
					t.Errorf("expected the change %s by %s to %s to happen", edge.From, edge.By, edge.To)
				}
			}
			if len(m.edges) != len(m.first.Edges()) {
				t.Errorf("expected %d changes of phase, got %v", len(m.first.Edges()), m.edges)
			}
			// All combinations of field values are too many for larger boards; one switch alone adds nothing here.
			if rules.Tiles() <= 3 && rules.HitShootsAgain == rules.AnnounceSunk {
				m.checkTight(t)
			}
		})
	}
	checkMoves(t, moves)
}

// checkWinners holds a game without claims to its promise: whoever is silent or lies, once it was joined somebody wins,
// and there is nothing in which a board is asked for.
func (m *model) checkWinners(t *testing.T) {
	t.Helper()
	for k, s := range m.states {
		_, won := s.Winner()
		switch {
		case s.Phase == game.PhaseClaim, s.Owes == game.OwesClaim, s.Phase == game.PhaseOver && !won:
			t.Fatalf("expected neither a claim nor an end without a winner, got %+v", s)
		case s.Phase.Ended():
			if len(m.next[k]) > 0 {
				t.Fatalf("expected nothing after the end, got %d states after %+v", len(m.next[k]), s)
			}
		case s.Phase != game.PhaseOpen:
			next, _, err := game.Step(s, game.Expire{}, late)
			if winner, won := next.Winner(); err != nil || !won || winner != s.Actor.Other() {
				t.Fatalf("expected silence of the %s to lose the game, got %v and %+v", s.Actor, err, next)
			}
		}
	}
}

// longest is how many steps a game can take, and fails if that has no bound.
func (m *model) longest(t *testing.T) int {
	t.Helper()
	const visiting = -1
	length := map[stateKey]int{}
	var visit func(stateKey) int
	visit = func(k stateKey) int {
		if n, seen := length[k]; seen {
			if n == visiting {
				t.Fatalf("expected no game without an end, got a circle at %+v", m.states[k])
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
	for k := range m.states {
		longest = max(longest, visit(k))
	}
	return longest
}

// checkMoves compares every change of phase, obligation, actor and reason that can happen in any game with the
// recorded list: who may claim for which reason, and what a game can end in.
func checkMoves(t *testing.T, moves map[string]bool) {
	t.Helper()
	const path = "testdata/phase_graph.golden"
	got := strings.Join(slices.Sorted(maps.Keys(moves)), "\n") + "\n"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	recorded := strings.Split(strings.TrimSpace(string(want)), "\n")
	for move := range moves {
		if !slices.Contains(recorded, move) {
			t.Errorf("expected no such change: %s", move)
		}
	}
	for _, move := range recorded {
		if !moves[move] {
			t.Errorf("expected the change: %s", move)
		}
	}
}

// checkTight tries every combination of field values: Validate must accept those that explore found, and no other.
func (m *model) checkTight(t *testing.T) {
	t.Helper()
	valid := 0
	sides := validSides(m.rules)
	for _, s := range allHeads(m.rules) {
		s.ProvenClaims = m.first.ProvenClaims
		if s.ValidatePhase() != nil {
			if s.Validate() == nil {
				t.Fatalf("expected no valid state, got %+v", s)
			}
			continue // refused whatever the boards are
		}
		for _, creator := range sides {
			for _, joiner := range sides {
				s.Sides = [2]game.Side{creator, joiner}
				if s.Validate() != nil {
					continue
				}
				if _, reached := m.states[keyOf(s)]; reached {
					valid++
				} else if !m.claimable(s) {
					t.Fatalf("expected no valid state that no game reaches, got %+v", s)
				}
			}
		}
	}
	if valid != len(m.states) {
		t.Errorf("expected %d reached states, got %d", len(m.states), valid)
	}
}

// claimable says whether a state is one that a claim of some fleet would lead to, legal or not: Validate does not
// search for the fleet.
func (m *model) claimable(s game.State) bool {
	reached := func(reason game.Reason, second game.SecondClaim, claimant game.Seat) bool {
		s.Phase, s.Owes, s.Reason, s.Second, s.Actor = game.PhaseClaim, game.OwesClaim, reason, second, claimant
		_, found := m.states[keyOf(s)]
		return found
	}
	switch {
	case s.Phase == game.PhaseClaim && s.Second == game.SecondProven:
		return reached(s.Reason, game.SecondOpen, s.Actor.Other())
	case s.Phase != game.PhaseOver:
		return false
	case s.Reason == game.ReasonUnproven:
		winner := s.Actor
		return reached(game.ReasonUnproven, game.SecondNone, winner) || reached(game.ReasonSunk, game.SecondOpen, winner) ||
			reached(game.ReasonConceded, game.SecondOpen, winner)
	default:
		return reached(s.Reason, game.SecondNone, s.Actor)
	}
}

// validSides are all combinations of answers, hits and up to one sunk ship that Validate allows on the board of one
// who may still have lost or won. explore shows that no others happen.
func validSides(r *game.Ruleset) []game.Side {
	// A game without proofs allows the boards of every game.
	trusting := *r
	trusting.Proven = false
	s := game.State{
		Ruleset: &trusting, Clock: game.Clock{TurnBlocks: 1, ClaimBlocks: 1}, Phase: game.PhaseOver, Reason: game.ReasonVoid,
	}
	var sides []game.Side
	try := func(side game.Side) {
		// The other board gives any number of turns that goes with this one.
		for shots := range 1 << r.Tiles() {
			s.Sides = [2]game.Side{side, {Answered: game.Set{uint64(shots)}}}
			for s.First = range game.Seat(2) {
				if s.Validate() == nil {
					sides = append(sides, side)
					return
				}
			}
		}
	}
	subsets := uint64(1) << r.Tiles()
	for answered := range subsets {
		for hits := range subsets {
			side := game.Side{Answered: game.Set{answered}, Hits: game.Set{hits}}
			try(side)
			for code := range 2 * r.Tiles() {
				side.Sunk = []game.Ship{{Origin: game.Tile(code / 2), Vertical: code%2 == 1}}
				try(side)
			}
		}
	}
	return sides
}

// allHeads are all combinations of the other fields.
func allHeads(r *game.Ruleset) []game.State {
	var heads []game.State
	for phase := range game.Phase(8) {
		for owes := range game.Obligation(6) {
			for actor := range game.Seat(2) {
				for reason := range game.Reason(9) {
					for pending := -1; pending <= r.Tiles(); pending++ {
						if pending > 0 && owes != game.OwesAnswer {
							continue
						}
						s := game.State{
							Ruleset: r, Clock: game.Clock{TurnBlocks: 1, ClaimBlocks: 1}, Phase: phase, Owes: owes,
							Actor: actor, Deadline: inTime, Reason: reason,
						}
						if pending >= 0 {
							s.Pending, s.HasPending = game.Tile(pending), true
						}
						if phase.Ended() {
							s.Deadline = 0
						}
						for s.First = range game.Seat(2) {
							for s.Second = range game.SecondClaim(4) {
								heads = append(heads, s)
							}
						}
					}
				}
			}
		}
	}
	return heads
}
