package duel

import (
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// impact is a shot that lands on a board: a burst or a splash that grows, and a banner if it has sunk a ship.
type impact struct {
	// number is that of the impact, from 1.
	number int
	tile   game.Tile
	hit    bool
	// sunk is the class of the ship, or empty.
	sunk string
	// step is the number of the picture, from 1. It is 0 for none.
	step int
}

// landing is the number of pictures of a burst or a splash.
const landing = 3

// impacts are the last shots that have landed on the boards of a duel, by the seat of the owner, and the answers of the
// last snapshot.
type impacts struct {
	last     [2]impact
	answered [2]game.Set
	known    bool
	number   int
}

// land starts the shots that were answered since the last snapshot. Several shots at one board were missed, not seen.
func (s Screen) land(w *tui.World) (Screen, tea.Cmd) {
	g, ok := s.game(w)
	if !ok {
		return s, nil
	}
	moves := s.impacts.known && w.Vivid && w.Wait != nil
	var frames []tea.Cmd
	for seat, side := range g.State.Sides {
		added := side.Answered.Minus(s.impacts.answered[seat])
		s.impacts.answered[seat] = side.Answered
		if !moves || added.Len() != 1 {
			continue
		}
		s.impacts.number++
		one := impact{number: s.impacts.number, step: 1}
		for one.tile = range added.All() {
			one.hit = side.Hits.Has(one.tile)
		}
		if n := len(side.Sunk); n > 0 && shipOn(g.State.Ruleset, side.Sunk[n-1]).Has(one.tile) {
			one.sunk = g.State.Ruleset.Classes[side.Sunk[n-1].Class].Name
		}
		s.impacts.last[seat] = one
		next := tui.FrameMsg{ID: s.ID, Seat: game.Seat(seat), Number: one.number}
		frames = append(frames, w.NextFrame(next, tui.PauseFrame))
	}
	s.impacts.known = true
	return s, tea.Batch(frames...)
}

// shipOn returns the tiles of a ship.
func shipOn(r *game.Ruleset, one game.Ship) game.Set {
	tiles, err := r.Footprint(one)
	if err != nil {
		return game.Set{}
	}
	return tiles
}

// step shows the next picture of an impact.
func (s Screen) step(w *tui.World, msg tui.FrameMsg) (Screen, tea.Cmd) {
	one := &s.impacts.last[msg.Seat]
	if msg.ID != s.ID || msg.Number != one.number {
		return s, nil
	}
	one.step++
	switch after := one.step - landing; {
	case after <= 0:
		return s, w.NextFrame(msg, tui.PauseFrame)
	case after == 1 && one.sunk != "":
		return s, w.NextFrame(msg, tui.PauseBanner)
	}
	one.step = 0
	return s, nil
}

// tiles returns the tiles that the burst covers in its current picture, or none.
func (one impact) tiles(r *game.Ruleset) (tiles game.Set) {
	if one.step == 0 || one.step > landing {
		return tiles
	}
	column, row := int(one.tile)%r.Width, int(one.tile)/r.Width
	for y := max(row-1, 0); y <= min(row+1, r.Height-1); y++ {
		for x := max(column-1, 0); x <= min(column+1, r.Width-1); x++ {
			if distance := max(x-column, column-x) + max(y-row, row-y); distance < one.step {
				tiles = tiles.With(game.Tile(y*r.Width + x))
			}
		}
	}
	return tiles
}

// paint is the paint of the tiles of the picture.
func (one impact) paint() canvas.Paint {
	if one.hit {
		return canvas.Burst
	}
	return canvas.Spray
}

// drawBanner draws the name of a ship that the impact has sunk over its board.
func (one impact) drawBanner(r canvas.Region, b canvas.Board) {
	if one.step > 0 && one.sunk != "" {
		b.Banner(r, text.SunkBanner(one.sunk))
	}
}
