package watch

import (
	"fmt"
	"io"
	"strings"

	"github.com/battleship-chain/battleship/player/text"
)

// boardsEvery is after how many lines the boards are shown where they cannot be redrawn.
const boardsEvery = 20

// Screen shows lines, and below them the boards. On a terminal the boards stay at the foot and fill; elsewhere they
// come between the lines now and then.
type Screen struct {
	out    io.Writer
	redraw bool

	lines int
	foot  int // lines of the boards on the terminal
	// boardsLast reports whether the boards are the last thing shown.
	boardsLast bool
}

// NewScreen returns a screen; redraw is for a terminal.
func NewScreen(out io.Writer, redraw bool) *Screen { return &Screen{out: out, redraw: redraw} }

// Print shows a line, and the boards below it where it is time for them.
func (s *Screen) Print(line, boards string) {
	var b strings.Builder
	if s.foot > 0 {
		fmt.Fprintf(&b, "\x1b[%dA\x1b[J", s.foot)
	}
	b.WriteString(text.Clean(line) + "\n")
	s.lines++
	switch {
	case s.redraw:
		b.WriteString("\n" + text.Clean(boards) + "\n")
		s.foot = strings.Count(boards, "\n") + 2
	case s.lines%boardsEvery == 0:
		b.WriteString("\n" + text.Clean(boards) + "\n\n")
	}
	s.boardsLast = s.redraw || s.lines%boardsEvery == 0
	_, _ = io.WriteString(s.out, b.String())
}

// End shows the boards for the last time, unless they are the last thing shown.
func (s *Screen) End(boards string) {
	if !s.boardsLast {
		s.boardsLast = true
		_, _ = io.WriteString(s.out, "\n"+text.Clean(boards)+"\n")
	}
}
