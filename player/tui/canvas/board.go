package canvas

import (
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// ring is the decoration around a mark.
type ring uint8

const (
	// RingLast is around the last shot at a board; the zero ring is none.
	RingLast ring = iota + 1
	// RingCursor is around the tile that is aimed at.
	RingCursor
)

// Look is how a tile looks.
type Look struct {
	Mark  rune
	Paint Paint
	Ring  ring
	// Ship is the number of the ship on the tile, from 1, or 0 for none that is known. Filled boards join tiles of equal
	// Ship.
	Ship int
}

// fill is the background of the tile.
func (l Look) fill() fill {
	if l.Ring == RingCursor {
		return aimed
	}
	return fillOf[l.Paint]
}

// Board is where and how a board is drawn: two lines above the rows for the title and the columns' letters.
type Board struct {
	Ruleset *game.Ruleset
	// Cell is how many columns a tile takes, at least 2, and Step how many lines, at least 1.
	Cell, Step int
	// X and Y are the place of its title.
	X, Y int
}

// Labels is how many columns the rows' numbers take.
const Labels = 2

// Width is how many columns the board takes.
func (b Board) Width() int { return Labels + b.Cell*b.Ruleset.Width + 1 }

// Height is how many lines it takes, with its title and its letters.
func (b Board) Height() int { return 2 + b.Step*(b.Ruleset.Height-1) + 1 }

// Edge is the column and the row that are marked on a board's edge; -1 for none.
type Edge struct{ Column, Row int }

// Unmarked is an edge without a mark.
var Unmarked = Edge{Column: -1, Row: -1}

// Draw draws the board, with a mark on its edge.
func (b Board) Draw(r Region, at func(game.Tile) Look, marked Edge) {
	for x := range b.Ruleset.Width {
		r.Put(b.MarkX(x), b.Y+1, string(rune('A'+x)), label(x == marked.Column))
	}
	for y := range b.Ruleset.Height {
		number := strconv.Itoa(y + 1)
		r.Put(b.X+Labels-len(number), b.MarkY(y), number, label(y == marked.Row))
		for x := range b.Ruleset.Width {
			one := at(game.Tile(y*b.Ruleset.Width + x))
			f := noFill
			if r.canvas.Filled {
				f = one.fill()
				b.fill(r, at, x, y, one.Ship, f)
			}
			r.put(b.MarkX(x), b.MarkY(y), string(one.Mark), one.Paint, f)
		}
	}
	// Rings come last: the one of the cursor lies over that of a neighbour.
	for _, which := range []ring{RingLast, RingCursor} {
		for i := range b.Ruleset.Tiles() {
			if at(game.Tile(i)).Ring == which {
				b.drawRing(r, game.Tile(i), which)
			}
		}
	}
}

// fill draws the background of a tile: without gaps on a small board, and on a large one with a gap to each neighbour
// that is no tile of the same ship.
func (b Board) fill(r Region, at func(game.Tile) Look, x, y, ship int, f fill) {
	if f == noFill {
		return
	}
	const square = 3 // columns of a tile of two lines, or of one with gaps
	joins := func(x, y int) bool {
		return ship > 0 && x < b.Ruleset.Width && y < b.Ruleset.Height && at(game.Tile(y*b.Ruleset.Width+x)).Ship == ship
	}
	width := min(b.Cell, square)
	if joins(x+1, y) {
		width = b.Cell
	}
	left, top := b.MarkX(x)-1, b.MarkY(y)
	r.put(left, top, strings.Repeat(" ", width), Plain, f)
	switch {
	case b.Step == 1:
	case joins(x, y+1):
		r.put(left, top+1, strings.Repeat(" ", min(b.Cell, square)), Plain, f)
	default:
		r.put(left, top+1, strings.Repeat("▀", width), edge, f)
	}
}

// Banner draws a text over the middle of the board.
func (b Board) Banner(r Region, words string) {
	words = " " + words + " "
	x := b.X + Labels + (b.Width()-Labels-TextWidth(words))/2
	middle := b.MarkY((b.Ruleset.Height - 1) / 2)
	for y, line := range []string{"", words, ""} {
		r.put(x, middle-1+y, line+strings.Repeat(" ", TextWidth(words)-TextWidth(line)), Strong, wreck)
	}
}

func (b Board) drawRing(r Region, t game.Tile, which ring) {
	left, right, p := "(", ")", Strong
	if which == RingCursor {
		left, right, p = "[", "]", Cursor
	}
	x, y := b.MarkX(int(t)%b.Ruleset.Width), b.MarkY(int(t)/b.Ruleset.Width)
	r.over(x-1, y, left, p)
	r.over(x+1, y, right, p)
}

// MarkX is the position of the marks of a column of tiles.
func (b Board) MarkX(column int) int { return b.X + Labels + b.Cell*column + 1 }

// MarkY is the position of the marks of a row of tiles.
func (b Board) MarkY(row int) int { return b.Y + 2 + b.Step*row }

// TileAt is the tile at a place of the region that the board is drawn in.
func (b Board) TileAt(x, y int) (game.Tile, bool) {
	x, y = x-b.X-Labels, y-b.Y-2
	if x < 0 || y < 0 || x/b.Cell >= b.Ruleset.Width || y/b.Step >= b.Ruleset.Height {
		return 0, false
	}
	return game.Tile(y/b.Step*b.Ruleset.Width + x/b.Cell), true
}

func label(aimed bool) Paint {
	if aimed {
		return Cursor
	}
	return Faint
}

// Sized is a board of the largest size of which two fit side by side into a region, with a log, and fleets below.
func Sized(r Region, ruleset *game.Ruleset, x, y int) Board {
	logWidth := 26
	if !ruleset.AnnounceSunk {
		logWidth = 18 // its lines never name a ship
	}
	for _, b := range []Board{{Cell: 4, Step: 2}, {Cell: 3, Step: 1}} {
		free := b.Step // lines below it: the lower edge of its last row, and one more
		b.Ruleset, b.X, b.Y = ruleset, x, y
		if 2*(b.Width()+BoardGap)+logWidth <= r.Width &&
			BoardTop+b.Height()+free+len(ruleset.Classes) <= r.Height {
			return b
		}
	}
	return Board{Ruleset: ruleset, Cell: 2, Step: 1, X: x, Y: y}
}

const (
	// BoardGap separates two parts side by side.
	BoardGap = 3
	// BoardTop is the line of the boards' titles, one less where every line counts.
	BoardTop = 3
)
