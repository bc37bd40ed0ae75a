package cli

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/cosmos/cosmos-sdk/types/query"
)

// table prints rows in columns, the first row as their heads, or empty if there is no other row.
func (p printer) table(rows [][]string, empty string) {
	if len(rows) == 1 && empty != "" {
		p.text("%s", empty)
		return
	}
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		_, _ = fmt.Fprintln(w, p.named(strings.Join(row, "\t")))
	}
	_ = w.Flush()
	for line := range strings.Lines(b.String()) {
		p.text("%s", strings.TrimRight(line, " \n"))
	}
}

// beside prints a table of melees, if it has any, below one of games if there is one. The command lists those that are
// on the next pages. It reports whether there are melees.
func (p printer) beside(games bool, rows [][]string, page *query.PageResponse, command string) bool {
	if len(rows) == 1 {
		return false
	}
	if games {
		p.text("")
	}
	p.table(rows, "")
	if page != nil && len(page.NextKey) > 0 {
		p.note("There are more melees: battleshipd %s lists them all.", command)
	}
	return true
}

// lines prints names, in a column of a width, and their values.
func (p printer) lines(lines [][2]string, width int) {
	for _, line := range lines {
		p.text("%-*s %s", width, line[0], line[1])
	}
}

// more prints the command for the rest of a list.
func (p printer) more(page *query.PageResponse) {
	if page != nil && len(page.NextKey) > 0 {
		p.note("More with --%s %s", flagPageKey, base64.StdEncoding.EncodeToString(page.NextKey))
	}
}
