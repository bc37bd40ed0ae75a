package env

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/player/text"
)

// Table prints rows in columns, the first row as their heads, or empty if there is no other row. On a terminal that is
// too narrow for them, the last columns are on further lines of each row.
func (p Printer) Table(rows [][]string, empty string) {
	if len(rows) == 1 && empty != "" {
		p.Text("%s", empty)
		return
	}
	named := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			named[i] = append(named[i], text.Clean(p.Named(cell)))
		}
	}
	width, _ := ScreenSize(p.Out)
	for _, line := range layOut(named, width) {
		p.Line(line)
	}
}

const (
	// columnGap is the number of blanks between two columns of a table.
	columnGap = 2
	// rowIndent is the number of blanks before a further line of a row.
	rowIndent = 4
)

// layOut returns the lines of a table with equally wide columns. If they need more than width characters, which is 0
// for no limit, columns move to further, indented lines of each row. A further line without text is left out.
func layOut(rows [][]string, width int) []string {
	var columns []int // their widths
	for _, row := range rows {
		for i, cell := range row {
			if i == len(columns) {
				columns = append(columns, 0)
			}
			columns[i] = max(columns[i], utf8.RuneCountInString(cell))
		}
	}
	var starts []int // the first column of each line of a row
	used := 0
	for i, c := range columns {
		switch {
		case i == 0:
			starts, used = append(starts, i), c
		case width > 0 && used+columnGap+c > width:
			starts, used = append(starts, i), rowIndent+c
		default:
			used += columnGap + c
		}
	}
	var out []string
	for _, row := range rows {
		for n, start := range starts {
			end := len(columns)
			if n+1 < len(starts) {
				end = starts[n+1]
			}
			var line strings.Builder
			for i := start; i < min(end, len(row)); i++ {
				fmt.Fprintf(&line, "%-*s", columns[i]+columnGap, row[i])
			}
			switch part := strings.TrimRight(line.String(), " "); {
			case n == 0:
				out = append(out, part)
			case part != "":
				out = append(out, strings.Repeat(" ", rowIndent)+part)
			}
		}
	}
	return out
}

// Lines prints names, in a column of a width, and their values.
func (p Printer) Lines(lines [][2]string, width int) {
	for _, line := range lines {
		p.Text("%-*s %s", width, line[0], line[1])
	}
}

// More prints the command for the rest of a list.
func (p Printer) More(page *query.PageResponse) {
	if page != nil && len(page.NextKey) > 0 {
		p.Note("More with --%s %s", FlagPageKey, base64.StdEncoding.EncodeToString(page.NextKey))
	}
}

// OrDash returns a text, or a dash for none.
func OrDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
