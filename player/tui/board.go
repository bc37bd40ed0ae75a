package tui

import (
	"strconv"

	"github.com/battleship-chain/battleship/game"
)

// ring is the decoration around a mark.
type ring uint8

const (
	// ringLast is around the last shot at a board; the zero ring is none.
	ringLast ring = iota + 1
	// ringCursor is around the tile that is aimed at.
	ringCursor
)

// look is how a tile looks.
type look struct {
	mark  rune
	paint paint
	ring  ring
}

// board is where and how a board is drawn: two lines above the rows for the title and the columns' letters.
type board struct {
	ruleset *game.Ruleset
	// cell is how many columns a tile takes, at least 2, and step how many lines, at least 1.
	cell, step int
	// x and y are the place of its title.
	x, y int
}

// labels is how many columns the rows' numbers take.
const labels = 2

// width is how many columns the board takes.
func (b board) width() int { return labels + b.cell*b.ruleset.Width + 1 }

// height is how many lines it takes, with its title and its letters.
func (b board) height() int { return 2 + b.step*(b.ruleset.Height-1) + 1 }

// edge is the column and the row that are marked on a board's edge; -1 for none.
type edge struct{ column, row int }

// unmarked is an edge without a mark.
var unmarked = edge{-1, -1}

// draw draws the board, with a mark on its edge.
func (b board) draw(r region, at func(game.Tile) look, marked edge) {
	for x := range b.ruleset.Width {
		r.put(b.markX(x), b.y+1, string(rune('A'+x)), label(x == marked.column))
	}
	for y := range b.ruleset.Height {
		number := strconv.Itoa(y + 1)
		r.put(b.x+labels-len(number), b.markY(y), number, label(y == marked.row))
		for x := range b.ruleset.Width {
			one := at(game.Tile(y*b.ruleset.Width + x))
			r.put(b.markX(x), b.markY(y), string(one.mark), one.paint)
		}
	}
	// Rings come last: the one of the cursor lies over that of a neighbour.
	for _, which := range []ring{ringLast, ringCursor} {
		for i := range b.ruleset.Tiles() {
			if at(game.Tile(i)).ring == which {
				b.drawRing(r, game.Tile(i), which)
			}
		}
	}
}

func (b board) drawRing(r region, t game.Tile, which ring) {
	left, right, p := "(", ")", strong
	if which == ringCursor {
		left, right, p = "[", "]", cursor
	}
	x, y := b.markX(int(t)%b.ruleset.Width), b.markY(int(t)/b.ruleset.Width)
	r.put(x-1, y, left, p)
	r.put(x+1, y, right, p)
}

// markX is the position of the marks of a column of tiles.
func (b board) markX(column int) int { return b.x + labels + b.cell*column + 1 }

// markY is the position of the marks of a row of tiles.
func (b board) markY(row int) int { return b.y + 2 + b.step*row }

// tileAt is the tile at a place of the region that the board is drawn in.
func (b board) tileAt(x, y int) (game.Tile, bool) {
	x, y = x-b.x-labels, y-b.y-2
	if x < 0 || y < 0 || x/b.cell >= b.ruleset.Width || y/b.step >= b.ruleset.Height {
		return 0, false
	}
	return game.Tile(y/b.step*b.ruleset.Width + x/b.cell), true
}

func label(aimed bool) paint {
	if aimed {
		return cursor
	}
	return faint
}

// sized is a board of the largest size of which two fit side by side into a region, with a log, and fleets below.
func sized(r region, ruleset *game.Ruleset, x, y int) board {
	const fleetLines = 1
	logWidth := 26
	if !ruleset.AnnounceSunk {
		logWidth = 18 // its lines never name a ship
	}
	for _, b := range []board{{cell: 4, step: 2}, {cell: 3, step: 1}} {
		b.ruleset, b.x, b.y = ruleset, x, y
		if 2*(b.width()+boardGap)+logWidth <= r.width &&
			boardTop+b.height()+len(ruleset.Classes)+fleetLines <= r.height {
			return b
		}
	}
	return board{ruleset: ruleset, cell: 2, step: 1, x: x, y: y}
}
