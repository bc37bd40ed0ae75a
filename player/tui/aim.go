package tui

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
)

// aim is the tile that is aimed at, and what has been typed of the name of another one.
type aim struct {
	tile game.Tile
	// typed is what was typed, in capitals; empty if the aim was moved since. As long as it names no tile of the board,
	// nothing is aimed at.
	typed string
}

// maxTyped is how many characters are kept of what is typed: one more than the longest name of a tile has.
const maxTyped = 4

// centre aims at the middle of a board.
func centre(r *game.Ruleset) aim {
	return aim{tile: game.Tile((r.Height-1)/2*r.Width + (r.Width-1)/2)}
}

// target is the tile that is aimed at; none while what was typed is not the name of one.
func (a aim) target(r *game.Ruleset) (game.Tile, bool) {
	if a.typed == "" {
		return a.tile, true
	}
	t, err := r.ParseTile(a.typed)
	return t, err == nil
}

// moved moves the aim, as far as the board goes, and forgets what was typed unless it names the tile to begin at.
func (a aim) moved(r *game.Ruleset, dx, dy int) aim {
	if t, ok := a.target(r); ok {
		a.tile = t
	}
	x := min(max(int(a.tile)%r.Width+dx, 0), r.Width-1)
	y := min(max(int(a.tile)/r.Width+dy, 0), r.Height-1)
	return aim{tile: game.Tile(y*r.Width + x)}
}

// pressed is the aim after a key.
func (a aim) pressed(r *game.Ruleset, k tea.KeyPressMsg) aim {
	switch {
	case key.Matches(k, gameKeys.up):
		return a.moved(r, 0, -1)
	case key.Matches(k, gameKeys.down):
		return a.moved(r, 0, 1)
	case key.Matches(k, gameKeys.left):
		return a.moved(r, -1, 0)
	case key.Matches(k, gameKeys.right):
		return a.moved(r, 1, 0)
	}
	if text := k.Key().Text; text != "" {
		return a.written(text)
	}
	return a
}

// at aims at a tile.
func (a aim) at(t game.Tile) aim { return aim{tile: t} }

// cleared forgets what was typed, and aims where it was aimed before.
func (a aim) cleared() aim { return aim{tile: a.tile} }

// erased drops the last character that was typed.
func (a aim) erased() aim {
	a.typed = withoutLast(a.typed)
	return a
}

// written takes what is typed: a digit goes behind what stands there, anything else begins anew, for no name of a tile
// has two letters. What names no tile is kept too: nothing may be shot at that was not meant.
func (a aim) written(text string) aim {
	digits := text != "" && strings.Trim(text, "0123456789") == ""
	if !digits {
		a.typed = ""
	}
	if a.typed += strings.ToUpper(text); utf8.RuneCountInString(a.typed) > maxTyped {
		a.typed = string([]rune(a.typed)[:maxTyped])
	}
	return a
}

// unfinished reports that a column of the board was typed and no row yet.
func (a aim) unfinished(r *game.Ruleset) bool {
	return len(a.typed) == 1 && a.typed[0] >= 'A' && int(a.typed[0]-'A') < r.Width
}

// wrong says why what was typed names no tile, in a sentence; empty if it does, or still can.
func (a aim) wrong(r *game.Ruleset) string {
	if _, ok := a.target(r); ok || a.unfinished(r) {
		return ""
	}
	last := game.Tile(r.Tiles() - 1)
	if first := a.typed[0]; first >= '0' && first <= '9' {
		return fmt.Sprintf("%s is no tile: type the column first, such as B7. Esc clears.", a.typed)
	}
	return fmt.Sprintf("%s is not on the board, which goes from %s to %s: esc clears.", a.typed, r.TileName(0),
		r.TileName(last))
}

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
