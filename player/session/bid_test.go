package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestAMoveThatIsKeptOutIsOutbid(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	before, had := len(w.Node.Received), w.Balance(first)
	w.FillBlocks(5_000)
	p := w.Player(first)
	done, err := duel.Open(p, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)

	sent := w.Node.Received[before:]
	require.Len(t, sent, 4, "the first at the going price, then 2, 4 and 8 times as much")
	require.Equal(t, 3, done.Bids)
	until := make(map[time.Time]bool)
	for i, raw := range sent {
		b := w.BidOf(raw)
		require.Equal(t, i > 0, b.Unordered)
		require.InDelta(t, int64(1_000)<<i, b.Price(), 20)
		until[b.Until] = true
	}
	require.Len(t, until, 4, "the time of an unordered transaction is its nonce")
	require.Equal(t, done.Hash, playertest.HashOf(sent[3]))
	require.Equal(t, w.BidOf(sent[3]).Fee, done.Fees.AmountOf(client.GasDenom).Int64())
	require.Equal(t, w.FeesOf(sent[:3]), done.FeesPending.AmountOf(client.GasDenom).Int64())
	require.Equal(t, had-done.Fees.AmountOf(client.GasDenom).Int64(), w.Balance(first))

	// The same client's next transaction does not wait behind the one that is stuck.
	w.Node.KeptOut, w.Node.Check = nil, nil
	_, err = p.Chain.Send(t.Context(), &types.MsgConcede{Sender: chain.NewAccount(first).String(), GameId: id})
	require.NoError(t, err)
	require.True(t, w.BidOf(w.Node.Received[len(w.Node.Received)-1]).Unordered)

	// What was outbid can still get into blocks. It fails, costs what was said, and changes nothing.
	had = w.Balance(first)
	w.Node.MakeBlock(sent[:3]...)
	for _, raw := range sent[:3] {
		require.NotZero(t, w.Node.Txs[playertest.HashOf(raw)].Code)
	}
	require.Equal(t, had-done.FeesPending.AmountOf(client.GasDenom).Int64(), w.Balance(first))

	// Once that is over, the sequence is used again.
	_, err = p.Chain.Send(t.Context(), pay(1))
	if first == alice {
		require.NoError(t, err)
		require.False(t, w.BidOf(w.Node.Received[len(w.Node.Received)-1]).Unordered)
	}
}

// One block can hold the bid that won and what it outbid, which failed: the order counts as done.
func TestABidThatWonCountsDespiteOtherFailures(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	w.Node.Hold = true
	w.Node.Asked = func() {
		if len(w.Node.Held) < 2 {
			w.Node.MakeBlock()
			return
		}
		w.Node.MakeBlock(w.Node.Held[1], w.Node.Held[0])
		w.Node.Held, w.Node.Asked = nil, nil
	}
	done, err := w.Open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	require.Equal(t, 1, done.Bids)
	require.True(t, done.FeesPending.IsZero())
	require.Equal(t, w.FeesOf(w.Node.Received[len(w.Node.Received)-2:]), done.Fees.AmountOf(client.GasDenom).Int64())
}

// A node indexes a block a moment after it has committed it. A transaction that was in the last block was outbid in
// that moment, and the bid failed and was paid for: above all on a busy machine, in melees of many players.
func TestRegressionATransactionInAnUnindexedBlockIsOutbid(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		// takes is how many transactions wait when the last of them gets into a block, which is the one with that many
		// questions for the height; after are the empty blocks that follow before the index does.
		takes, question, after int
	}{
		"in the last block":            {takes: 1, question: 3},
		"in the last but one":          {takes: 1, question: 2, after: 1},
		"for more blocks than are due": {takes: 1, question: 2, after: 6},
		"a bid":                        {takes: 2, question: 4, after: 1},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			id, first, _ := w.Begun(game.Classic())
			before, had := len(w.Node.Received), w.Balance(first)
			w.Node.Hold = true
			questions := 0
			w.Node.Asked = func() {
				if questions++; questions != tc.question {
					w.Node.MakeBlock()
					return
				}
				require.Len(t, w.Node.Held, tc.takes)
				w.Node.MakeBlock(w.Node.Held[tc.takes-1])
			}
			w.Node.LookUp = func() error {
				if questions > tc.question+tc.after {
					return nil
				}
				return status.Error(codes.NotFound, "tx not found")
			}
			done, err := w.Open(first, id).Shoot(t.Context(), "A1")
			require.NoError(t, err)
			require.Len(t, w.Node.Received[before:], tc.takes, "what is in a block is sent again by nobody")
			require.Equal(t, tc.takes-1, done.Bids)
			w.Node.MakeBlock(w.Node.Held[:tc.takes-1]...)
			require.Equal(t, had-w.FeesOf(w.Node.Received[before:]), w.Balance(first))
		})
	}
}

// A transaction that failed in its block has cost its fee. While a dearer one beside it is still looked for, it is not
// handed over again.
func TestATransactionThatFailedInABlockIsNotResentBesideABid(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	inBlock := make(map[string]bool)
	w.Node.Closed = func(raw []byte) error {
		require.False(t, inBlock[playertest.HashOf(raw)], "handed over again after it failed in a block")
		return nil
	}
	w.Node.Hold = true
	w.Node.Asked = func() {
		if len(w.Node.Held) < 2 || len(inBlock) > 0 {
			w.Node.MakeBlock()
			return
		}
		// The first one fails in a block; the bid waits.
		inBlock[playertest.HashOf(w.Node.Held[0])] = true
		w.Node.Fail(w.Node.Held[0])
	}
	_, err := w.Open(first, id).Shoot(t.Context(), "A1")
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.Len(t, inBlock, 1)
}

func TestMovesNotOwedAreBidForOnRequestOnly(t *testing.T) {
	t.Parallel()
	r := game.Classic()
	for name, tc := range map[string]struct {
		limit *sdk.Coin
		bids  bool
	}{
		"by default": {},
		"on request": {limit: coin(anchors(50_000)), bids: true},
		"nothing":    {limit: coin(anchors(0))},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a message without a bid is never in a block
			defer cancel()
			w := playertest.New(t)
			w.FillBlocks(3_000)
			p := w.Player(alice)
			p.MaxFee = tc.limit
			if tc.bids {
				p.Chain = w.PatientClient(alice) // it waits for the block, whatever else the machine does
			}
			_, _, err := duel.Create(ctx, p, duel.Wish{Ruleset: r, Fleet: playertest.FleetOf(t, r)})
			if tc.bids {
				require.NoError(t, err)
				return
			}
			var late *client.NotIncludedError
			require.ErrorAs(t, err, &late)
			require.Len(t, w.Node.Received, 1)
		})
	}
}

func coin(c sdk.Coin) *sdk.Coin { return &c }

// By default a twentieth of what is at stake goes into the fees of one message.
func TestABidFollowsFromTheAmountAtStake(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		stake, most int64
		wish        func(*session.Player)
	}{
		"a stake": {stake: 5_000_000, most: 250_000},
		// What is at stake is what the node says.
		"a great stake":    {stake: 40_000_000, most: session.MaxMaxFee},
		"nothing at stake": {most: session.MinMaxFee},
		"the player's own": {
			stake: 5_000_000, most: 777, wish: func(p *session.Player) { p.MaxFee = coin(anchors(777)) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			r := game.Classic()
			wish := duel.Wish{Ruleset: r, Fleet: playertest.FleetOf(t, r)}
			if tc.stake > 0 {
				wish.Stake = coin(anchors(tc.stake))
			}
			_, done, err := duel.Create(t.Context(), w.Player(alice), wish)
			require.NoError(t, err)
			_, err = w.Open(bob, done.GameID).Join(t.Context(), "", playertest.Choose(t))
			require.NoError(t, err)
			before := len(w.Node.Received)
			w.FillBlocks(1 << 40)
			p := w.Player(alice)
			if tc.wish != nil {
				tc.wish(&p)
			}
			_, err = duel.Open(p, done.GameID).Answer(context.Background())
			var late *client.NotIncludedError
			require.ErrorAs(t, err, &late)
			require.ErrorContains(t, err, "no block with it by block ")
			sent := w.Node.Received[before:]
			require.LessOrEqual(t, w.FeesOf(sent), tc.most)
			require.Less(t, tc.most-w.FeesOf(sent), w.BidOf(sent[len(sent)-1]).Fee*12/10, "what is left is no dearer bid")
		})
	}
}

// A SHIP at stake counts at its price in the params, if that is in the coin of fees.
func TestAStakeInShipCountsAtItsPrice(t *testing.T) {
	stake := sdk.NewInt64Coin(types.RewardDenom, 10*types.BasePerReward)
	for denom, most := range map[string]int64{client.GasDenom: 500_000, "uatom": session.MinMaxFee} {
		params := types.DefaultParams()
		params.RewardPrice = sdk.NewInt64Coin(denom, 1_000_000)
		fee := session.MaxFeeOf(game.Classic(), types.Terms{Stake: &stake}, params)
		require.Equal(t, anchors(most), fee, "a price in %s", denom)
	}
}

// A node that fails whenever a transaction is looked for ends each attempt, but not what the move may cost.
func TestRegressionALimitHoldsForAllAttemptsOfABot(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	before := len(w.Node.Received)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w.Node.Hold = true
	looks := 0
	w.Node.LookUp = func() error {
		if looks++; looks == 60 {
			cancel()
		}
		return status.Error(codes.Internal, "no index")
	}
	limit := anchors(777)
	p := w.Player(first)
	p.MaxFee = &limit
	var last error
	_, err := duel.Open(p, id).Run(ctx, playertest.Random(1), session.Observer{Trouble: func(err error) {
		var over *client.FeeLimitError
		if last = err; errors.As(err, &over) {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, last, "not sent again: expected fees of at most 777uanchor together (--max-fee), but ")
	sent := w.Node.Received[before:]
	require.Greater(t, len(sent), 1, "it was tried again while the limit left room")
	require.LessOrEqual(t, w.FeesOf(sent), limit.Amount.Int64())
}

// A full mempool takes what pays more than the cheapest in it: that is a reason to bid, not to wait.
func TestAFullMempoolIsOutbid(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, _ := w.Begun(game.Classic())
	w.Node.Asked = func() { w.Node.MakeBlock() }
	w.Node.Check = func(raw []byte) *coretypes.ResultBroadcastTx {
		if w.BidOf(raw).Price() < 3_000 {
			return refused(sdkerrors.ErrMempoolIsFull.Codespace(), sdkerrors.ErrMempoolIsFull.ABCICode(), "full")
		}
		return nil
	}
	done, err := w.Open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	require.Equal(t, 2, done.Bids)
	require.True(t, done.FeesPending.IsZero(), "no node has what was refused")
}
