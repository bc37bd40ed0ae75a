package duel

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// impact is a shot that lands on a board: a burst or a splash that grows, and a banner if it has sunk a ship.
type impact struct {
	// number is that of the answer in the log, from 1.
	number int
	tile   game.Tile
	hit    bool
	// sunk is the class of the ship, or empty.
	sunk string
	// step is the number of the picture, from 1. It is 0 for none.
	step int
}

const (
	// landing is the number of pictures of a burst or a splash, each shown for a frame.
	landing = 3
	frame   = 100 * time.Millisecond
	// bannered is how long a banner stays after them.
	bannered = 900 * time.Millisecond
)

// impacts are the last shots that have landed on the boards of a duel.
type impacts struct {
	boards [2]impact // by the seat of the owner
	// heard is the number of answers in the log, once the game is known.
	heard int
	known bool
}

// land starts the shots that were answered since the last snapshot. Those of a game that was just opened have landed.
func (s Screen) land(w *tui.World) (Screen, tea.Cmd) {
	g, ok := s.game(w)
	if !ok {
		return s, nil
	}
	known, heard, number := s.known, s.heard, 0
	var frames []tea.Cmd
	for _, entry := range g.Log {
		a, ok := entry.Event.(game.ShotAnswered)
		if !ok {
			continue
		}
		if number++; number <= heard || !known || !w.Vivid || w.Wait == nil {
			continue
		}
		one := impact{number: number, tile: a.Tile, hit: a.Hit, step: 1}
		if a.Sunk != nil {
			one.sunk = g.State.Ruleset.Classes[a.Sunk.Class].Name
		}
		s.boards[a.By] = one
		frames = append(frames, w.NextFrame(tui.FrameMsg{ID: s.ID, Seat: a.By, Number: number}, frame))
	}
	s.heard, s.known = number, true
	return s, tea.Batch(frames...)
}

// step shows the next picture of an impact.
func (s Screen) step(w *tui.World, msg tui.FrameMsg) (Screen, tea.Cmd) {
	one := &s.boards[msg.Seat]
	if msg.ID != s.ID || msg.Number != one.number {
		return s, nil
	}
	one.step++
	switch after := one.step - landing; {
	case after <= 0:
		return s, w.NextFrame(msg, frame)
	case after == 1 && one.sunk != "":
		return s, w.NextFrame(msg, bannered)
	}
	one.step = 0
	return s, nil
}

// tiles are the tiles of the picture: the tile itself, then its neighbours, then those that touch it at a corner.
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
