package commitment_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/game/melee"
)

const (
	differentialPath  = "testdata/differential.txt"
	differentialGames = 1000 // for each ruleset
)

// What the page in web/ computes is compared with this file, whose every line is a random game: fleet, answers to all
// shots in a random order, board and openings. Both sides draw from the same small generator, so a line holds no more
// than the fleet and what came of it. How a line is made is written down once more in
// web/packages/client/test/differential.test.ts.
func TestDifferentialFileMatchesTheRules(t *testing.T) {
	var file bytes.Buffer
	for _, r := range append(game.Rulesets(), melee.Ruleset()) {
		for i := range differentialGames {
			file.WriteString(differentialLine(t, r, i))
		}
	}
	if *update {
		if err := os.WriteFile(differentialPath, file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	recorded, err := os.ReadFile(differentialPath)
	if err != nil {
		t.Fatal(err)
	}
	have, want := bufio.NewScanner(&file), bufio.NewScanner(bytes.NewReader(recorded))
	for line := 1; have.Scan(); line++ {
		if !want.Scan() || have.Text() != want.Text() {
			t.Fatalf("line %d of %s: expected %q, got %q; -update records it anew",
				line, differentialPath, have.Text(), want.Text())
		}
	}
	if want.Scan() {
		t.Fatalf("%s has a line too many: %q", differentialPath, want.Text())
	}
}

// differentialLine plays one random game.
func differentialLine(t *testing.T, r *game.Ruleset, number int) string {
	t.Helper()
	state := uint32(number)<<8 | r.ID
	intn := func(n int) int { // xorshift32
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		return int(state % uint32(n))
	}
	fleet := quickFleet(t, r, intn)
	if number%50 == 0 { // which is fair and, where ships may not touch, slow
		var err error
		if fleet, err = game.RandomFleet(r, intn); err != nil {
			t.Fatal(err)
		}
	}
	order := make([]game.Tile, r.Tiles())
	for i := range order {
		j := intn(i + 1)
		order[i], order[j] = order[j], game.Tile(i)
	}
	answers := sha256.Sum256([]byte(allAnswers(t, r, fleet, order)))
	board := sha256.Sum256(boardBytes(t, r, fleet, uint64(number), order[:3]))
	return fmt.Sprintf("%s %s %s %s\n", r.Name, r.FleetString(fleet),
		hex.EncodeToString(answers[:8]), hex.EncodeToString(board[:8]))
}

// quickFleet draws each ship until it lies clear of those before it, and all of them anew after 1,000 draws.
func quickFleet(t *testing.T, r *game.Ruleset, intn func(int) int) game.Fleet {
	t.Helper()
	var fleet game.Fleet
	var blocked game.Set
	for draws := 0; len(fleet) < r.Ships(); draws++ {
		if draws == 1000 {
			fleet, blocked, draws = nil, game.Set{}, 0
		}
		class, placed := 0, len(fleet)
		for ; placed >= r.Classes[class].Count; class++ {
			placed -= r.Classes[class].Count
		}
		ship := game.Ship{Class: class, Vertical: intn(2) == 1, Origin: game.Tile(intn(r.Tiles()))}
		tiles, err := r.Footprint(ship)
		if err != nil || !tiles.Intersect(blocked).IsEmpty() {
			continue
		}
		if !r.Touch {
			tiles = r.Around(tiles)
		}
		fleet, blocked = append(fleet, ship), blocked.Union(tiles)
	}
	if err := r.CheckFleet(fleet); err != nil {
		t.Fatal(err)
	}
	return fleet
}

// allAnswers are the answers to shots at the tiles in their order, such as "A1. B7# C7#destroyer B7h".
func allAnswers(t *testing.T, r *game.Ruleset, fleet game.Fleet, order []game.Tile) string {
	t.Helper()
	var said []string
	s := game.State{Ruleset: r, Owes: game.OwesAnswer, Actor: game.Creator}
	for _, tile := range order {
		s.Pending = tile
		answer, err := s.TrueAnswer(fleet)
		if err != nil {
			t.Fatal(err)
		}
		side, text := &s.Sides[game.Creator], r.TileName(tile)+"."
		side.Answered = side.Answered.With(tile)
		if answer.Hit {
			side.Hits, text = side.Hits.With(tile), r.TileName(tile)+"#"
		}
		if answer.Sunk != nil {
			class, placement := r.ShipString(*answer.Sunk)
			text += class + " " + placement
		}
		said = append(said, text)
	}
	return strings.Join(said, " ")
}

// boardBytes are the toss leaf and, where boards have them, row roots and the openings of some tiles.
func boardBytes(t *testing.T, r *game.Ruleset, fleet game.Fleet, nonce uint64, shown []game.Tile) []byte {
	t.Helper()
	secret := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(r.Name), nonce))
	b := commitment.Binding{ChainID: "battleship-devnet-1", Player: secret[:20], Nonce: nonce, Ruleset: r}
	leaf, err := commitment.CommitToss(b, fleet, secret[:])
	if err != nil {
		t.Fatal(err)
	}
	if r.Proven {
		return leaf
	}
	board, err := commitment.Commit(b, fleet, secret[:])
	if err != nil {
		t.Fatal(err)
	}
	all := append(leaf, bytes.Join(board.RowRoots, nil)...)
	for _, tile := range shown {
		opening, err := commitment.Open(b, fleet, secret[:], tile)
		if err != nil {
			t.Fatal(err)
		}
		all = append(append(all, byte(opening.Content)), opening.Salt...)
		all = append(all, bytes.Join(opening.Path, nil)...)
	}
	return all
}
