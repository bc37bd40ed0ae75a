package zk

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/consensys/gnark-crypto/ecc/bls12-381/fr"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/zk/verify"
)

// TestSaltsAreCanonical: a salt and the same salt plus the order of the group open one commitment, so that the second
// is refused.
func TestSaltsAreCanonical(t *testing.T) {
	rng := newRand(t, 19)
	for _, r := range game.Rulesets() {
		for range 20 {
			p := alice(t, r, rng)
			c := p.commit(t)
			salt := Salt(p.secret, p.fleet)
			if salt[0]&0xf0 != 0 {
				t.Fatalf("a salt of more than 252 bits: %x", salt)
			}
			if err := VerifyOpening(p.binding, c, p.fleet, salt[:]); err != nil {
				t.Fatal(err)
			}
			twin := new(big.Int).Add(new(big.Int).SetBytes(salt[:]), fr.Modulus()).FillBytes(make([]byte, SaltSize))
			if err := VerifyOpening(p.binding, c, p.fleet, twin); !errors.Is(err, ErrCommitment) {
				t.Errorf("salt plus order: expected ErrCommitment, got %v", err)
			}
			for _, wrong := range [][]byte{nil, salt[1:], append(salt[:], 0), make([]byte, SaltSize), fr.Modulus().Bytes()} {
				if err := VerifyOpening(p.binding, c, p.fleet, wrong); !errors.Is(err, ErrCommitment) {
					t.Errorf("salt %x: expected ErrCommitment, got %v", wrong, err)
				}
			}
			other := alice(t, r, rng)
			if err := VerifyOpening(p.binding, c, other.fleet, salt[:]); !errors.Is(err, ErrCommitment) {
				t.Errorf("another fleet: expected ErrCommitment, got %v", err)
			}
		}
	}
}

// TestCommitmentsDiffer changes one thing at a time; only the order of ships of one class does not count.
func TestCommitmentsDiffer(t *testing.T) {
	rng := newRand(t, 20)
	p := alice(t, game.Xaya(), rng)
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
		"fleet":  func(p *player) { p.fleet = alice(t, game.Xaya(), rng).fleet },
		"ruleset": func(p *player) {
			p.binding.Ruleset, p.fleet = game.Classic(), alice(t, game.Classic(), rng).fleet
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

// TestRulesetsWithoutCircuits: there is no circuit for a ruleset for which it would not be sound.
func TestRulesetsWithoutCircuits(t *testing.T) {
	for name, change := range map[string]func(*game.Ruleset){
		"not square":                    func(r *game.Ruleset) { r.Width = 12 },
		"a tile with the free slot's":   func(r *game.Ruleset) { r.Width, r.Height = 16, 16 },
		"ships of one tile":             func(r *game.Ruleset) { r.Classes[4].Length = 1 },
		"a ship as long as the board":   func(r *game.Ruleset) { r.Classes[0].Length = 10 },
		"a fleet of more than 64 bits":  func(r *game.Ruleset) { r.Classes[4].Count = 6 },
		"a grid that overflows a field": func(r *game.Ruleset) { r.Width, r.Height, r.Touch = 15, 15, false },
	} {
		r := game.Classic()
		change(r)
		if _, err := newLayout(r); !errors.Is(err, verify.ErrStatement) {
			t.Errorf("%s: expected ErrStatement, got %v", name, err)
		}
	}
	r := game.Classic()
	r.HitShootsAgain = true
	if _, err := NewProver(r); !errors.Is(err, verify.ErrKeys) {
		t.Errorf("a ruleset that is not frozen: expected ErrKeys, got %v", err)
	}
	if _, err := newLayout(new(game.Ruleset)); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("no ruleset: expected ErrRuleset, got %v", err)
	}
}
