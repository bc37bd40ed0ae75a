package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/player/playertest"
)

func TestAFeeAboveTheLimitIsNotPaid(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	_, _, err := run(w, "tx battleship create-game --max-fee 0.000050anchor --from alice -y")
	require.ErrorContains(t, err, "nothing was sent: expected fees of at most 50uanchor (--max-fee), got ")
	require.Empty(t, w.Node.Received)
	must(w, "tx battleship create-game --max-fee 0.01anchor --from alice -y")
	require.Less(t, w.FeesOf(w.Node.Received), math.NewInt(10_000).Int64())
}
