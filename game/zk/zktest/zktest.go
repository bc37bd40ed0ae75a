// Package zktest provides proofs for tests. Each is made once in a process for all tests that need the same one. Like
// commitmenttest, this package panics on impossible requests.
package zktest

import (
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
	made    map[string][]byte
}{provers: make(map[uint32]*zk.Prover), made: make(map[string][]byte)}

// Commit is that of zk.Prover.
func (Prover) Commit(b commitment.Binding, f game.Fleet, secret []byte) (verify.Commitment, error) {
	made, err := remember("commitment", b, f, secret, func(p *zk.Prover) ([]byte, error) {
		c, err := p.Commit(b, f, secret)
		return c[:], err
	})
	if err != nil {
		return verify.Commitment{}, err
	}
	return verify.Commitment(made), nil
}

// ProveBoard is that of zk.Prover.
func (Prover) ProveBoard(b commitment.Binding, f game.Fleet, secret []byte) ([]byte, error) {
	return remember("board", b, f, secret, func(p *zk.Prover) ([]byte, error) { return p.ProveBoard(b, f, secret) })
}

// ProveAnswer is that of zk.Prover.
func (Prover) ProveAnswer(a verify.Answer, f game.Fleet, secret []byte) ([]byte, error) {
	what := fmt.Sprintf("answer %x %d %t", a.Commitment, a.Tile, a.Hit)
	return remember(what, a.Binding, f, secret, func(p *zk.Prover) ([]byte, error) { return p.ProveAnswer(a, f, secret) })
}

// remember returns what a prover makes of a board.
func remember(
	what string, b commitment.Binding, f game.Fleet, secret []byte, with func(*zk.Prover) ([]byte, error),
) ([]byte, error) {
	binding, err := b.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s %x %v %x", what, binding, f, secret)
	cache.Lock()
	defer cache.Unlock()
	if made, ok := cache.made[name]; ok {
		return slices.Clone(made), nil
	}
	p, ok := cache.provers[b.Ruleset.ID]
	if !ok {
		if p, err = zk.NewProver(b.Ruleset); err != nil {
			return nil, err
		}
		cache.provers[b.Ruleset.ID] = p
	}
	made, err := with(p)
	if err != nil {
		return nil, err
	}
	cache.made[name] = made
	return slices.Clone(made), nil
}

// Commit returns the commitment to the fleet of an honest board.
func Commit(b commitmenttest.Board) verify.Commitment {
	return must(Prover{}.Commit(b.Binding, b.Fleet, b.Secret))
}

// Board returns the proof that an honest board is legal.
func Board(b commitmenttest.Board) []byte {
	return must(Prover{}.ProveBoard(b.Binding, b.Fleet, b.Secret))
}

// Answer returns the proof of the true answer about a tile.
func Answer(b commitmenttest.Board, tile game.Tile) []byte {
	statement := verify.Answer{Binding: b.Binding, Commitment: Commit(b), Tile: tile, Hit: b.Ships.Has(tile)}
	return must(Prover{}.ProveAnswer(statement, b.Fleet, b.Secret))
}

// must returns a value that a test has asked for.
func must[T any](value T, err error) T {
	if err != nil {
		panic("zktest: " + err.Error())
	}
	return value
}
