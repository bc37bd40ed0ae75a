package tui

import (
	"strconv"
	"strings"

	"github.com/battleship-chain/battleship/game"
)

// aim is the tile that is aimed at, by arrows or by typing its name.
type aim struct {
	tile game.Tile
	// letter is the column that was typed, digits the row so far; a letter of 0 if nothing was typed.
	letter byte
	digits string
}

// centre aims at the middle of a board.
func centre(r *game.Ruleset) aim {
	return aim{tile: game.Tile((r.Height-1)/2*r.Width + (r.Width-1)/2)}
}

// moved moves the aim, as far as the board goes.
func (a aim) moved(r *game.Ruleset, dx, dy int) aim {
	x := min(max(int(a.tile)%r.Width+dx, 0), r.Width-1)
	y := min(max(int(a.tile)/r.Width+dy, 0), r.Height-1)
	return aim{tile: game.Tile(y*r.Width + x)}
}

// at aims at a tile.
func (a aim) at(t game.Tile) aim { return aim{tile: t} }

// typed takes a character of a tile's name, in either case: the letter of a column, then the digits of a row. Any other
// text changes nothing.
func (a aim) typed(r *game.Ruleset, text string) aim {
	if len(text) != 1 {
		return a
	}
	char := strings.ToUpper(text)[0]
	if column := int(char) - 'A'; column >= 0 && column < r.Width {
		row := int(a.tile) / r.Width
		return aim{tile: game.Tile(row*r.Width + column), letter: char}
	}
	if a.letter == 0 || char < '0' || char > '9' {
		return a
	}
	for _, digits := range []string{a.digits + string(char), string(char)} {
		if t, err := r.ParseTile(string(a.letter) + digits); err == nil {
			return aim{tile: t, letter: a.letter, digits: digits}
		}
	}
	return a
}

// unfinished reports that a column was typed and no row yet.
func (a aim) unfinished() bool { return a.letter != 0 && a.digits == "" }

// duration writes a time in milliseconds for people, in its two largest units, such as "1m 5s".
func duration(millis int64) string {
	seconds := max(millis, 0) / 1000
	units := []struct {
		name    string
		seconds int64
	}{{"d", 24 * 60 * 60}, {"h", 60 * 60}, {"m", 60}, {"s", 1}}
	for i, unit := range units {
		if seconds < unit.seconds {
			continue
		}
		text := strconv.FormatInt(seconds/unit.seconds, 10) + unit.name
		if i+1 < len(units) {
			if rest := seconds % unit.seconds / units[i+1].seconds; rest > 0 {
				text += " " + strconv.FormatInt(rest, 10) + units[i+1].name
			}
		}
		return text
	}
	return "0s"
}
