package melee_test

import (
	"math/rand/v2"
	"testing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// TestMischiefAtAFullTable plays melees of sixteen with one who falls silent, one who has fewer ships than it should
// and one who leaves in the middle. They end, none of the three wins, all of the pot is paid, and the others wait for
// two clocks at most because of the silent one: for an aim, and for what it owes next.
func TestMischiefAtAFullTable(t *testing.T) {
	t.Parallel()
	const silent, cheat, leaver = melee.Seat(3), melee.Seat(5), melee.Seat(7)
	for seed := range uint64(5) {
		m := &simulation{t: t, rng: rand.New(rand.NewPCG(seed, 0)), how: "sampled", owned: 1}
		m.sitDown(16)
		m.fleets[cheat][1] = game.Ship{Class: 1, Origin: m.fleets[cheat][0].Origin, Vertical: m.fleets[cheat][0].Vertical}
		m.ships[cheat] = game.Set{}
		for _, ship := range m.fleets[cheat] {
			tiles, err := m.state.Ruleset.Footprint(ship)
			if err != nil {
				t.Fatal(err)
			}
			m.ships[cheat] = m.ships[cheat].Union(tiles)
		}
		if m.state.Ruleset.CheckFleet(m.fleets[cheat]) == nil {
			t.Fatal("expected a fleet that is not legal")
		}
		waits := 0
		act := func(action func(melee.Seat) melee.Action) {
			for by := range m.state.Owes.All() {
				if by != silent || m.state.Round < 2 {
					m.step(action(by))
				}
			}
			if m.state.Owes == melee.SeatsOf(silent) {
				waits++
				m.pass()
			}
		}
		for m.state.Stage == melee.StageAim {
			targets := m.targets()
			if m.state.Round == 3 && m.state.Owes.Has(leaver) {
				m.step(melee.Concede{By: leaver})
			}
			act(func(by melee.Seat) melee.Action { return melee.Aim{By: by} })
			act(func(by melee.Seat) melee.Action { return melee.Fire{By: by, Tile: targets[by]} })
			volley := m.state.Volley()
			act(func(by melee.Seat) melee.Action { return melee.Report{By: by, Hits: volley.Intersect(m.ships[by])} })
		}
		for !m.state.Stage.Ended() {
			for by := range m.state.Owes.All() {
				if by != cheat && m.state.Owes.Has(by) {
					m.step(melee.Claim{By: by, Fleet: m.fleets[by]})
				}
			}
			if !m.state.Stage.Ended() {
				m.pass()
			}
		}
		o, _ := m.state.Outcome()
		all := melee.Fraction{Num: 1, Den: 1}
		if o.Winners == 0 || o.Winners&melee.SeatsOf(silent, cheat, leaver) != 0 || o.Kept != all {
			t.Errorf("seed %d: expected honest winners of all of the pot, got %+v of\n%s", seed, o, m.state)
		}
		if waits > 2 || m.state.Players[silent].Standing == melee.Afloat {
			t.Errorf("seed %d: expected at most 2 clocks to pass, got %d, with\n%s", seed, waits, m.state)
		}
	}
}

// pass lets the deadline pass.
func (m *simulation) pass() {
	next, _, err := melee.Step(m.state, melee.Expire{}, m.state.Deadline+1)
	if err != nil {
		m.t.Fatal(err)
	}
	m.state = next
}
