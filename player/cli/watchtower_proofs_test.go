package cli_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A watchtower reads with proofs as well: nobody makes it submit for a game that is off-chain.
func TestAWatchtowerIsNotLiedToOverProofs(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	n := h.Prove()
	h.Over = nil
	id := h.Started(game.Xaya())
	_, sleeper := h.Play(id, 10)
	file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.proof", id))
	must(h.World, fmt.Sprintf("channel export %d %s --from %s", id, file, sleeper))
	sent := h.Transactions()
	n.LieAboutGames(t, func(_ *types.Game, p *types.Progress) { p.OffChain = false })
	h.Node.SimulatedTx = nil
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	told := &hearing{word: "does not prove what it shows", heard: stop}
	_ = runTo(h.World, ctx, told, told, fmt.Sprintf(
		"channel watch %s --from mallory --trust-height 2 --trust-hash %s%s", file, n.Header(t, 2).Hash(), longTrust))
	require.Contains(t, told.String(), told.word, "it says why it cannot look, and goes on asking")
	require.Nil(t, h.Node.SimulatedTx)
	require.Equal(t, sent, h.Transactions())
}

// hearing keeps what is written, and calls back once a word is among it.
type hearing struct {
	strings.Builder

	word  string
	heard func()
}

// Write implements io.Writer.
func (h *hearing) Write(text []byte) (int, error) {
	n, err := h.Builder.Write(text)
	if strings.Contains(h.String(), h.word) {
		h.heard()
	}
	return n, err
}
