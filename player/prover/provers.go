package prover

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// Prover makes the proofs of one ruleset. A zk.Prover is one.
type Prover interface {
	// ProveBoard returns a proof that a fleet is legal.
	ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error)
	// ProveAnswer returns a proof that an answer is true of a fleet.
	ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error)
}

// Board is a board as its player knows it, and the commitment to it.
type Board struct {
	Binding    commitment.Binding
	Commitment verify.Commitment
	Fleet      game.Fleet
	Secret     []byte
}

// Proof is a proof, and how it came about.
type Proof struct {
	Bytes []byte
	// Took is how long it took to make it, Ahead whether that was before it was asked for.
	Took  time.Duration
	Ahead bool
}

// Provers are those of a process. They are safe for use by several goroutines.
type Provers struct {
	newProver func(*game.Ruleset) (Prover, error)

	mu   sync.Mutex
	made map[uint32]func() (Prover, error)

	turns turns
}

// New returns provers that are made by a function, each once.
func New(newProver func(*game.Ruleset) (Prover, error)) *Provers {
	return &Provers{newProver: newProver, made: make(map[uint32]func() (Prover, error))}
}

var process = New(func(r *game.Ruleset) (Prover, error) { return zk.NewProver(r) })

// OfProcess returns the provers that everything in this process uses.
func OfProcess() *Provers { return process }

// of returns the prover of a ruleset. The first call for it takes a third of a second.
func (p *Provers) of(r *game.Ruleset) (Prover, error) {
	p.mu.Lock()
	made, ok := p.made[r.ID]
	if !ok {
		made = sync.OnceValues(func() (Prover, error) { return p.newProver(r) })
		p.made[r.ID] = made
	}
	p.mu.Unlock()
	return made()
}

// Board proves that a board is legal.
func (p *Provers) Board(ctx context.Context, b Board) (Proof, error) {
	proof, err := p.owed(ctx, b.Binding.Ruleset, func(maker Prover) ([]byte, error) {
		return maker.ProveBoard(b.Binding, b.Fleet, b.Secret)
	})
	if err != nil {
		return Proof{}, fmt.Errorf("prove your board: %w", err)
	}
	return proof, nil
}

// owed makes a proof that is asked for.
func (p *Provers) owed(
	ctx context.Context, r *game.Ruleset, prove func(Prover) ([]byte, error),
) (Proof, error) {
	if ctx.Err() != nil {
		return Proof{}, context.Cause(ctx)
	}
	defer p.turns.owe()()
	return p.timed(r, prove)
}

// timed makes a proof and takes its time.
func (p *Provers) timed(r *game.Ruleset, prove func(Prover) ([]byte, error)) (Proof, error) {
	started := time.Now()
	maker, err := p.of(r)
	if err != nil {
		return Proof{}, err
	}
	bytes, err := prove(maker)
	return Proof{Bytes: bytes, Took: time.Since(started)}, err
}

// turns orders the proofs of a process.
type turns struct {
	mu sync.Mutex
	// owed is how many proofs are being made that are owed, ahead whether one is that is not.
	owed  int
	ahead bool
	// changed is closed when there may be a turn for a waiting proof. It is nil if none waits.
	changed chan struct{}
}

// owe begins a proof that is owed; the function that it returns ends it.
func (t *turns) owe() (done func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.owed++
	return func() { t.change(func() { t.owed-- }) }
}

// wait waits until a proof may be made ahead and begins it; the function that it returns ends it. It is false if ctx
// ended before.
func (t *turns) wait(ctx context.Context) (done func(), ok bool) {
	for ctx.Err() == nil {
		t.mu.Lock()
		if t.owed == 0 && !t.ahead {
			t.ahead = true
			t.mu.Unlock()
			return func() { t.change(func() { t.ahead = false }) }, true
		}
		if t.changed == nil {
			t.changed = make(chan struct{})
		}
		changed := t.changed
		t.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
	return nil, false
}

// change changes something that others may wait for.
func (t *turns) change(how func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	how()
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}
