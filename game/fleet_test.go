package game_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/battleship-chain/battleship/game"
)

func TestShipCodes(t *testing.T) {
	for _, tc := range []struct {
		ship game.Ship
		code uint16
	}{
		{game.Ship{}, 0x0000},
		{game.Ship{Class: 0, Origin: 99, Vertical: false}, 0x0063},
		{game.Ship{Class: 0, Origin: 0, Vertical: true}, 0x0100},
		{game.Ship{Class: 1, Origin: 0, Vertical: false}, 0x0200},
		{game.Ship{Class: 4, Origin: 61, Vertical: true}, 0x093d},
		{game.Ship{Class: 31, Origin: 255, Vertical: true}, 0x3fff},
	} {
		if got := tc.ship.Code(); got != tc.code {
			t.Errorf("expected %+v to be %#04x, got %#04x", tc.ship, tc.code, got)
		}
	}
	for code := range 1 << 16 {
		if got := game.ShipFromCode(uint16(code)).Code(); got != uint16(code) {
			t.Fatalf("expected %#04x back, got %#04x", code, got)
		}
	}
}

func TestFootprints(t *testing.T) {
	r := game.Classic()
	for name, tc := range map[string]struct {
		class, placement string
		want             []game.Tile
	}{
		"to the right":          {"cruiser", "A1h", []game.Tile{0, 1, 2}},
		"down":                  {"cruiser", "A1v", []game.Tile{0, 10, 20}},
		"up to the last column": {"carrier", "F10h", []game.Tile{95, 96, 97, 98, 99}},
		"up to the last row":    {"carrier", "J6v", []game.Tile{59, 69, 79, 89, 99}},
	} {
		t.Run(name, func(t *testing.T) {
			ship, err := r.ParseShip(tc.class, tc.placement)
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Footprint(ship)
			if err != nil || got != game.SetOf(tc.want...) {
				t.Errorf("expected %v, got %v and error %v", tc.want, slices.Collect(got.All()), err)
			}
			if class, placement := r.ShipString(ship); class != tc.class || placement != tc.placement {
				t.Errorf("expected %s %s back, got %s %s", tc.class, tc.placement, class, placement)
			}
		})
	}
}

func TestBadShips(t *testing.T) {
	single := small(3, 3, true, 1)
	for name, tc := range map[string]struct {
		rules *game.Ruleset
		ship  game.Ship
		want  error
	}{
		"one column too far right":      {game.Classic(), game.Ship{Class: 0, Origin: 6}, game.ErrFleetOffBoard},
		"one row too low":               {game.Classic(), game.Ship{Origin: 60, Vertical: true}, game.ErrFleetOffBoard},
		"round the end of a row":        {game.Classic(), game.Ship{Class: 4, Origin: 9}, game.ErrFleetOffBoard},
		"past the last tile":            {game.Classic(), game.Ship{Class: 4, Origin: 99}, game.ErrFleetOffBoard},
		"an origin off the board":       {game.Classic(), game.Ship{Class: 4, Origin: 100}, game.ErrFleetOffBoard},
		"the last tile of all":          {game.Classic(), game.Ship{Origin: 255, Vertical: true}, game.ErrFleetOffBoard},
		"a class after the last":        {game.Classic(), game.Ship{Class: 5}, game.ErrShip},
		"a negative class":              {game.Classic(), game.Ship{Class: -1}, game.ErrShip},
		"one tile said to be vertical":  {&single, game.Ship{Vertical: true}, game.ErrShip},
		"a class of a code with no use": {game.Classic(), game.ShipFromCode(0xffff), game.ErrShip},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := tc.rules.Footprint(tc.ship); !errors.Is(err, tc.want) {
				t.Errorf("expected %v, got %v and error %v", tc.want, got, err)
			}
		})
	}
}

func TestBadShipTexts(t *testing.T) {
	for name, tc := range map[string]struct {
		class, placement string
		want             error
	}{
		"an unknown class":  {"frigate", "A1h", game.ErrShip},
		"no class":          {"", "A1h", game.ErrShip},
		"no placement":      {"carrier", "", game.ErrShip},
		"no direction":      {"carrier", "A1", game.ErrShip},
		"a third direction": {"carrier", "A1d", game.ErrShip},
		"a capital":         {"carrier", "A1H", game.ErrShip},
		"a direction alone": {"carrier", "h", game.ErrTile},
		"a bad tile":        {"carrier", "Z1h", game.ErrTile},
	} {
		t.Run(name, func(t *testing.T) {
			if ship, err := game.Classic().ParseShip(tc.class, tc.placement); !errors.Is(err, tc.want) {
				t.Errorf("expected %v, got %+v and error %v", tc.want, ship, err)
			}
		})
	}
}

func TestIllegalFleets(t *testing.T) {
	const touching = "may lie side by side in classic"
	for name, tc := range map[string]struct {
		rules *game.Ruleset
		fleet string
		want  error
	}{
		"legal":                   {game.Classic(), "A1h,A3h,A5h,A7h,A9h", nil},
		touching:                  {game.Classic(), "A1h,A2h,A3h,A4h,A5h", nil},
		"overlapping at a corner": {game.Classic(), "A1h,A1v,C5h,C7h,C9h", game.ErrFleetOverlap},
		"crossing":                {game.Classic(), "A3h,C1v,A5h,A7h,A9h", game.ErrFleetOverlap},
		"wrapped over a row":      {game.Classic(), "G1h,A3h,A5h,A7h,A9h", game.ErrFleetOffBoard},
		"wrapped over the bottom": {game.Classic(), "A1h,A8v,C5h,C7h,C9h", game.ErrFleetOffBoard},
		"legal in xaya":           {game.Xaya(), "A1h,A3h,A5h,A7h,D7h,G7h,H1v", nil},
		"side by side":            {game.Xaya(), "A1h,A2h,A5h,A7h,D7h,G7h,H1v", game.ErrFleetTouch},
		"corner to corner":        {game.Xaya(), "A1h,E2h,A5h,A7h,D7h,G7h,H4v", game.ErrFleetTouch},
		"end to end":              {game.Xaya(), "A1h,E1h,A5h,A7h,D7h,G7h,H4v", game.ErrFleetTouch},
		"not round the edge":      {game.Xaya(), "A1h,F3h,A4h,A7h,D7h,G7h,H1v", game.ErrFleetTouch},
		"first and last column":   {game.Xaya(), "E1h,A2h,A5h,A7h,D7h,G7h,G3h", nil},
	} {
		t.Run(name, func(t *testing.T) {
			fleet, err := tc.rules.ParseFleet(tc.fleet)
			if err != nil {
				t.Fatal(err)
			}
			err = tc.rules.CheckFleet(fleet)
			if !errors.Is(err, tc.want) || (err == nil) != (tc.want == nil) {
				t.Errorf("expected error %v, got %v", tc.want, err)
			}
			if tc.want != nil && !errors.Is(err, game.ErrFleet) {
				t.Errorf("expected every such error to be an ErrFleet, got %v", err)
			}
		})
	}
}

func TestFleetsOfWrongShips(t *testing.T) {
	r := game.Classic()
	legal, err := r.ParseFleet("A1h,A3h,A5h,A7h,A9h")
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		fleet game.Fleet
		want  error
	}{
		"none":                 {nil, game.ErrFleetMissing},
		"the first missing":    {legal[1:], game.ErrFleetMissing},
		"the last missing":     {legal[:4], game.ErrFleetMissing},
		"one too many":         {append(slices.Clone(legal), game.Ship{Class: 4, Origin: 95}), game.ErrFleetExtra},
		"one for another":      {append(slices.Clone(legal[:4]), game.Ship{Class: 3, Origin: 95}), game.ErrFleetExtra},
		"out of order":         {slices.Concat(legal[1:], legal[:1]), game.ErrFleetOrder},
		"of an unknown class":  {append(slices.Clone(legal[:4]), game.Ship{Class: 5}), game.ErrShip},
		"of a negative class":  {append(slices.Clone(legal[:4]), game.Ship{Class: -1}), game.ErrShip},
		"far too many":         {make(game.Fleet, 1<<20), game.ErrFleetExtra},
		"nothing but carriers": {make(game.Fleet, game.MaxShips), game.ErrFleetExtra},
	} {
		t.Run(name, func(t *testing.T) {
			if err := r.CheckFleet(tc.fleet); !errors.Is(err, tc.want) {
				t.Errorf("expected error %v, got %v", tc.want, err)
			}
		})
	}
}

func TestBadFleetTexts(t *testing.T) {
	for name, tc := range map[string]struct {
		text string
		want error
	}{
		"nothing":              {"", game.ErrFleetMissing},
		"one missing":          {"A1h,A3h,A5h,A7h", game.ErrFleetMissing},
		"one too many":         {"A1h,A3h,A5h,A7h,A9h,C9h", game.ErrFleetExtra},
		"an empty one":         {"A1h,A3h,A5h,A7h,", game.ErrShip},
		"a space":              {"A1h, A3h,A5h,A7h,A9h", game.ErrTile},
		"small letters":        {"a1h,A3h,A5h,A7h,A9h", game.ErrTile},
		"a tile off the board": {"A1h,A3h,A5h,A7h,A11h", game.ErrTile},
		"without bound":        {strings.Repeat("A1h,", 1<<20), game.ErrFleet},
	} {
		t.Run(name, func(t *testing.T) {
			if fleet, err := game.Classic().ParseFleet(tc.text); !errors.Is(err, tc.want) {
				t.Errorf("expected error %v, got %v and error %v", tc.want, fleet, err)
			}
		})
	}
}

// TestRandomFleets draws fleets of every kind: each must be legal, and its text and its drawing must be read back.
func TestRandomFleets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		r, fleet := w.state.Ruleset, w.fleets[0]
		tiles, err := r.FleetTiles(fleet)
		if err != nil || tiles.Len() != r.ShipTiles() {
			t.Fatalf("expected a legal fleet on %d tiles, got %d and error %v", r.ShipTiles(), tiles.Len(), err)
		}
		if back, err := r.ParseFleet(r.FleetString(fleet)); err != nil || !slices.Equal(back, fleet) {
			t.Fatalf("expected %v back, got %v and error %v", fleet, back, err)
		}
		drawing, err := r.DrawFleet(fleet)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := r.ParseFleetDrawing(drawing); err != nil || !slices.Equal(back, fleet) {
			t.Fatalf("expected %v back, got %v and error %v from\n%s", fleet, back, err, drawing)
		}
	})
}

// TestRandomFleetsAreUniform draws every legal fleet of a small board about as often as any other.
func TestRandomFleetsAreUniform(t *testing.T) {
	r := small(4, 3, false, 2, 1)
	fleets := allFleets(&r)
	counts := map[string]int{}
	seed := uint64(1)
	const each = 400
	for range each * len(fleets) {
		fleet, err := game.RandomFleet(&r, func(n int) int {
			seed = seed*6364136223846793005 + 1442695040888963407
			return int(seed >> 33 % uint64(n))
		})
		if err != nil {
			t.Fatal(err)
		}
		counts[r.FleetString(fleet)]++
	}
	for _, fleet := range fleets {
		// Six standard deviations to either side.
		if n := counts[r.FleetString(fleet)]; n < each-120 || n > each+120 {
			t.Errorf("expected fleet %s about %d times, got %d", r.FleetString(fleet), each, n)
		}
	}
	if len(counts) != len(fleets) {
		t.Errorf("expected %d fleets, got %d", len(fleets), len(counts))
	}
}

// TestRandomFleetEnds hands in numbers that are not random, not in range, or of no use.
func TestRandomFleetEnds(t *testing.T) {
	full := small(3, 3, false, 3, 3, 3)
	for name, tc := range map[string]struct {
		rules *game.Ruleset
		intn  func(int) int
	}{
		"a source that repeats itself": {game.Classic(), func(int) int { return 0 }},
		"a source below its range":     {game.Classic(), func(int) int { return -1 }},
		"a source above its range":     {game.Classic(), func(n int) int { return n }},
		"no legal fleet at all":        {&full, func(n int) int { return n - 1 }},
	} {
		t.Run(name, func(t *testing.T) {
			if fleet, err := game.RandomFleet(tc.rules, tc.intn); !errors.Is(err, game.ErrFleet) {
				t.Errorf("expected an ErrFleet, got %v and error %v", fleet, err)
			}
		})
	}
}

func TestBadFleetDrawings(t *testing.T) {
	r := small(3, 3, true, 2, 1)
	const legal = "    A B C\n 1  a a .\n 2  . . .\n 3  . . b"
	if fleet, err := r.ParseFleetDrawing(legal + "\n"); err != nil || r.FleetString(fleet) != "A1h,C3h" {
		t.Fatalf("expected A1h,C3h, got %s and error %v", r.FleetString(fleet), err)
	}
	for name, tc := range map[string]struct {
		drawing string
		want    error
	}{
		"nothing":             {"", game.ErrDrawing},
		"a row missing":       {strings.TrimSuffix(legal, "\n 3  . . b"), game.ErrDrawing},
		"a row too many":      {legal + "\n 4  . . .", game.ErrDrawing},
		"a mark missing":      {strings.Replace(legal, "a a .", "a a", 1), game.ErrDrawing},
		"a ship missing":      {strings.Replace(legal, "b", ".", 1), game.ErrDrawing},
		"a ship too short":    {strings.Replace(legal, "a a .", "a . .", 1), game.ErrDrawing},
		"a ship too long":     {strings.Replace(legal, "a a .", "a a a", 1), game.ErrDrawing},
		"a ship in two parts": {strings.Replace(legal, "a a .", "a . a", 1), game.ErrDrawing},
		"a bent ship":         {strings.Replace(legal, "2  .", "2  a", 1), game.ErrDrawing},
		"a ship over the end": {"    A B C\n 1  . . a\n 2  a . .\n 3  . . b", game.ErrFleetOffBoard},
		"an unknown mark":     {strings.Replace(legal, "b", "c", 1), game.ErrDrawing},
		"a foreign mark":      {strings.Replace(legal, "2  .", "2  x", 1), game.ErrDrawing},
		"a wrong number":      {strings.Replace(legal, " 2", " 7", 1), game.ErrDrawing},
		"other letters":       {strings.Replace(legal, "A B C", "A B D", 1), game.ErrDrawing},
		"a space at the end":  {legal + " ", game.ErrDrawing},
		"without bound":       {strings.Repeat(legal, 1<<16), game.ErrDrawing},
	} {
		t.Run(name, func(t *testing.T) {
			if fleet, err := r.ParseFleetDrawing(tc.drawing); !errors.Is(err, tc.want) {
				t.Errorf("expected error %v, got %v and error %v", tc.want, fleet, err)
			}
		})
	}
	if _, err := r.DrawFleet(nil); !errors.Is(err, game.ErrFleetMissing) {
		t.Errorf("expected no drawing of an illegal fleet, got error %v", err)
	}
}

// TestLargestFleet lays 32 ships on 16x16 tiles, the bounds of a ruleset.
func TestLargestFleet(t *testing.T) {
	r := withCount(small(game.MaxWidth, game.MaxHeight, true, 8), game.MaxShips)
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	var fleet game.Fleet
	for i := range game.MaxShips {
		fleet = append(fleet, game.Ship{Origin: game.Tile(8 * i)})
	}
	if tiles, err := r.FleetTiles(fleet); err != nil || tiles.Len() != game.MaxWidth*game.MaxHeight {
		t.Errorf("expected every tile covered, got %d and error %v", tiles.Len(), err)
	}
	if back, err := r.ParseFleet(r.FleetString(fleet)); err != nil || !slices.Equal(back, fleet) {
		t.Errorf("expected the text back, got %v and error %v", back, err)
	}
	drawing, err := r.DrawFleet(fleet)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := r.ParseFleetDrawing(drawing); err != nil || !slices.Equal(back, fleet) {
		t.Errorf("expected the drawing back, got %v and error %v from\n%s", back, err, drawing)
	}
	for row, want := range map[int]string{
		13: "13 " + strings.Repeat(" y", 8) + strings.Repeat(" z", 8),
		14: "14 " + strings.Repeat(" A", 8) + strings.Repeat(" B", 8),
	} {
		if got := strings.Split(drawing, "\n")[row]; got != want {
			t.Errorf("expected %q, got %q", want, got)
		}
	}
}
