package bot_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
)

// clock is never the matter here: every action happens at the height the game was opened at.
var clock = game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}

const height = 1

// seeded returns a source of randomness of its own for each game.
func seeded(seed uint64) bot.Intn { return rand.New(rand.NewPCG(seed, 1)).IntN }

// polite never wins before its opponent: it shoots at every tile of water first.
type polite struct {
	opponent game.Set // the tiles of the opponent's fleet
}

func (p polite) Next(s game.State, me game.Seat) (game.Tile, error) {
	var ships []game.Tile
	for i := range s.Ruleset.Tiles() {
		switch t := game.Tile(i); {
		case s.Sides[me.Other()].Answered.Has(t):
		case p.opponent.Has(t):
			ships = append(ships, t)
		default:
			return t, nil
		}
	}
	if len(ships) == 0 {
		return 0, bot.ErrNoTarget
	}
	return ships[0], nil
}

// shots plays a whole game by the rules and returns how many shots alice took to sink a random fleet. Every shot passes
// game.Step, so one at a tile that is taken or off the board fails the test.
func shots(t *testing.T, r *game.Ruleset, alice bot.Strategy, seed uint64) int {
	t.Helper()
	intn := seeded(seed)
	var fleets [2]game.Fleet
	for seat := range fleets {
		f, err := game.RandomFleet(r, intn)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		fleets[seat] = f
	}
	tiles, err := r.FleetTiles(fleets[game.Creator])
	if err != nil {
		t.Fatal(err)
	}
	strategies := []bot.Strategy{alice, polite{tiles}}
	s := shooting(t, r)
	step := func(a game.Action) {
		t.Helper()
		if s, _, err = game.Step(s, a, height); err != nil {
			t.Fatalf("seed %d: %+v: %v", seed, a, err)
		}
	}
	for s.Phase == game.PhasePlay {
		switch s.Owes {
		case game.OwesShot:
			tile, err := strategies[s.Actor].Next(s, s.Actor)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			step(game.Shoot{By: s.Actor, Tile: tile})
		case game.OwesAnswer:
			step(truth(t, s, fleets[s.Actor]))
		default:
			t.Fatalf("seed %d: expected a shot or an answer to be owed, got %s", seed, s.Owes)
		}
	}
	if s.Actor != game.Creator {
		t.Fatalf("seed %d: expected alice to win, got %s", seed, s.Actor)
	}
	return s.Sides[game.Joiner].Answered.Len()
}

// truth is the honest answer to the pending shot.
func truth(t *testing.T, s game.State, f game.Fleet) game.Answer {
	t.Helper()
	a := game.Answer{By: s.Actor}
	hits := s.Sides[s.Actor].Hits.With(s.Pending)
	for _, ship := range f {
		tiles, err := s.Ruleset.Footprint(ship)
		if err != nil {
			t.Fatal(err)
		}
		if !tiles.Has(s.Pending) {
			continue
		}
		a.Hit = true
		if s.Ruleset.AnnounceSunk && tiles.Minus(hits).IsEmpty() {
			a.Sunk = &ship
		}
	}
	return a
}

// Without any thought it takes (n+1)*k/(k+1) shots on average to hit all k ship tiles among n: 95.4 in classic and 61.6
// in xaya. The bounds of hunt lie more than five standard errors from what was measured.
func TestAverageShots(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics of many games take seconds")
	}
	tests := map[string]struct {
		ruleset   *game.Ruleset
		strategy  string
		games     int
		low, high float64
	}{
		"hunt sinks a classic fleet in about 45 shots": {
			ruleset: game.Classic(), strategy: bot.HuntName, games: 500, low: 43, high: 46.5,
		},
		"random takes nearly the whole classic board": {
			ruleset: game.Classic(), strategy: bot.RandomName, games: 500, low: 94.8, high: 96,
		},
		"hunt sinks a xaya fleet in about 36 shots": {
			ruleset: game.Xaya(), strategy: bot.HuntName, games: 100, low: 33.5, high: 38,
		},
		"random takes nearly the whole xaya board": {
			ruleset: game.Xaya(), strategy: bot.RandomName, games: 100, low: 60.5, high: 62.7,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			total := 0
			for seed := range tc.games {
				strategy, err := bot.New(tc.strategy, seeded(uint64(seed)+1_000_000))
				if err != nil {
					t.Fatal(err)
				}
				total += shots(t, tc.ruleset, strategy, uint64(seed))
			}
			average := float64(total) / float64(tc.games)
			t.Logf("%s on %s: %.2f shots on average over %d games", tc.strategy, tc.ruleset.Name, average, tc.games)
			if average < tc.low || average > tc.high {
				t.Errorf("average shots: expected %g to %g, got %.2f", tc.low, tc.high, average)
			}
		})
	}
}

func TestStrategiesShootEveryTileOnceAtABoardOfWater(t *testing.T) {
	for _, r := range game.Rulesets() {
		for _, name := range bot.Names() {
			t.Run(r.Name+" "+name, func(t *testing.T) {
				strategy, err := bot.New(name, seeded(7))
				if err != nil {
					t.Fatal(err)
				}
				s := shooting(t, r)
				for range r.Tiles() {
					tile, err := strategy.Next(s, game.Creator)
					if err != nil {
						t.Fatal(err)
					}
					if int(tile) >= r.Tiles() || s.Sides[game.Joiner].Answered.Has(tile) {
						t.Fatalf("expected a free tile, got %s", r.TileName(tile))
					}
					s.Sides[game.Joiner].Answered = s.Sides[game.Joiner].Answered.With(tile)
				}
				if _, err := strategy.Next(s, game.Creator); !errors.Is(err, bot.ErrNoTarget) {
					t.Fatalf("full board: expected %v, got %v", bot.ErrNoTarget, err)
				}
			})
		}
	}
}

// A cheat can answer "hit" everywhere, which fits no fleet; a bot must go on all the same.
func TestStrategiesContinueAgainstImpossibleAnswers(t *testing.T) {
	for _, r := range game.Rulesets() {
		for _, name := range bot.Names() {
			t.Run(r.Name+" "+name, func(t *testing.T) {
				strategy, err := bot.New(name, seeded(7))
				if err != nil {
					t.Fatal(err)
				}
				s := shooting(t, r)
				for range r.Tiles() {
					tile, err := strategy.Next(s, game.Creator)
					if err != nil {
						t.Fatal(err)
					}
					side := &s.Sides[game.Joiner]
					if side.Answered.Has(tile) {
						t.Fatalf("expected a free tile, got %s", r.TileName(tile))
					}
					side.Answered, side.Hits = side.Answered.With(tile), side.Hits.With(tile)
				}
			})
		}
	}
}

func TestHuntFollowsKnownTiles(t *testing.T) {
	tests := map[string]struct {
		ruleset *game.Ruleset
		misses  []string
		hits    []string
		sunk    []string // class and placement
		want    []string // every tile that would be a good next shot
	}{
		"a hit in the open is chased along its row or column": {
			ruleset: game.Classic(), hits: []string{"E5"}, want: []string{"D5", "F5", "E4", "E6"},
		},
		"two hits in a row are chased along it": {
			ruleset: game.Classic(), hits: []string{"E5", "F5"}, want: []string{"D5", "G5"},
		},
		"a blocked line is chased at its other end": {
			ruleset: game.Classic(), misses: []string{"D5"}, hits: []string{"E5", "F5"}, want: []string{"G5"},
		},
		"hits of a sunk ship are not chased, the one beside it is": {
			ruleset: game.Classic(), hits: []string{"A1", "B1", "A2"}, sunk: []string{"destroyer", "A1h"},
			misses: []string{"B2"}, want: []string{"A3"},
		},
		"where ships cannot touch, a finished ship is left alone": {
			ruleset: game.Xaya(), hits: []string{"A1", "B1", "D3"}, misses: []string{"C1", "D2", "C3", "D4"},
			want: []string{"E3"},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			s := shooting(t, tc.ruleset)
			side := &s.Sides[game.Joiner]
			for _, miss := range tc.misses {
				side.Answered = side.Answered.With(tile(t, tc.ruleset, miss))
			}
			for _, hit := range tc.hits {
				side.Answered = side.Answered.With(tile(t, tc.ruleset, hit))
				side.Hits = side.Hits.With(tile(t, tc.ruleset, hit))
			}
			if len(tc.sunk) == 2 {
				ship, err := tc.ruleset.ParseShip(tc.sunk[0], tc.sunk[1])
				if err != nil {
					t.Fatal(err)
				}
				side.Sunk = append(side.Sunk, ship)
			}
			got, err := bot.NewHunt(seeded(3)).Next(s, game.Creator)
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tc.want {
				if got == tile(t, tc.ruleset, want) {
					return
				}
			}
			t.Errorf("expected one of %v, got %s", tc.want, tc.ruleset.TileName(got))
		})
	}
}

func TestAnUnknownStrategyIsRefusedByName(t *testing.T) {
	if _, err := bot.New("psychic", seeded(1)); !errors.Is(err, bot.ErrUnknownStrategy) {
		t.Fatalf("expected %v, got %v", bot.ErrUnknownStrategy, err)
	}
}

// shooting is a state in which alice, the creator, owes the first shot.
func shooting(t testing.TB, r *game.Ruleset) game.State {
	t.Helper()
	s, err := game.NewState(r, clock, height)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []game.Action{game.Join{}, game.RevealToss{By: game.Creator, First: game.Creator}} {
		if s, _, err = game.Step(s, a, height); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func tile(t *testing.T, r *game.Ruleset, name string) game.Tile {
	t.Helper()
	parsed, err := r.ParseTile(name)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// Which of several equal tiles comes first would be known to whoever has read the program.
func TestHuntBreaksTiesAtRandom(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			s := shooting(t, r)
			ties := 0
			count := func(n int) int {
				ties = n
				return 0
			}
			if _, err := bot.NewHunt(count).Next(s, game.Creator); err != nil {
				t.Fatal(err)
			}
			// An empty board looks the same from all its four sides, and only one tile can be its middle.
			odd := r.Width%2 == 1 && r.Height%2 == 1
			if ties < 4 && (!odd || ties != 1) {
				t.Fatalf("equal tiles on an empty board: expected at least 4, got %d", ties)
			}
			chosen := make(map[game.Tile]bool)
			for i := range ties {
				tile, err := bot.NewHunt(func(int) int { return i }).Next(s, game.Creator)
				if err != nil {
					t.Fatal(err)
				}
				chosen[tile] = true
			}
			if len(chosen) != ties {
				t.Errorf("expected each of %d equal tiles to be chosen for its number, got %d of them", ties, len(chosen))
			}
		})
	}
}

// A sunk ship leaves no room for another on its tiles: the tile beside it is no better than its own neighbours say.
func TestHuntClosesTheTilesOfSunkShips(t *testing.T) {
	r := game.Classic()
	s := shooting(t, r)
	side := &s.Sides[game.Joiner]
	free := map[string]bool{"C1": true, "H5": true, "H6": true, "H7": true}
	for i := range r.Tiles() {
		if name := r.TileName(game.Tile(i)); !free[name] {
			side.Answered = side.Answered.With(game.Tile(i))
		}
	}
	sunk, err := r.ParseShip("destroyer", "A1h")
	if err != nil {
		t.Fatal(err)
	}
	side.Sunk = []game.Ship{sunk}
	side.Hits = side.Hits.With(tile(t, r, "A1")).With(tile(t, r, "B1"))
	// A ship of three fits on H5 to H7; with the tiles of the sunk one it would fit on A1 to C1 as well.
	for i := range 3 {
		got, err := bot.NewHunt(func(n int) int {
			if n != 3 {
				t.Errorf("equally good tiles: expected H5, H6 and H7, got %d", n)
			}
			return min(i, n-1)
		}).Next(s, game.Creator)
		if err != nil {
			t.Fatal(err)
		}
		if name := r.TileName(got); name == "C1" || !free[name] {
			t.Errorf("expected a tile of H5 to H7, got %s", name)
		}
	}
}
