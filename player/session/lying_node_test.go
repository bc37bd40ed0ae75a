package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A node that shows other public inputs than the chain's gets a proof of these or none: nothing that was made for the
// true ones, nothing that says what is not so, and nothing that the chain takes.
func TestAFalseNodeGetsNoProofOfAnotherState(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	r := game.ClassicZK()
	n := playertest.Lie[types.QueryGameResponse](w.Node, "Game", nil)
	w.ClientCtx = w.ClientCtx.WithClient(n)
	id, first, second := w.Begun(r)
	s, c, tile := foreseen(w, id, second)
	_, err := w.Open(first, id).Shoot(ctx, r.TileName(tile))
	require.NoError(t, err)
	before, sent := w.Node.Chain.Height(), len(w.Node.Received)

	other := game.Tile(80) // A9, of the destroyer
	if tile == other {
		other = 0
	}
	n.Lie = func(g *types.QueryGameResponse) {
		side := &g.Progress.Sides[g.Progress.Actor-1]
		lie := game.SetOf(other).Bytes(r.Tiles())
		for i := range lie {
			side.Answered[i] |= lie[i]
			side.Hits[i] |= lie[i]
		}
		// And a miss of the player's own, for as many shots.
		missed := game.SetOf(99).Bytes(r.Tiles())
		theirs := &g.Progress.Sides[2-g.Progress.Actor]
		for i := range missed {
			theirs.Answered[i] |= missed[i]
		}
	}
	_, err = s.Answer(ctx)
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused, "by the chain, in the simulation")
	require.Len(t, c.proofs, 2, "another was made for what the node has shown")
	require.True(t, c.answers[1].Hits.Has(other))
	require.Error(t, c.answers[0].Verify(c.proofs[1]))

	n.Lie = func(g *types.QueryGameResponse) { // another board
		seat := g.Progress.Actor - 1
		g.Game.Participants[seat].Board = g.Game.Participants[1-seat].Board
		g.Game.Participants[seat].Board.Nonce++
	}
	_, err = w.Open(second, id).Answer(ctx)
	require.Error(t, err)
	require.Equal(t, before, w.Node.Chain.Height())
	require.Len(t, w.Node.Received, sent, "nothing was sent")

	n.Lie = nil
	done, err := s.Answer(ctx)
	require.NoError(t, err)
	require.True(t, done.Proof.Ahead, "the one that was made before")
	require.Equal(t, c.proofs[0], sentProof(w))
}

// A node once learned a whole ship from one answer, by showing hits that never were on all tiles around.
func TestRegressionANodeWithInventedHitsGetsNoAnswer(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.ClassicZK()} {
		t.Run(r.Name, func(t *testing.T) {
			w := playertest.New(t)
			n := playertest.Lie[types.QueryGameResponse](w.Node, "Game", nil)
			w.ClientCtx = w.ClientCtx.WithClient(n)
			id, first, second := w.Begun(r)
			_, err := w.Open(first, id).Shoot(t.Context(), "A9")
			require.NoError(t, err)
			n.Lie = func(g *types.QueryGameResponse) {
				hits, shots := game.SetOf(79, 81, 70, 90), game.SetOf(96, 97, 98, 99)
				own, other := &g.Progress.Sides[g.Progress.Actor-1], &g.Progress.Sides[2-g.Progress.Actor]
				own.Answered, own.Hits = hits.Bytes(r.Tiles()), hits.Bytes(r.Tiles())
				other.Answered = shots.Bytes(r.Tiles())
			}
			_, err = w.Open(second, id).Answer(t.Context())
			require.ErrorIs(t, err, session.ErrFalseGame)
			n.Lie = nil
			_, err = w.Open(second, id).Answer(t.Context())
			require.NoError(t, err)
		})
	}
}
