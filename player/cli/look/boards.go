package look

import (
	"fmt"
	"slices"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
)

// The marks of a tile on a board. They differ in shape, so that they can be read without colour.
const (
	markNothing = '.'
	markShip    = '='
	markMiss    = 'o'
	markHit     = 'x'
	markSunk    = '#'
	markPending = '?'
)

// boardGap separates two boards.
const boardGap = "      "

// legend explains the marks, those of an own board too.
func legend(own bool) string {
	marks := text.DuelLegend
	if own {
		return "= ship   " + marks
	}
	return marks
}

// Panel is a board as one of the two players sees it.
type Panel struct {
	// Title is the line above the board.
	Title string
	seat  game.Seat
	// Fleet is the fleet on the board. It is nil if only the answers are known.
	Fleet game.Fleet
}

// drawPanels draws boards of a game side by side. No line ends in a space.
func drawPanels(s game.State, panels ...Panel) []string {
	lines := make([]string, s.Ruleset.Height+2)
	for i, p := range panels {
		column := DrawPanel(s, p)
		width := 0
		for _, line := range column {
			width = max(width, len(line))
		}
		for j, line := range column {
			if i > 0 {
				lines[j] += boardGap
			}
			lines[j] += line + strings.Repeat(" ", width-len(line))
		}
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// DrawPanel draws one board as lines: the title, the columns' letters and the rows.
func DrawPanel(s game.State, p Panel) []string {
	r, side := s.Ruleset, s.Sides[p.seat]
	sunk := tilesOf(r, sunkShips(r, side, p.Fleet))
	ships := tilesOf(r, p.Fleet)
	mark := func(t game.Tile) rune {
		switch {
		case s.HasPending && p.seat == s.Actor && t == s.Pending:
			return markPending
		case sunk.Has(t):
			return markSunk
		case side.Hits.Has(t):
			return markHit
		case side.Answered.Has(t):
			return markMiss
		case ships.Has(t):
			return markShip
		default:
			return markNothing
		}
	}
	var letters strings.Builder
	for x := range r.Width {
		fmt.Fprintf(&letters, " %c", 'A'+x)
	}
	lines := []string{"    " + p.Title, "   " + letters.String()}
	for y := range r.Height {
		var row strings.Builder
		for x := range r.Width {
			fmt.Fprintf(&row, " %c", mark(game.Tile(y*r.Width+x)))
		}
		lines = append(lines, fmt.Sprintf("%2d %s", y+1, &row))
	}
	return lines
}

// tilesOf returns the tiles of ships.
func tilesOf(r *game.Ruleset, ships []game.Ship) game.Set {
	var tiles game.Set
	for _, ship := range ships {
		if footprint, err := r.Footprint(ship); err == nil {
			tiles = tiles.Union(footprint)
		}
	}
	return tiles
}

// sunkShips returns the ships of a side that are sunk: of a known fleet those whose tiles are all hit, of another those
// that were announced.
func sunkShips(r *game.Ruleset, side game.Side, fleet game.Fleet) []game.Ship {
	if fleet == nil {
		return side.Sunk
	}
	return slices.DeleteFunc(slices.Clone(fleet), func(ship game.Ship) bool {
		tiles, err := r.Footprint(ship)
		return err != nil || !tiles.Minus(side.Hits).IsEmpty()
	})
}

// fleetLine counts the hit tiles of a side, and lists its sunk ships and counts those afloat.
func fleetLine(s game.State, p Panel) string {
	r, side := s.Ruleset, s.Sides[p.seat]
	words := fmt.Sprintf("%d of %d tiles hit", side.Hits.Len(), r.ShipTiles())
	if p.Fleet == nil && !r.AnnounceSunk {
		return words + text.SinkingsUnknown
	}
	sunk := sunkShips(r, side, p.Fleet)
	if len(sunk) == 0 {
		return words + "; all " + fmt.Sprint(r.Ships()) + " ships afloat"
	}
	names := make([]string, len(sunk))
	for i, ship := range sunk {
		names[i], _ = r.ShipString(ship)
	}
	return fmt.Sprintf("%s; sunk: %s; %d of %d ships afloat", words, strings.Join(names, ", "),
		r.Ships()-len(sunk), r.Ships())
}

// ShotResult is the result of an answered shot at a side: miss, hit, or the sunk class.
func ShotResult(r *game.Ruleset, side game.Side, tile game.Tile) string {
	class := ""
	for _, ship := range side.Sunk {
		if tiles, err := r.Footprint(ship); err == nil && tiles.Has(tile) {
			class, _ = r.ShipString(ship)
		}
	}
	return text.ShotResult(side.Hits.Has(tile), class)
}
