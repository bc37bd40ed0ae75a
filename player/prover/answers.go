package prover

import (
	"context"
	"fmt"
	"maps"
	"sync"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/play"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// MostAhead is how many shots are foreseen in one state of a game. Each is a sixth of a second of a core, and the
// answer to a shot that was not foreseen takes no longer.
const MostAhead = 16

// Answers proves the answers of one board. It is safe for use by several goroutines.
type Answers struct {
	provers *Provers
	board   Board

	mu sync.Mutex
	// outlook is the last outlook. It is nil if there is none.
	outlook *outlook
	// ready are the proofs that were made ahead and are not used yet, by statement.
	ready map[string]Proof
	// making is the statement being proven ahead, or empty; made is closed when its proof is done.
	making string
	made   chan struct{}
	// owed is the statement that was asked for last, used its proof once there is one.
	owed string
	used Proof
	// news wakes Run.
	news chan struct{}
}

// Answers returns what proves the answers of a board.
func (p *Provers) Answers(b Board) *Answers {
	return &Answers{provers: p, board: b, ready: make(map[string]Proof), news: make(chan struct{}, 1)}
}

// Prove returns the proof of the true answer that is owed in a state: one that was made ahead, for exactly these public
// inputs, or else a new one. If it is asked for the same answer again it returns the same proof.
func (a *Answers) Prove(ctx context.Context, before game.State, answer game.Answer) (Proof, error) {
	statement := a.board.statement(before, answer)
	key, err := keyOf(statement)
	if err != nil {
		return Proof{}, err
	}
	for {
		proof, made := a.take(key)
		if proof.Bytes != nil {
			return proof, nil
		}
		if made == nil {
			break
		}
		select {
		case <-made:
		case <-ctx.Done():
			return Proof{}, context.Cause(ctx)
		}
	}
	proof, err := a.provers.owed(ctx, a.board.Binding.Ruleset, a.board.prove(statement))
	if err != nil {
		return Proof{}, fmt.Errorf("prove your answer: %w", err)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.owed == key {
		a.used = proof
	}
	return proof, nil
}

// take returns the proof of a statement if there is one, or a channel that is closed once it is made ahead, or neither.
func (a *Answers) take(key string) (Proof, <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.owed != key {
		a.owed, a.used = key, Proof{}
	}
	if proof, ok := a.ready[key]; ok {
		delete(a.ready, key)
		a.used = proof
	}
	if a.used.Bytes == nil && a.making == key {
		return Proof{}, a.made
	}
	return a.used, nil
}

// Foresee sets the state of the game, in which the board's player has a seat. Proofs made ahead for other states are
// dropped, unless they prove the same.
func (a *Answers) Foresee(s game.State, me game.Seat) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if next := (outlook{state: s, me: me}); a.outlook == nil || !a.outlook.same(next) {
		a.outlook = &next
		select {
		case a.news <- struct{}{}:
		default:
		}
	}
}

// Run proves ahead until ctx ends. A proof in progress is finished first, because it cannot be stopped; it takes a
// fraction of a second.
func (a *Answers) Run(ctx context.Context) {
	var (
		o    order
		plan []foreseen
		of   *outlook
	)
	for {
		if len(plan) == 0 {
			select {
			case <-a.news:
			case <-ctx.Done():
				return
			}
		}
		done, ok := a.provers.turns.wait(ctx)
		if !ok {
			return
		}
		a.mu.Lock()
		next := a.outlook
		a.mu.Unlock()
		if next != nil && next != of {
			plan, of = a.plan(&o, *next), next
		}
		var err error
		if len(plan) > 0 {
			err = a.ahead(plan[0])
			plan = plan[1:]
		}
		done()
		if err != nil {
			return // whoever owes an answer will be told
		}
	}
}

// plan returns the statements to prove ahead in an outlook, in order, and drops those that cannot be owed any more.
func (a *Answers) plan(o *order, next outlook) []foreseen {
	if next.underFire() {
		return nil // after a miss the same can be owed as before
	}
	all := next.foresee(o, a.board)
	a.mu.Lock()
	defer a.mu.Unlock()
	maps.DeleteFunc(a.ready, func(key string, _ Proof) bool {
		for _, f := range all {
			if f.key == key {
				return false
			}
		}
		return true
	})
	return all[:min(len(all), MostAhead)]
}

// ahead makes a proof ahead, unless there is one.
func (a *Answers) ahead(f foreseen) error {
	a.mu.Lock()
	if _, ok := a.ready[f.key]; ok || f.key == a.owed {
		a.mu.Unlock()
		return nil
	}
	a.making, a.made = f.key, make(chan struct{})
	a.mu.Unlock()

	proof, err := a.provers.timed(a.board.Binding.Ruleset, a.board.prove(f.statement))

	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.made)
	a.making, a.made = "", nil
	if err == nil {
		proof.Ahead = true
		a.ready[f.key] = proof
	}
	return err
}

// statement is the statement about the board of the answer owed in a state.
func (b Board) statement(before game.State, a game.Answer) verify.Answer {
	return play.ProvenBoard{Binding: b.Binding, Commitment: b.Commitment}.Statement(before, a)
}

// prove is how a statement about the board is proven.
func (b Board) prove(a verify.Answer) func(Prover) ([]byte, error) {
	return func(maker Prover) ([]byte, error) { return maker.ProveAnswer(a, b.Fleet, b.Secret) }
}

// keyOf is the same text for statements with the same public inputs, and for no others.
func keyOf(a verify.Answer) (string, error) {
	public, err := a.Public()
	if err != nil {
		return "", err
	}
	key := make([]byte, 0, len(public)*verify.CommitmentSize)
	for i := range public {
		number := public[i].Bytes()
		key = append(key, number[:]...)
	}
	return string(key), nil
}
