package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/battleship-chain/battleship/e2e/faults/check"
)

// percentile returns the value below which a share of the sorted durations lies, by the nearest rank.
func percentile(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := int(share*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)]
}

// report prints the figures of a run. It returns an error unless all counts of the checker are 0, there were faults and
// the network did as it should in each, all programs were started, no more of them have ended with an error than may,
// and a game was entered by a packet.
func (c *campaign) report(out io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d faults in %s to block %d, seed %d, blocks every %s\n\n", len(c.faults),
		time.Since(c.began).Round(time.Second), c.checker.Height(), c.o.seed, c.o.blockTime)
	c.writeFaults(&b)
	c.writeGames(&b)
	total := c.writeCounts(&b)
	for _, text := range c.failures {
		fmt.Fprintln(&b, "failure:", text)
	}
	for i, f := range c.checker.Findings() {
		if i == 20 {
			fmt.Fprintln(&b, "...")
			break
		}
		fmt.Fprintln(&b, "finding:", f)
	}
	if _, err := io.WriteString(out, b.String()); err != nil {
		return err
	}
	var errs []error
	if total > 0 {
		errs = append(errs, fmt.Errorf("the checker has %d findings", total))
	}
	if n := len(c.failures); n > 0 {
		errs = append(errs, fmt.Errorf("%d faults had another effect than they should", n))
	}
	if c.fleet.failed > c.o.ended {
		errs = append(errs, fmt.Errorf("%d programs have ended with an error", c.fleet.failed))
	}
	for _, log := range c.fleet.idle() {
		errs = append(errs, fmt.Errorf("the program of %s was never started", log))
	}
	if len(c.faults) == 0 {
		errs = append(errs, errors.New("no fault was injected"))
	}
	if c.o.games == 0 && c.checker.Requests() == 0 {
		errs = append(errs, errors.New("no game was entered by a packet"))
	}
	return errors.Join(errs...)
}

// writeFaults writes two times by kind, in seconds: from the end of a fault to the next block of the chain, and to a
// new block of all validators.
func (c *campaign) writeFaults(b *strings.Builder) {
	t := newTable(b)
	t.row("recovery, s", "faults", "next block p50", "p95", "max", "all four p50", "p95", "max")
	row := func(name string, of []fault) {
		cells := []any{name, len(of)}
		for _, recovered := range []func(fault) time.Duration{
			func(f fault) time.Duration { return f.next },
			func(f fault) time.Duration { return f.recovery },
		} {
			var times []time.Duration
			for _, f := range of {
				times = append(times, recovered(f))
			}
			slices.Sort(times)
			for _, share := range []float64{0.5, 0.95, 1} {
				cells = append(cells, fmt.Sprintf("%.1f", percentile(times, share).Seconds()))
			}
		}
		t.row(cells...)
	}
	for _, k := range kinds() {
		of := slices.DeleteFunc(slices.Clone(c.faults), func(f fault) bool { return f.kind != k.name })
		if why := c.skipped[k.name]; why != "" {
			t.row(k.name, "skipped: "+why)
		} else if len(of) > 0 {
			row(k.name, of)
		}
	}
	row("all", c.faults)
	t.flush()
	if c.leftOut > 0 {
		fmt.Fprintf(b, "%d faults were left out, for the chain had too many blocks for them\n", c.leftOut)
	}
}

// writeGames writes the ended games by kind and cause.
func (c *campaign) writeGames(b *strings.Builder) {
	ends := c.checker.Ends()
	var causes []string
	for _, counts := range ends {
		for cause := range counts {
			if !slices.Contains(causes, cause) {
				causes = append(causes, cause)
			}
		}
	}
	slices.Sort(causes)
	fmt.Fprintln(b)
	t := newTable(b)
	head := []any{"games ended"}
	for _, cause := range causes {
		head = append(head, cause)
	}
	t.row(append(head, "all")...)
	for _, name := range slices.Sorted(maps.Keys(ends)) {
		cells, sum := []any{name}, 0
		for _, cause := range causes {
			cells = append(cells, ends[name][cause])
			sum += ends[name][cause]
		}
		t.row(append(cells, sum)...)
	}
	t.flush()
	fmt.Fprintf(b, "%d games have ended, %d are open before their deadlines, %d were entered by packets\n\n",
		c.checker.Games(), c.checker.Open(), c.checker.Requests())
}

// writeCounts writes the counts of the checker and of the programs, and returns the sum of the former.
func (c *campaign) writeCounts(b *strings.Builder) (total int) {
	counts := make(map[check.Kind]int)
	for _, f := range c.checker.Findings() {
		counts[f.Kind]++
		total++
	}
	t := newTable(b)
	for _, kind := range check.Kinds() {
		t.row(kind, counts[kind])
	}
	t.row("blocks compared", c.checker.Compared())
	t.row("programs ended with an error", c.fleet.failed)
	t.row("games that a player gave up", c.load.troubled.Load())
	t.flush()
	return total
}

// table writes aligned rows into memory, which does not fail.
type table struct{ w *tabwriter.Writer }

func newTable(b *strings.Builder) table {
	return table{tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)}
}

func (t table) row(cells ...any) {
	for _, cell := range cells {
		_, _ = fmt.Fprintf(t.w, "%v\t", cell)
	}
	_, _ = fmt.Fprintln(t.w)
}

func (t table) flush() { _ = t.w.Flush() }
