package session_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	sdkclient "github.com/cosmos/cosmos-sdk/client"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// sentTargets are those of all shots that the node was given.
func sentTargets(w *playertest.World) []string {
	w.Helper()
	w.Node.Lock()
	defer w.Node.Unlock()
	return targetsOf(w.T, w.ClientCtx.TxConfig, w.Node.Received)
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
func leaves(w *playertest.World, id uint64, shooter string) {
	w.Helper()
	ctx, cancel := context.WithCancel(w.Context())
	defer cancel()
	w.Node.KeptOut = func([]byte) bool {
		cancel()
		return true
	}
	require.ErrorIs(w, shoot("E5")(ctx, w.Open(shooter, id)), context.Canceled)
	require.Equal(w, []string{"E5"}, sentTargets(w))
	w.Node.KeptOut = func([]byte) bool { return true }
}

// A second shot with another target could be signed for one turn: the memory of the first was lost with its program,
// and when a later attempt failed before it was sent.
func TestOneShotIsSignedForATurn(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	leaves(w, id, first)

	// Another program refuses to shoot elsewhere, before it asks the node.
	var signed *duel.SignedError
	simulations := w.Node.Simulations
	require.ErrorAs(t, shoot("F6")(t.Context(), w.Open(first, id)), &signed)
	require.Equal(t, "E5", signed.Signed)
	require.ErrorContains(t, signed, "no shot at F6: a shot at E5 was signed for this turn before")
	require.Equal(t, simulations, w.Node.Simulations)

	// An attempt that fails before it is sent changes nothing.
	s := w.Open(first, id)
	f6, err := game.Classic().ParseTile("F6")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	w.Node.Silent = func(path string) bool {
		if strings.HasSuffix(path, "Simulate") {
			cancel()
		}
		return false
	}
	_, _, acted, err := s.Advance(ctx, aimAt(t, s, f6))
	require.Error(t, err)
	require.False(t, acted)
	w.Node.Silent = nil

	w.Node.Settle()
	require.Equal(t, []string{"E5"}, sentTargets(w))
	answered, err := w.Open(second, id).Answer(t.Context())
	require.NoError(t, err)
	require.Equal(t, "E5", game.Classic().TileName(answered.Moved().Answered))
	require.NoError(t, shoot("H8")(t.Context(), w.Open(second, id)))
	require.NoError(t, shoot("F6")(t.Context(), w.Open(first, id)), "the next turn is another")
}

// A node can lose a shot that it was given: it is sent again, and not the one that was chosen since.
func TestAShotOfTheProgramBeforeIsSentAgain(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	leaves(w, id, first)
	w.Node.KeptOut, w.Node.Held = nil, nil
	looks := 0
	w.Node.Silent = func(string) bool {
		if looks++; looks%10 == 0 { // the chain goes on without it
			w.Node.MakeBlock()
		}
		return false
	}
	f6, err := game.Classic().ParseTile("F6")
	require.NoError(t, err)
	_, done, acted, err := w.Open(first, id).Advance(t.Context(), aimAt(t, w.Open(first, id), f6))
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, "E5", done.Ruleset.TileName(*done.Moved().Shot))
}

// A bot that was started again once paid twice for the move that was on its way.
func TestABotWaitsForTheMoveThatIsOnItsWay(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	leaves(w, id, first)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	looks := 0
	w.Node.Silent = func(path string) bool {
		if strings.HasSuffix(path, "Query/Game") {
			switch looks++; looks {
			case 5:
				require.Equal(t, []string{"E5"}, targetsOf(t, w.ClientCtx.TxConfig, w.Node.Received), "it waits")
				w.Node.KeptOut = nil
				w.Node.MakeBlock(w.Node.Held...)
			case 10:
				cancel()
			}
		}
		return false
	}
	_, err := w.Open(first, id).Run(ctx, playertest.Random(1), session.Observer{})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, []string{"E5"}, sentTargets(w), "nothing was sent twice")
}
