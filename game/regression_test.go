package game_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// The tests in this file are named for flaws that other implementations of the game have had: each shows that it is
// not one of ours.

// match is a game of classic in play between alice, who created it and shoots first, and bob, with the fleets they
// hold.
type match struct {
	t      *testing.T
	state  game.State
	fleets []game.Fleet
}

const alice, bob = game.Creator, game.Joiner

func newMatch(t *testing.T, aliceFleet, bobFleet string) *match {
	t.Helper()
	r := game.Classic()
	m := &match{t: t}
	for _, text := range []string{aliceFleet, bobFleet} {
		fleet, err := r.ParseFleet(text)
		if err != nil {
			t.Fatal(err)
		}
		m.fleets = append(m.fleets, fleet)
	}
	var err error
	if m.state, err = game.NewState(r, game.Clock{OpenBlocks: 10, TurnBlocks: 10, ClaimBlocks: 10}, 1); err != nil {
		t.Fatal(err)
	}
	m.must(game.Join{})
	m.must(game.RevealToss{By: alice, First: alice})
	return m
}

// must performs a legal action.
func (m *match) must(a game.Action) {
	m.t.Helper()
	height := int64(1)
	if _, expiry := a.(game.Expire); expiry {
		height = m.state.Deadline + 1
	}
	next, _, err := game.Step(m.state, a, height)
	if err != nil {
		m.t.Fatalf("%#v: expected no error, got %v on\n%s", a, err, m.state)
	}
	m.state = next
}

// refuse performs an illegal action.
func (m *match) refuse(a game.Action, want error) {
	m.t.Helper()
	if next, _, err := game.Step(m.state, a, 1); !errors.Is(err, want) {
		m.t.Fatalf("%#v: expected error %v, got %v and\n%s", a, want, err, next)
	}
}

// answer gives the honest answer that is owed.
func (m *match) answer() {
	m.t.Helper()
	m.must((&scenario{state: m.state, fleets: m.fleets}).honest(m.state.Actor))
}

// A player with every ship tile hit never announced a sunk ship, played on for 59 transactions and then won.
func TestUndeclaredSunkShipNeverWins(t *testing.T) {
	m := newMatch(t, "A10h,F10h,A9h,D9h,G9h", "A1h,F1h,A2h,D2h,G2h")
	for tile := game.Tile(0); m.state.Phase == game.PhasePlay; tile++ {
		m.must(game.Shoot{By: alice, Tile: tile})
		m.must(game.Answer{By: bob, Hit: m.hit(bob, tile)}) // and not a word about sunk ships
		if m.state.Phase == game.PhasePlay {
			m.must(game.Shoot{By: bob, Tile: tile})
			m.answer()
		}
	}
	if got := m.state.Sides[bob].Hits.Len(); got != 17 || m.state.Reason != game.ReasonSunk || m.state.Actor != alice {
		t.Fatalf("expected play to end with the 17th hit, got %d hits on\n%s", got, m.state)
	}
	m.must(game.Expire{}) // alice does not claim, so bob may
	m.refuse(game.Claim{By: bob, Fleet: m.fleets[bob]}, game.ErrAuditSunk)
	m.must(game.Expire{})
	if winner, ok := m.state.Winner(); ok {
		t.Errorf("expected no winner, got %s", winner)
	}
}

func (m *match) hit(by game.Seat, tile game.Tile) bool {
	m.t.Helper()
	tiles, err := m.state.Ruleset.FleetTiles(m.fleets[by])
	if err != nil {
		m.t.Fatal(err)
	}
	return tiles.Has(tile)
}

// Ship lengths came from the player's own layout: an all-water board with five ships of length zero won.
func TestShipsOfLengthZeroDoNotExist(t *testing.T) {
	r := game.Classic()
	r.Classes[4].Length = 0
	if err := r.Validate(); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected no ruleset with such a ship, got error %v", err)
	}
	m := newMatch(t, "A1h,A3h,A5h,A7h,A9h", "A1h,A3h,A5h,A7h,A9h")
	m.must(game.Shoot{By: alice, Tile: 0})
	m.must(game.Answer{By: bob}) // water, as everywhere on bob's board
	m.must(game.Concede{By: alice})
	m.refuse(game.Claim{By: bob}, game.ErrFleetMissing)
	m.refuse(game.Claim{By: bob, Fleet: m.fleets[bob]}, game.ErrAuditAnswer)
	m.refuse(game.Claim{By: bob, Fleet: make(game.Fleet, 5)}, game.ErrFleetExtra)
}

// When both players had cheated, neither could collect, and the game stayed for ever.
func TestBothCheatersEndInVoid(t *testing.T) {
	m := newMatch(t, "A1h,A3h,A5h,A7h,A9h", "A1h,A3h,A5h,A7h,A9h")
	m.must(game.Shoot{By: alice, Tile: 0})
	m.must(game.Answer{By: bob})
	m.must(game.Shoot{By: bob, Tile: 0})
	m.must(game.Answer{By: alice})
	m.must(game.Challenge{By: alice})
	m.refuse(game.Claim{By: bob, Fleet: m.fleets[bob]}, game.ErrAuditAnswer)
	m.must(game.Expire{})
	m.refuse(game.Claim{By: alice, Fleet: m.fleets[alice]}, game.ErrAuditAnswer)
	m.must(game.Expire{})
	if m.state.Phase != game.PhaseOver || m.state.Reason != game.ReasonVoid {
		t.Errorf("expected the game over and void, got\n%s", m.state)
	}
}

// A creator gave up before anybody had joined, after which nobody could join or open a game.
func TestAnOpenGameCannotBeConceded(t *testing.T) {
	s, err := game.NewState(game.Classic(), game.Clock{OpenBlocks: 10, TurnBlocks: 10, ClaimBlocks: 10}, 1)
	if err != nil {
		t.Fatal(err)
	}
	m := &match{t: t, state: s}
	for _, by := range []game.Seat{alice, bob} {
		m.refuse(game.Concede{By: by}, game.ErrPhase)
		m.refuse(game.Challenge{By: by}, game.ErrPhase)
	}
	m.must(game.Join{})
}

// The same tile was shot 17 times, its one hit counted each time, and that won.
func TestATileIsShotOnce(t *testing.T) {
	m := newMatch(t, "A1h,A3h,A5h,A7h,A9h", "A1h,A3h,A5h,A7h,A9h")
	m.must(game.Shoot{By: alice, Tile: 0})
	m.refuse(game.Shoot{By: alice, Tile: 0}, game.ErrTurn)
	m.answer()
	m.must(game.Shoot{By: bob, Tile: 99})
	m.answer()
	m.refuse(game.Shoot{By: alice, Tile: 0}, game.ErrTileTaken) // a hit
	m.must(game.Shoot{By: alice, Tile: 9})
	m.answer()
	m.refuse(game.Shoot{By: bob, Tile: 99}, game.ErrTileTaken) // a miss
	m.must(game.Shoot{By: bob, Tile: 0})                       // the other's tile of that name
	m.answer()
	if got := m.state.Sides[bob].Hits.Len(); got != 1 {
		t.Errorf("expected one hit on bob, got %d", got)
	}
}

// Shots off the board were accepted, and could never be answered.
func TestNoShotOffTheBoard(t *testing.T) {
	m := newMatch(t, "A1h,A3h,A5h,A7h,A9h", "A1h,A3h,A5h,A7h,A9h")
	for tile := 100; tile < 256; tile++ {
		m.refuse(game.Shoot{By: alice, Tile: game.Tile(tile)}, game.ErrTile)
	}
}

// An empty report counted as an answer, so that a player could answer nothing for ever.
func TestAnAnswerNeedsAShot(t *testing.T) {
	m := newMatch(t, "A1h,A3h,A5h,A7h,A9h", "A1h,A3h,A5h,A7h,A9h")
	m.refuse(game.Answer{By: alice}, game.ErrTurn)
	m.refuse(game.Answer{By: bob}, game.ErrTurn)
	m.must(game.Shoot{By: alice, Tile: 0})
	m.answer()
	m.refuse(game.Answer{By: bob}, game.ErrTurn)
}

// A cap of 128 turns broke most games between beginners. The longest game there is has a shot at every tile of one
// board and at every tile but one of the other.
func TestTheLongestGame(t *testing.T) {
	for _, rules := range game.Rulesets() {
		t.Run(rules.Name, func(t *testing.T) {
			s, err := game.NewState(rules, game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}, 0)
			if err != nil {
				t.Fatal(err)
			}
			m := &match{t: t, state: s}
			m.must(game.Join{})
			m.must(game.RevealToss{By: alice, First: alice})
			shots, last := 0, rules.Tiles()-1
			var next [2]int
			for m.state.Phase == game.PhasePlay {
				by := m.state.Actor
				tile := next[by]
				next[by]++
				m.must(game.Shoot{By: by, Tile: game.Tile(tile)})
				shots++
				// All but one hit come first, so that the last tile decides.
				m.must(game.Answer{By: by.Other(), Hit: tile < rules.ShipTiles()-1 || tile == last})
				checkState(t, m.state)
			}
			if want := 2*rules.Tiles() - 1; shots != want {
				t.Errorf("expected %d shots, got %d", want, shots)
			}
			if m.state.Reason != game.ReasonSunk || m.state.Actor != alice {
				t.Errorf("expected alice to claim, got\n%s", m.state)
			}
		})
	}
}
