package program

import (
	"testing"

	all "github.com/battleship-chain/battleship/player/kinds"
)

// A kind of game without a screen could be opened by its id, and would end the program.
func TestAllKindsHaveScreens(t *testing.T) {
	if len(kinds) != len(all.All) {
		t.Fatalf("expected %d kinds of games, got %d", len(all.All), len(kinds))
	}
	for i, k := range kinds {
		if k.screen == nil || k.takeBack == nil {
			t.Errorf("expected a screen of a %s and an act that takes an open one back", all.All[i].Kind)
		}
	}
}
