package verify_test

import (
	"bytes"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

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

func (p player) commit(t testing.TB) verify.Commitment {
	t.Helper()
	c, err := verify.Commit(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestSaltsAreCanonical: a salt and the same salt plus the order of the group open one commitment, so that the second
// is refused.
func TestSaltsAreCanonical(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 0))
	for _, r := range []*game.Ruleset{game.ClassicZK(), game.XayaZK()} {
		for range 20 {
			p := alice(t, r, rng)
			c := p.commit(t)
			salt := verify.Salt(p.secret, p.fleet)
			if salt[0]&0xf0 != 0 {
				t.Fatalf("a salt of more than 252 bits: %x", salt)
			}
			if err := verify.Open(p.binding, c, p.fleet, salt[:]); err != nil {
				t.Fatal(err)
			}
			twin := new(big.Int).Add(new(big.Int).SetBytes(salt[:]), fr.Modulus()).FillBytes(make([]byte, verify.SaltSize))
			if err := verify.Open(p.binding, c, p.fleet, twin); !errors.Is(err, commitment.ErrAudit) {
				t.Errorf("salt plus order: expected ErrAudit, got %v", err)
			}
			for _, wrong := range [][]byte{
				nil, salt[1:], append(salt[:], 0), make([]byte, verify.SaltSize), fr.Modulus().Bytes(),
			} {
				if err := verify.Open(p.binding, c, p.fleet, wrong); !errors.Is(err, commitment.ErrAudit) {
					t.Errorf("salt %x: expected ErrAudit, got %v", wrong, err)
				}
			}
			other := alice(t, r, rng)
			if err := verify.Open(p.binding, c, other.fleet, salt[:]); !errors.Is(err, commitment.ErrAudit) {
				t.Errorf("another fleet: expected ErrAudit, got %v", err)
			}
		}
	}
}

// TestCommitmentsDiffer changes one thing at a time; only the order of ships of one class does not count.
func TestCommitmentsDiffer(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 0))
	p := alice(t, game.XayaZK(), rng)
	seen := map[verify.Commitment]string{p.commit(t): "alice's"}
	swapped := p
	swapped.fleet = slices.Clone(p.fleet)
	swapped.fleet[3], swapped.fleet[6] = p.fleet[6], p.fleet[3]
	if swapped.commit(t) != p.commit(t) {
		t.Error("the order of two ships of one class changes the commitment")
	}
	for name, change := range map[string]func(*player){
		"chain":  func(p *player) { p.binding.ChainID = "battleship-2" },
		"player": func(p *player) { p.binding.Player = []byte("bob's address") },
		"nonce":  func(p *player) { p.binding.Nonce++ },
		"secret": func(p *player) { p.secret = slices.Repeat([]byte{0xee}, commitment.SecretSize) },
		"fleet":  func(p *player) { p.fleet = alice(t, game.XayaZK(), rng).fleet },
		"ruleset": func(p *player) {
			p.binding.Ruleset, p.fleet = game.ClassicZK(), alice(t, game.ClassicZK(), rng).fleet
		},
	} {
		changed := p
		change(&changed)
		c := changed.commit(t)
		if other, ok := seen[c]; ok {
			t.Errorf("%s: the same commitment as %s", name, other)
		}
		seen[c] = name
	}
}
