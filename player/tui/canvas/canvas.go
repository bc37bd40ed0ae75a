package canvas

import (
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
)

// Paint is the colour of a cell; no meaning depends on it alone.
type Paint uint8

// The paints.
const (
	Plain Paint = iota
	Faint
	Strong
	Good
	Bad
	Warn
	Water
	Miss
	Hit
	Sunk
	Ship
	Cursor
	// Burst and Spray are around a shot that has just hit or missed.
	Burst
	Spray
	// edge is the lower edge of a tile, in the colour of its background.
	edge
	reversed
	Paints
)

// cell is one place of the terminal. A wide character is followed by a cell without one.
type cell struct {
	char  rune
	paint Paint
	fill  fill
}

// Canvas is the whole picture. Whatever is put beyond its edges is cut off, so it always fits its terminal.
type Canvas struct {
	Width, Height int
	// Filled reports whether boards have backgrounds.
	Filled bool
	cells  []cell
}

// New returns an empty canvas.
func New(width, height int) *Canvas {
	c := &Canvas{Width: width, Height: height, cells: make([]cell, width*height)}
	for i := range c.cells {
		c.cells[i].char = ' '
	}
	return c
}

// Region is a part of a canvas with coordinates of its own.
type Region struct {
	canvas              *Canvas
	X, Y, Width, Height int
}

// All is the whole canvas as a region.
func (c *Canvas) All() Region { return Region{canvas: c, Width: c.Width, Height: c.Height} }

// Part is a part of a region, as far as it lies in it.
func (r Region) Part(x, y, width, height int) Region {
	x, y = max(x, 0), max(y, 0)
	return Region{
		canvas: r.canvas, X: r.X + x, Y: r.Y + y,
		Width: max(min(width, r.Width-x), 0), Height: max(min(height, r.Height-y), 0),
	}
}

// Above is the line above a region.
func (r Region) Above() Region {
	return Region{canvas: r.canvas, X: r.X, Y: r.Y - 1, Width: r.Width, Height: 1}
}

// Put writes a text from a place on and returns the column after it. Characters that are not for printing, which a
// node's words may hold, are left out.
func (r Region) Put(x, y int, text string, p Paint) int { return r.put(x, y, text, p, noFill) }

// put is Put on a background.
func (r Region) put(x, y int, text string, p Paint, f fill) int {
	for _, char := range text {
		char, width := glyph(char)
		if width == 0 {
			continue
		}
		if y >= 0 && y < r.Height && x >= 0 && x+width <= r.Width {
			at := (r.Y+y)*r.canvas.Width + r.X + x
			r.canvas.cells[at] = cell{char, p, f}
			if width == 2 {
				r.canvas.cells[at+1] = cell{0, p, f}
			}
		}
		x += width
	}
	return x
}

// over writes a character on the background that is there.
func (r Region) over(x, y int, char string, p Paint) {
	f := noFill
	if x >= 0 && y >= 0 && x < r.Width && y < r.Height {
		f = r.canvas.cells[(r.Y+y)*r.canvas.Width+r.X+x].fill
	}
	r.put(x, y, char, p, f)
}

// PutRight writes a text so that it ends at the right edge.
func (r Region) PutRight(y int, text string, p Paint) { r.Put(r.Width-TextWidth(text), y, text, p) }

// PutWrapped writes a text in as many lines as it takes, and returns the line after it.
func (r Region) PutWrapped(x, y int, text string, p Paint) int {
	for _, line := range Wrap(text, r.Width-x) {
		r.Put(x, y, line, p)
		y++
	}
	return y
}

// glyph is the drawn form of a character and its number of columns, 0 for one that is not for printing. Characters that
// join with their neighbours, or run to the left, do not keep to columns; a question mark replaces them.
func glyph(char rune) (rune, int) {
	const firstPunctuation, lastSymbol = 0x2010, 0x27bf
	switch {
	case char < 0x20 || char == 0x7f:
		return char, 0
	case char < 0x7f:
		return char, 1
	case !unicode.IsPrint(char) || unicode.Is(unicode.M, char):
		return char, 0
	case char <= unicode.MaxLatin1, char >= firstPunctuation && char <= lastSymbol,
		unicode.In(char, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Han, unicode.Hiragana, unicode.Katakana):
		return char, min(max(lipgloss.Width(string(char)), 1), 2)
	}
	return '?', 1
}

// charWidth is how many columns a character takes.
func charWidth(char rune) int {
	_, width := glyph(char)
	return width
}

// TextWidth is how many columns a text takes.
func TextWidth(text string) int {
	n := 0
	for _, char := range text {
		n += charWidth(char)
	}
	return n
}

// Shorten cuts a text to a width, with a mark where something is missing.
func Shorten(text string, width int) string {
	if TextWidth(text) <= width {
		return text
	}
	const more = ".."
	if width <= len(more) {
		return more[:max(width, 0)]
	}
	n := 0
	for i, char := range text {
		if n += charWidth(char); n > width-len(more) {
			return text[:i] + more
		}
	}
	return text
}

// Wrap breaks a text between words, or in words that are longer than a line.
func Wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case TextWidth(line)+1+TextWidth(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
		for TextWidth(line) > width {
			head, tail := cut(line, width)
			lines, line = append(lines, head), tail
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// cut splits a text that is wider than a width, after at least one character.
func cut(text string, width int) (head, tail string) {
	n := 0
	for i, char := range text {
		if n += charWidth(char); n > width && i > 0 {
			return text[:i], text[i:]
		}
	}
	return text, ""
}

// Text renders the canvas with a style for each paint.
func (c *Canvas) Text(styles *Styles) string {
	var b strings.Builder
	for y := range c.Height {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.cells[y*c.Width : (y+1)*c.Width]
		for x, one := range row {
			if x == 0 || row[x-1].paint != one.paint || row[x-1].fill != one.fill {
				b.WriteString(styles[one.paint][one.fill].before)
			}
			if one.char != 0 {
				b.WriteRune(one.char)
			}
			if x+1 == len(row) || row[x+1].paint != one.paint || row[x+1].fill != one.fill {
				b.WriteString(styles[one.paint][one.fill].after)
			}
		}
	}
	return b.String()
}
