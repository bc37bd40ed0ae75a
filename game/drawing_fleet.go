package game

import (
	"fmt"
	"strings"
)

// DrawFleet draws a legal fleet: each ship by a letter of its own, a for the first, then b and so on up to z and from
// A again; a dot is water. No line ends in a space and the last one has no line feed. ParseFleetDrawing is the
// inverse. The error is that of CheckFleet.
func (r *Ruleset) DrawFleet(f Fleet) (string, error) {
	if err := r.CheckFleet(f); err != nil {
		return "", err
	}
	var marks [MaxWidth * MaxHeight]rune
	for i, ship := range f {
		tiles, err := r.Footprint(ship)
		if err != nil {
			return "", err
		}
		for t := range tiles.All() {
			marks[t] = shipMark(i)
		}
	}
	return strings.Join(r.DrawTiles(func(t Tile) rune {
		if marks[t] == 0 {
			return markUnknown
		}
		return marks[t]
	}), "\n"), nil
}

// ParseFleetDrawing is the inverse of Ruleset.DrawFleet. A line feed at the end of the text is ignored. The error is an
// ErrDrawing or that of CheckFleet.
func (r *Ruleset) ParseFleetDrawing(text string) (Fleet, error) {
	if len(text) > maxDrawingBytes {
		return nil, fmt.Errorf("%w: expected at most %d bytes, got %d", ErrDrawing, maxDrawingBytes, len(text))
	}
	text = strings.TrimSuffix(text, "\n")
	lines := strings.Split(text, "\n")
	if len(lines) != r.Height+1 {
		return nil, fmt.Errorf("%w: expected %d lines, got %d", ErrDrawing, r.Height+1, len(lines))
	}
	var seen [MaxShips]Set
	for y, line := range lines[1:] {
		fields := strings.Fields(line)
		if len(fields) != r.Width+1 {
			return nil, fmt.Errorf("%w: line %d: expected a number and %d marks, got %d fields",
				ErrDrawing, y+2, r.Width, len(fields))
		}
		for x, mark := range fields[1:] {
			for i := range r.Ships() {
				if mark == string(shipMark(i)) {
					seen[i] = seen[i].With(Tile(y*r.Width + x))
				}
			}
		}
	}
	fleet := make(Fleet, 0, r.Ships())
	for class, c := range r.Classes {
		for range c.Count {
			i := len(fleet)
			if seen[i].IsEmpty() {
				return nil, fmt.Errorf("%w: expected a %s drawn as %c, got none", ErrDrawing, c.Name, shipMark(i))
			}
			origin := seen[i].first()
			// A second tile in the first tile's column makes it vertical; the drawing is compared below.
			below := int(origin) + r.Width
			vertical := c.Length > 1 && below < r.Tiles() && seen[i].Has(Tile(below))
			fleet = append(fleet, Ship{Class: class, Origin: origin, Vertical: vertical})
		}
	}
	drawn, err := r.DrawFleet(fleet)
	if err != nil {
		return nil, err
	}
	return fleet, exact(drawn, text)
}

// shipMark is the letter of the ship with that index in its fleet.
func shipMark(i int) rune {
	if i < 26 {
		return rune('a' + i)
	}
	return rune('A' + i - 26)
}
