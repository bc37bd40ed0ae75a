package channel_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel/channeltest"
)

// tiny returns small rulesets, with each of the switches that an off-chain game depends on.
func tiny() []*game.Ruleset {
	var list []*game.Ruleset
	for i, shape := range []struct {
		width, height int
		length, count int
	}{{2, 1, 1, 1}, {3, 1, 1, 1}, {3, 1, 2, 1}, {2, 2, 1, 1}, {3, 1, 1, 2}} {
		for switches := range 8 {
			list = append(list, &game.Ruleset{
				ID: 1000 + uint32(8*i+switches), Name: "tiny", Width: shape.width, Height: shape.height,
				Classes:        []game.ShipClass{{Name: "boat", Length: shape.length, Count: shape.count}},
				Touch:          true,
				HitShootsAgain: switches&1 > 0, AnnounceSunk: switches&2 > 0, Proven: switches&4 > 0,
			})
		}
	}
	return list
}

// TestAloneOutranksNoLaterState goes through all games of tiny rulesets, and through random ones of the real
// rulesets, and asks in each state what its player can make of it alone: any move, or its surrender. None of its moves
// outranks what the opponent signs next after any of them, nor its own surrender. A surrender itself may: it is nothing
// that anybody loses by but who gave up.
func TestAloneOutranksNoLaterState(t *testing.T) {
	if testing.Short() {
		t.Skip("a search of all states takes seconds")
	}
	for _, r := range tiny() {
		t.Run(fmt.Sprintf("%dx%d,%d", r.Width, r.Height, r.ID), func(t *testing.T) {
			for _, first := range []game.Seat{game.Creator, game.Joiner} {
				for _, fleets := range layoutsOf(r) {
					g := channeltest.New(r, channeltest.Options{First: first, Fleets: fleets})
					rankAll(t, g, g.Initial(), map[string]bool{})
				}
			}
		})
	}
	for _, r := range game.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, uint64(r.ID)))
			for seed := range uint64(5) {
				g := channeltest.New(r, channeltest.Options{
					First: game.Seat(seed % 2), Seed: seed, Fleets: randomFleets(t, r, random),
				})
				some := func(s game.State) []game.Tile { return []game.Tile{randomTile(s, random), randomTile(s, random)} }
				for _, turn := range g.Play(func(s game.State) game.Tile { return some(s)[0] }) {
					rank(t, g, turn.Base, some)
				}
			}
		})
	}
}

// rankAll asks the question in a state and in all that follow from it.
func rankAll(t *testing.T, g *channeltest.Game, s game.State, seen map[string]bool) {
	t.Helper()
	key := string(must(g.Encode(s)))
	if seen[key] || !s.Phase.InPlay() {
		return
	}
	seen[key] = true
	for _, next := range rank(t, g, s, targets) {
		rankAll(t, g, next, seen)
	}
}

// rank asks the question in one state, of moves at the targets that at chooses, and returns what they lead to.
func rank(t *testing.T, g *channeltest.Game, s game.State, at func(game.State) []game.Tile) (after []game.State) {
	t.Helper()
	after = movesAt(g, s, at(s))
	alone, ends := s.Progress(), false
	for _, next := range after {
		alone, ends = max(alone, next.Progress()), ends || next.Phase != game.PhasePlay
	}
	if alone == s.Progress() {
		t.Fatalf("expected progress by a move from\n%s", s)
	}
	if !ends {
		if gaveUp := g.After(s, g.Concession(s)); gaveUp.Progress() <= alone {
			t.Errorf("expected a surrender above %d, got %d from\n%s", alone, gaveUp.Progress(), s)
		}
	}
	for _, next := range after {
		if next.Phase != game.PhasePlay {
			continue
		}
		answers := movesAt(g, next, at(next))
		if answers[0].Phase == game.PhasePlay {
			answers = append(answers, g.After(next, g.Concession(next)))
		}
		for _, answer := range answers {
			if answer.Progress() <= alone {
				t.Errorf("expected what follows above %d, got %d from\n%s\nby\n%s", alone, answer.Progress(), s, next)
			}
		}
	}
	return after
}

// movesAt returns the states that the honest moves at some targets lead to, each once.
func movesAt(g *channeltest.Game, s game.State, at []game.Tile) (after []game.State) {
	for i, tile := range at {
		m := g.Move(s, tile)
		if i == 0 || m.Target != "" {
			after = append(after, g.After(s, m))
		}
	}
	return after
}

// targets are the tiles that the player who owes a move has not shot at.
func targets(s game.State) (list []game.Tile) {
	for tile := range game.Tile(s.Ruleset.Tiles()) {
		if !s.Sides[s.Actor.Other()].Answered.Has(tile) {
			list = append(list, tile)
		}
	}
	return list
}

// randomTile is one of the targets.
func randomTile(s game.State, random *rand.Rand) game.Tile {
	list := targets(s)
	return list[random.IntN(len(list))]
}

// randomFleets are two legal fleets.
func randomFleets(t *testing.T, r *game.Ruleset, random *rand.Rand) (fleets [2]string) {
	t.Helper()
	for seat := range fleets {
		fleet, err := game.RandomFleet(r, random.IntN)
		if err != nil {
			t.Fatal(err)
		}
		fleets[seat] = r.FleetString(fleet)
	}
	return fleets
}

// layoutsOf are all pairs of fleets of boats that lie along the rows of a tiny board.
func layoutsOf(r *game.Ruleset) (pairs [][2]string) {
	var fleets []string
	var lay func(fleet game.Fleet, from int)
	lay = func(fleet game.Fleet, from int) {
		if len(fleet) == r.Ships() {
			if r.CheckFleet(fleet) == nil {
				fleets = append(fleets, r.FleetString(fleet))
			}
			return
		}
		for tile := from; tile < r.Tiles(); tile++ {
			lay(append(fleet[:len(fleet):len(fleet)], game.Ship{Origin: game.Tile(tile)}), tile+1)
		}
	}
	lay(nil, 0)
	for _, one := range fleets {
		for _, two := range fleets {
			pairs = append(pairs, [2]string{one, two})
		}
	}
	return pairs
}
