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

// A node that shows a shot that was not fired gets the truth about that tile from its player, which the chain does not
// take; one that shows another board gets nothing.
func TestAFalseNodeGetsNoProofOfAnotherBoard(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	r := game.ClassicZK()
	n := playertest.Lie[types.QueryGameResponse](w.Node, "Game", nil)
	w.ClientCtx = w.ClientCtx.WithClient(n)
	id, first, second := w.Begun(r)
	_, err := w.Open(first, id).Shoot(ctx, "A9")
	require.NoError(t, err)
	before, sent := w.Node.Chain.Height(), len(w.Node.Received)

	n.Lie = func(g *types.QueryGameResponse) { g.Progress.Pending++ }
	_, err = w.Open(second, id).Answer(ctx)
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused, "by the chain, in the simulation")

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
	_, err = w.Open(second, id).Answer(ctx)
	require.NoError(t, err)
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
