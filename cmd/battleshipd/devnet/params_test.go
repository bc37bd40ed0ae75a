package devnet_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// However fast a devnet is, a person at the command line has the same time.
func TestClocksTakeAsLongAtEveryPace(t *testing.T) {
	const day = 24 * time.Hour
	tests := map[string]struct {
		pace time.Duration
		// move, correspondence and open are how long the clocks last.
		move, correspondence, open time.Duration
	}{
		"the pace of a new devnet": {
			pace: devnet.DefaultBlockTime, move: time.Minute, correspondence: 3 * day, open: 10_000 * time.Second,
		},
		"so fast that days do not fit": {
			pace: 100 * time.Millisecond, move: time.Minute,
			correspondence: types.MaxClockBlocks * 100 * time.Millisecond, open: 10_000 * time.Second,
		},
		"the fastest": {
			pace: 10 * time.Millisecond, move: time.Minute,
			correspondence: types.MaxClockBlocks * 10 * time.Millisecond, open: 10_000 * time.Second,
		},
		"so slow that a minute is a few blocks": {
			pace: 10 * time.Second, move: time.Minute, correspondence: 3 * day, open: 10_000 * time.Second,
		},
		"so slow that the shortest clock is more than a minute": {
			pace: time.Hour, move: types.MinClockBlocks * time.Hour, correspondence: 3 * day, open: 2 * time.Hour,
		},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			p := devnet.LocalParams().AtPace(tc.pace)
			require.NoError(t, p.Validate())
			require.Equal(t, tc.pace, p.Duration(1))
			require.Equal(t, tc.move, p.Duration(p.TurnBlocksDefault))
			require.Equal(t, tc.correspondence, p.Duration(p.TurnBlocksCorrespondence))
			require.Equal(t, tc.open, p.Duration(p.OpenBlocks))
		})
	}
	require.NoError(t, devnet.LocalParams().AtPace(5*time.Hour).Validate(), "slower than block_millis can tell")
}
