package prover_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/prover"
)

// maker is a prover whose proofs are words, or an error.
type maker struct{ err error }

func (m maker) Commit(commitment.Binding, game.Fleet, []byte) (verify.Commitment, error) {
	return verify.Commitment{1}, m.err
}

func (m maker) ProveBoard(b commitment.Binding, _ game.Fleet, _ []byte) ([]byte, error) {
	return []byte("board of " + b.Ruleset.Name), m.err
}

func (m maker) ProveAnswer(a verify.Answer, _ game.Fleet, _ []byte) ([]byte, error) {
	return []byte("answer of " + a.Binding.Ruleset.Name), m.err
}

func boardOf(r *game.Ruleset) prover.Board {
	return prover.Board{Binding: commitment.Binding{Ruleset: r}}
}

func answerOf(b prover.Board) verify.Answer { return verify.Answer{Binding: b.Binding} }

func TestAProverIsMadeOnceForARuleset(t *testing.T) {
	var mu sync.Mutex
	made := make(map[string]int)
	provers := prover.New(func(r *game.Ruleset) (prover.Prover, error) {
		mu.Lock()
		defer mu.Unlock()
		made[r.Name]++
		return maker{}, nil
	})
	var work sync.WaitGroup
	for range 4 {
		for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
			work.Go(func() {
				b := boardOf(r)
				if c, err := provers.Commit(b); err != nil || c != (verify.Commitment{1}) {
					t.Errorf("commitment: got %x, %v", c, err)
				}
				if proof, err := provers.Board(t.Context(), b); err != nil || string(proof.Bytes) != "board of "+r.Name {
					t.Errorf("board: got %s, %v", proof.Bytes, err)
				}
				proof, err := provers.Answer(t.Context(), b, answerOf(b))
				if err != nil || string(proof.Bytes) != "answer of "+r.Name {
					t.Errorf("answer: got %s, %v", proof.Bytes, err)
				}
			})
		}
	}
	work.Wait()
	if len(made) != 2 || made["classic"] != 1 || made["xaya"] != 1 {
		t.Errorf("made %v", made)
	}
}

func TestAMissingProofHasAReason(t *testing.T) {
	broken := errors.New("broken")
	for _, provers := range []*prover.Provers{
		prover.New(func(*game.Ruleset) (prover.Prover, error) { return maker{err: broken}, nil }),
		prover.New(func(*game.Ruleset) (prover.Prover, error) { return nil, broken }),
	} {
		b := boardOf(game.Classic())
		if _, err := provers.Commit(b); !errors.Is(err, broken) {
			t.Errorf("commitment: %v", err)
		}
		if _, err := provers.Board(t.Context(), b); !errors.Is(err, broken) {
			t.Errorf("board: %v", err)
		}
		if _, err := provers.Answer(t.Context(), b, answerOf(b)); !errors.Is(err, broken) {
			t.Errorf("answer: %v", err)
		}
	}
}

func TestAnAbandonedProofIsNotStarted(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	provers := prover.New(func(*game.Ruleset) (prover.Prover, error) {
		t.Error("a prover was made")
		return maker{}, nil
	})
	b := boardOf(game.Classic())
	if _, err := provers.Answer(ctx, b, answerOf(b)); !errors.Is(err, stopped) {
		t.Errorf("got %v", err)
	}
}
