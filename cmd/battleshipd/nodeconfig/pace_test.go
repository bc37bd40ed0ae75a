package nodeconfig_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Every param that counts blocks takes as long at another pace, but for the shortest clock, which leaves a message that
// many blocks to get into whatever the pace.
func TestEveryClockTakesAsLongAtAnotherPace(t *testing.T) {
	slow := types.DefaultParams()
	fast := slow.AtPace(500 * time.Millisecond)
	require.NoError(t, fast.Validate())
	require.Equal(t, fast, fast.AtPace(500*time.Millisecond), "twice is once")
	require.Equal(t, slow, slow.AtPace(time.Second))
	clocks := 0
	for i := range reflect.TypeFor[types.Params]().NumField() {
		name := reflect.TypeFor[types.Params]().Field(i).Name
		if !strings.Contains(name, "Blocks") {
			continue
		}
		clocks++
		was, is := reflect.ValueOf(slow).Field(i).Int(), reflect.ValueOf(fast).Field(i).Int()
		if name == "TurnBlocksMin" {
			require.Equal(t, was, is, name)
		} else {
			require.Equal(t, min(2*was, types.MaxClockBlocks), is, name)
		}
	}
	require.GreaterOrEqual(t, clocks, 8)
	require.Equal(t, uint32(500), fast.BlockMillis)
}

func TestPauseFitsFromHalfOfABlockToAWholeOne(t *testing.T) {
	for _, pause := range []time.Duration{500 * time.Millisecond, 800 * time.Millisecond, time.Second} {
		require.NoError(t, nodeconfig.CheckPace(pause, time.Second), pause)
	}
	for _, pause := range []time.Duration{0, 499 * time.Millisecond, 1001 * time.Millisecond, 5 * time.Second} {
		require.ErrorContains(t, nodeconfig.CheckPace(pause, time.Second), "expected 500ms to 1s", pause)
	}
	for _, blockTime := range []time.Duration{
		nodeconfig.MinBlockTime, 100 * time.Millisecond, nodeconfig.DefaultBlockTime, time.Minute, nodeconfig.MaxBlockTime,
	} {
		require.NoError(t, nodeconfig.CheckBlockTime(blockTime))
		comet := nodeconfig.Comet(blockTime)
		require.NoError(t, comet.ValidateBasic())
		require.NoError(t, nodeconfig.CheckPace(comet.Consensus.TimeoutCommit, blockTime), "%s", blockTime)
		require.NoError(t, types.DefaultParams().AtPace(blockTime).Validate(), "%s", blockTime)
	}
	require.Zero(t, nodeconfig.App().StateSync.SnapshotInterval)
	require.Positive(t, nodeconfig.Comet(time.Second).P2P.PersistentPeersMaxDialPeriod)
}
