package tui

import (
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// Cursor is the aimed tile, and the typed part of the name of another one.
type Cursor struct {
	tile game.Tile
	// typed is the typed text, in capitals. It is empty if the aim was moved since. As long as it names no tile of the
	// board, there is no target.
	typed string
}

// maxTyped is the number of typed characters kept: one more than the longest name of a tile has.
const maxTyped = 4

// centre aims at the middle of a board.
func centre(r *game.Ruleset) Cursor {
	return Cursor{tile: game.Tile((r.Height-1)/2*r.Width + (r.Width-1)/2)}
}

// Target is the aimed tile. There is none while the typed text does not name one.
func (a Cursor) Target(r *game.Ruleset) (game.Tile, bool) {
	if a.typed == "" {
		return a.tile, true
	}
	t, err := r.ParseTile(a.typed)
	return t, err == nil
}

// moved moves the aim within the board, and clears the typed text unless it names the tile to begin at.
func (a Cursor) moved(r *game.Ruleset, dx, dy int) Cursor {
	if t, ok := a.Target(r); ok {
		a.tile = t
	}
	x := min(max(int(a.tile)%r.Width+dx, 0), r.Width-1)
	y := min(max(int(a.tile)/r.Width+dy, 0), r.Height-1)
	return Cursor{tile: game.Tile(y*r.Width + x)}
}

// Pressed is the aim after a key.
func (a Cursor) Pressed(r *game.Ruleset, k tea.KeyPressMsg) Cursor {
	switch {
	case key.Matches(k, GameKeys.Up):
		return a.moved(r, 0, -1)
	case key.Matches(k, GameKeys.Down):
		return a.moved(r, 0, 1)
	case key.Matches(k, GameKeys.Left):
		return a.moved(r, -1, 0)
	case key.Matches(k, GameKeys.Right):
		return a.moved(r, 1, 0)
	}
	if typed := k.Key().Text; typed != "" {
		return a.written(typed)
	}
	return a
}

// At aims at a tile.
func (a Cursor) At(t game.Tile) Cursor { return Cursor{tile: t} }

// cleared clears the typed text, and restores the earlier aim.
func (a Cursor) cleared() Cursor { return Cursor{tile: a.tile} }

// erased drops the last character that was typed.
func (a Cursor) erased() Cursor {
	a.typed = canvas.WithoutLast(a.typed)
	return a
}

// written takes a typed character: a digit is appended, anything else starts a new name, because no name of a tile has
// two letters. A text that names no tile is kept too: no unintended tile may be shot at.
func (a Cursor) written(typed string) Cursor {
	digits := typed != "" && strings.Trim(typed, "0123456789") == ""
	if !digits {
		a.typed = ""
	}
	if a.typed += strings.ToUpper(typed); utf8.RuneCountInString(a.typed) > maxTyped {
		a.typed = string([]rune(a.typed)[:maxTyped])
	}
	return a
}

// unfinished reports that a column of the board was typed and no row yet.
func (a Cursor) unfinished(r *game.Ruleset) bool {
	return len(a.typed) == 1 && a.typed[0] >= 'A' && int(a.typed[0]-'A') < r.Width
}

// wrong explains in a sentence why the typed text names no tile. It is empty if it does, or still can.
func (a Cursor) wrong(r *game.Ruleset) string {
	if _, ok := a.Target(r); ok || a.unfinished(r) {
		return ""
	}
	return text.Sentence(text.NoTile(r, a.typed))
}
