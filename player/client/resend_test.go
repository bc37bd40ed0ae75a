package client_test

import (
	"testing"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
)

// A node that was started again takes no transactions for a while. The player must send the one that it has signed.
func TestASignedTransactionIsResentUnchanged(t *testing.T) {
	t.Parallel()
	for name, err := range map[string]error{
		"a node that catches up": errCatchingUp, "a node that is away": playertest.ErrAway,
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			var tried []string
			w.Node.Closed = func(raw []byte) error {
				if tried = append(tried, playertest.HashOf(raw)); len(tried) < 12 {
					return err
				}
				return nil
			}
			receipt, err := w.PatientClient(alice).Send(t.Context(), pay(1))
			require.NoError(t, err)
			require.Len(t, tried, 12)
			for _, hash := range tried {
				require.Equal(t, receipt.Hash, hash)
			}
		})
	}
}

func TestAFullMempoolIsOutlastedWithTheSameBytes(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	var tried []string
	w.Node.Check = func(raw []byte) *coretypes.ResultBroadcastTx {
		if tried = append(tried, playertest.HashOf(raw)); len(tried) < 12 {
			return refused(sdkerrors.ErrMempoolIsFull.Codespace(), sdkerrors.ErrMempoolIsFull.ABCICode(), "full")
		}
		return nil
	}
	receipt, err := w.PatientClient(alice).Send(t.Context(), pay(1))
	require.NoError(t, err)
	for _, hash := range tried {
		require.Equal(t, receipt.Hash, hash)
	}
}

// It has cost its fee, and would cost it again.
func TestATransactionThatFailedInABlockIsNotResent(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.Node.Spoil(1)
	_, err := w.PatientClient(alice).Send(t.Context(), pay(1))
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.Equal(t, w.Node.Chain.Height(), refused.Height, "there is no other block")
}

func TestTheGasLimitIsTheSimulationsTimesTheAdjustment(t *testing.T) {
	t.Parallel()
	for adjustment, want := range map[float64]float64{0: client.DefaultGasAdjustment, 1: 1, 1.7: 1.7} {
		w := playertest.New(t)
		c, err := client.New(t.Context(), client.LinkTo(w.ClientCtx), client.Options{From: alice, GasAdjustment: adjustment})
		require.NoError(t, err)
		receipt, err := c.Send(t.Context(), pay(1))
		require.NoError(t, err)
		require.EqualValues(t, uint64(float64(w.Node.Simulated)*want), receipt.GasWanted)
	}
}
