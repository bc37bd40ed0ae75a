package tui

import (
	"fmt"
	"strings"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui/canvas"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ClockPaint warns when a quarter of the time is left. An off-chain game has no clock.
func ClockPaint(left, turn int64, offChain bool) canvas.Paint {
	if !offChain && turn > 0 && 4*left <= turn {
		return canvas.Bad
	}
	return canvas.Plain
}

// DrawCoins draws the payments of the game, and returns the line after it.
func DrawCoins(c Coins, r canvas.Region) int {
	const column = 7
	y := 0
	for _, one := range []struct{ what, coins string }{
		{"Paid", c.In}, {"Fees", c.Fees}, {"Got", c.Out}, {"Net", c.Net},
	} {
		if one.coins == "" {
			continue
		}
		r.Put(0, y, one.what, canvas.Plain)
		y = r.PutWrapped(column, y, one.coins, canvas.Strong)
	}
	for _, note := range c.Notes {
		y = r.PutWrapped(0, y, text.Sentence(note), canvas.Faint)
	}
	return y
}

// Pace has the time between blocks, in milliseconds.
func Pace(blockMillis int64) types.Params {
	return types.Params{BlockMillis: uint32(blockMillis)}
}

// Progress returns the progress of a transaction, in words and a paint.
func Progress(t text.Transaction) (string, canvas.Paint) {
	switch t.Stage {
	case text.StageBidding, text.StageRetrying:
		return text.Sentence(t.String()), canvas.Warn
	case text.StageIncluded:
		return text.Sentence(t.String()), canvas.Faint
	case text.StageFailed:
		return text.Sentence(t.String()), canvas.Bad
	case text.StageNone, text.StageSigning, text.StageSent:
	}
	return text.Sentence(t.String()), canvas.Plain
}

// LogName is a name in few letters. Of an address that is the end, for all begin alike.
func LogName(name string, width int) string {
	const whole = 6 // with two dots before
	chars := []rune(name)
	switch {
	case !strings.HasPrefix(name, "ship1") || len(chars) <= width:
	case width < whole:
		return string(chars[len(chars)-width:])
	default:
		return ".." + string(chars[len(chars)-whole+2:])
	}
	if width < whole { // where dots would leave nothing
		return string(chars[:min(len(chars), width)])
	}
	return canvas.Shorten(name, width)
}

// GameNumber is the number of a game, as it is shown.
func GameNumber(id uint64) string { return fmt.Sprintf("#%d", id) }

// LegendLine is a mark with its meaning.
type LegendLine struct {
	Mark  string
	Paint canvas.Paint
	// Means and Short are its meaning, in the help and in the legend.
	Means, Short string
}

// Legend has the meanings of the marks of a duel.
func (w *World) Legend() []LegendLine {
	m := w.Marks
	return []LegendLine{
		{string(m.Water), canvas.Water, text.MarkWater, "unknown"},
		{string(m.Ship), canvas.Ship, "ship", "ship"},
		{string(m.Miss), canvas.Miss, "miss", "miss"},
		{string(m.Hit), canvas.Hit, "hit", "hit"},
		{string(m.Sunk), canvas.Sunk, "sunk", "sunk"},
		{string(m.Pending), canvas.Warn, text.MarkPending, "on its way"},
		{string(m.Locked), canvas.Warn, text.MarkLocked, "locked"},
		{"( )", canvas.Strong, "the last shot", "last"},
		{"[ ]", canvas.Cursor, "where you aim", "aim"},
	}
}

// ShipsAt returns the number of the ship on each tile of a fleet, from 1.
func ShipsAt(r *game.Ruleset, fleet game.Fleet) map[game.Tile]int {
	numbers := make(map[game.Tile]int)
	for i, one := range fleet {
		tiles, err := r.Footprint(one)
		if err != nil {
			continue
		}
		for t := range tiles.All() {
			numbers[t] = i + 1
		}
	}
	return numbers
}
