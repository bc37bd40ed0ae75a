package game_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// A board is judged by itself, without a game around it: games for many have no State of two players.
func TestASideIsJudgedAlone(t *testing.T) {
	r := game.Classic()
	fleet, err := r.ParseFleet("A1h,A3h,A5h,A7h,A9h")
	if err != nil {
		t.Fatal(err)
	}
	destroyer, water := game.SetOf(80, 81), game.SetOf(99)
	sunk := game.Side{Answered: destroyer.With(99), Hits: destroyer, Sunk: fleet[4:]}
	for name, tc := range map[string]struct {
		side              game.Side
		possible, audited error
	}{
		"a board that nobody shot at":          {game.Side{}, nil, nil},
		"a board with a sunk ship":             {sunk, nil, nil},
		"a ship that sank in silence":          {game.Side{Answered: destroyer, Hits: destroyer}, nil, game.ErrAuditSunk},
		"a ship that was denied":               {game.Side{Answered: destroyer}, nil, game.ErrAuditAnswer},
		"a hit on water":                       {game.Side{Answered: water, Hits: water}, nil, game.ErrAuditAnswer},
		"a hit without an answer":              {game.Side{Hits: destroyer}, game.ErrState, game.ErrAuditSunk},
		"an answer off the board":              {game.Side{Answered: game.SetOf(100)}, game.ErrState, nil},
		"a ship announced that is not all hit": {game.Side{Sunk: fleet[4:]}, game.ErrState, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tc.side.Validate(r); !errors.Is(err, tc.possible) {
				t.Errorf("possible: expected %v, got %v", tc.possible, err)
			}
			if err := r.CheckSide(tc.side, fleet); !errors.Is(err, tc.audited) {
				t.Errorf("audited: expected %v, got %v", tc.audited, err)
			}
		})
	}
	err = r.CheckSide(game.Side{}, fleet[:4])
	if !errors.Is(err, game.ErrAudit) || !errors.Is(err, game.ErrFleetMissing) {
		t.Errorf("expected an ErrAudit and an ErrFleetMissing, got %v", err)
	}
}

// TestAnAnnouncementHasTheShipsDirection announces a ship across two others: its class and origin are those of the
// fleet, all its tiles are hit, and no ship is sunk.
func TestAnAnnouncementHasTheShipsDirection(t *testing.T) {
	r := game.Classic()
	fleet, err := r.ParseFleet("A9h,A7h,A2h,A5h,A1h")
	if err != nil {
		t.Fatal(err)
	}
	across := fleet[4]
	across.Vertical = true
	hits := game.SetOf(0, 10)
	side := game.Side{Answered: hits, Hits: hits, Sunk: []game.Ship{across}}
	if err := side.Validate(r); err != nil {
		t.Fatal(err)
	}
	if err := r.CheckSide(side, fleet); !errors.Is(err, game.ErrAuditSunk) {
		t.Errorf("expected an ErrAuditSunk, got %v", err)
	}
}
