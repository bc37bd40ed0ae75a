package cmd

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

// A node ended before its supervisor had read the plan of an upgrade, which then took the upgrade for a crash.
func TestRegressionANodeAnswersUntilItsSupervisorHasReadThePlan(t *testing.T) {
	plan := filepath.Join(t.TempDir(), "upgrade-info.json")
	waited := func(ended time.Duration) time.Duration {
		var took time.Duration
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), ended)
			defer cancel()
			start := time.Now()
			if _, err := os.Stat(plan); err == nil {
				require.NoError(t, os.Chtimes(plan, start, start))
			}
			waitForSupervisor(ctx, plan, start)
			took = time.Since(start)
		})
		return took
	}
	require.Zero(t, waited(time.Hour), "no upgrade")
	require.NoError(t, os.WriteFile(plan, nil, 0o600))
	require.Equal(t, time.Second, waited(time.Second), "asked to end")
	require.Equal(t, supervisorTime, waited(time.Hour), "no supervisor")
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		require.NoError(t, os.Chtimes(plan, start.Add(-time.Second), start.Add(-time.Second)))
		waitForSupervisor(t.Context(), plan, start)
		require.Zero(t, time.Since(start), "an earlier upgrade")
	})
}
