package session_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/prover"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// countingProvers make the first proof of an answer ahead, and no other; they keep all that they have made.
type countingProvers struct {
	mu      sync.Mutex
	only    bool
	answers []verify.Answer
	proofs  [][]byte
}

var errEnough = errors.New("enough")

// ProveBoard implements prover.Prover.
func (c *countingProvers) ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error) {
	p, err := proverOf(b.Ruleset)
	if err != nil {
		return nil, err
	}
	return p.ProveBoard(b, f, secret)
}

// ProveAnswer implements prover.Prover.
func (c *countingProvers) ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.only && len(c.answers) > 0 {
		return nil, errEnough
	}
	p, err := proverOf(a.Binding.Ruleset)
	if err != nil {
		return nil, err
	}
	proof, err := p.ProveAnswer(a, f, secret)
	c.answers, c.proofs = append(c.answers, a), append(c.proofs, proof)
	return proof, err
}

// proverOf makes the prover of a ruleset once.
var proverOf = func() func(*game.Ruleset) (*zk.Prover, error) {
	var mu sync.Mutex
	made := make(map[uint32]*zk.Prover)
	return func(r *game.Ruleset) (*zk.Prover, error) {
		mu.Lock()
		defer mu.Unlock()
		if made[r.ID] == nil {
			p, err := zk.NewProver(r)
			if err != nil {
				return nil, err
			}
			made[r.ID] = p
		}
		return made[r.ID], nil
	}
}()

// foreseen is a session of a player that has proven one answer ahead of a shot of its opponent's.
func foreseen(w *playertest.World, id uint64, name string) (*duel.Session, *countingProvers, game.Tile) {
	w.Helper()
	c := &countingProvers{only: true}
	p := w.Player(name)
	p.Provers = prover.New(func(*game.Ruleset) (prover.Prover, error) { return c, nil })
	s := duel.Open(p, id)
	v, err := s.Look(w.Context())
	require.NoError(w, err)
	require.Nil(w, s.Ahead(), "before the board is known")
	_, _, err = s.Fleet(v)
	require.NoError(w, err)
	_, _, acted, err := s.Advance(w.Context(), nil) // nothing is owed, and it sees how the game stands
	require.NoError(w, err)
	require.False(w, acted)
	s.Ahead()(w.Context()) // until there is enough
	require.Len(w, c.answers, 1)
	c.only = false
	return s, c, c.answers[0].Tile
}

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

// What was proven while the opponent thought is sent for the very state that it was proven for, and for no other.
func TestAProofMadeAheadIsSentForItsStateAlone(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	id, first, second := w.Begun(game.ClassicZK())
	r := game.ClassicZK()

	s, c, tile := foreseen(w, id, second)
	_, err := w.Open(first, id).Shoot(ctx, r.TileName(tile))
	require.NoError(t, err)
	done, err := s.Answer(ctx)
	require.NoError(t, err)
	require.True(t, done.Proof.Ahead)
	require.Len(t, c.proofs, 1)
	require.Equal(t, c.proofs[0], sentProof(w))

	// The same again, but now a hit comes between.
	id, first, second = w.Begun(r)
	s, c, tile = foreseen(w, id, second)
	hit := "A9"
	if r.TileName(tile) == hit {
		hit = "A7"
	}
	_, err = w.Open(first, id).Shoot(ctx, hit)
	require.NoError(t, err)
	_, err = s.Shoot(ctx, "J10")
	require.NoError(t, err)
	_, err = w.Open(first, id).Shoot(ctx, r.TileName(tile))
	require.NoError(t, err)
	done, err = s.Answer(ctx)
	require.NoError(t, err)
	require.False(t, done.Proof.Ahead)
	require.NotEqual(t, c.proofs[0], sentProof(w))
	require.Equal(t, tile, c.answers[len(c.answers)-1].Tile)
}

// A program that is killed with its answer finds its board again, proves the answer again and sends it again: the same
// answer and the same shot, with another proof. One of the two counts.
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
	require.NotEqual(t, proofIn(w, lost), sentProof(w))
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
