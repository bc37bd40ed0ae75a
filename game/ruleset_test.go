package game_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/battleship-chain/battleship/game"
)

// TestRulesetsAreFrozen pins every field of the known rulesets: games on a chain rely on them for ever.
func TestRulesetsAreFrozen(t *testing.T) {
	want := []game.Ruleset{
		{
			ID: 1, Name: "classic", Width: 10, Height: 10, Touch: true, AnnounceSunk: true,
			Classes: []game.ShipClass{
				{"carrier", 5, 1}, {"battleship", 4, 1}, {"cruiser", 3, 1}, {"submarine", 3, 1}, {"destroyer", 2, 1},
			},
		},
		{
			ID: 2, Name: "xaya", Width: 8, Height: 8, HitShootsAgain: true,
			Classes: []game.ShipClass{{"battleship", 4, 1}, {"cruiser", 3, 2}, {"destroyer", 2, 4}},
		},
	}
	for i, name := range []string{"classic-zk", "xaya-zk"} {
		proven := want[i] // the same game, with proofs and without announcements
		proven.ID, proven.Name, proven.Proven, proven.AnnounceSunk = uint32(3+i), name, true, false
		want = append(want, proven)
	}
	got := game.Rulesets()
	if len(got) != len(want) {
		t.Fatalf("expected %d rulesets, got %d", len(want), len(got))
	}
	for i := range want {
		if !got[i].Equal(&want[i]) {
			t.Errorf("expected %+v, got %+v", want[i], *got[i])
		}
		if err := got[i].Validate(); err != nil {
			t.Errorf("%s: expected a valid ruleset, got %v", want[i].Name, err)
		}
		if r, err := game.RulesetByID(want[i].ID); err != nil || !r.Equal(&want[i]) {
			t.Errorf("expected %s by id, got %+v and error %v", want[i].Name, r, err)
		}
		if r, err := game.RulesetByName(want[i].Name); err != nil || !r.Equal(&want[i]) {
			t.Errorf("expected %s by name, got %+v and error %v", want[i].Name, r, err)
		}
	}
	for _, tc := range []struct{ tiles, ships, shipTiles, i int }{{100, 5, 17, 0}, {64, 7, 18, 1}} {
		if r := got[tc.i]; r.Tiles() != tc.tiles || r.Ships() != tc.ships || r.ShipTiles() != tc.shipTiles {
			t.Errorf("%s: expected %d tiles, %d ships on %d tiles, got %d, %d, %d",
				r.Name, tc.tiles, tc.ships, tc.shipTiles, r.Tiles(), r.Ships(), r.ShipTiles())
		}
	}
}

func TestRulesetsBelongToTheCaller(t *testing.T) {
	game.Classic().Classes[0].Length = 0
	game.Rulesets()[0].Width = 0
	if err := game.Classic().Validate(); err != nil {
		t.Errorf("expected classic untouched, got %v", err)
	}
}

func TestUnknownRulesets(t *testing.T) {
	for _, id := range []uint32{0, uint32(len(game.Rulesets()) + 1), 1 << 31} {
		if _, err := game.RulesetByID(id); !errors.Is(err, game.ErrRuleset) {
			t.Errorf("id %d: expected an ErrRuleset, got %v", id, err)
		}
	}
	for _, name := range []string{"", "Classic", "melee", strings.Repeat("x", 1000)} {
		if _, err := game.RulesetByName(name); !errors.Is(err, game.ErrRuleset) || len(err.Error()) > 200 {
			t.Errorf("expected a short ErrRuleset, got %v", err)
		}
	}
}

func TestBadRulesets(t *testing.T) {
	for name, change := range map[string]func(*game.Ruleset){
		"no id":                      func(r *game.Ruleset) { r.ID = 0 },
		"no name":                    func(r *game.Ruleset) { r.Name = "" },
		"a name with a space":        func(r *game.Ruleset) { r.Name = "a b" },
		"a name too long":            func(r *game.Ruleset) { r.Name = strings.Repeat("a", 17) },
		"hyphens too long":           func(r *game.Ruleset) { r.Name = "aaaaaaaa-aaaaaaaa" },
		"a hyphen alone":             func(r *game.Ruleset) { r.Name = "-" },
		"a hyphen before":            func(r *game.Ruleset) { r.Name = "-zk" },
		"a hyphen after":             func(r *game.Ruleset) { r.Name = "zk-" },
		"two hyphens":                func(r *game.Ruleset) { r.Name = "classic--zk" },
		"a class with a hyphen":      func(r *game.Ruleset) { r.Classes[1].Name = "battle-ship" },
		"no width":                   func(r *game.Ruleset) { r.Width = 0 },
		"a negative height":          func(r *game.Ruleset) { r.Height = -1 },
		"too wide":                   func(r *game.Ruleset) { r.Width = 17 },
		"too high":                   func(r *game.Ruleset) { r.Height = 17 },
		"no class":                   func(r *game.Ruleset) { r.Classes = nil },
		"too many classes":           func(r *game.Ruleset) { r.Classes = make([]game.ShipClass, 33) },
		"a class without a name":     func(r *game.Ruleset) { r.Classes[1].Name = "" },
		"a class named twice":        func(r *game.Ruleset) { r.Classes[1].Name = "carrier" },
		"a name in capitals":         func(r *game.Ruleset) { r.Classes[1].Name = "CARRIER" },
		"a ship of no length":        func(r *game.Ruleset) { r.Classes[4].Length = 0 },
		"a ship of negative length":  func(r *game.Ruleset) { r.Classes[4].Length = -2 },
		"a ship longer than a board": func(r *game.Ruleset) { r.Classes[0].Length = 11 },
		"a class of no ship":         func(r *game.Ruleset) { r.Classes[0].Count = 0 },
		"a class of -1 ships":        func(r *game.Ruleset) { r.Classes[0].Count = -1 },
		"a class without bound":      func(r *game.Ruleset) { r.Classes[0].Count = 1 << 62 },
		"33 ships":                   func(r *game.Ruleset) { r.Classes[4].Count = 29 },
		"more ships than tiles":      func(r *game.Ruleset) { r.Width, r.Height = 8, 2 },
	} {
		t.Run(name, func(t *testing.T) {
			r := game.Classic()
			change(r)
			if err := r.Validate(); !errors.Is(err, game.ErrRuleset) {
				t.Errorf("expected an ErrRuleset, got %v", err)
			}
			clock := game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}
			if _, err := game.NewState(r, clock, 0); !errors.Is(err, game.ErrRuleset) {
				t.Errorf("expected no game, got %v", err)
			}
			if _, err := game.RandomFleet(r, func(int) int { return 0 }); !errors.Is(err, game.ErrRuleset) {
				t.Errorf("expected no fleet, got %v", err)
			}
		})
	}
	var none *game.Ruleset
	if err := none.Validate(); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("no ruleset: expected an ErrRuleset, got %v", err)
	}
}

// TestADuelHasARulesetOfDuels refuses to play for two what is for many.
func TestADuelHasARulesetOfDuels(t *testing.T) {
	r := game.Classic()
	if !r.Duel() {
		t.Fatal("expected classic to be for two")
	}
	r.MinPlayers, r.MaxPlayers = 2, game.MaxPlayers
	if err := r.Validate(); err != nil || r.Duel() {
		t.Fatalf("expected a ruleset for many, got %t and error %v", !r.Duel(), err)
	}
	clock := game.Clock{OpenBlocks: 1, TurnBlocks: 1, ClaimBlocks: 1}
	if _, err := game.NewState(r, clock, 0); !errors.Is(err, game.ErrRuleset) {
		t.Errorf("expected an ErrRuleset, got %v", err)
	}
	if r.Equal(game.Classic()) {
		t.Error("expected a different ruleset")
	}
	for _, players := range [][2]int{{0, 2}, {1, 2}, {2, 0}, {3, 2}, {2, game.MaxPlayers + 1}, {-1, 0}} {
		r.MinPlayers, r.MaxPlayers = players[0], players[1]
		if err := r.Validate(); !errors.Is(err, game.ErrRuleset) {
			t.Errorf("%v players: expected an ErrRuleset, got %v", players, err)
		}
	}
}
