package bot_test

import (
	"math"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
)

// tiny returns a ruleset whose fleets can all be written down.
func tiny(width, height int, touch, announce bool, classes ...game.ShipClass) *game.Ruleset {
	return &game.Ruleset{
		ID: 99, Name: "tiny", Width: width, Height: height, Classes: classes, Touch: touch, AnnounceSunk: announce,
	}
}

// everyFleet returns all legal fleets, those that differ in the order of equal ships once.
func everyFleet(r *game.Ruleset) []game.Fleet {
	var out []game.Fleet
	var add func(f game.Fleet, class, count int)
	add = func(f game.Fleet, class, count int) {
		if class == len(r.Classes) {
			if r.CheckFleet(f) == nil {
				out = append(out, slices.Clone(f))
			}
			return
		}
		if count == r.Classes[class].Count {
			add(f, class+1, 0)
			return
		}
		for origin := range r.Tiles() {
			for _, vertical := range []bool{false, true} {
				ship := game.Ship{Class: class, Origin: game.Tile(origin), Vertical: vertical}
				if count > 0 && ship.Code() <= f[len(f)-1].Code() {
					continue
				}
				if _, err := r.Footprint(ship); err == nil {
					add(append(f, ship), class, count+1)
				}
			}
		}
	}
	add(nil, 0, 0)
	return out
}

// after returns a board of the joiner after shots at its fleet.
func after(t *testing.T, r *game.Ruleset, f game.Fleet, shots []string) game.State {
	t.Helper()
	s := shooting(t, r)
	for _, shot := range shots {
		answer(t, s, &s.Sides[game.Joiner], f, tile(t, r, shot))
	}
	return s
}

func TestOddsAreThoseOfAllFleets(t *testing.T) {
	three, two := game.ShipClass{Name: "three", Length: 3, Count: 1}, game.ShipClass{Name: "two", Length: 2, Count: 2}
	long, dot := game.ShipClass{Name: "long", Length: 3, Count: 2}, game.ShipClass{Name: "dot", Length: 1, Count: 1}
	tests := map[string]struct {
		ruleset *game.Ruleset
		fleet   string
		shots   []string
	}{
		"an empty board": {ruleset: tiny(4, 4, true, true, three, two), fleet: "A1h,A3h,A4h"},
		"misses":         {ruleset: tiny(4, 4, true, true, three, two), fleet: "A1h,A3h,A4h", shots: []string{"D1", "C3"}},
		"a hit":          {ruleset: tiny(4, 4, true, true, three, two), fleet: "A1h,A3h,A4h", shots: []string{"B1"}},
		"hits of several ships": {
			ruleset: tiny(4, 4, true, true, three, two), fleet: "A1h,A2h,A3h", shots: []string{"B1", "B2"},
		},
		"two hits that sink none": {
			ruleset: tiny(4, 4, true, true, three, two), fleet: "A1h,A3h,A4h", shots: []string{"A1", "B1"},
		},
		"a sunk ship": {
			ruleset: tiny(4, 4, true, true, three, two), fleet: "A1h,A3h,A4h", shots: []string{"A3", "B3", "A4"},
		},
		"no ships that touch": {ruleset: tiny(5, 4, false, false, three, two), fleet: "A1h,A3h,D3h"},
		"a hit where ships do not touch": {
			ruleset: tiny(5, 4, false, false, three, two), fleet: "A1h,A3h,D3h", shots: []string{"B1", "E4"},
		},
		"a ship that may go on": {
			ruleset: tiny(5, 4, false, false, three, two), fleet: "A1h,A3h,D3h", shots: []string{"A3", "B3"},
		},
		"a ship that ends": {
			ruleset: tiny(5, 4, false, false, three, two), fleet: "A1h,A3h,D3h", shots: []string{"A3", "B3", "C3"},
		},
		"touching ships that sink in silence": {
			ruleset: tiny(4, 4, true, false, three, two), fleet: "A1h,A2h,A3h", shots: []string{"A1", "A2", "B2"},
		},
		"four ships, two of them alike": {
			ruleset: tiny(4, 4, true, true, long, dot, game.ShipClass{Name: "pair", Length: 2, Count: 1}),
			fleet:   "A1h,A2h,D4h,A3h", shots: []string{"B1", "D1"},
		},
		"equal lengths by other names": {
			ruleset: tiny(4, 4, true, true, three, game.ShipClass{Name: "other", Length: 3, Count: 1}), fleet: "A1h,A2h",
			shots: []string{"A1", "B1", "C1", "B2"},
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			r := tc.ruleset
			f, err := r.ParseFleet(tc.fleet)
			if err != nil {
				t.Fatal(err)
			}
			s := after(t, r, f, tc.shots)
			side := s.Sides[game.Joiner]
			var sunk game.Set
			for _, ship := range side.Sunk {
				tiles, err := r.Footprint(ship)
				if err != nil {
					t.Fatal(err)
				}
				sunk = sunk.Union(tiles)
			}
			want, fits := make([]float64, r.Tiles()), 0.0
			for _, fleet := range everyFleet(r) {
				seen := after(t, r, fleet, tc.shots).Sides[game.Joiner]
				tiles, err := r.FleetTiles(fleet)
				if err != nil {
					t.Fatal(err)
				}
				if seen.Hits != side.Hits || !slices.Equal(seen.Sunk, side.Sunk) {
					continue
				}
				fits++
				for tile := range tiles.Minus(sunk).All() {
					want[tile]++
				}
			}
			got, found := bot.NewDensity(seeded(1)).Odds(s, game.Creator)
			if !found {
				t.Fatal("expected fleets that fit, got none")
			}
			for tile := range want {
				if side.Answered.Has(game.Tile(tile)) {
					continue // where ships do not touch, a finished ship counts as sunk
				}
				if w := want[tile] / fits; math.Abs(got[tile]-w) > 1e-9 {
					t.Errorf("%s: expected %.6f of %.0f fleets, got %.6f", r.TileName(game.Tile(tile)), w, fits, got[tile])
				}
			}
		})
	}
}

// An estimate is near what random fleets come to of which those are left out that do not fit.
func TestSampledOddsAreNearTheTrueOnes(t *testing.T) {
	r := game.Classic()
	s := shooting(t, r)
	side := &s.Sides[game.Joiner]
	for _, miss := range []string{"D4", "F6"} {
		side.Answered = side.Answered.With(tile(t, r, miss))
	}
	want, fits := make([]float64, r.Tiles()), 0.0
	intn := seeded(5)
	for range 10_000 {
		f, err := game.RandomFleet(r, intn)
		if err != nil {
			t.Fatal(err)
		}
		tiles, err := r.FleetTiles(f)
		if err != nil {
			t.Fatal(err)
		}
		if !tiles.Intersect(side.Answered).IsEmpty() {
			continue
		}
		fits++
		for tile := range tiles.All() {
			want[tile]++
		}
	}
	got, found := bot.NewDensity(seeded(6)).Odds(s, game.Creator)
	if !found {
		t.Fatal("expected fleets that fit, got none")
	}
	for tile := range want {
		if w := want[tile] / fits; math.Abs(got[tile]-w) > 0.05 {
			t.Errorf("%s: expected about %.3f, got %.3f", r.TileName(game.Tile(tile)), w, got[tile])
		}
	}
}

// Both meet the same fleets, so the difference is that of the strategies: some 2.2 shots in a game.
func TestDensityIsBetterThanHunt(t *testing.T) {
	if testing.Short() {
		t.Skip("statistics of many games take seconds")
	}
	const games, better = 120, 1.4
	r := game.Xaya()
	var average [2]float64
	for i, name := range []string{bot.HuntName, bot.DensityName} {
		for seed := range uint64(games) {
			strategy, err := bot.New(name, seeded(seed+1_000_000))
			if err != nil {
				t.Fatal(err)
			}
			average[i] += float64(shots(t, r, strategy, seed)) / games
		}
	}
	t.Logf("hunt %.2f shots, density %.2f, over %d fleets", average[0], average[1], games)
	if average[0]-average[1] < better {
		t.Errorf("shots: expected at least %g less than %.2f, got %.2f", better, average[0], average[1])
	}
}

func TestDensityFollowsFromItsSeed(t *testing.T) {
	for _, r := range game.Rulesets() {
		t.Run(r.Name, func(t *testing.T) {
			s := shooting(t, r)
			other := false
			first, err := bot.NewDensity(seeded(1)).Next(s, game.Creator)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(20) {
				var chosen [2]game.Tile
				for i := range chosen {
					if chosen[i], err = bot.NewDensity(seeded(seed)).Next(s, game.Creator); err != nil {
						t.Fatal(err)
					}
				}
				if chosen[0] != chosen[1] {
					t.Fatalf("seed %d: expected %s again, got %s", seed, r.TileName(chosen[0]), r.TileName(chosen[1]))
				}
				other = other || chosen[0] != first
			}
			if !other {
				t.Errorf("first shots of 20 seeds: expected several, got only %s", r.TileName(first))
			}
		})
	}
}

// A search that jumps between diagonals leaves placements between them, which cost shots of their own later on.
func TestASearchKeepsToItsDiagonals(t *testing.T) {
	r := tiny(6, 6, true, true, game.ShipClass{Name: "two", Length: 2, Count: 1})
	f, err := r.ParseFleet("A6h")
	if err != nil {
		t.Fatal(err)
	}
	s := after(t, r, f, []string{"C3"})
	for seed := range uint64(30) {
		chosen, err := bot.NewDensity(seeded(seed)).Next(s, game.Creator)
		if err != nil {
			t.Fatal(err)
		}
		if (int(chosen)/r.Width+int(chosen)%r.Width)%2 != 0 {
			t.Errorf("seed %d: expected a tile on the diagonals of C3, got %s", seed, r.TileName(chosen))
		}
	}
}

func TestDensityBreaksTiesAtRandom(t *testing.T) {
	r := tiny(4, 4, true, true, game.ShipClass{Name: "two", Length: 2, Count: 1})
	s := shooting(t, r)
	chosen := make(map[game.Tile]bool)
	for i := range 4 {
		tile, err := bot.NewDensity(func(n int) int {
			if n != 4 {
				t.Errorf("expected the 4 tiles in the middle to be equal, got %d", n)
			}
			return i
		}).Next(s, game.Creator)
		if err != nil {
			t.Fatal(err)
		}
		chosen[tile] = true
	}
	if len(chosen) != 4 {
		t.Errorf("expected each of 4 equal tiles to be chosen for its number, got %d of them", len(chosen))
	}
}
