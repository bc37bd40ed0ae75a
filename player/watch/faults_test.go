package watch_test

import (
	"context"
	"fmt"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A channel timeout is no transaction of a player: the record has it as a deadline that has passed.
func TestAChannelTimeoutIsOnRecordAsADeadline(t *testing.T) {
	t.Parallel()
	params := types.LocalParams()
	least := params.TurnBlocksMin
	params.ChannelTimeoutBlocks, params.TurnBlocksDefault, params.ClaimBlocks = 10, least, least
	h := &playertest.OffChain{World: playertest.New(t, chain.WithParams(params))}
	h.StartRelay()
	id := h.Started(game.Xaya())
	h.Node.Advance(playertest.ShortGame)
	r, g, err := h.RecordOf(id)
	require.NoError(t, err)
	require.Equal(t, game.ReasonVoid, g.State().Reason, "neither player has come back")
	expired := 0
	for _, b := range r.Blocks {
		if b.Expired {
			expired++
			require.Empty(t, b.Txs)
		}
	}
	require.Equal(t, 3, expired, "the channel timeout, the toss and the claim")
}

// doubleResults is a node that shows each event of a transaction twice.
type doubleResults struct{ *playertest.Index }

func (d doubleResults) BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error) {
	res, err := d.Index.BlockResults(ctx, height)
	if err == nil {
		for _, tx := range res.TxsResults {
			tx.Events = append(tx.Events, tx.Events...)
		}
	}
	return res, err
}

// Events that do not fit are no news, whatever follows them.
func TestAFollowerStopsAtAnEventThatDoesNotFit(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	w.Node.Advance(10) // beyond the blocks whose events are not taken from the index
	f, err := watch.Follow(t.Context(), doubleResults{w.Index()}, w.ClientCtx.TxConfig.TxDecoder(), id, 1)
	require.NoError(t, err)
	_, err = w.Open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	var broken error
	for range 5 { // opened, joined, tossed, shot once
		if _, broken = f.Next(t.Context()); broken != nil {
			break
		}
	}
	require.ErrorIs(t, broken, game.ErrTurn)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	news, err := f.Next(ended)
	require.NoError(t, err)
	require.IsType(t, game.ShotFired{}, news.Event, "the news before it")
	_, err = f.Next(ended)
	require.Equal(t, broken, err)
}

// The payer of a fee is not the account that has its allowance.
func TestFeeOfATransactionHasItsPayer(t *testing.T) {
	attribute := func(key, value string) abci.EventAttribute { return abci.EventAttribute{Key: key, Value: value} }
	fee := watch.FeeOf([]abci.Event{
		{Type: feegrant.EventTypeUseFeeGrant, Attributes: []abci.EventAttribute{
			attribute(feegrant.AttributeKeyGranter, alice), attribute(feegrant.AttributeKeyGrantee, bob),
		}},
		{Type: sdk.EventTypeTx, Attributes: []abci.EventAttribute{
			attribute(sdk.AttributeKeyFee, "150uanchor"), attribute(sdk.AttributeKeyFeePayer, alice),
		}},
	})
	require.Equal(t, watch.Fee{Coins: sdk.NewCoins(sdk.NewInt64Coin("uanchor", 150)), Payer: alice, Grantee: bob}, fee)
	require.Zero(t, watch.FeeOf(nil))
}

// lateTxs is a node whose index gets the transactions of a block, and those after it, once they were searched for.
type lateTxs struct {
	*playertest.Index

	from int64
}

func (l lateTxs) TxSearch(
	ctx context.Context, query string, prove bool, page, perPage *int, orderBy string,
) (*coretypes.ResultTxSearch, error) {
	query = fmt.Sprintf("%s AND tx.height < %d", query, l.from)
	return l.Index.TxSearch(ctx, query, prove, page, perPage, orderBy)
}

// Between the two searches of an index, blocks are added to it, and of each its own events before its transactions.
// Transactions that were not found then were once left out.
func TestRegressionAFollowerLeavesOutNoTransaction(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	v, err := w.Open(first, id).Look(t.Context())
	require.NoError(t, err)
	w.Node.Advance(v.State.Deadline - v.Height - 2)
	_, err = w.Open(first, id).SetDelegate(t.Context(), w.Address(chain.Carol))
	require.NoError(t, err)
	height := w.Node.Chain.Height()
	w.Node.Advance(3)
	messages := func(node watch.Archive) (all []proto.Message) {
		f, err := watch.Follow(t.Context(), node, w.ClientCtx.TxConfig.TxDecoder(), id, 1)
		require.NoError(t, err)
		for {
			news, err := f.Next(t.Context())
			require.NoError(t, err)
			all = append(all, news.Message)
			if _, ok := news.Message.(*types.EventDeadlinePassed); ok {
				return all
			}
		}
	}
	want := messages(w.Index())
	require.IsType(t, new(types.EventDelegateSet), want[len(want)-2])
	require.Equal(t, want, messages(lateTxs{w.Index(), height}))
}
