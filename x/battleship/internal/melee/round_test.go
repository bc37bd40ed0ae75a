package melee_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/kit"
)

func TestAMeleeOfFourIsPlayedToItsEnd(t *testing.T) {
	t.Parallel()
	f := kit.New(t)
	b := f.NewBrawl(4)
	b.Sink(1)
	b.Sink(2)
	b.Sink(3)
	require.Equal(t, melee.StageClaim, b.Now().Stage)
	b.Deliver(b.ClaimMsg(0))
	require.True(t, b.Gone())
	require.EqualValues(t, 1, b.Ended().Winners)
}
