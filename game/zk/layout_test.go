package zk

import (
	"errors"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// TestRulesetsWithoutCircuits: there is no circuit for a ruleset for which it would not be sound.
func TestRulesetsWithoutCircuits(t *testing.T) {
	for name, change := range map[string]func(*game.Ruleset){
		"not square":                    func(r *game.Ruleset) { r.Width = 12 },
		"a tile with the free slot's":   func(r *game.Ruleset) { r.Width, r.Height = 16, 16 },
		"ships of one tile":             func(r *game.Ruleset) { r.Classes[4].Length = 1 },
		"a ship as long as the board":   func(r *game.Ruleset) { r.Classes[0].Length = 10 },
		"a fleet of more than 64 bits":  func(r *game.Ruleset) { r.Classes[4].Count = 6 },
		"a grid that overflows a field": func(r *game.Ruleset) { r.Width, r.Height, r.Touch = 15, 15, false },
	} {
		r := game.ClassicZK()
		change(r)
		if _, err := newLayout(r); !errors.Is(err, verify.ErrStatement) {
			t.Errorf("%s: expected ErrStatement, got %v", name, err)
		}
	}
	r := game.ClassicZK()
	r.HitShootsAgain = true
	if _, err := NewProver(r); !errors.Is(err, verify.ErrKeys) {
		t.Errorf("a ruleset that is not frozen: expected ErrKeys, got %v", err)
	}
	if _, err := newLayout(new(game.Ruleset)); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("no ruleset: expected ErrRuleset, got %v", err)
	}
}
