package melee_test

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// TestRulesetIsFrozen pins every field: melees on a chain will rely on them for ever.
func TestRulesetIsFrozen(t *testing.T) {
	want := &game.Ruleset{
		ID: 5, Name: "melee", Width: 10, Height: 10, Touch: true, MinPlayers: 2, MaxPlayers: 16,
		Classes: []game.ShipClass{
			{Name: "battleship", Length: 4, Count: 1},
			{Name: "cruiser", Length: 3, Count: 1},
			{Name: "destroyer", Length: 2, Count: 1},
			{Name: "boat", Length: 1, Count: 1},
		},
	}
	got, err := melee.RulesetByID(5)
	if err != nil || !got.Equal(want) {
		t.Errorf("expected %+v, got %+v and error %v", want, got, err)
	}
	if n := got.ShipTiles(); n != 10 {
		t.Errorf("expected 10 tiles of ships, got %d", n)
	}
	got.Classes[0].Length = 5
	if again := melee.Ruleset(); again.Classes[0].Length != 4 {
		t.Error("expected a ruleset that the caller owns")
	}
}

// TestDuelsAndMeleesShareNoRuleset holds the two rooms apart: no duel can be opened under a ruleset of melees, and no
// melee under one of duels.
func TestDuelsAndMeleesShareNoRuleset(t *testing.T) {
	r := melee.Ruleset()
	if _, err := game.NewState(r, clock, 0); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected no duel under %s, got error %v", r.Name, err)
	}
	if _, err := game.RulesetByID(r.ID); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected duels not to know ruleset %d, got error %v", r.ID, err)
	}
	if _, err := game.RulesetByName(r.Name); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected duels not to know %s, got error %v", r.Name, err)
	}
	for _, duel := range game.Rulesets() {
		if _, err := melee.NewState(duel, clock, 2, 0); !errors.Is(err, game.ErrRuleset) {
			t.Errorf("expected no melee under %s, got error %v", duel.Name, err)
		}
		if _, err := melee.RulesetByID(duel.ID); !errors.Is(err, game.ErrRuleset) {
			t.Errorf("expected melees not to know ruleset %d, got error %v", duel.ID, err)
		}
	}
}

// TestOddRulesetsAreRefused refuses a ruleset for many with switches that melees do not know, or too large a board.
func TestOddRulesetsAreRefused(t *testing.T) {
	for name, change := range map[string]func(*game.Ruleset){
		"proofs":          func(r *game.Ruleset) { r.Proven = true },
		"announcements":   func(r *game.Ruleset) { r.AnnounceSunk = true },
		"shots for hits":  func(r *game.Ruleset) { r.HitShootsAgain = true },
		"too large":       func(r *game.Ruleset) { r.Width, r.Height = 16, 15 },
		"no ships at all": func(r *game.Ruleset) { r.Classes = nil },
	} {
		t.Run(name, func(t *testing.T) {
			r := melee.Ruleset()
			change(r)
			if _, err := melee.NewState(r, clock, 2, 0); !errors.Is(err, game.ErrRuleset) {
				t.Errorf("expected an ErrRuleset, got %v", err)
			}
		})
	}
	r := melee.Ruleset()
	r.Width, r.Height, r.MaxPlayers = 16, 15, 15
	if _, err := melee.NewState(r, clock, 15, 0); err != nil {
		t.Errorf("expected the largest board to be allowed, got %v", err)
	}
}
