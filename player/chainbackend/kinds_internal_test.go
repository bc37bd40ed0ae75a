package chainbackend

import (
	"testing"

	"github.com/battleship-chain/battleship/player/kinds"
)

// A kind of game that the backend lacks could be opened by its id, and would end the program.
func TestBackendHasAllKinds(t *testing.T) {
	all := newKinds(new(Backend))
	if len(all) != len(kinds.All) {
		t.Fatalf("expected %d kinds of games, got %d", len(kinds.All), len(all))
	}
	for i, k := range all {
		if k == nil {
			t.Errorf("expected a backend of a %s, got none", kinds.All[i].Kind)
		}
	}
}
