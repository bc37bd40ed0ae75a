package client_test

import (
	"math/rand/v2"
	"testing"
	"time"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
)

func TestAttackAPlayerNeverPaysMoreThanItsLimitForOneMessage(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	intn := rand.New(rand.NewPCG(7, 7))
	for range 24 {
		floor, limit, firm := 1+intn.Int64N(200_000), anchors(1+intn.Int64N(20_000)), intn.IntN(2) == 0
		w.FillBlocks(floor)
		w.Node.Held = nil
		before, had := len(w.Node.Received), w.Balance(alice)
		height := w.Node.Chain.Height()
		_, err := w.PatientClient(alice).SendOrder(t.Context(), client.Order{
			Msgs: []sdk.Msg{pay(1)}, MaxFee: limit, HardLimit: firm, Deadline: height + 30,
		})
		sent := w.Node.Received[before:]
		w.Node.KeptOut, w.Node.Asked = nil, nil
		w.Node.MakeBlock(w.Node.Held...) // all that can still get into a block does
		paid := had - w.Balance(alice)

		going := int64(0)
		if len(sent) > 0 {
			going = w.BidOf(sent[0]).Fee
		}
		most := max(limit.Amount.Int64(), going)
		if firm {
			most = limit.Amount.Int64()
		}
		require.LessOrEqual(t, w.FeesOf(sent), most, "limit %s, firm %t, floor %d, error %v", limit, firm, floor, err)
		require.LessOrEqual(t, paid, most+int64(len(sent)), "and one uanchor for each payment that was made")
		if err != nil && len(sent) > 0 {
			require.Less(t, most-w.FeesOf(sent), w.BidOf(sent[len(sent)-1]).Fee*12/10,
				"a limit that is hardly used: %s, floor %d", limit, floor)
		}
	}
}

// An unordered transaction whose time is over costs nothing any more, so that another can be made.
func TestABidWhoseTimeIsOverMakesRoomForAnother(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	w.FillBlocks(1 << 40)
	height := w.Node.Chain.Height()
	_, err := w.PatientClient(alice).SendOrder(t.Context(), client.Order{
		Msgs: []sdk.Msg{pay(1)}, MaxFee: anchors(300), Deadline: height + 800,
	})
	var late *client.NotIncludedError
	require.ErrorAs(t, err, &late)
	bids := make([]playertest.Bid, 0, len(w.Node.Received))
	for _, raw := range w.Node.Received {
		if b := w.BidOf(raw); b.Unordered {
			bids = append(bids, b)
		}
	}
	require.Len(t, bids, 3)
	for i, b := range bids[1:] {
		require.Greater(t, b.Until, bids[i].Until.Add(5*time.Minute).Add(-time.Second))
	}
}

// Other programs use the account: that is no reason not to send, however tight the limit.
func TestASequenceThatHasReallyMovedIsFollowed(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	c := w.PatientClient(alice)
	moved := 0
	w.Node.Check = func([]byte) *coretypes.ResultBroadcastTx {
		if moved == 6 {
			return nil
		}
		moved++
		check := w.Node.Check
		w.Node.Check = nil
		w.Node.MakeBlock(w.Node.Chain.Sign(200_000, []sdk.Msg{pay(1)}, chain.NewAccount(alice)))
		w.Node.Check = check
		return refused(sdkerrors.ErrWrongSequence.Codespace(), sdkerrors.ErrWrongSequence.ABCICode(), "behind")
	}
	_, err := c.Send(t.Context(), pay(1))
	require.NoError(t, err)
	require.Equal(t, 6, moved)
}
