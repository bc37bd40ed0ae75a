// Package zktest provides proofs for tests. Proving takes about 0.2 s, so the proofs that tests need are recorded in
// testdata, and each other one is made once in a process for all tests that need the same statement. `make proofs`
// records anew the proofs that tests use. Like commitmenttest, this package panics on impossible requests.
package zktest

import (
	"crypto/sha256"
	"fmt"
	"slices"
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
	// proofs are those that were recorded, and those that this process has made.
	proofs map[digest][]byte
}{provers: make(map[uint32]*zk.Prover), proofs: recorded()}

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
	keys, err := verify.KeysOf(b.Ruleset)
	if err != nil {
		return nil, err
	}
	cache.Lock()
	defer cache.Unlock()
	name := nameOf(keys, b, statement, f, secret)
	if proof, ok := cache.proofs[name]; ok {
		return slices.Clone(proof), record(name, proof)
	}
	p, ok := cache.provers[b.Ruleset.ID]
	if !ok {
		if p, err = zk.NewProver(b.Ruleset); err != nil {
			return nil, err
		}
		cache.provers[b.Ruleset.ID] = p
	}
	proof, err := with(p)
	if err != nil {
		return nil, err
	}
	cache.proofs[name] = proof
	return slices.Clone(proof), record(name, proof)
}

// nameOf is a unique name of a statement: the hashes of its ruleset's keys, its binding's bytes, because bindings hold
// pointers, and its fields. A proof of another key is never found by it.
func nameOf(keys verify.Keys, b commitment.Binding, statement any, f game.Fleet, secret []byte) digest {
	binding := must(b.AppendBinary(nil))
	about := fmt.Sprintf("%x %x %x %v %x", keys.Board.Hash(), keys.Answer.Hash(), binding, f, secret)
	a, ok := statement.(verify.Answer)
	if !ok {
		return sha256.Sum256([]byte("board " + about))
	}
	sunk := "none"
	if a.Sunk != nil {
		sunk = fmt.Sprint(*a.Sunk)
	}
	if !b.Ruleset.AnnounceSunk {
		a.Hits = game.Set{} // they are no part of the statement
	}
	return sha256.Sum256(fmt.Appendf(nil, "answer %s %x %d %t %s %x", about, a.Commitment, a.Tile, a.Hit, sunk, a.Hits))
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
