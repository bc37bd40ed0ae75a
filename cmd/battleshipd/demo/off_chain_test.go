package demo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/cmd/battleshipd/demo"
)

func TestAStagedOffChainGameCountsOnlyWithThreeTransactions(t *testing.T) {
	t.Parallel()
	good := demo.ChannelGame{
		Winner: "dave", Reason: "sunk", Txs: 3, Updates: 80, Reward: math.NewInt(42_000_000), Promised: 42_000_000,
	}
	for name, tc := range map[string]struct {
		change func(s *demo.ChannelGame)
		says   string
	}{
		"as it must be":   {func(*demo.ChannelGame) {}, ""},
		"one too many":    {func(s *demo.ChannelGame) { s.Txs = 4 }, "expected 3 transactions, got 4"},
		"one that failed": {func(s *demo.ChannelGame) { s.Failed = 1 }, "of which 1 failed"},
		"a timeout":       {func(s *demo.ChannelGame) { s.Reason = "timeout" }, "expected a winner by sunk"},
		"nobody":          {func(s *demo.ChannelGame) { s.Winner = "" }, "expected a winner by sunk"},
		"no reward": {
			func(s *demo.ChannelGame) { s.Reward, s.Promised = math.ZeroInt(), 0 }, "expected dave to hold",
		},
		"less than was said": {
			func(s *demo.ChannelGame) { s.Reward = math.NewInt(41_999_999) }, "but the bank says 41999999",
		},
		"not an update was sent": {func(s *demo.ChannelGame) { s.Updates = 0 }, "expected updates, got 0"},
	} {
		t.Run(name, func(t *testing.T) {
			s := good
			tc.change(&s)
			err := demo.ChannelReport{OffChain: s}.Check()
			if tc.says == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tc.says)
		})
	}
}
