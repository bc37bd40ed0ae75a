package commitment_test

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/commitment/commitmenttest"
	"github.com/battleship-chain/battleship/game/melee"
)

// player is somebody at a board: what everybody may know, and what only the player does.
type player struct {
	binding commitment.Binding
	fleet   game.Fleet
	secret  []byte
}

const (
	chainID     = "battleship-devnet-1"
	classicText = commitmenttest.ClassicFleet
	// xayaText names ships of one class out of their codes' order, and ships in both directions.
	xayaText = "A1h,E3v,A3h,G1h,G8h,A8h,H3v"
)

// alice, bob and mallory have boards under the same ruleset.
func alice(t testing.TB, r *game.Ruleset) player   { return newPlayer(t, "alice", r, 7) }
func bob(t testing.TB, r *game.Ruleset) player     { return newPlayer(t, "bob", r, 0) }
func mallory(t testing.TB, r *game.Ruleset) player { return newPlayer(t, "mallory", r, 1<<64-1) }

// newPlayer returns the player of that name with a fleet that every player has and a secret that only it has.
func newPlayer(t testing.TB, name string, r *game.Ruleset, nonce uint64) player {
	t.Helper()
	text := commitmenttest.Fleet(r)
	if r.ID == game.Xaya().ID {
		text = xayaText
	}
	address := sha256.Sum256([]byte("address of " + name))
	secret := sha256.Sum256([]byte("secret of " + name))
	return player{
		binding: commitment.Binding{ChainID: chainID, Player: address[:20], Nonce: nonce, Ruleset: r},
		fleet:   parseFleet(t, r, text),
		secret:  secret[:],
	}
}

func (p player) commit(t testing.TB) commitment.Board {
	t.Helper()
	board, err := commitment.Commit(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatalf("Commit: %v", err)
	}
	return board
}

func (p player) open(t testing.TB, tile game.Tile) commitment.Opening {
	t.Helper()
	o, err := commitment.Open(p.binding, p.fleet, p.secret, tile)
	if err != nil {
		t.Fatalf("Open(%s): %v", p.binding.Ruleset.TileName(tile), err)
	}
	return o
}

func (p player) openToss(t testing.TB) commitment.Opening {
	t.Helper()
	o, err := commitment.OpenToss(p.binding, p.fleet, p.secret)
	if err != nil {
		t.Fatalf("OpenToss: %v", err)
	}
	return o
}

func (p player) ships(t testing.TB) game.Set {
	t.Helper()
	ships, err := p.binding.Ruleset.FleetTiles(p.fleet)
	if err != nil {
		t.Fatalf("FleetTiles: %v", err)
	}
	return ships
}

func parseFleet(t testing.TB, r *game.Ruleset, text string) game.Fleet {
	t.Helper()
	f, err := r.ParseFleet(text)
	if err != nil {
		t.Fatalf("ParseFleet(%q): %v", text, err)
	}
	return f
}

func tile(t testing.TB, r *game.Ruleset, name string) game.Tile {
	t.Helper()
	parsed, err := r.ParseTile(name)
	if err != nil {
		t.Fatalf("ParseTile(%q): %v", name, err)
	}
	return parsed
}

// cloneOpening returns a copy that shares no bytes with o.
func cloneOpening(o commitment.Opening) commitment.Opening {
	o.Salt = bytes.Clone(o.Salt)
	path := make([][]byte, len(o.Path))
	for i, hash := range o.Path {
		path[i] = bytes.Clone(hash)
	}
	o.Path = path
	return o
}

// cloneBoard returns a copy that shares no bytes with b.
func cloneBoard(b commitment.Board) commitment.Board {
	roots := make([][]byte, len(b.RowRoots))
	for i, root := range b.RowRoots {
		roots[i] = bytes.Clone(root)
	}
	return commitment.Board{RowRoots: roots, TossLeaf: bytes.Clone(b.TossLeaf)}
}

// forEachRuleset runs a test under every ruleset.
func forEachRuleset(t *testing.T, test func(t *testing.T, r *game.Ruleset)) {
	t.Helper()
	for _, r := range rulesets() {
		t.Run(r.Name, func(t *testing.T) { test(t, r) })
	}
}

// rulesets are those whose boards are committed to row by row: others have proofs.
func rulesets() []*game.Ruleset {
	duels := slices.DeleteFunc(game.Rulesets(), func(r *game.Ruleset) bool { return r.Proven })
	return append(duels, melee.Ruleset())
}
