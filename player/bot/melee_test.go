package bot_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
)

// table is a melee of bots that is played by the rules alone.
type table struct {
	tb         testing.TB
	state      melee.State
	fleets     []game.Fleet
	ships      []game.Set
	strategies []bot.MeleeStrategy
	// messages counts what the players send once the table is full.
	messages int
}

// sitDown begins a melee with random fleets.
func sitDown(tb testing.TB, players int, name string, seed uint64) *table {
	tb.Helper()
	m := &table{tb: tb}
	var err error
	if m.state, err = melee.NewState(melee.Ruleset(), clock, players, height); err != nil {
		tb.Fatal(err)
	}
	for seat := range players {
		intn := seeded(seed*game.MaxPlayers + uint64(seat))
		fleet, err := game.RandomFleet(m.state.Ruleset, intn)
		if err != nil {
			tb.Fatal(err)
		}
		ships, err := m.state.Ruleset.FleetTiles(fleet)
		if err != nil {
			tb.Fatal(err)
		}
		strategy, err := bot.NewMelee(name, intn)
		if err != nil {
			tb.Fatal(err)
		}
		m.fleets, m.ships, m.strategies = append(m.fleets, fleet), append(m.ships, ships), append(m.strategies, strategy)
	}
	for range players - 1 {
		m.step(melee.Join{})
	}
	m.each(func(by melee.Seat) melee.Action { return melee.Confirm{By: by} })
	return m
}

func (m *table) step(a melee.Action) {
	m.tb.Helper()
	next, _, err := melee.Step(m.state, a, height)
	if err != nil {
		m.tb.Fatalf("%#v: %v on\n%s", a, err, m.state)
	}
	m.state = next
}

// each lets everybody act who owes something.
func (m *table) each(act func(melee.Seat) melee.Action) {
	m.tb.Helper()
	for by := range m.state.Owes.All() {
		m.step(act(by))
		m.messages++
	}
}

// round plays one round.
func (m *table) round() {
	m.tb.Helper()
	targets := make([]game.Tile, len(m.fleets))
	for by := range m.state.Owes.All() {
		tile, err := m.strategies[by].Aim(m.state, by, m.ships[by])
		if err != nil {
			m.tb.Fatalf("seat %d: %v", by, err)
		}
		targets[by] = tile
	}
	m.each(func(by melee.Seat) melee.Action { return melee.Aim{By: by} })
	m.each(func(by melee.Seat) melee.Action { return melee.Fire{By: by, Tile: targets[by]} })
	volley := m.state.Volley()
	m.each(func(by melee.Seat) melee.Action { return melee.Report{By: by, Hits: volley.Intersect(m.ships[by])} })
}

// play plays a melee to its end, and returns what it has brought.
func (m *table) play() melee.Outcome {
	m.tb.Helper()
	for m.state.Stage == melee.StageAim {
		m.round()
	}
	m.each(func(by melee.Seat) melee.Action { return melee.Claim{By: by, Fleet: m.fleets[by]} })
	o, over := m.state.Outcome()
	if !over || o.Winners == 0 {
		m.tb.Fatalf("expected winners, got %+v of\n%s", o, m.state)
	}
	return o
}

// Every aim passes melee.Step, so one at a tile that was bombed or is off the board fails the test.
func TestMeleeStrategiesPlayToTheEnd(t *testing.T) {
	for _, name := range bot.MeleeNames() {
		for _, players := range []int{2, 4, 16} {
			for seed := range uint64(3) {
				m := sitDown(t, players, name, seed)
				m.play()
				if most := m.state.Ruleset.Tiles() + players; m.state.Round > most {
					t.Errorf("%s, %d players: %d rounds, at most %d", name, players, m.state.Round, most)
				}
			}
		}
	}
}

// A bomb falls on the player's own board as well.
func TestAMeleeBotSparesItsOwnShipsWhileThereIsOtherWater(t *testing.T) {
	for _, name := range bot.MeleeNames() {
		m := sitDown(t, 2, name, 7)
		for range 200 {
			tile, err := m.strategies[0].Aim(m.state, 0, m.ships[0])
			if err != nil {
				t.Fatal(err)
			}
			if m.ships[0].Has(tile) {
				t.Fatalf("%s aims at its own ship on %s", name, m.state.Ruleset.TileName(tile))
			}
		}
	}
}

// Only tiles of the player's own ships are left: it still has to aim, and then there is no tile at all.
func TestAMeleeBotAimsAtTheLastTiles(t *testing.T) {
	for _, name := range bot.MeleeNames() {
		m := sitDown(t, 2, name, 3)
		m.state.Bombed = m.state.Free().Minus(m.ships[0])
		for !m.state.Free().IsEmpty() {
			tile, err := m.strategies[0].Aim(m.state, 0, m.ships[0])
			if err != nil || !m.state.Free().Has(tile) {
				t.Fatalf("%s: expected a free tile, got %s and %v", name, m.state.Ruleset.TileName(tile), err)
			}
			m.state.Bombed = m.state.Bombed.With(tile)
		}
		if _, err := m.strategies[0].Aim(m.state, 0, m.ships[0]); !errors.Is(err, bot.ErrNoTarget) {
			t.Errorf("%s: expected no target, got %v", name, err)
		}
	}
}

// Bots with the same knowledge once all shot at the same best tile.
func TestMeleeBotsDoNotShootInStep(t *testing.T) {
	m := sitDown(t, 16, bot.DensityName, 1)
	var tiles []game.Tile
	for by := range m.state.Owes.All() {
		tile, err := m.strategies[by].Aim(m.state, by, m.ships[by])
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(tiles, tile) {
			tiles = append(tiles, tile)
		}
	}
	if len(tiles) < 8 {
		t.Errorf("16 bots aim at %d tiles", len(tiles))
	}
}

// Beside a hit lies more of the ship, so that is where most bombs go.
func TestAMeleeBotFollowsAHit(t *testing.T) {
	m := sitDown(t, 2, bot.DensityName, 2)
	hit, err := m.state.Ruleset.ParseTile("E5")
	if err != nil {
		t.Fatal(err)
	}
	m.state.Bombed = game.Set{}.With(hit)
	m.state.Players[1].Hits = game.Set{}.With(hit)
	var beside game.Set
	for _, name := range []string{"E4", "E6", "D5", "F5"} {
		tile, err := m.state.Ruleset.ParseTile(name)
		if err != nil {
			t.Fatal(err)
		}
		beside = beside.With(tile)
	}
	near := 0
	for range 100 {
		tile, err := m.strategies[0].Aim(m.state, 0, game.Set{})
		if err != nil {
			t.Fatal(err)
		}
		if beside.Has(tile) {
			near++
		}
	}
	if near < 50 {
		t.Errorf("%d of 100 bombs fall beside the hit", near)
	}
}

func TestAnUnknownMeleeStrategyIsRefused(t *testing.T) {
	_, err := bot.NewMelee(bot.HuntName, nil)
	const says = `unknown strategy in a melee: expected one of density, random, got "hunt"`
	if !errors.Is(err, bot.ErrUnknownStrategy) || err.Error() != says {
		t.Errorf("expected %s, got %v", says, err)
	}
}
