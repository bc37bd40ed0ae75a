package against_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/testutil/against"
)

func TestQuantile(t *testing.T) {
	t.Parallel()
	values := []float64{5, 1, 4, 2, 3}
	for fraction, want := range map[float64]float64{0: 1, 0.25: 2, 0.5: 3, 0.75: 4, 1: 5} {
		require.InDelta(t, want, against.Quantile(values, fraction), 0, "fraction %g", fraction)
	}
	require.Equal(t, []float64{5, 1, 4, 2, 3}, values, "the values are not reordered")
}

// One round in three in which another program ran does not change a median.
func TestReportIgnoresTheRoundsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	res := testing.Benchmark(func(b *testing.B) {
		var r against.Rounds
		for range b.N {
			r.Add(3*time.Microsecond, 2*time.Microsecond)
			r.Add(300*time.Microsecond, 2*time.Microsecond)
			r.Add(3*time.Microsecond, 2*time.Microsecond)
		}
		r.Report(b, "work", "base", 2)
	})
	require.InDelta(t, 1.5, res.Extra["ratio-p50"], 1e-9)
	require.InDelta(t, 1.5, res.Extra["us/work"], 1e-9)
	require.InDelta(t, 1, res.Extra["us/base"], 1e-9)
}
