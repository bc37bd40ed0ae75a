package session_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A player who has lost its log and kept a proof submits that also if its opponent has brought the game on-chain before
// with less.
func TestRegressionAProofIsRefusedOnceTheGameIsOnChain(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	liar, loser := h.Play(id, 30)
	s := h.Open(loser, id)
	v, err := s.Look(t.Context())
	require.NoError(t, err)
	a, err := s.ChannelStatus(v)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "kept.proof")
	require.NoError(t, a.Export(file))
	address := h.Client(loser).Key().Address.String()
	require.NoError(t, os.RemoveAll(filepath.Join(h.ClientCtx.HomeDir, "channels", "chain-"+h.ClientCtx.ChainID, address)))

	_, err = h.Client(liar).Send(t.Context(), &types.MsgSubmitState{
		Sender: h.Client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	done, err := duel.Open(h.ChannelPlayer(loser), id).Recover(t.Context(), []string{file}, time.Second)
	require.NoError(t, err)
	require.Equal(t, text.Submitted{}, done.Result)
	v, err = h.Open(alice, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, a.Newest.State.Progress(), v.ChainState.State.Progress())
}

// The proof for a watchtower once stayed behind without a word if its file alone could not be written.
func TestRegressionAProofThatCannotBeKeptIsReported(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	turn, _ := h.Play(id, 6)
	s := duel.Open(h.ChannelPlayer(turn), id)
	defer func() { require.NoError(t, s.Close()) }()
	v, err := h.Open(turn, id).Look(t.Context())
	require.NoError(t, err)
	a, err := s.ChannelStatus(v)
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(a.ProofFile+".tmp", "in the way"), 0o700))
	var trouble error
	require.Eventually(t, func() bool {
		_, err := s.AwaitUpdate(t.Context(), 0)
		require.NoError(t, err)
		trouble = s.Trouble()
		return !errors.As(trouble, new(*duel.CutOffError))
	}, time.Minute, time.Millisecond)
	require.ErrorContains(t, trouble, "the proof for a watchtower is not the newest: ")
	require.NotContains(t, trouble.Error(), "\n")
}
