package light_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/crypto/keys/secp256k1"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A whole off-chain game over proofs: its opening, its updates, a stale state that is answered, and its close.
func TestAnOffChainGameOverProofs(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	h.Prove()
	id := h.Started(game.Xaya())
	liar, honest := h.Play(id, 30)
	before := h.View(honest, id).State.Progress()
	_, err := h.Client(liar).Send(t.Context(), &types.MsgSubmitState{
		Sender: h.Client(liar).Key().Address.String(), GameId: id,
	})
	require.NoError(t, err)
	h.Node.Advance(1)
	s := duel.Open(h.ChannelPlayer(honest), id)
	_, done, acted, err := s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.True(t, acted)
	require.Equal(t, text.ActSubmit, done.Act)
	v, err := s.Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, before, v.ChainState.State.Progress())
	require.NoError(t, s.Close())
	_, result := h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
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
			h := playertest.NewOffChain(t)
			n := h.Prove()
			id := h.Started(game.Xaya())
			turn, other := h.Play(id, 10)
			before, sent := h.View(turn, id).State.Progress(), h.Transactions()
			n.LieAboutGames(t, lie)
			h.Node.SimulatedTx = nil
			for _, name := range []string{turn, other} {
				for act, try := range map[string]func(*duel.Session) error{
					"go on": func(s *duel.Session) error {
						_, _, _, err := s.Advance(t.Context(), nil)
						return err
					},
					"shoot": func(s *duel.Session) error {
						_, err := s.Shoot(t.Context(), "A1")
						return err
					},
					"claim": func(s *duel.Session) error {
						_, err := s.Claim(t.Context())
						return err
					},
					"concede": func(s *duel.Session) error {
						_, err := s.Concede(t.Context())
						return err
					},
					"onChain": func(s *duel.Session) error {
						_, err := s.Submit(t.Context())
						return err
					},
				} {
					s := duel.Open(h.ChannelPlayer(name), id)
					require.ErrorIs(t, try(s), storeproof.ErrValue, act)
					require.NoError(t, s.Close())
				}
			}
			require.Nil(t, h.Node.SimulatedTx)
			require.Equal(t, sent, h.Transactions())

			n.Lie, n.Record = nil, nil
			require.Equal(t, before, h.View(turn, id).State.Progress(), "nothing was signed")
			_, result := h.Bots(id, h.ChannelPlayer(alice), h.ChannelPlayer(bob))
			require.Equal(t, types.REASON_SUNK, result.Reason)
			require.Equal(t, sent+1, h.Transactions(), "it has stayed off-chain to its end")
		})
	}
}

// What the same lie does to who believes the node: its program brings the game on-chain, and signs nothing off-chain
// again.
func TestAPlayerSignsNothingOffChainAfterTheNodeReportsOnChainPlay(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	n := h.Prove()
	h.Over = nil
	id := h.Started(game.Xaya())
	turn, _ := h.Play(id, 10)
	n.LieAboutGames(t, func(_ *types.Game, p *types.Progress) { p.OffChain = false })
	s := duel.Open(h.ChannelPlayer(turn), id)
	_, done, _, err := s.Advance(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, text.ActSubmit, done.Act)
	require.NoError(t, s.Close())
	n.Lie, n.Record = nil, nil
	require.False(t, h.View(turn, id).OffChain)
}
