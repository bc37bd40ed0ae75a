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

// Prover makes the commitments and proofs of one ruleset. A zk.Prover is one.
type Prover interface {
	// Commit returns the commitment to a fleet.
	Commit(b commitment.Binding, f game.Fleet, secret []byte) (verify.Commitment, error)
	// ProveBoard returns a proof that a fleet is legal.
	ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error)
	// ProveAnswer returns a proof that an answer is true of a fleet.
	ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error)
}

// Board is a board as its player knows it.
type Board struct {
	Binding commitment.Binding
	Fleet   game.Fleet
	Secret  []byte
}

// Proof is a proof, and how long it took to make it.
type Proof struct {
	Bytes []byte
	Took  time.Duration
}

// Provers are those of a process. They are safe for use by several goroutines.
type Provers struct {
	newProver func(*game.Ruleset) (Prover, error)

	mu   sync.Mutex
	made map[uint32]func() (Prover, error)
}

// New returns provers that are made by a function, each once.
func New(newProver func(*game.Ruleset) (Prover, error)) *Provers {
	return &Provers{newProver: newProver, made: make(map[uint32]func() (Prover, error))}
}

var process = New(func(r *game.Ruleset) (Prover, error) { return zk.NewProver(r) })

// OfProcess returns the provers that everything in this process uses.
func OfProcess() *Provers { return process }

// of returns the prover of a ruleset.
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

// Commit returns the commitment to a board.
func (p *Provers) Commit(b Board) (verify.Commitment, error) {
	maker, err := p.of(b.Binding.Ruleset)
	if err != nil {
		return verify.Commitment{}, err
	}
	return maker.Commit(b.Binding, b.Fleet, b.Secret)
}

// Board proves that a board is legal.
func (p *Provers) Board(ctx context.Context, b Board) (Proof, error) {
	proof, err := p.timed(ctx, b.Binding.Ruleset, func(maker Prover) ([]byte, error) {
		return maker.ProveBoard(b.Binding, b.Fleet, b.Secret)
	})
	if err != nil {
		return Proof{}, fmt.Errorf("prove your board: %w", err)
	}
	return proof, nil
}

// Answer proves an answer about the board, of whose commitment it is. Of the same answer the proof is the same.
func (p *Provers) Answer(ctx context.Context, b Board, a verify.Answer) (Proof, error) {
	proof, err := p.timed(ctx, b.Binding.Ruleset, func(maker Prover) ([]byte, error) {
		return maker.ProveAnswer(a, b.Fleet, b.Secret)
	})
	if err != nil {
		return Proof{}, fmt.Errorf("prove your answer: %w", err)
	}
	return proof, nil
}

// timed makes a proof and takes its time.
func (p *Provers) timed(
	ctx context.Context, r *game.Ruleset, prove func(Prover) ([]byte, error),
) (Proof, error) {
	if ctx.Err() != nil {
		return Proof{}, context.Cause(ctx)
	}
	started := time.Now()
	maker, err := p.of(r)
	if err != nil {
		return Proof{}, err
	}
	bytes, err := prove(maker)
	return Proof{Bytes: bytes, Took: time.Since(started)}, err
}
