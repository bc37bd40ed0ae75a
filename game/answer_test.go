package game_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

func TestTrueAnswers(t *testing.T) {
	const fleet = "A1h,A3h,A5h,A7h,A9h"
	tests := map[string]struct {
		rules *game.Ruleset
		fleet string
		hits  []string // before the shot
		shot  string
		hit   bool
		sunk  string // empty if no ship is announced
	}{
		"water is a miss": {
			rules: game.Classic(), fleet: fleet, shot: "J10",
		},
		"water beside a ship that is all but sunk is a miss": {
			rules: game.Classic(), fleet: fleet, hits: []string{"A9", "B9"}, shot: "C9",
		},
		"the first tile of a ship is a hit": {
			rules: game.Classic(), fleet: fleet, shot: "A9", hit: true,
		},
		"the last tile of a ship sinks it": {
			rules: game.Classic(), fleet: fleet, hits: []string{"B9"}, shot: "A9", hit: true, sunk: "destroyer A9h",
		},
		"hits on one ship do not sink another": {
			rules: game.Classic(), fleet: fleet, hits: []string{"A7", "B7"}, shot: "A9", hit: true,
		},
		"the last tile of a vertical ship sinks it": {
			rules: game.Classic(), fleet: "A1v,C1v,E1v,G1v,I1v", hits: []string{"I1"}, shot: "I2",
			hit: true, sunk: "destroyer I1v",
		},
		"a ruleset that announces nothing is told no ship": {
			rules: game.Xaya(), fleet: "A1h,A3h,E3h,A5h,D5h,A7h,D7h", hits: []string{"A7"}, shot: "B7", hit: true,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			fleet, err := tc.rules.ParseFleet(tc.fleet)
			if err != nil {
				t.Fatal(err)
			}
			s := game.State{
				Ruleset: tc.rules, Owes: game.OwesAnswer, Actor: game.Joiner, Pending: tileOf(t, tc.rules, tc.shot),
			}
			for _, hit := range tc.hits {
				s.Sides[game.Joiner].Hits = s.Sides[game.Joiner].Hits.With(tileOf(t, tc.rules, hit))
			}
			got, err := s.TrueAnswer(fleet)
			if err != nil {
				t.Fatal(err)
			}
			sunk := ""
			if got.Sunk != nil {
				class, placement := tc.rules.ShipString(*got.Sunk)
				sunk = class + " " + placement
			}
			if got.By != game.Joiner || got.Hit != tc.hit || sunk != tc.sunk {
				t.Errorf("expected the %s, hit %t, sunk %q, got the %s, hit %t, sunk %q",
					game.Joiner, tc.hit, tc.sunk, got.By, got.Hit, sunk)
			}
			if hits := s.Sides[game.Joiner].Hits.Len(); hits != len(tc.hits) {
				t.Errorf("expected the state to stay as it was, got %d hits", hits)
			}
		})
	}
}

func tileOf(t *testing.T, r *game.Ruleset, name string) game.Tile {
	t.Helper()
	tile, err := r.ParseTile(name)
	if err != nil {
		t.Fatal(err)
	}
	return tile
}

func TestTrueAnswerIsRefused(t *testing.T) {
	r := game.Classic()
	s := game.State{Ruleset: r, Owes: game.OwesShot}
	if _, err := s.TrueAnswer(nil); !errors.Is(err, game.ErrTurn) {
		t.Errorf("expected an ErrTurn if a shot is owed, got %v", err)
	}
	s.Owes = game.OwesAnswer
	offBoard := game.Fleet{{Class: 0, Origin: tileOf(t, r, "J1")}}
	if _, err := s.TrueAnswer(offBoard); !errors.Is(err, game.ErrFleetOffBoard) {
		t.Errorf("expected an ErrFleetOffBoard, got %v", err)
	}
}

// TestTrueAnswerOfNoBoard asks for an answer of states that no game can be in.
func TestTrueAnswerOfNoBoard(t *testing.T) {
	_, fleets := playedState(t)
	for name, damage := range map[string]func(*game.State){
		"no ruleset":       func(s *game.State) { s.Ruleset = nil },
		"a negative actor": func(s *game.State) { s.Actor = -1 },
		"an unknown actor": func(s *game.State) { s.Actor = 2 },
	} {
		t.Run(name, func(t *testing.T) {
			s := game.State{
				Ruleset: game.Classic(), Owes: game.OwesAnswer, Actor: game.Joiner,
			}
			damage(&s)
			if _, err := s.TrueAnswer(fleets[0]); !errors.Is(err, game.ErrState) {
				t.Errorf("expected an ErrState, got %v", err)
			}
			if got := s.Boards(); !strings.HasPrefix(got, "invalid state: ") {
				t.Errorf("expected no drawing, got\n%s", got)
			}
		})
	}
}

// TestMayClaim asks who may show a board in each window of a claim.
func TestMayClaim(t *testing.T) {
	s, fleets := playedState(t)
	step := func(a game.Action, height int64) {
		t.Helper()
		var err error
		if s, _, err = game.Step(s, a, height); err != nil {
			t.Fatal(err)
		}
	}
	check := func(window string, creator, joiner bool) {
		t.Helper()
		for seat, want := range []bool{creator, joiner} {
			if got := s.MayClaim(game.Seat(seat)); got != want {
				t.Errorf("%s, %s: expected %t, got %t", window, game.Seat(seat), want, got)
			}
		}
		if s.MayClaim(-1) || s.MayClaim(2) {
			t.Errorf("%s: expected nobody else to claim, got somebody", window)
		}
	}
	first := func() {
		t.Helper()
		if seat, ok := s.Claimant(); !ok || seat != game.Creator {
			t.Errorf("expected the creator to be first to claim, got %s, %t", seat, ok)
		}
	}
	check("in play", false, false)
	if _, ok := s.Claimant(); ok {
		t.Error("expected no claimant in play, got one")
	}
	step(game.Concede{By: game.Joiner}, 1)
	check("first window", true, false)
	first()
	step(game.Expire{}, s.Deadline+1)
	check("second window", true, true)
	first()
	step(game.Claim{By: game.Joiner, Fleet: fleets[game.Joiner]}, s.Deadline)
	check("second window, the second claimant has proven", true, false)
	first()
	step(game.Expire{}, s.Deadline+1)
	check("over", false, false)
	if winner, won := s.Winner(); !won || winner != game.Joiner || s.Reason != game.ReasonUnproven {
		t.Errorf("expected the joiner to win as unproven, got %s", s)
	}
}
