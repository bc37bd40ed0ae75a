package cli_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
)

// A node that is behind the chain does not know what the chain knows.
func TestANodeThatCatchesUpIsNotBelievedThatThereIsNoGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.Syncing = true
	_, stderr, err := run(w, "query battleship game 9")
	require.ErrorContains(t, err, "is not ready: it is still catching up with the chain, so what it does not know may be "+
		"there all the same")
	require.Regexp(t, `The node is still catching up with the chain, at block \d+: what it shows is old`, stderr)
	_, err = w.Client(playertest.Pauper).Send(t.Context(), pay(1))
	require.NotContains(t, err.Error(), "send it some coins")

	id := w.Created(game.Classic())
	w.Node.Unknown = 1_000
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err = w.Open(alice, id).Run(ctx, playertest.Random(1), session.Observer{Trouble: func(error) { cancel() }})
	require.ErrorIs(t, err, context.Canceled)
	require.NotErrorIs(t, err, session.ErrGone)
}
