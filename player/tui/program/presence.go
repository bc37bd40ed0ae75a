package program

import (
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/tui/canvas"
)

// Legend implements tui.Explained.
func (s lobbyScreen) Legend(w *tui.World) []tui.LegendLine {
	return append(w.Legend(), tui.LegendLine{Mark: text.MarkOnline, Paint: canvas.Plain, Means: text.MeansOnline})
}
