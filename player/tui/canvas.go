package tui

import (
	"strings"
	"unicode"

	"charm.land/lipgloss/v2"
)

// paint is the colour of a cell; no meaning depends on it alone.
type paint uint8

// The paints.
const (
	plain paint = iota
	faint
	strong
	good
	bad
	warn
	water
	miss
	hit
	sunk
	ship
	cursor
	reversed
	paints
)

// cell is one place of the terminal. A wide character is followed by a cell without one.
type cell struct {
	char  rune
	paint paint
}

// canvas is the whole picture. Whatever is put beyond its edges is cut off, so it always fits its terminal.
type canvas struct {
	width, height int
	cells         []cell
}

func newCanvas(width, height int) *canvas {
	c := &canvas{width: width, height: height, cells: make([]cell, width*height)}
	for i := range c.cells {
		c.cells[i].char = ' '
	}
	return c
}

// region is a part of a canvas with coordinates of its own.
type region struct {
	canvas              *canvas
	x, y, width, height int
}

func (c *canvas) all() region { return region{canvas: c, width: c.width, height: c.height} }

// part is a part of a region, as far as it lies in it.
func (r region) part(x, y, width, height int) region {
	x, y = max(x, 0), max(y, 0)
	return region{
		canvas: r.canvas, x: r.x + x, y: r.y + y,
		width: max(min(width, r.width-x), 0), height: max(min(height, r.height-y), 0),
	}
}

// above is the line above a region.
func (r region) above() region {
	return region{canvas: r.canvas, x: r.x, y: r.y - 1, width: r.width, height: 1}
}

// put writes a text from a place on and returns the column after it. Characters that are not for printing, which a
// node's words may hold, are left out.
func (r region) put(x, y int, text string, p paint) int {
	for _, char := range text {
		char, width := glyph(char)
		if width == 0 {
			continue
		}
		if y >= 0 && y < r.height && x >= 0 && x+width <= r.width {
			at := (r.y+y)*r.canvas.width + r.x + x
			r.canvas.cells[at] = cell{char, p}
			if width == 2 {
				r.canvas.cells[at+1] = cell{0, p}
			}
		}
		x += width
	}
	return x
}

// putRight writes a text so that it ends at the right edge.
func (r region) putRight(y int, text string, p paint) { r.put(r.width-textWidth(text), y, text, p) }

// putWrapped writes a text in as many lines as it takes, and returns the line after it.
func (r region) putWrapped(x, y int, text string, p paint) int {
	for _, line := range wrap(text, r.width-x) {
		r.put(x, y, line, p)
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

// textWidth is how many columns a text takes.
func textWidth(text string) int {
	n := 0
	for _, char := range text {
		n += charWidth(char)
	}
	return n
}

// shorten cuts a text to a width, with a mark where something is missing.
func shorten(text string, width int) string {
	if textWidth(text) <= width {
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

// wrap breaks a text between words, or in words that are longer than a line.
func wrap(text string, width int) []string {
	if width < 1 {
		return nil
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case textWidth(line)+1+textWidth(word) <= width:
			line += " " + word
		default:
			lines, line = append(lines, line), word
		}
		for textWidth(line) > width {
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

// text renders the canvas with a style for each paint.
func (c *canvas) text(styles *[paints]lipgloss.Style) string {
	var b, run strings.Builder
	for y := range c.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.cells[y*c.width : (y+1)*c.width]
		for x, one := range row {
			if one.char != 0 {
				run.WriteRune(one.char)
			}
			if x+1 == len(row) || row[x+1].paint != one.paint {
				b.WriteString(styled(styles[one.paint], run.String(), one.paint))
				run.Reset()
			}
		}
	}
	return b.String()
}

func styled(style lipgloss.Style, text string, p paint) string {
	if p == plain {
		return text
	}
	return style.Render(text)
}
