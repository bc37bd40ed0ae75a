package zk

import (
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

func TestProofs(t *testing.T) {
	rng := newRand(t, 12)
	for _, r := range rulesets() {
		p := alice(t, r, rng)
		board := verify.Board{Binding: p.binding, Commitment: p.commit(t)}
		proof := p.proveBoard(t)
		for range 3 { // a pairing may write into a key
			if err := board.Verify(proof); err != nil {
				t.Errorf("%s: board: %v", r.Name, err)
			}
		}
		if len(proof) != verify.ProofSize {
			t.Errorf("%s: expected a proof of %d bytes, got %d", r.Name, verify.ProofSize, len(proof))
		}
		for tile := range game.Tile(r.Tiles()) {
			a := p.answer(t, tile)
			proof := p.proveAnswer(t, a)
			if err := a.Verify(proof); err != nil {
				t.Errorf("%s: %s: %v", r.Name, r.TileName(tile), err)
			}
			a.Hit = !a.Hit
			if err := a.Verify(proof); err == nil {
				t.Errorf("%s: %s: the lie was accepted", r.Name, r.TileName(tile))
			}
		}
	}
}
