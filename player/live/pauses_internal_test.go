package live

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
)

// Five failures in blocks once ended play for good, and a shot was never answered.
func TestFailuresInBlocksSlowDownAndNeverEndPlay(t *testing.T) {
	for _, clock := range []int64{1, 2, 10, 120, 1_000_000} {
		v := session.View{State: game.State{Owes: game.OwesAnswer, Deadline: clock}}
		var (
			p        pauses
			attempts int
			last     int64
		)
		for v.Height = 0; v.Height < clock; {
			if p.wait(v) {
				v.Height = p.until
				continue
			}
			attempts++
			v.Height++ // its block
			last = v.Height
			p.failed(v, v.Height)
		}
		most := 2
		for n := clock; n > 1; n /= 2 {
			most += 2
		}
		require.LessOrEqual(t, attempts, most, "clock of %d", clock)
		require.GreaterOrEqual(t, last, clock-1, "the last attempt is just before the deadline")
	}
}

func TestAPauseEndsWithItsCauseOrAKey(t *testing.T) {
	v := session.View{Height: 10, State: game.State{Owes: game.OwesAnswer, Deadline: 100}}
	var p pauses
	for range 6 {
		p.failed(v, 10)
	}
	require.True(t, p.wait(v))
	p.skip()
	require.False(t, p.wait(v), "the player does not want to wait")
	p.failed(v, 10)
	require.True(t, p.wait(v))
	v.State.Pending = 3
	require.False(t, p.wait(v), "another shot is to be answered")
	p.failed(v, 10)
	require.False(t, p.wait(v), "it has failed once")
}
