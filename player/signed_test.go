package player_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// targets are those of all shots that the node was given.
func (w *world) targets() []string {
	w.Helper()
	w.node.mu.Lock()
	defer w.node.mu.Unlock()
	return targetsOf(w.T, w.cctx.TxConfig, w.node.received)
}

func targetsOf(t *testing.T, config sdkclient.TxConfig, txs [][]byte) []string {
	t.Helper()
	var all []string
	for _, raw := range txs {
		decoded, err := config.TxDecoder()(raw)
		require.NoError(t, err)
		for _, msg := range decoded.GetMsgs() {
			if move, ok := msg.(*types.MsgShootAndReveal); ok && move.Target != "" {
				all = append(all, move.Target)
			}
		}
	}
	return all
}

// leaves lets a player shoot at E5, while no block takes it, and end its program.
func (w *world) leaves(id uint64, shooter string) {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	defer cancel()
	w.node.keptOut = func([]byte) bool {
		cancel()
		return true
	}
	require.ErrorIs(w, shoot("E5")(ctx, w.open(shooter, id)), context.Canceled)
	require.Equal(w, []string{"E5"}, w.targets())
	w.node.keptOut = func([]byte) bool { return true }
}

// settle puts what was kept back into a block, and lets what follows get into one.
func (n *node) settle() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.keptOut = nil
	n.block(n.held...)
	n.held = nil
}

// A second shot with another target could be signed for one turn: the memory of the first was lost with its program,
// and when a later attempt failed before it was sent.
func TestOneShotIsSignedForATurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, second := w.begun(game.Classic())
	w.leaves(id, first)

	// Another program refuses to shoot elsewhere, before it asks the node.
	var signed *session.SignedError
	simulations := w.node.simulations
	require.ErrorAs(t, shoot("F6")(t.Context(), w.open(first, id)), &signed)
	require.Equal(t, "E5", signed.Signed)
	require.ErrorContains(t, signed, "no shot at F6: a shot at E5 was signed for this turn before")
	require.Equal(t, simulations, w.node.simulations)

	// An attempt that fails before it is sent changes nothing.
	s := w.open(first, id)
	f6, err := game.Classic().ParseTile("F6")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	w.node.silent = func(path string) bool {
		if strings.HasSuffix(path, "Simulate") {
			cancel()
		}
		return false
	}
	_, _, acted, err := s.Advance(ctx, &f6)
	require.Error(t, err)
	require.False(t, acted)
	w.node.silent = nil

	w.node.settle()
	require.Equal(t, []string{"E5"}, w.targets())
	answered, err := w.open(second, id).Answer(t.Context())
	require.NoError(t, err)
	require.Equal(t, "E5", game.Classic().TileName(answered.Moved().Answered))
	require.NoError(t, shoot("H8")(t.Context(), w.open(second, id)))
	require.NoError(t, shoot("F6")(t.Context(), w.open(first, id)), "the next turn is another")
}

// A node can lose a shot that it was given: it is sent again, and not the one that was chosen since.
func TestAShotOfTheProgramBeforeIsSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	w.leaves(id, first)
	w.node.keptOut, w.node.held = nil, nil
	looks := 0
	w.node.silent = func(string) bool {
		if looks++; looks%10 == 0 { // the chain goes on without it
			w.node.block()
		}
		return false
	}
	f6, err := game.Classic().ParseTile("F6")
	require.NoError(t, err)
	_, done, acted, err := w.open(first, id).Advance(t.Context(), &f6)
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, "E5", done.Ruleset.TileName(*done.Moved().Shot))
}

// A bot that was started again once paid twice for the move that was on its way.
func TestABotWaitsForTheMoveThatIsOnItsWay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	w.leaves(id, first)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	looks := 0
	w.node.silent = func(path string) bool {
		if strings.HasSuffix(path, "Query/Game") {
			switch looks++; looks {
			case 5:
				require.Equal(t, []string{"E5"}, targetsOf(t, w.cctx.TxConfig, w.node.received), "it waits")
				w.node.keptOut = nil
				w.node.block(w.node.held...)
			case 10:
				cancel()
			}
		}
		return false
	}
	_, err := w.open(first, id).Run(ctx, random(1), session.Observer{})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []string{"E5"}, w.targets(), "nothing was sent twice")
}
