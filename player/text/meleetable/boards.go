package meleetable

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/text"
)

// Marks of a tile, which text.MeleeLegend explains. They differ in shape, so that they are readable without colour.
const (
	markNothing = '.'
	markShip    = '='
	markMiss    = 'o'
	markHit     = 'x'
	markSunk    = '#'
	markPending = '?'
	markUnknown = '-'
)

const (
	// DefaultWidth is the default width of boards and lines.
	DefaultWidth = 80
	// boardGap separates two boards, rowHead is as wide as the numbers of the rows.
	boardGap = "   "
	rowHead  = "    "
	// maxName is the length to which a name above a board is shortened.
	maxName = 12
)

// Boards draws the boards of a melee.
type Boards struct {
	// Names are the names of the players, by seat.
	Names []string
	// Fleets are the known fleets, by seat. A fleet is nil if only its reports are known.
	Fleets []game.Fleet
	// Answers are the tiles reported by the seats in the events so far: the state lacks the misses of a seat that is out
	// of play.
	Answers melee.Answers
	// Width is the greatest length of a line. Zero means DefaultWidth.
	Width int
}

// width returns the greatest length of a line.
func (b Boards) width() int {
	if b.Width <= 0 {
		return DefaultWidth
	}
	return b.Width
}

// Draw draws the boards of all who were in the first round, as many side by side as there is room for:
//
//	   alice        bob          carol
//	   3/10 hit     sunk 2       eliminated 3
//	   ABCDEFGHIJ   ABCDEFGHIJ   ABCDEFGHIJ
//	1  ..o.......   ..#.......   ..x.......
//
// Before the first round there are none, and the text is empty. No line ends in a space and the last one has no line
// feed.
func (b Boards) Draw(s melee.State) string {
	var columns [][]string
	for i, p := range s.Players {
		if played(s, p) {
			columns = append(columns, b.board(s, melee.Seat(i)))
		}
	}
	var rows []string
	for len(columns) > 0 {
		n := b.fit(columns)
		rows = append(rows, sideBySide(s.Ruleset, columns[:n]))
		columns = columns[n:]
	}
	return strings.Join(rows, "\n\n")
}

// Lines returns the greatest number of lines of the boards of a number of players in a width, with an empty
// line above them. A width of zero is the default.
func Lines(r *game.Ruleset, players, width int) int {
	const longest = "eliminated 116"
	each := len(boardGap) + max(len(longest), r.Width)
	inRow := max((Boards{Width: width}.width()-len(rowHead)+len(boardGap))/each, 1)
	rows := (players + inRow - 1) / inRow
	return rows * (1 + len([]string{"name", "standing", "letters"}) + r.Height)
}

// played reports whether a player was in the first round.
func played(s melee.State, p melee.Player) bool {
	switch p.Standing {
	case melee.Vacant, melee.Closed, melee.Absent:
		return false
	case melee.Afloat, melee.Sunk, melee.Scuttled, melee.Conceded, melee.Unproven:
	}
	return s.Round > 0
}

// fit returns how many of the boards have room side by side, at least one.
func (b Boards) fit(columns [][]string) int {
	wide := len(rowHead) - len(boardGap)
	for i, column := range columns {
		if wide += len(boardGap) + widest(column); wide > b.width() {
			return max(i, 1)
		}
	}
	return len(columns)
}

// widest returns the length of the longest line.
func widest(lines []string) int {
	wide := 0
	for _, line := range lines {
		wide = max(wide, len(line))
	}
	return wide
}

// board draws one board: the name, the standing, the letters of the columns, the tiles.
func (b Boards) board(s melee.State, seat melee.Seat) []string {
	name := b.voice().Name(text.Player(seat))
	if len(name) > maxName { // addresses differ at their ends
		const gap, tail = "..", 4
		name = name[:maxName-len(gap)-tail] + gap + name[len(name)-tail:]
	}
	var letters strings.Builder
	for x := range s.Ruleset.Width {
		letters.WriteByte(byte('A' + x))
	}
	lines := []string{name, inTable(s, seat), letters.String()}
	mark := b.marks(s, seat)
	for y := range s.Ruleset.Height {
		var row strings.Builder
		for x := range s.Ruleset.Width {
			row.WriteRune(mark(game.Tile(y*s.Ruleset.Width + x)))
		}
		lines = append(lines, row.String())
	}
	return lines
}

// inTable describes the standing of a seat in a few letters.
func inTable(s melee.State, seat melee.Seat) string {
	if p := s.Players[seat]; p.Standing == melee.Afloat && s.Stage != melee.StageOver {
		return text.Hits(p.Hits.Len(), s.Ruleset.ShipTiles())
	}
	return text.Outcome(s, seat)[1]
}

// marks returns the marks of a seat's board.
func (b Boards) marks(s melee.State, seat melee.Seat) func(game.Tile) rune {
	side, err := b.Answers.Side(s, seat)
	if err != nil {
		return func(game.Tile) rune { return markUnknown }
	}
	p, bombed := s.Players[seat], s.Bombed.Union(s.Volley())
	var ships game.Set
	if int(seat) < len(b.Fleets) && b.Fleets[seat] != nil {
		// A fleet of another ruleset is not drawn.
		ships, _ = s.Ruleset.FleetTiles(b.Fleets[seat])
	}
	return func(tile game.Tile) rune {
		switch {
		case side.Hits.Has(tile) && p.Standing == melee.Sunk:
			return markSunk
		case side.Hits.Has(tile):
			return markHit
		case side.Answered.Has(tile):
			return markMiss
		case bombed.Has(tile) && p.Standing == melee.Afloat:
			return markPending
		case ships.Has(tile):
			return markShip
		case bombed.Has(tile):
			return markUnknown
		default:
			return markNothing
		}
	}
}

// sideBySide joins boards into lines, with the numbers of the rows before them.
func sideBySide(r *game.Ruleset, columns [][]string) string {
	lines := make([]string, len(columns[0]))
	for i := range lines {
		head := rowHead
		if y := i - (len(lines) - r.Height); y >= 0 {
			head = fmt.Sprintf("%2d  ", y+1)
		}
		cells := make([]string, len(columns))
		for j, column := range columns {
			cells[j] = fmt.Sprintf("%-*s", widest(column), column[i])
		}
		lines[i] = strings.TrimRight(head+strings.Join(cells, boardGap), " ")
	}
	return strings.Join(lines, "\n")
}
