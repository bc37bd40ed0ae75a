package keeper_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requireTable requires that a table of a document has a row for each message, with figures that are at most a
// twentieth off. If not, the error has the table to put there.
func (b *bills) requireTable(document string, figures func(price) []int64) {
	b.Helper()
	text := readText(b, document)
	stale := false
	table := b.table(func(name string, p price) string {
		is := figures(p)
		found := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(name) + strings.Repeat(` \| ([\d,]+)`, len(is)) + ` \|$`).
			FindStringSubmatch(text)
		stale = stale || found == nil
		cells := make([]string, len(is))
		for i, n := range is {
			cells[i] = grouped(n)
			if found != nil {
				stale = stale || 20*max(number(b, found[i+1])-n, n-number(b, found[i+1])) > n
			}
		}
		return strings.Join(cells, " | ")
	})
	require.False(b, stale, "%s should say\n%s", document, table)
}

// clientLimit returns the gas limit that docs/clients.md advises: a fifth more than is used, in whole ten thousands.
func (p price) clientLimit() int64 { return (p.used*12/10 + 9_999) / 10_000 * 10_000 }

// A claim after a whole game takes a third more than one after a concession. A table that was measured with the latter
// advised a limit at which the former runs out of gas.
func TestRegressionTheGasLimitForClientsIsTooLowForAClaimAfterAWholeGame(t *testing.T) {
	t.Parallel()
	b := newBills(t)
	b.everyMessage()
	b.requireTable("../../../docs/clients.md", func(p price) []int64 {
		return []int64{p.simulated, p.used, p.clientLimit()}
	})
}

// grouped writes a number with commas.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// number reads a number with commas.
func number(t testing.TB, s string) int64 {
	t.Helper()
	n, err := strconv.ParseInt(strings.ReplaceAll(s, ",", ""), 10, 64)
	require.NoError(t, err)
	return n
}
