package prover_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/prover"
)

// maker is a prover whose proofs are the statements in words.
type maker struct {
	mu sync.Mutex
	// proven are the tiles of all proofs, in order; now is how many are being made, most the most ever.
	proven    []game.Tile
	now, most int
	// begun, if not nil, is called when a proof is begun, and may block.
	begun func(verify.Answer)
	err   error
}

// took is how long a proof takes.
const took = 150 * time.Millisecond

func (m *maker) ProveBoard(b commitment.Binding, _ game.Fleet, _ []byte) ([]byte, error) {
	time.Sleep(took)
	return []byte("board of " + b.Ruleset.Name), m.err
}

func (m *maker) ProveAnswer(a verify.Answer, _ game.Fleet, _ []byte) ([]byte, error) {
	m.mu.Lock()
	m.now++
	m.most = max(m.most, m.now)
	m.proven = append(m.proven, a.Tile)
	m.mu.Unlock()
	if m.begun != nil {
		m.begun(a)
	}
	time.Sleep(took)
	m.mu.Lock()
	m.now--
	m.mu.Unlock()
	return words(a), m.err
}

// words are a proof of a statement.
func words(a verify.Answer) []byte {
	hits := a.Hits
	if !a.Binding.Ruleset.AnnounceSunk {
		hits = game.Set{}
	}
	return fmt.Appendf(nil, "%d %t %v %x", a.Tile, a.Hit, a.Sunk, hits)
}

func (m *maker) made() []game.Tile {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.proven)
}

// side is a player whose board is shot at, as the creator.
type side struct {
	*testing.T
	board   prover.Board
	answers *prover.Answers
	state   game.State
}

func newSide(t *testing.T, p *prover.Provers, r *game.Ruleset, fleet string) *side {
	t.Helper()
	f, err := r.ParseFleet(fleet)
	if err != nil {
		t.Fatal(err)
	}
	s := &side{T: t, board: prover.Board{
		Binding: commitment.Binding{ChainID: "test", Player: make([]byte, 20), Ruleset: r},
		Fleet:   f, Secret: make([]byte, commitment.SecretSize),
	}}
	s.answers = p.Answers(s.board)
	s.state, err = game.NewState(r, game.Clock{OpenBlocks: 100, TurnBlocks: 100, ClaimBlocks: 100}, 1)
	if err != nil {
		t.Fatal(err)
	}
	s.step(game.Join{})
	s.step(game.RevealToss{By: game.Creator, First: game.Joiner})
	return s
}

func newClassic(t *testing.T, p *prover.Provers) *side {
	return newSide(t, p, game.Classic(), "A1h,A3h,A5h,A7h,A9h")
}

func (s *side) step(a game.Action) {
	s.Helper()
	next, _, err := game.Step(s.state, a, 2)
	if err != nil {
		s.Fatal(err)
	}
	s.state = next
}

// shotAt lets the opponent shoot.
func (s *side) shotAt(tile game.Tile) { s.step(game.Shoot{By: game.Joiner, Tile: tile}) }

// prove proves the answer that is owed, and makes sure that it is of what is asked.
func (s *side) prove() prover.Proof {
	s.Helper()
	answer, err := s.state.TrueAnswer(s.board.Fleet)
	if err != nil {
		s.Fatal(err)
	}
	proof, err := s.answers.Prove(s.Context(), s.state, answer)
	if err != nil {
		s.Fatal(err)
	}
	expected := words(verify.Answer{
		Binding: s.board.Binding, Tile: s.state.Pending, Hit: answer.Hit, Sunk: answer.Sunk,
		Hits: s.state.Sides[game.Creator].Hits,
	})
	if string(proof.Bytes) != string(expected) {
		s.Fatalf("expected %s, got %s", expected, proof.Bytes)
	}
	return proof
}

// answer answers, and gives the turn back to the opponent, which misses everywhere.
func (s *side) answer() {
	s.Helper()
	answer, err := s.state.TrueAnswer(s.board.Fleet)
	if err != nil {
		s.Fatal(err)
	}
	s.step(answer)
	if s.state.Phase != game.PhasePlay || s.state.Actor == game.Joiner {
		return
	}
	for tile := range game.Tile(s.board.Binding.Ruleset.Tiles()) {
		if !s.state.Sides[game.Joiner].Answered.Has(tile) {
			s.step(game.Shoot{By: game.Creator, Tile: tile})
			s.step(game.Answer{By: game.Joiner})
			return
		}
	}
}

func newProvers(m *maker) *prover.Provers {
	return prover.New(func(*game.Ruleset) (prover.Prover, error) { return m, nil })
}

func TestTheAnswerToAForeseenShotIsReady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newClassic(t, newProvers(&m))
		s.answers.Foresee(s.state, game.Creator)
		go s.answers.Run(t.Context())
		time.Sleep(time.Hour)
		ahead := m.made()
		if len(ahead) != prover.MostAhead {
			t.Fatalf("expected %d proofs, got %d", prover.MostAhead, len(ahead))
		}

		s.shotAt(ahead[0])
		started := time.Now()
		if proof := s.prove(); !proof.Ahead || proof.Took != took || time.Since(started) != 0 {
			t.Errorf("expected a proof that was ready, got one ahead %t after %s", proof.Ahead, time.Since(started))
		}
		if n := len(m.made()); n != len(ahead) {
			t.Errorf("%d more proofs were made", n-len(ahead))
		}
	})
}

func TestTheAnswerToAnUnforeseenShotIsProvenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newClassic(t, newProvers(&m))
		s.answers.Foresee(s.state, game.Creator)
		go s.answers.Run(t.Context())
		time.Sleep(time.Hour)
		rare := game.Tile(0) // a corner, which few ships cover
		if slices.Contains(m.made(), rare) {
			t.Fatal("a corner was foreseen")
		}
		s.shotAt(rare)
		started := time.Now()
		if proof := s.prove(); proof.Ahead || proof.Took != took || time.Since(started) != took {
			t.Errorf("expected a new proof, got one ahead %t after %s", proof.Ahead, time.Since(started))
		}
	})
}

// The public inputs of a classic answer hold all earlier hits, so a hit makes all proofs stale that were made before.
func TestAProofThatWasMadeBeforeAHitIsNeverUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newClassic(t, newProvers(&m))
		s.answers.Foresee(s.state, game.Creator)
		go s.answers.Run(t.Context())
		time.Sleep(time.Hour)
		before := m.made()
		s.shotAt(20) // A3, of the battleship
		s.prove()
		s.answer()
		s.shotAt(before[0])
		if proof := s.prove(); proof.Ahead { // nobody has told yet that the game has gone on
			t.Error("a stale proof was used")
		}
	})
}

func TestAMissLeavesTheOtherProofsAsTheyAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newClassic(t, newProvers(&m))
		s.answers.Foresee(s.state, game.Creator)
		go s.answers.Run(t.Context())
		time.Sleep(time.Hour)
		ahead := m.made()
		water := slices.IndexFunc(ahead, func(tile game.Tile) bool { return tile/10%2 == 1 })
		s.shotAt(ahead[water])
		s.answers.Foresee(s.state, game.Creator)
		time.Sleep(time.Hour)
		s.prove()
		s.answer()
		other := ahead[(water+1)%len(ahead)]
		s.answers.Foresee(s.state, game.Creator)
		time.Sleep(time.Hour)
		s.shotAt(other)
		if proof := s.prove(); !proof.Ahead {
			t.Error("a proof that still holds was not used")
		}
		if slices.Index(m.made()[len(ahead):], other) >= 0 {
			t.Error("it was proven twice")
		}
	})
}

// Where ships are not announced, no answer depends on another, and a hit leaves all as it is.
func TestXayaForgetsNothingAfterAHit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newSide(t, newProvers(&m), game.Xaya(), "A1h,A3h,E3h,A5h,D5h,A7h,D7h")
		s.answers.Foresee(s.state, game.Creator)
		go s.answers.Run(t.Context())
		time.Sleep(time.Hour)
		ahead := m.made()
		s.shotAt(0)
		s.prove()
		s.answer()
		s.answers.Foresee(s.state, game.Creator)
		time.Sleep(time.Hour)
		after := m.made()[len(ahead):]
		for _, tile := range ahead {
			if tile != 0 && slices.Contains(after, tile) {
				t.Errorf("tile %d was proven twice", tile)
			}
		}
	})
}

// After a hit the opponent will shoot beside it.
func TestTheLikeliestShotIsForeseenFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newSide(t, newProvers(&m), game.Classic(), "A1h,D5h,A7h,A8h,A9h")
		s.shotAt(44)
		s.answer()
		s.shotAt(45)
		s.answer()
		s.answers.Foresee(s.state, game.Creator)
		ctx, cancel := context.WithCancel(t.Context())
		go s.answers.Run(ctx)
		time.Sleep(time.Hour)
		cancel()
		first := m.made()[:2]
		slices.Sort(first)
		if expected := []game.Tile{43, 46}; !slices.Equal(first, expected) {
			t.Errorf("expected %v, got %v", expected, first)
		}
	})
}

// However a game goes and whatever was made ahead, a proof is one of the answer that is asked for.
func TestAProofIsOfItsRequest(t *testing.T) {
	for _, r := range []struct {
		rules *game.Ruleset
		fleet string
	}{{game.Classic(), "A1h,A3h,A5h,A7h,A9h"}, {game.Xaya(), "A1h,A3h,E3h,A5h,D5h,A7h,D7h"}} {
		t.Run(r.rules.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var m maker
				rng := rand.New(rand.NewPCG(1, 2))
				s := newSide(t, newProvers(&m), r.rules, r.fleet)
				ctx, cancel := context.WithCancel(t.Context())
				go s.answers.Run(ctx)
				ahead := 0
				for s.state.Phase == game.PhasePlay {
					if rng.IntN(4) > 0 {
						s.answers.Foresee(s.state, game.Creator)
					}
					time.Sleep(time.Duration(rng.IntN(20)) * took / 2)
					var open []game.Tile
					for tile := range game.Tile(r.rules.Tiles()) {
						if !s.state.Sides[game.Creator].Answered.Has(tile) {
							open = append(open, tile)
						}
					}
					s.shotAt(open[rng.IntN(len(open))])
					if rng.IntN(2) > 0 {
						s.answers.Foresee(s.state, game.Creator)
					}
					first := s.prove()
					if again := s.prove(); again.Took != first.Took || again.Ahead != first.Ahead {
						t.Fatal("the same answer was proven twice")
					}
					if first.Ahead {
						ahead++
					}
					s.answer()
				}
				cancel()
				t.Logf("%d proofs, %d of them used from ahead", len(m.made()), ahead)
				if ahead == 0 {
					t.Error("nothing was ahead")
				}
			})
		})
	}
}

// What is owed goes first; what is made ahead goes one by one, in all games of a process together.
func TestProofsAheadWaitForThoseThatAreOwed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		owed := 0
		var m maker
		m.begun = func(a verify.Answer) {
			if a.Binding.Nonce == 0 && owed > 0 {
				t.Error("a proof was begun ahead while one was owed")
			}
		}
		provers := newProvers(&m)
		ctx, cancel := context.WithCancel(t.Context())
		for range 4 {
			s := newClassic(t, provers)
			s.answers.Foresee(s.state, game.Creator)
			go s.answers.Run(ctx)
		}
		time.Sleep(10 * took)
		synctest.Wait()
		if m.most != 1 {
			t.Errorf("%d proofs were made ahead at once", m.most)
		}
		s := newClassic(t, provers)
		s.board.Binding.Nonce = 1
		s.answers = provers.Answers(s.board)
		s.shotAt(0)
		owed++
		started := time.Now()
		s.prove()
		if time.Since(started) != took {
			t.Errorf("what was owed took %s", time.Since(started))
		}
		owed--
		cancel()
	})
}

func TestAProofThatIsBeingMadeIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newClassic(t, newProvers(&m))
		s.answers.Foresee(s.state, game.Creator)
		ctx, cancel := context.WithCancel(t.Context())
		go s.answers.Run(ctx)
		time.Sleep(took / 2)
		s.shotAt(m.made()[0])
		started := time.Now()
		if s.prove(); time.Since(started) != took/2 {
			t.Errorf("it took %s", time.Since(started))
		}
		cancel()
		time.Sleep(time.Hour)
		if slices.Contains(m.made()[1:], m.made()[0]) {
			t.Error("it was proven twice")
		}
	})
}

// synctest fails if a goroutine is left behind.
func TestRunEndsWithItsContext(t *testing.T) {
	for name, after := range map[string]time.Duration{
		"before a proof": 0, "in a proof": took / 2, "after all": time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var m maker
				s := newClassic(t, newProvers(&m))
				s.answers.Foresee(s.state, game.Creator)
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() {
					s.answers.Run(ctx)
					close(ended)
				}()
				time.Sleep(after)
				cancel()
				<-ended
				if n := len(m.made()); after < took && n > 1 {
					t.Errorf("%d proofs were begun", n)
				}
			})
		})
	}
}

// Once play has ended nothing is proven ahead.
func TestNothingIsProvenForAGameThatIsOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var m maker
		s := newClassic(t, newProvers(&m))
		s.step(game.Concede{By: game.Joiner})
		s.answers.Foresee(s.state, game.Creator)
		ctx, cancel := context.WithCancel(t.Context())
		go s.answers.Run(ctx)
		time.Sleep(time.Hour)
		cancel()
		if n := len(m.made()); n > 0 {
			t.Errorf("%d proofs were made", n)
		}
	})
}

func TestAProverIsMadeOnceForARuleset(t *testing.T) {
	var mu sync.Mutex
	made := make(map[string]int)
	provers := prover.New(func(r *game.Ruleset) (prover.Prover, error) {
		mu.Lock()
		defer mu.Unlock()
		made[r.Name]++
		return new(maker), nil
	})
	var work sync.WaitGroup
	for range 4 {
		for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
			work.Go(func() {
				proof, err := provers.Board(t.Context(), prover.Board{Binding: commitment.Binding{Ruleset: r}})
				if err != nil || string(proof.Bytes) != "board of "+r.Name {
					t.Errorf("got %s, %v", proof.Bytes, err)
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
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		for _, provers := range []*prover.Provers{
			newProvers(&maker{err: broken}),
			prover.New(func(*game.Ruleset) (prover.Prover, error) { return nil, broken }),
		} {
			s := newClassic(t, provers)
			s.answers.Foresee(s.state, game.Creator)
			go s.answers.Run(t.Context())
			time.Sleep(time.Hour)
			s.shotAt(44)
			answer, err := s.state.TrueAnswer(s.board.Fleet)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.answers.Prove(t.Context(), s.state, answer); !errors.Is(err, broken) {
				t.Errorf("answer: %v", err)
			}
			if _, err := provers.Board(t.Context(), s.board); !errors.Is(err, broken) {
				t.Errorf("board: %v", err)
			}
		}
	})
}

func TestAnAbandonedProofIsNotStarted(t *testing.T) {
	var m maker
	s := newClassic(t, newProvers(&m))
	s.shotAt(44)
	answer, err := s.state.TrueAnswer(s.board.Fleet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := s.answers.Prove(ctx, s.state, answer); !errors.Is(err, stopped) || len(m.made()) > 0 {
		t.Errorf("got %v, %d proofs", err, len(m.made()))
	}
}
