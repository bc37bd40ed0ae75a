package game

import (
	"fmt"
	"strconv"
)

// MaxWidth and MaxHeight are the largest board, in tiles.
const (
	MaxWidth  = 16
	MaxHeight = 16
)

// Tile is the index of a tile on a board: row*width + column, both from 0.
type Tile uint8

// TileName names a tile by its column's letter and its row's number from 1, such as "B7". A tile off the board has no
// such name and comes out as its index, such as "tile 120".
func (r *Ruleset) TileName(t Tile) string {
	if int(t) >= r.Tiles() {
		return "tile " + strconv.Itoa(int(t))
	}
	column, row := int(t)%r.Width, int(t)/r.Width
	return string(rune('A'+column)) + strconv.Itoa(row+1)
}

// ParseTile is the inverse of TileName for tiles on the board. Each tile has exactly one name: no lower case, no
// leading zero, no space. The error is an ErrTile.
func (r *Ruleset) ParseTile(name string) (Tile, error) {
	if len(name) != 2 && len(name) != 3 {
		return 0, fmt.Errorf("%w: expected a name such as B7, got %.8q", ErrTile, name)
	}
	column := int(name[0]) - 'A'
	row := 0
	for i := 1; i < len(name); i++ {
		digit := int(name[i]) - '0'
		if digit < 0 || digit > 9 || (i == 1 && digit == 0) {
			return 0, fmt.Errorf("%w: expected a name such as B7, got %q", ErrTile, name)
		}
		row = 10*row + digit
	}
	if column < 0 || column >= r.Width || row > r.Height {
		last := Tile(r.Tiles() - 1)
		return 0, fmt.Errorf("%w: expected A1 to %s, got %q", ErrTile, r.TileName(last), name)
	}
	return Tile((row-1)*r.Width + column), nil
}

// checkTile returns an error unless the tile is on the board.
func (r *Ruleset) checkTile(t Tile) error {
	if int(t) >= r.Tiles() {
		return fmt.Errorf("%w: expected an index below %d, got %d", ErrTile, r.Tiles(), t)
	}
	return nil
}
