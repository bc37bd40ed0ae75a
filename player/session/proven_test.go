package session_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// sentProof is the proof in the last transaction that the node was given.
func sentProof(w *playertest.World) []byte {
	w.Helper()
	w.Node.Lock()
	defer w.Node.Unlock()
	return proofIn(w, w.Node.Received[len(w.Node.Received)-1])
}

// proofIn is the proof in a transaction.
func proofIn(w *playertest.World, raw []byte) []byte {
	w.Helper()
	decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
	require.NoError(w, err)
	move, ok := decoded.GetMsgs()[0].(*types.MsgShootAndReveal)
	require.True(w, ok)
	require.NotNil(w, move.Opening)
	return move.Opening.Proof
}

// A program that is killed with its answer finds its board again, proves the answer again and sends it again: the same
// answer and the same shot, with the same proof. One of the two counts.
func TestAProvenAnswerIsSentAgainAfterTheProgramWasKilled(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	r := game.ClassicZK()
	id, first, second := w.Begun(r)
	_, err := w.Open(first, id).Shoot(t.Context(), "A9")
	require.NoError(t, err)
	ctx, kill := context.WithCancel(t.Context())
	var lost []byte
	w.Node.Closed = func(raw []byte) error {
		lost = raw
		kill()
		return playertest.ErrAway
	}
	require.ErrorIs(t, shoot("E5")(ctx, w.Open(second, id)), context.Canceled)

	w.Node.Closed = nil
	v, err := w.Open(second, id).Look(t.Context())
	require.NoError(t, err)
	require.True(t, v.State.HasPending, "it is in no block")
	_, err = w.Open(second, id).Shoot(t.Context(), "F6")
	var signed *duel.SignedError
	require.ErrorAs(t, err, &signed)
	done, err := w.Open(second, id).Shoot(t.Context(), "E5")
	require.NoError(t, err)
	require.True(t, done.Moved().Answer.Hit)
	require.Equal(t, proofIn(w, lost), sentProof(w))
	w.Node.Advance(1)
	w.Node.Lock()
	w.Node.MakeBlock(lost) // somebody had it after all: it comes too late
	w.Node.Unlock()
	v, err = w.Open(first, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, "E5", r.TileName(v.State.Pending))
	require.Equal(t, 1, v.State.Sides[v.State.Actor.Other()].Answered.Len())
}

// Two programs play a game on, one of which is started in the middle of it on another machine.
func TestABotPlaysAProvenGameOn(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.XayaZK())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var proven sync.Map
	ends := make(chan error, 2)
	for _, name := range []string{first, second} {
		acts := 0
		observer := session.Observer{Acted: func(d session.Done) {
			if d.Proof != nil {
				proven.Store(name, true)
			}
			if acts++; acts == 4 && name == first {
				if _, err := w.Open(name, id).Concede(ctx); err != nil {
					t.Error(err)
				}
			}
		}}
		s := w.Open(name, id)
		go func() {
			result, err := s.Run(ctx, bot.NewHunt(func(n int) int { return n / 2 }), observer)
			if err == nil && result.Reason != types.REASON_CONCEDED {
				err = fmt.Errorf("ended by %s", result.Reason)
			}
			ends <- err
		}()
	}
	for range 2 {
		require.NoError(t, <-ends)
	}
	_, ok := proven.Load(second)
	require.True(t, ok, "answers were proven")
}
