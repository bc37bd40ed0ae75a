package player_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A whole off-chain game over proofs: its opening, its updates, a stale state that is answered, and its close.
func TestAnOffChainGameOverProofs(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	h.proving()
	id := h.afloat(game.Xaya())
	liar, honest := h.play(id, 30)
	before := h.written(honest, id).State.Progress()
	_, err := h.client(liar).Send(t.Context(), &types.MsgSubmitState{
		Sender: h.client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	h.node.advance(1)
	s := session.Open(h.channelPlayer(honest), id)
	_, done, acted, err := s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, text.ActSubmit, done.Act)
	v, err := s.Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, before, v.ChainState.State.Progress())
	require.NoError(t, s.Close())
	_, result := h.bots(id, h.channelPlayer(alice), h.channelPlayer(bob))
	require.Equal(t, types.REASON_SUNK, result.Reason)
}

// A node that lies about an off-chain game gets nothing signed, submitted or shown over proofs, and the game goes on.
func TestALieAboutAnOffChainGameIsRefusedOverProofs(t *testing.T) {
	t.Parallel()
	for name, lie := range map[string]func(*types.Game, *types.Progress){
		"a key of its own for the opponent's": func(g *types.Game, _ *types.Progress) {
			for i := range g.Participants {
				g.Participants[i].Channel.Key = secp256k1.GenPrivKey().PubKey().Bytes()
			}
		},
		"onChain": func(_ *types.Game, p *types.Progress) { p.OffChain = false },
		"on-chain and lost by silence": func(g *types.Game, p *types.Progress) {
			state, err := g.State(*p)
			require.NoError(t, err)
			next, _, err := game.Step(state, game.Expire{}, state.Deadline+1)
			require.NoError(t, err)
			*p = types.ProgressOf(next)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarbour(t)
			n := h.proving()
			id := h.afloat(game.Xaya())
			turn, other := h.play(id, 10)
			before, sent := h.written(turn, id).State.Progress(), h.sent()
			n.lies(t, lie)
			h.node.simulatedTx = nil
			for _, name := range []string{turn, other} {
				for act, try := range map[string]func(*session.Session) error{
					"go on": func(s *session.Session) error {
						_, _, _, err := s.Advance(t.Context(), nil)
						return err
					},
					"shoot": func(s *session.Session) error {
						_, err := s.Shoot(t.Context(), "A1")
						return err
					},
					"claim": func(s *session.Session) error {
						_, err := s.Claim(t.Context())
						return err
					},
					"concede": func(s *session.Session) error {
						_, err := s.Concede(t.Context())
						return err
					},
					"onChain": func(s *session.Session) error {
						_, err := s.Submit(t.Context())
						return err
					},
				} {
					s := session.Open(h.channelPlayer(name), id)
					require.ErrorIs(t, try(s), storeproof.ErrValue, act)
					require.NoError(t, s.Close())
				}
			}
			require.Nil(t, h.node.simulatedTx)
			require.Equal(t, sent, h.sent())

			n.lie, n.record = nil, nil
			require.Equal(t, before, h.written(turn, id).State.Progress(), "nothing was signed")
			_, result := h.bots(id, h.channelPlayer(alice), h.channelPlayer(bob))
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Equal(t, sent+1, h.sent(), "it has stayed off-chain to its end")
		})
	}
}

// What the same lie does to who believes the node: its program brings the game on-chain, and signs nothing off-chain
// again.
func TestAPlayerSignsNothingOffChainAfterTheNodeReportsOnChainPlay(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	n := h.proving()
	h.over = nil
	id := h.afloat(game.Xaya())
	turn, _ := h.play(id, 10)
	n.lies(t, func(_ *types.Game, p *types.Progress) { p.OffChain = false })
	s := session.Open(h.channelPlayer(turn), id)
	_, done, _, err := s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, text.ActSubmit, done.Act)
	require.NoError(t, s.Close())
	n.lie, n.record = nil, nil
	require.False(t, h.written(turn, id).OffChain)
}

// A watchtower reads with proofs as well: nobody makes it submit for a game that is off-chain.
func TestAWatchtowerIsNotLiedToOverProofs(t *testing.T) {
	t.Parallel()
	h := newHarbour(t)
	n := h.proving()
	h.over = nil
	id := h.afloat(game.Xaya())
	_, sleeper := h.play(id, 10)
	file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.proof", id))
	h.must(fmt.Sprintf("channel export %d %s --from %s", id, file, sleeper))
	sent := h.sent()
	n.lies(t, func(_ *types.Game, p *types.Progress) { p.OffChain = false })
	h.node.simulatedTx = nil
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	told := &hearing{word: "does not prove what it shows", heard: stop}
	_ = h.runTo(ctx, told, told, fmt.Sprintf(
		"channel watch %s --from mallory --trust-height 2 --trust-hash %s%s", file, n.block(t, 2).Hash(), longTrust))
	require.Contains(t, told.String(), told.word, "it says why it cannot look, and goes on asking")
	require.Nil(t, h.node.simulatedTx)
	require.Equal(t, sent, h.sent())
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
