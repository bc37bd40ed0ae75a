package game

import "fmt"

// Ship is one ship on a board.
type Ship struct {
	// Class is the index of the ship's class in Ruleset.Classes.
	Class int
	// Origin is the ship's leftmost tile if it is horizontal, its topmost if it is vertical.
	Origin Tile
	// Vertical ships go down from their origin, others to the right. A ship of one tile is not vertical, so that it
	// has one form alone.
	Vertical bool
}

// Footprint returns the tiles that a ship covers. The error is an ErrShip for a class the ruleset does not have, and an
// ErrFleetOffBoard for a ship that leaves the board or would wrap into the next row.
func (r *Ruleset) Footprint(s Ship) (Set, error) {
	if s.Class < 0 || s.Class >= len(r.Classes) {
		return Set{}, fmt.Errorf("%w: expected a class below %d, got %d", ErrShip, len(r.Classes), s.Class)
	}
	class := r.Classes[s.Class]
	if class.Length == 1 && s.Vertical {
		return Set{}, fmt.Errorf("%w: expected a %s of one tile to be horizontal, got vertical", ErrShip, class.Name)
	}
	if int(s.Origin) >= r.Tiles() {
		return Set{}, fmt.Errorf("%w: expected the origin of the %s below %d, got %d",
			ErrFleetOffBoard, class.Name, r.Tiles(), s.Origin)
	}
	room, step := r.Width-int(s.Origin)%r.Width, 1
	if s.Vertical {
		room, step = r.Height-int(s.Origin)/r.Width, r.Width
	}
	if class.Length > room {
		return Set{}, fmt.Errorf("%w: expected room for the %d tiles of the %s, got %d from %s",
			ErrFleetOffBoard, class.Length, class.Name, room, r.placement(s))
	}
	var tiles Set
	for i := range class.Length {
		tiles = tiles.With(Tile(int(s.Origin) + i*step))
	}
	return tiles, nil
}

// Code packs a ship into two bytes: class<<9 | vertical<<8 | origin. It is meant for ships that Footprint accepts.
func (s Ship) Code() uint16 {
	code := uint16(s.Class)<<9 | uint16(s.Origin)
	if s.Vertical {
		code |= 1 << 8
	}
	return code
}

// ShipFromCode is the inverse of Ship.Code. Whether a ruleset has such a ship, Ruleset.Footprint knows.
func ShipFromCode(code uint16) Ship {
	return Ship{Class: int(code >> 9), Origin: Tile(code & 0xff), Vertical: code>>8&1 == 1}
}

// ShipString names a ship by its class and its placement, such as "carrier" and "A1h".
func (r *Ruleset) ShipString(s Ship) (class, placement string) {
	if s.Class < 0 || s.Class >= len(r.Classes) {
		return fmt.Sprintf("class %d", s.Class), r.placement(s)
	}
	return r.Classes[s.Class].Name, r.placement(s)
}

// ParseShip is the inverse of ShipString. It does not ask whether the ship fits on the board: Footprint does. The
// error is an ErrShip or an ErrTile.
func (r *Ruleset) ParseShip(class, placement string) (Ship, error) {
	for i, c := range r.Classes {
		if c.Name == class {
			return r.parsePlacement(i, placement)
		}
	}
	return Ship{}, fmt.Errorf("%w: expected a class of ruleset %s, got %.20q", ErrShip, r.Name, class)
}

// shipName is class and placement in one, such as "carrier A1h".
func (r *Ruleset) shipName(s Ship) string {
	class, placement := r.ShipString(s)
	return class + " " + placement
}

// placement names a ship's origin and direction.
func (r *Ruleset) placement(s Ship) string {
	if s.Vertical {
		return r.TileName(s.Origin) + "v"
	}
	return r.TileName(s.Origin) + "h"
}

// parsePlacement is the inverse of placement for a ship of the given class.
func (r *Ruleset) parsePlacement(class int, text string) (Ship, error) {
	end := len(text) - 1
	if end < 0 || (text[end] != 'h' && text[end] != 'v') {
		return Ship{}, fmt.Errorf("%w: expected a tile and h or v such as B7h, got %.8q", ErrShip, text)
	}
	origin, err := r.ParseTile(text[:end])
	if err != nil {
		return Ship{}, err
	}
	return Ship{Class: class, Origin: origin, Vertical: text[end] == 'v'}, nil
}
