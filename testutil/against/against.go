// Package against compares two kinds of work that a benchmark does turn by turn. Alternation exposes both to the same
// load of the machine, and medians ignore rounds in which another program ran, if those are the fewer.
package against

import (
	"slices"
	"testing"
	"time"
)

// Rounds are the durations of two kinds of work, by round.
type Rounds struct {
	work, base []time.Duration
}

// Add adds a round.
func (r *Rounds) Add(work, base time.Duration) {
	r.work, r.base = append(r.work, work), append(r.base, base)
}

// Report reports the median time of a unit of each kind, and of the ratios of the rounds the median and the quartiles.
func (r *Rounds) Report(b *testing.B, work, base string, units int) {
	b.Helper()
	ratios := make([]float64, len(r.work))
	for i := range ratios {
		ratios[i] = float64(r.work[i]) / float64(r.base[i])
	}
	perUnit := func(all []time.Duration) float64 {
		return float64(Quantile(all, 0.5).Nanoseconds()) / 1000 / float64(units)
	}
	b.ReportMetric(perUnit(r.work), "us/"+work)
	b.ReportMetric(perUnit(r.base), "us/"+base)
	b.ReportMetric(Quantile(ratios, 0.25), "ratio-p25")
	b.ReportMetric(Quantile(ratios, 0.5), "ratio-p50")
	b.ReportMetric(Quantile(ratios, 0.75), "ratio-p75")
}

// Quantile returns the element at index fraction*len of the sorted values, or the last. It panics if there are none.
func Quantile[T ~int64 | ~float64](values []T, fraction float64) T {
	sorted := slices.Clone(values)
	slices.Sort(sorted)
	return sorted[min(int(fraction*float64(len(sorted))), len(sorted)-1)]
}
