package melee_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

var simulated = flag.Int("games", 2, "how many melees of each kind TestSimulation plays")

// simulationTotals is what some simulated melees have come to.
type simulationTotals struct {
	games, draws, rounds, most, messages, progress int
	// shares are the parts of the pot that the seats of one owner took, in games.
	shares float64
}

// TestSimulation plays whole melees of bots that sample their targets, and reports rounds and draws; -games=1000 -v
// plays enough of them to say something.
func TestSimulation(t *testing.T) {
	t.Parallel()
	for _, table := range []struct {
		players, owned int
		how            string
		// apart lays the fleets of one owner each for itself, else all alike.
		apart bool
	}{
		{players: 2, owned: 1, how: "sampled"},
		{players: 3, owned: 1, how: "sampled"},
		{players: 4, owned: 1, how: "sampled"},
		{players: 8, owned: 1, how: "sampled"},
		{players: 16, owned: 1, how: "sampled"},
		{players: 2, owned: 1, how: "best"},
		{players: 4, owned: 1, how: "best"},
		{players: 16, owned: 1, how: "best"},
		{players: 4, owned: 1, how: "random"},
		{players: 16, owned: 1, how: "random"},
		{players: 4, owned: 2, how: "sampled"},
		{players: 4, owned: 2, how: "sampled", apart: true},
		{players: 8, owned: 6, how: "sampled"},
		{players: 8, owned: 6, how: "sampled", apart: true},
	} {
		owner := "alike"
		if table.apart {
			owner = "apart"
		}
		name := fmt.Sprintf("%d players, %d of one owner %s, %s", table.players, table.owned, owner, table.how)
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(uint64(table.players), uint64(table.owned)))
			var sum simulationTotals
			for range *simulated {
				(&simulation{t: t, rng: rng, how: table.how, owned: table.owned, apart: table.apart}).play(table.players, &sum)
			}
			n := float64(sum.games)
			t.Logf("%5.1f rounds (most %d), %5.1f%% draws, %5.1f messages a player, %d bytes of progress, %.3f of the pot",
				float64(sum.rounds)/n, sum.most, 100*float64(sum.draws)/n,
				float64(sum.messages)/n/float64(table.players), sum.progress, sum.shares/n)
		})
	}
}

// simulation is one melee of bots.
type simulation struct {
	t      *testing.T
	rng    *rand.Rand
	how    string
	owned  int
	apart  bool
	state  melee.State
	fleets []game.Fleet
	ships  []game.Set
	sent   int
}

// sitDown begins a melee. The first seats are those of one owner, who spares all its boards.
func (m *simulation) sitDown(players int) {
	r := melee.Ruleset()
	var err error
	if m.state, err = melee.NewState(r, clock, players, 0); err != nil {
		m.t.Fatal(err)
	}
	for i := range players {
		fleet, err := game.RandomFleet(r, m.rng.IntN)
		if err != nil {
			m.t.Fatal(err)
		}
		if i < m.owned && i > 0 && !m.apart {
			fleet = m.fleets[0]
		}
		tiles, err := r.FleetTiles(fleet)
		if err != nil {
			m.t.Fatal(err)
		}
		m.fleets, m.ships = append(m.fleets, fleet), append(m.ships, tiles)
	}
	for range players - 1 {
		m.step(melee.Join{})
	}
	m.each(func(by melee.Seat) melee.Action { return melee.Confirm{By: by} })
}

// play plays one melee to its end.
func (m *simulation) play(players int, sum *simulationTotals) {
	m.sitDown(players)
	m.sent = 0
	for m.state.Stage == melee.StageAim {
		targets := m.targets()
		m.each(func(by melee.Seat) melee.Action { return melee.Aim{By: by} })
		m.each(func(by melee.Seat) melee.Action { return melee.Fire{By: by, Tile: targets[by]} })
		sum.progress = max(sum.progress, len(m.state.AppendProgress(nil)))
		volley := m.state.Volley()
		m.each(func(by melee.Seat) melee.Action { return melee.Report{By: by, Hits: volley.Intersect(m.ships[by])} })
	}
	m.each(func(by melee.Seat) melee.Action { return melee.Claim{By: by, Fleet: m.fleets[by]} })
	o, over := m.state.Outcome()
	if !over || o.Winners == 0 || o.Kept.Num != o.Kept.Den {
		m.t.Fatalf("expected winners of all of the pot, got %+v of\n%s", o, m.state)
	}
	sum.games++
	sum.rounds += m.state.Round
	sum.most = max(sum.most, m.state.Round)
	sum.messages += m.sent
	if o.Winners.Len() > 1 {
		sum.draws++
	}
	for seat := range melee.Seat(m.owned) {
		if o.Winners.Has(seat) {
			sum.shares += 1 / float64(o.Winners.Len())
		}
	}
}

// each lets everybody act who owes something.
func (m *simulation) each(action func(melee.Seat) melee.Action) {
	for by := range m.state.Owes.All() {
		m.step(action(by))
	}
}

func (m *simulation) step(a melee.Action) {
	next, _, err := melee.Step(m.state, a, m.state.Deadline)
	if err != nil {
		m.t.Fatalf("expected a step, got %v for %#v on\n%s", err, a, m.state)
	}
	m.state = next
	m.sent++
}

// targets are where all seats aim.
func (m *simulation) targets() map[melee.Seat]game.Tile {
	densities := map[melee.Seat][]float64{}
	for seat := range m.state.Owes.All() {
		densities[seat] = m.density(seat)
	}
	targets := map[melee.Seat]game.Tile{}
	for by := range m.state.Owes.All() {
		scores := map[game.Tile]float64{}
		for tile := range m.state.Free().All() {
			score := 0.0
			for seat := range m.state.Owes.All() {
				switch mate := seat == by || int(max(seat, by)) < m.owned; {
				case !mate:
					score += densities[seat][tile]
				case m.ships[seat].Has(tile):
					score--
				}
			}
			scores[tile] = score
		}
		targets[by] = m.choose(scores)
	}
	return targets
}

// density is how likely a ship of a seat lies on each tile, as everybody may know: of each class all places that fit
// the reports, those with open hits much more than others.
func (m *simulation) density(seat melee.Seat) []float64 {
	r := m.state.Ruleset
	hits := m.state.Players[seat].Hits
	misses := m.state.Bombed.Minus(hits)
	weights, sum := make([]float64, r.Tiles()), 0.0
	for class, c := range r.Classes {
		for code := range 2 * r.Tiles() {
			ship := game.Ship{Class: class, Origin: game.Tile(code / 2), Vertical: code%2 == 1}
			tiles, err := r.Footprint(ship)
			if err != nil || !tiles.Intersect(misses).IsEmpty() {
				continue
			}
			weight := 1 / float64(c.Length)
			for range tiles.Intersect(hits).Len() {
				weight *= 8
			}
			for tile := range tiles.Minus(hits).All() {
				weights[tile] += weight
				sum += weight
			}
		}
	}
	for tile := range weights {
		weights[tile] *= float64(r.ShipTiles()-hits.Len()) / max(sum, 1e-9)
	}
	return weights
}

// choose draws a tile: by the cube of its score, the best one, or any that is not one's own.
func (m *simulation) choose(scores map[game.Tile]float64) game.Tile {
	var best game.Tile
	sum, top := 0.0, -1e9
	weight := func(score float64) float64 {
		if score <= 0 {
			return 0
		}
		if m.how == "random" {
			return 1
		}
		return score * score * score
	}
	for tile := range m.state.Free().All() {
		if scores[tile] > top {
			best, top = tile, scores[tile]
		}
		sum += weight(scores[tile])
	}
	if m.how == "best" || sum == 0 {
		return best
	}
	at := m.rng.Float64() * sum
	for tile := range m.state.Free().All() {
		if at -= weight(scores[tile]); at < 0 {
			return tile
		}
	}
	return best
}
