package text_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/text"
)

func TestDurationsInWords(t *testing.T) {
	t.Parallel()
	for want, d := range map[string]time.Duration{
		"0s":         999 * time.Millisecond,
		"1s":         1_999 * time.Millisecond,
		"59s":        59 * time.Second,
		"1m":         time.Minute,
		"1m 1s":      61 * time.Second,
		"59m 59s":    time.Hour - time.Second,
		"1h":         time.Hour + 59*time.Second,
		"1h 30m":     90 * time.Minute,
		"1d":         24 * time.Hour,
		"3d":         72*time.Hour + 59*time.Minute,
		"2d 4h":      52 * time.Hour,
		"41666d 16h": 1_000_000 * time.Hour,
	} {
		require.Equal(t, want, text.Duration(d), "%s", d)
	}
	require.Equal(t, "0s", text.Duration(-time.Hour))
}
