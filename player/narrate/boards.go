package narrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
)

// Marks of a tile. They differ in shape, so that they tell the same without colour.
const (
	markNothing = '.'
	markShip    = '='
	markMiss    = 'o'
	markHit     = 'x'
	markSunk    = '#'
	markPending = '?'
	markUnknown = '-'
)

// Legend explains the marks.
const Legend = ". not bombed   o miss   x hit   # sunk   ? not reported yet   - nobody says any more   = ship"

const (
	// DefaultWidth is how wide boards and lines are if nobody says otherwise.
	DefaultWidth = 80
	// boardGap stands between two boards, rowHead is as wide as the numbers of the rows.
	boardGap = "   "
	rowHead  = "    "
	// maxName is how much of a name stands over a board.
	maxName = 12
)

// Table is a melee for people to look at.
type Table struct {
	// Names are what the players are called, by seat.
	Names []string
	// Fleets are where ships are, by seat; nil where only reports tell.
	Fleets []game.Fleet
	// Answers are what the seats have reported, as far as the events were heard: of a seat that is out of play the state
	// alone does not tell its misses.
	Answers melee.Answers
	// Width is how many characters a line may have; 0 for DefaultWidth.
	Width int
}

// Name is what the player of a seat is called.
func (t Table) Name(seat melee.Seat) string {
	if int(seat) < len(t.Names) && seat >= 0 && t.Names[seat] != "" {
		return t.Names[seat]
	}
	return fmt.Sprintf("player %d", int(seat)+1)
}

// width is how many characters a line may have.
func (t Table) width() int {
	if t.Width <= 0 {
		return DefaultWidth
	}
	return t.Width
}

// Boards draws the boards of all who were in the first round, as many side by side as there is room for:
//
//	   alice        bob          carol
//	   3/10 hit     sunk in 2    scuttled in 3
//	   ABCDEFGHIJ   ABCDEFGHIJ   ABCDEFGHIJ
//	1  ..o.......   ..#.......   ..x.......
//
// Before the first round there are none, and the text is empty. No line ends in a space and the last one has no line
// feed.
func (t Table) Boards(s melee.State) string {
	var columns [][]string
	for i, p := range s.Players {
		if played(s, p) {
			columns = append(columns, t.board(s, melee.Seat(i)))
		}
	}
	var rows []string
	for len(columns) > 0 {
		n := t.fit(columns)
		rows = append(rows, sideBySide(s.Ruleset, columns[:n]))
		columns = columns[n:]
	}
	return strings.Join(rows, "\n\n")
}

// BoardLines is how many lines at most the boards of so many players take in a width, 0 for the default, with an empty
// line above them.
func BoardLines(r *game.Ruleset, players, width int) int {
	const longest = "scuttled in 116"
	each := len(boardGap) + max(len(longest), r.Width)
	inRow := max((Table{Width: width}.width()-len(rowHead)+len(boardGap))/each, 1)
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

// fit is how many of the boards have room side by side, at least one.
func (t Table) fit(columns [][]string) int {
	wide := len(rowHead) - len(boardGap)
	for i, column := range columns {
		if wide += len(boardGap) + widest(column); wide > t.width() {
			return max(i, 1)
		}
	}
	return len(columns)
}

// widest is the length of the longest line.
func widest(lines []string) int {
	wide := 0
	for _, line := range lines {
		wide = max(wide, len(line))
	}
	return wide
}

// board draws one board: who, how it stands, the letters of the columns, the tiles.
func (t Table) board(s melee.State, seat melee.Seat) []string {
	name := t.Name(seat)
	if len(name) > maxName { // addresses differ at their ends
		const gap, tail = "..", 4
		name = name[:maxName-len(gap)-tail] + gap + name[len(name)-tail:]
	}
	var letters strings.Builder
	for x := range s.Ruleset.Width {
		letters.WriteByte(byte('A' + x))
	}
	lines := []string{name, standing(s, seat), letters.String()}
	mark := t.marks(s, seat)
	for y := range s.Ruleset.Height {
		var row strings.Builder
		for x := range s.Ruleset.Width {
			row.WriteRune(mark(game.Tile(y*s.Ruleset.Width + x)))
		}
		lines = append(lines, row.String())
	}
	return lines
}

// standing says in a few letters how a seat stands.
func standing(s melee.State, seat melee.Seat) string {
	p := s.Players[seat]
	switch {
	case s.Stage == melee.StageOver && s.Winners().Has(seat) && s.Winners().Len() == 1:
		return "won"
	case s.Stage == melee.StageOver && s.Winners().Has(seat):
		return "draw"
	case p.Standing == melee.Afloat:
		return fmt.Sprintf("%d/%d hit", p.Hits.Len(), s.Ruleset.ShipTiles())
	default:
		return fmt.Sprintf("%s in %d", p.Standing, p.Round)
	}
}

// marks are the marks of a seat's board.
func (t Table) marks(s melee.State, seat melee.Seat) func(game.Tile) rune {
	side, err := t.Answers.Side(s, seat)
	if err != nil {
		return func(game.Tile) rune { return markUnknown }
	}
	p, bombed := s.Players[seat], s.Bombed.Union(s.Volley())
	var ships game.Set
	if int(seat) < len(t.Fleets) && t.Fleets[seat] != nil {
		// A fleet that is none of this ruleset is not drawn.
		ships, _ = s.Ruleset.FleetTiles(t.Fleets[seat])
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

// list joins names as a sentence does: "alice, bob and carol".
func list(names []string) string {
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// Named lists the players of seats; "nobody" if there is none.
func (t Table) Named(seats melee.Seats) string {
	if seats == 0 {
		return "nobody"
	}
	return list(t.names(slices.Collect(seats.All())))
}

// names are those of seats.
func (t Table) names(seats []melee.Seat) []string {
	out := make([]string, len(seats))
	for i, seat := range seats {
		out[i] = t.Name(seat)
	}
	return out
}
