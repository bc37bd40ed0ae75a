package demo

import "io"

// Screen is what shows a game.
type Screen = screen

// NewScreen returns a screen, on a terminal or not.
func NewScreen(out io.Writer, redraw bool) *Screen { return &screen{out: out, redraw: redraw} }

// Print shows a line, and the boards below it where it is time for them.
func (s *Screen) Print(line, boards string) { s.print(line, boards) }

// End shows the boards for the last time.
func (s *Screen) End(boards string) { s.end(boards) }
