package practice

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// The seats of a practice game.
const (
	person  = game.Creator
	machine = game.Joiner
)

// duel is one game against the bot.
type duel struct {
	id       uint64
	strategy bot.Strategy
	state    game.State
	fleets   [2]game.Fleet
	proven   [2]bool
	log      []tui.Entry
	// locked is the player's next target, chosen in the bot's turn. It is nil if there is none.
	locked *game.Tile
	// shots is the number of the last shot, from 1; it takes the place of a block's height.
	shots int64
}

// newDuel begins a duel that was joined and whose toss is opened. It implements table.
func newDuel(o Options, id uint64, w tui.Wish, fleet game.Fleet) (table, error) {
	strategy, err := bot.New(o.Strategy, o.Intn)
	if err != nil {
		return nil, err
	}
	state, err := game.NewState(w.Ruleset, game.Clock{OpenBlocks: forever, TurnBlocks: forever, ClaimBlocks: forever}, 0)
	if err != nil {
		return nil, err
	}
	d := &duel{id: id, strategy: strategy, state: state}
	d.fleets[person] = fleet
	if d.fleets[machine], err = game.RandomFleet(w.Ruleset, o.Intn); err != nil {
		return nil, err
	}
	first := game.Seat(o.Intn(2))
	return d, d.do(game.Join{}, game.RevealToss{By: person, First: first})
}

// act implements table.
func (d *duel) act(act tui.Act) (moved bool, err error) {
	switch lock, isLock := act.(tui.Lock); {
	case isLock && d.waits():
		d.locked = &lock.Tile
		return false, nil
	case isLock:
		act = tui.Shoot(lock)
	}
	switch act := act.(type) {
	case tui.Unlock:
		d.locked = nil
		return false, nil
	case tui.Shoot:
		err = d.shoot(person, act.Tile)
	case tui.Concede:
		err = d.do(game.Concede{By: person})
	case tui.Challenge:
		err = d.do(game.Challenge{By: person})
	default:
		return false, errNotInPractice
	}
	if err == nil {
		err = d.settle()
	}
	return true, err
}

// waits implements table.
func (d *duel) waits() bool { return d.state.Owes == game.OwesShot && d.state.Actor == machine }

// move implements table: the bot shoots.
func (d *duel) move() error {
	tile, err := d.strategy.Next(d.state, machine)
	if err == nil {
		err = d.shoot(machine, tile)
	}
	if err == nil && d.locked != nil && d.state.Owes == game.OwesShot && !d.waits() {
		err = d.shoot(person, *d.locked)
		d.locked = nil
	}
	if err == nil {
		err = d.settle()
	}
	return err
}

// shoot fires, and lets the other side answer truly.
func (d *duel) shoot(by game.Seat, tile game.Tile) error {
	if d.state.Owes == game.OwesShot && d.state.Actor == by {
		d.shots++
	}
	if err := d.do(game.Shoot{By: by, Tile: tile}); err != nil {
		d.shots--
		return err
	}
	answer, err := d.state.TrueAnswer(d.fleets[by.Other()])
	if err != nil {
		return err
	}
	return d.do(answer)
}

// settle shows the winner's board, once play has ended and unless the game has, too.
func (d *duel) settle() error {
	if d.state.Phase != game.PhaseClaim {
		return nil
	}
	by := d.state.Actor
	if err := d.do(game.Claim{By: by, Fleet: d.fleets[by]}); err != nil {
		return err
	}
	d.proven[by] = true
	return nil
}

// do takes steps of the game.
func (d *duel) do(actions ...game.Action) error {
	for _, action := range actions {
		next, events, err := game.Step(d.state, action, d.shots)
		if err != nil {
			return err
		}
		d.state = next
		for _, event := range events {
			d.log = append(d.log, tui.Entry{Height: d.shots, Event: event})
		}
	}
	return nil
}

// opponent is the bot's name.
const opponent = "Bot"

// row implements table.
func (d *duel) row() tui.RunningGame {
	mine := !d.waits()
	next := text.BotShoots
	if mine {
		next = text.YouShoot
	}
	return tui.RunningGame{
		ID: d.id, Ruleset: d.state.Ruleset, Opponent: opponent, Turn: mine, Next: next,
		Over: d.state.Phase.Ended(),
	}
}

// shown implements table.
func (d *duel) shown() tui.Shown {
	g := &tui.Game{
		ID: d.id, Me: person, Names: [2]string{"you", opponent}, State: d.state, Proven: d.proven,
		Log: slices.Clone(d.log), Height: d.shots, CanRematch: d.state.Phase.Ended(), Locked: d.locked,
		Risks: tui.Risks{
			tui.Concede{}:   text.PracticeConcede,
			tui.Challenge{}: text.PracticeChallenge,
		},
	}
	g.Fleets[person] = slices.Clone(d.fleets[person])
	if d.state.Phase.Ended() {
		g.Fleets[machine] = slices.Clone(d.fleets[machine])
	}
	return g
}
