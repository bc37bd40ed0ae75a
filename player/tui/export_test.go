package tui

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"github.com/battleship-chain/battleship/game"
)

// Plain is the picture without colours and without spaces at the ends of its lines.
func (m Model) Plain() string {
	c := m.picture()
	var lines []string
	for y := range c.height {
		var b strings.Builder
		for _, one := range c.cells[y*c.width : (y+1)*c.width] {
			if one.char != 0 {
				b.WriteRune(one.char)
			}
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return strings.Join(lines, "\n") + "\n"
}

// Cells is how many columns and lines the picture has.
func (m Model) Cells() (width, height int) {
	c := m.picture()
	return c.width, c.height
}

// TileAt is where on the terminal a tile of the opponent's board stands, or of the board that is being placed on.
func (m Model) TileAt(t game.Tile) (x, y int) {
	_, body := m.frame(newCanvas(m.world.width, m.world.height))
	var b board
	switch s := m.screen.(type) {
	case placeScreen:
		b = s.board(body)
	case gameScreen:
		g, _ := s.game(&m.world)
		b = layoutOf(g, body).theirs
	case meleeScreen:
		m, _ := s.melee(&m.world)
		b = meleeLayoutOf(m, s.largest(m), body).own
	default:
		return -1, -1
	}
	r := b.ruleset
	return body.x + b.markX(int(t)%r.Width), body.y + b.markY(int(t)/r.Width)
}

// LogColumn is the column of the terminal in which the log of a game begins.
func LogColumn(m Model) int {
	_, body := m.frame(newCanvas(m.world.width, m.world.height))
	s, ok := m.screen.(gameScreen)
	if !ok {
		return 0
	}
	g, _ := s.game(&m.world)
	return body.x + layoutOf(g, body).log
}

// Bindings are all keys by screen, without those that stand for several.
func Bindings() map[string][]key.Binding {
	k, f, p, l, g, e := lobbyKeys, formKeys, placeKeys, filterKeys, gameKeys, meleeKeys
	return map[string][]key.Binding{
		"lobby": {
			k.up, k.down, k.enter, k.bot, k.match, k.create, k.melee, k.decline, k.takeBack, k.filter, k.address, k.quit,
			keyHelp, keyExit,
		},
		"filter":  {l.done, l.drop, l.erase, keyExit},
		"form":    {f.up, f.down, f.left, f.right, f.erase, f.done, f.back, keyExit},
		"confirm": {confirmKeys.yes, confirmKeys.back, keyHelp, keyExit},
		"place": {
			p.up, p.down, p.left, p.right, p.rotate, p.next, p.previous, p.put, p.shuffle, p.clear, p.done, p.back, keyHelp,
			keyExit,
		},
		"game": {
			g.up, g.down, g.left, g.right, g.fire, g.concede, g.challenge, g.claim, g.takeBack, g.payBot, g.rematch, g.back,
			keyHelp, keyExit,
		},
		"melee": {
			g.up, g.down, g.left, g.right, e.aim, e.page, e.confirm, e.leave, g.concede, g.claim, g.back, keyHelp, keyExit,
		},
		"melee watched": {e.before, e.after, e.page, g.back, keyHelp, keyExit},
		"tile":          {g.up, g.down, g.left, g.right, g.fire, g.clear, g.erase, keyHelp, keyExit},
		"question":      {keyYes, keyNo, keyHelp, keyExit},
	}
}

// Type types the name of a tile and returns where that aims, empty for nowhere, and what is wrong with it.
func Type(r *game.Ruleset, text string) (tile, wrong string) {
	a := centre(r)
	for _, char := range text {
		a = a.written(string(char))
	}
	if t, ok := a.target(r); ok {
		tile = r.TileName(t)
	}
	return tile, a.wrong(r)
}

// Wrap, Shorten, Duration and Matches are what they are inside.
func Wrap(text string, width int) []string  { return wrap(text, width) }
func Shorten(text string, width int) string { return shorten(text, width) }
func TextWidth(text string) int             { return textWidth(text) }
func (g Game) Headline() string             { return g.headline() }
func (g Game) Left() string                 { return g.left(false) }
func (g Game) LastAnswers() (string, string) {
	own, opponents := g.lastAnswers()
	return own.text, opponents.text
}

// ColumnWidths are the widths of columns of these texts.
func ColumnWidths(rows [][]string, room int) []int {
	var all []row
	for _, cells := range rows {
		all = append(all, row{cells: cells})
	}
	return columnWidths(all, room)
}

// Placement is a fleet being placed, for tests of its legality.
type Placement struct{ p placement }

// Placed is a fleet of ships that lie there, given as placements such as "A1h"; the ones left out are in no place.
func Placed(r *game.Ruleset, ships game.Fleet) Placement {
	p := newPlacement(r).with(slices.Clone(ships))
	return Placement{p}
}

// Wrong says what is wrong with it.
func (p Placement) Wrong() string { return p.p.wrong() }

// Snapshotted is the message with a snapshot.
func Snapshotted(snap Snapshot, err error) any { return snapshotMsg{snap, err} }

// Failed reports whether a message is a snapshot that did not come for that reason.
func Failed(msg any, why error) bool {
	snap, ok := msg.(snapshotMsg)
	return ok && snap.err == why //nolint:errorlint // the test's own value
}
