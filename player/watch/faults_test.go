package watch_test

import (
	"context"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
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
