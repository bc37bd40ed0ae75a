package program

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
	"github.com/battleship-chain/battleship/player/tui/duel"
	"github.com/battleship-chain/battleship/player/tui/melee"
)

// Plain is the picture without colours and without spaces at the ends of its lines.
func (m Model) Plain() string {
	lines := strings.Split(m.picture().Text(new(canvas.Styles)), "\n")
	for y, line := range lines {
		lines[y] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// Cells is how many columns and lines the picture has.
func (m Model) Cells() (width, height int) {
	c := m.picture()
	return c.Width, c.Height
}

// TileAt is where on the terminal a tile of the opponent's board stands, or of the board that is being placed on.
func (m Model) TileAt(t game.Tile) (x, y int) {
	_, body := m.frame(canvas.New(m.world.Width, m.world.Height))
	var b canvas.Board
	switch s := m.screen.(type) {
	case placeScreen:
		b = s.board(body)
	case interface {
		Board(*tui.World, canvas.Region) canvas.Board
	}:
		b = s.Board(&m.world, body)
	default:
		return -1, -1
	}
	r := b.Ruleset
	return body.X + b.MarkX(int(t)%r.Width), body.Y + b.MarkY(int(t)/r.Width)
}

// Bindings are all keys by screen, without those that stand for several.
func Bindings() map[string][]key.Binding {
	k, f, p, l, g, e := lobbyKeys, formKeys, placeKeys, filterKeys, tui.GameKeys, melee.Keys
	return map[string][]key.Binding{
		"lobby": {
			k.up, k.down, k.enter, k.bot, k.match, k.create, kinds[text.Melee].open, k.decline, k.takeBack,
			k.filter, k.address, k.invite, k.player, k.profile, k.ladder, k.history, k.watch, k.quit, tui.KeyHelp, tui.KeyExit,
		},
		"list":    {k.up, k.down, listKeys.enter, listKeys.player, listKeys.more, listKeys.back, tui.KeyHelp, tui.KeyExit},
		"filter":  {l.done, l.drop, l.erase, tui.KeyExit},
		"form":    {f.up, f.down, f.left, f.right, f.erase, f.done, f.back, tui.KeyExit},
		"confirm": {confirmKeys.yes, confirmKeys.back, tui.KeyHelp, tui.KeyExit},
		"place": {
			p.up, p.down, p.left, p.right, p.rotate, p.next, p.previous, p.put, p.shuffle, p.last, p.clear, p.done, p.back,
			tui.KeyHelp, tui.KeyExit,
		},
		"game": {
			g.Up, g.Down, g.Left, g.Right, g.Fire, g.Concede, g.Challenge, g.Claim, g.TakeBack, g.PayBot, g.Recover, g.Rematch,
			g.Details, g.Back, tui.KeyHelp, tui.KeyExit,
		},
		"game over": {g.Fire, g.Rematch, g.Replay, g.Back, tui.KeyHelp, tui.KeyExit},
		"replay": {
			duel.ReplayKeys.Before, duel.ReplayKeys.After, duel.ReplayKeys.First, duel.ReplayKeys.Last, duel.ReplayKeys.Play,
			duel.ReplayKeys.Back, tui.KeyHelp, tui.KeyExit,
		},
		"melee": {
			g.Up, g.Down, g.Left, g.Right, e.Aim, e.Page, e.Confirm, e.Leave, g.Concede, g.Claim, g.Details, g.Back, tui.KeyHelp,
			tui.KeyExit,
		},
		"melee watched": {e.Before, e.After, e.Page, g.Back, tui.KeyHelp, tui.KeyExit},
		"tile":          {g.Up, g.Down, g.Left, g.Right, g.Fire, g.Clear, g.Erase, tui.KeyHelp, tui.KeyExit},
		"question":      {tui.KeyYes, tui.KeyNo, tui.KeyHelp, tui.KeyExit},
	}
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
func Snapshotted(snap tui.Snapshot, err error) any { return tui.SnapshotMsg{Snap: snap, Err: err} }

// Failed reports whether a message is a snapshot that did not come for that reason.
func Failed(msg any, why error) bool {
	snap, ok := msg.(tui.SnapshotMsg)
	return ok && snap.Err == why //nolint:errorlint // the test's own value
}
