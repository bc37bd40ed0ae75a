// Package zktest provides proofs for tests. Proving takes about 0.2 s, so each proof is made once in a process and
// shared by all tests that need the same statement: tests that lay the same fleet share them. Like commitmenttest, this
// package panics on impossible requests.
package zktest

import (
	"fmt"
	"sync"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/zk"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// Prover makes the proofs of every ruleset whose boards are proven, and remembers them. Its methods may be called from
// several goroutines, which wait for each other.
type Prover struct{}

// cache is what all tests of a process share.
var cache = struct {
	sync.Mutex

	provers map[uint32]*zk.Prover
	proofs  map[string][]byte
}{provers: make(map[uint32]*zk.Prover), proofs: make(map[string][]byte)}

// ProveBoard is that of zk.Prover.
func (Prover) ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error) {
	return prove(b, verify.Board{Binding: b}, f, secret, func(p *zk.Prover) ([]byte, error) {
		return p.ProveBoard(b, f, secret)
	})
}

// ProveAnswer is that of zk.Prover.
func (Prover) ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error) {
	return prove(a.Binding, a, f, secret, func(p *zk.Prover) ([]byte, error) {
		return p.ProveAnswer(a, f, secret)
	})
}

// prove returns the proof of a statement about a fleet.
func prove(
	b commitment.Binding, statement any, f game.Fleet, secret []byte, with func(*zk.Prover) ([]byte, error),
) ([]byte, error) {
	cache.Lock()
	defer cache.Unlock()
	key := name(b, statement, f, secret)
	if proof, ok := cache.proofs[key]; ok {
		return proof, nil
	}
	p, ok := cache.provers[b.Ruleset.ID]
	if !ok {
		var err error
		if p, err = zk.NewProver(b.Ruleset); err != nil {
			return nil, err
		}
		cache.provers[b.Ruleset.ID] = p
	}
	proof, err := with(p)
	if err == nil {
		cache.proofs[key] = proof
	}
	return proof, err
}

// name is a unique name of a statement: its binding's bytes, because bindings hold pointers, and its fields.
func name(b commitment.Binding, statement any, f game.Fleet, secret []byte) string {
	binding := must(b.AppendBinary(nil))
	if a, ok := statement.(verify.Answer); ok {
		sunk := "none"
		if a.Sunk != nil {
			sunk = fmt.Sprint(*a.Sunk)
		}
		if !b.Ruleset.AnnounceSunk {
			a.Hits = game.Set{} // they are no part of the statement
		}
		return fmt.Sprintf("answer %x %x %d %t %s %x %v %x", binding, a.Commitment, a.Tile, a.Hit, sunk, a.Hits, f, secret)
	}
	return fmt.Sprintf("board %x %v %x", binding, f, secret)
}

// Commit returns the commitment to the fleet of an honest board.
func Commit(b commitmenttest.Board) verify.Commitment {
	return must(verify.Commit(b.Binding, b.Fleet, b.Secret))
}

// Board returns the proof that an honest board is legal.
func Board(b commitmenttest.Board) []byte {
	return must(Prover{}.ProveBoard(b.Binding, b.Fleet, b.Secret))
}

// Answer returns the proof of a true answer to the pending shot of a game.
func Answer(b commitmenttest.Board, before game.State, a game.Answer) []byte {
	statement := verify.Answer{
		Binding: b.Binding, Commitment: Commit(b), Tile: before.Pending,
		Hit: a.Hit, Sunk: a.Sunk, Hits: before.Sides[a.By].Hits,
	}
	return must(Prover{}.ProveAnswer(statement, b.Fleet, b.Secret))
}

// must returns a value that a test has asked for.
func must[T any](value T, err error) T {
	if err != nil {
		panic("zktest: " + err.Error())
	}
	return value
}
