package game

import (
	"fmt"
	"strings"
)

// Marks of a tile in a drawing. They differ in shape, so that they can be read without colour.
const (
	markUnknown = '.'
	markMiss    = 'o'
	markHit     = 'x'
	markSunk    = '#'
	markPending = '?'
)

// draw draws the board as lines: a title that begins with a name, the columns' letters and the rows. Pending are the
// tiles with a shot that waits for its answer.
func (s Side) draw(r *Ruleset, name string, pending Set) []string {
	var sunk Set
	for _, ship := range s.Sunk {
		if tiles, err := r.Footprint(ship); err == nil {
			sunk = sunk.Union(tiles)
		}
	}
	mark := func(t Tile) rune {
		switch {
		case pending.Has(t):
			return markPending
		case !s.Answered.Has(t):
			return markUnknown
		case !s.Hits.Has(t):
			return markMiss
		case sunk.Has(t):
			return markSunk
		default:
			return markHit
		}
	}
	title := fmt.Sprintf("    %s %d/%d hit", name, s.Hits.Len(), r.ShipTiles())
	return append([]string{title}, r.DrawTiles(mark)...)
}

// DrawTiles draws a board as lines: the columns' letters, then the rows with their numbers. The mark of each tile is
// asked once, in reading order.
func (r *Ruleset) DrawTiles(mark func(Tile) rune) []string {
	lines := make([]string, 0, r.Height+1)
	var letters strings.Builder
	letters.WriteString("   ")
	for x := range r.Width {
		letters.WriteRune(' ')
		letters.WriteRune(rune('A' + x))
	}
	lines = append(lines, letters.String())
	for y := range r.Height {
		var row strings.Builder
		fmt.Fprintf(&row, "%2d ", y+1)
		for x := range r.Width {
			row.WriteRune(' ')
			row.WriteRune(mark(Tile(y*r.Width + x)))
		}
		lines = append(lines, row.String())
	}
	return lines
}

// sunkString lists the announced ships.
func (s Side) sunkString(r *Ruleset) string {
	if len(s.Sunk) == 0 {
		return "none"
	}
	names := make([]string, len(s.Sunk))
	for i, ship := range s.Sunk {
		names[i] = r.shipName(ship)
	}
	return strings.Join(names, ", ")
}

// parseRow reads the marks of one row.
func (s *Side) parseRow(r *Ruleset, y int, marks []string) error {
	for x, mark := range marks {
		t := Tile(y*r.Width + x)
		switch mark {
		case string(markUnknown), string(markPending):
		case string(markMiss):
			s.Answered = s.Answered.With(t)
		case string(markHit), string(markSunk):
			s.Answered = s.Answered.With(t)
			s.Hits = s.Hits.With(t)
		default:
			return fmt.Errorf("%w: expected a mark on %s, got %.8q", ErrDrawing, r.TileName(t), mark)
		}
	}
	return nil
}

// parseSunk reads the line of a player's announced ships.
func (r *Ruleset) parseSunk(name, line string) ([]Ship, error) {
	list, ok := strings.CutPrefix(line, fmt.Sprintf("%-9s %s: ", "sunk", name))
	if !ok {
		return nil, fmt.Errorf("%w: expected the sunk ships of the %s, got %.40q", ErrDrawing, name, line)
	}
	if list == "none" {
		return nil, nil
	}
	var ships []Ship
	for _, name := range strings.Split(list, ", ") {
		class, placement, _ := strings.Cut(name, " ")
		ship, err := r.ParseShip(class, placement)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDrawing, err)
		}
		ships = append(ships, ship)
	}
	return ships, nil
}
