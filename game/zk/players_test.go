package zk

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// A player is somebody with a board of her own.
type player struct {
	binding commitment.Binding
	fleet   game.Fleet
	secret  []byte
}

// newRand returns a source of random numbers and logs its seed.
func newRand(t testing.TB, seed uint64) *rand.Rand {
	t.Helper()
	t.Logf("seed %d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// alice is a player with a random legal fleet.
func alice(t testing.TB, r *game.Ruleset, rng *rand.Rand) player {
	t.Helper()
	fleet, err := game.RandomFleet(r, rng.IntN)
	if err != nil {
		t.Fatal(err)
	}
	return player{
		binding: commitment.Binding{ChainID: "battleship-1", Player: []byte("alice's address"), Nonce: 7, Ruleset: r},
		fleet:   fleet,
		secret:  bytes.Repeat([]byte{byte(rng.Uint32())}, commitment.SecretSize),
	}
}

// prover returns the prover of the player's ruleset.
func (p player) prover(t testing.TB) *Prover { return newTestProver(t, p.binding.Ruleset) }

func (p player) commit(t testing.TB) verify.Commitment {
	t.Helper()
	c, err := p.prover(t).Commit(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (p player) proveBoard(t testing.TB) []byte {
	t.Helper()
	proof, err := p.prover(t).ProveBoard(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

func (p player) proveAnswer(t testing.TB, a verify.Answer) []byte {
	t.Helper()
	proof, err := p.prover(t).ProveAnswer(a, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return proof
}

// tiles are those of the player's ships.
func (p player) tiles(t testing.TB) game.Set {
	t.Helper()
	tiles, err := p.binding.Ruleset.FleetTiles(p.fleet)
	if err != nil {
		t.Fatal(err)
	}
	return tiles
}

// answer is the true answer to a shot.
func (p player) answer(t testing.TB, tile game.Tile) verify.Answer {
	t.Helper()
	return verify.Answer{Binding: p.binding, Commitment: p.commit(t), Tile: tile, Hit: p.tiles(t).Has(tile)}
}

func newTestLayout(t testing.TB, r *game.Ruleset) *layout {
	t.Helper()
	l, err := newLayout(r)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

var provers = map[string]*Prover{}

// newTestProver returns the prover of a ruleset, made once.
func newTestProver(t testing.TB, r *game.Ruleset) *Prover {
	t.Helper()
	if provers[r.Name] == nil {
		p, err := NewProver(r)
		if err != nil {
			t.Fatal(err)
		}
		provers[r.Name] = p
	}
	return provers[r.Name]
}

// rulesets are those that have a circuit.
func rulesets() []*game.Ruleset {
	return slices.DeleteFunc(game.Rulesets(), func(r *game.Ruleset) bool { return !r.Proven })
}
