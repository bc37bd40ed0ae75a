package session

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

// errFailed is a failure in a block.
var errFailed = errors.New("out of gas")

// Five failures in blocks once ended play for good, and a shot was never answered.
func TestFailuresInBlocksSlowDownAndNeverEndPlay(t *testing.T) {
	for _, clock := range []int64{1, 2, 10, 120, 1_000_000} {
		v := Position{Key: "answer E5", Deadline: clock}
		var (
			p        Pauses
			attempts int
			last     int64
		)
		for v.Height = 0; v.Height < clock; {
			if p.Wait(v) {
				v.Height = p.until
				require.False(t, p.Wait(v), "a pause ends with its last block")
				continue
			}
			attempts++
			v.Height++ // its block
			last = v.Height
			err := p.Failed(v, v.Height, errFailed)
			require.ErrorIs(t, err, errFailed)
			var paused *PausedError
			require.Equal(t, attempts > 1, errors.As(err, &paused), "the first is followed by another at once")
		}
		most := 2
		for n := clock; n > 1; n /= 2 {
			most += 2
		}
		require.LessOrEqual(t, attempts, most, "clock of %d", clock)
		require.GreaterOrEqual(t, last, clock-1, "the last attempt is just before the deadline")
	}
}

func TestAPauseReportsItsLastBlock(t *testing.T) {
	v := Position{Key: "answer E5", Deadline: 100}
	var p Pauses
	for range 3 {
		_ = p.Failed(v, 10, errFailed)
	}
	require.EqualError(t, p.Failed(v, 10, errFailed),
		"it failed 4 times in a block and paid a fee each time; the next attempt is after block 14: out of gas")
}

func TestAPauseEndsWithItsCauseOrAKey(t *testing.T) {
	v := Position{Key: "answer E5", Deadline: 100, Height: 10}
	var p Pauses
	for range 6 {
		_ = p.Failed(v, 10, errFailed)
	}
	require.True(t, p.Wait(v))
	p.Skip()
	require.False(t, p.Wait(v), "the player does not want to wait")
	_ = p.Failed(v, 10, errFailed)
	require.True(t, p.Wait(v))
	v.Key = "answer C3"
	require.False(t, p.Wait(v), "another shot is to be answered")
	_ = p.Failed(v, 10, errFailed)
	require.False(t, p.Wait(v), "it has failed once")
}
