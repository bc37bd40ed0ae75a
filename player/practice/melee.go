package practice

import (
	"errors"
	"fmt"
	"slices"

	"github.com/battleship-chain/battleship/game"
	rules "github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// me is the player's seat in a melee. The bots have the others.
const me rules.Seat = 0

// melee is one melee against bots.
type melee struct {
	id       uint64
	strategy bot.MeleeStrategy
	state    rules.State
	fleets   []game.Fleet
	// proven are the fleets that were proven, by seat.
	proven  []game.Fleet
	answers rules.Answers
	log     []tui.MeleeEntry
	// targets are the tiles aimed at in this round, by seat. The player's is set if aimed.
	targets []game.Tile
	aimed   bool
}

// newMelee begins a melee whose table is full and confirmed. It implements table.
func newMelee(o Options, id uint64, w tui.Wish, fleet game.Fleet) (table, error) {
	strategy, err := bot.NewMelee(o.Strategy, o.Intn)
	if errors.Is(err, bot.ErrUnknownStrategy) { // it is for duels
		strategy, err = bot.NewMelee(bot.MeleeNames()[0], o.Intn)
	}
	if err != nil {
		return nil, err
	}
	clock := game.Clock{OpenBlocks: forever, TurnBlocks: forever, ClaimBlocks: forever}
	state, err := rules.NewState(w.Ruleset, clock, w.Players, 0)
	if err != nil {
		return nil, err
	}
	m := &melee{
		id: id, strategy: strategy, state: state, fleets: []game.Fleet{fleet}, proven: make([]game.Fleet, w.Players),
		targets: make([]game.Tile, w.Players),
	}
	for range w.Players - 1 {
		bots, err := game.RandomFleet(w.Ruleset, o.Intn)
		if err != nil {
			return nil, err
		}
		m.fleets = append(m.fleets, bots)
		if err := m.do(rules.Join{}); err != nil {
			return nil, err
		}
	}
	for seat := range m.fleets {
		if err := m.do(rules.Confirm{By: rules.Seat(seat)}); err != nil {
			return nil, err
		}
	}
	m.log = nil // how the table has filled is no part of the game
	return m, nil
}

// act implements table.
func (m *melee) act(act tui.Act) (moved bool, err error) {
	switch act := act.(type) {
	case tui.Aim:
		switch r := m.state.Ruleset; {
		case int(act.Tile) >= r.Tiles():
			return false, errors.New(text.OffBoard)
		case !m.state.Free().Has(act.Tile):
			return false, errors.New(text.Tried(r.TileName(act.Tile)))
		}
		if err := m.do(rules.Aim{By: me}); err != nil {
			return false, err
		}
		m.targets[me], m.aimed = act.Tile, true
		return true, nil
	case tui.Concede:
		return true, m.do(rules.Concede{By: me})
	}
	return false, errNotInPractice
}

// waits implements table: the player aims first, unless it is out.
func (m *melee) waits() bool {
	return !m.state.Stage.Ended() && (m.state.Stage != rules.StageAim || !m.state.Owes.Has(me))
}

// move implements table: the bots finish the round, or the melee.
func (m *melee) move() error {
	for round := m.state.Round; !m.state.Stage.Ended() && m.state.Round == round; {
		stage := m.state.Stage
		for seat := range m.state.Owes.All() {
			if m.state.Stage != stage {
				break // an earlier one was the last that was needed
			}
			action, err := m.owed(seat)
			if err == nil {
				err = m.do(action)
			}
			if err != nil {
				return err
			}
		}
	}
	m.aimed = false
	return nil
}

// owed is what a seat owes.
func (m *melee) owed(seat rules.Seat) (rules.Action, error) {
	ships, err := m.state.Ruleset.FleetTiles(m.fleets[seat])
	if err != nil {
		return nil, err
	}
	switch m.state.Stage {
	case rules.StageAim:
		m.targets[seat], err = m.strategy.Aim(m.state, seat, ships)
		return rules.Aim{By: seat}, err
	case rules.StageFire:
		return rules.Fire{By: seat, Tile: m.targets[seat]}, nil
	case rules.StageReport:
		return rules.Report{By: seat, Hits: m.state.Volley().Intersect(ships)}, nil
	case rules.StageClaim, rules.StageSecond:
		return rules.Claim{By: seat, Fleet: m.fleets[seat]}, nil
	default:
		return nil, fmt.Errorf("there is nothing to do in stage %s", m.state.Stage)
	}
}

// do takes a step of the melee.
func (m *melee) do(action rules.Action) error {
	next, events, err := rules.Step(m.state, action, int64(m.state.Round))
	if err != nil {
		return err
	}
	m.state = next
	for _, event := range events {
		m.answers.Add(event, next)
		if proven, ok := event.(rules.Proven); ok {
			m.proven[proven.By] = proven.Fleet
		}
		m.log = append(m.log, tui.MeleeEntry{Height: int64(next.Round), Event: event})
	}
	return nil
}

// row implements table.
func (m *melee) row() tui.RunningGame {
	r := tui.RunningGame{
		ID: m.id, Kind: text.Melee, Ruleset: m.state.Ruleset, Players: text.MeleeSeats(m.state), Turn: !m.waits(),
		Over: m.state.Stage.Ended(), Next: text.BotsPlay,
	}
	if r.Turn {
		r.Next = text.YouAimNext
	}
	return r
}

// shown implements table.
func (m *melee) shown() tui.Shown {
	t := &tui.Melee{
		ID: m.id, Me: me, State: m.state, Fleets: slices.Clone(m.proven), Answers: m.answers, Target: m.targets[me],
		HasTarget: m.aimed, Log: slices.Clone(m.log), Height: int64(m.state.Round),
		Risks: tui.Risks{tui.Concede{}: text.PracticeMeleeEnd}, Names: []string{"you"},
		Shares: make([]string, len(m.fleets)),
	}
	for i := range m.fleets[1:] {
		t.Names = append(t.Names, fmt.Sprintf("%s %d", opponent, i+1))
	}
	if m.state.Stage.Ended() {
		t.Fleets = slices.Clone(m.fleets)
	}
	t.Fleets[me] = m.fleets[me]
	return t
}
