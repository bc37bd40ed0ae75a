package player_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// anchors are that many uanchor.
func anchors(uanchor int64) sdk.Coin { return sdk.NewInt64Coin(client.GasDenom, uanchor) }

// bidOf is what a transaction says of its price and place.
type bidOf struct {
	fee       int64 // in uanchor
	gas       uint64
	unordered bool
	until     time.Time
}

// price is what it pays for a million units of gas.
func (b bidOf) price() int64 { return b.fee * 1_000_000 / int64(b.gas) }

func (w *world) bidOf(raw []byte) bidOf {
	w.Helper()
	decoded, err := w.cctx.TxConfig.TxDecoder()(raw)
	require.NoError(w, err)
	fee, ok := decoded.(sdk.FeeTx)
	require.True(w, ok)
	unordered, ok := decoded.(sdk.TxWithUnordered)
	require.True(w, ok)
	return bidOf{
		fee: fee.GetFee().AmountOf(client.GasDenom).Int64(), gas: fee.GetGas(),
		unordered: unordered.GetUnordered(), until: unordered.GetTimeoutTimeStamp(),
	}
}

// stuff keeps transactions out of blocks that pay less than a floor for a million units of gas; a block passes with
// each question for the height. The going price is 1,000.
func (w *world) stuff(floor int64) {
	w.node.keptOut = func(raw []byte) bool { return w.bidOf(raw).price() < floor }
	w.node.asked = func() { w.node.block() }
}

// sumOf is what transactions cost together if all of them get into blocks.
func (w *world) sumOf(raws [][]byte) int64 {
	w.Helper()
	var sum int64
	for _, raw := range raws {
		sum += w.bidOf(raw).fee
	}
	return sum
}

func TestAMoveThatIsKeptOutIsOutbid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	before, had := len(w.node.received), w.balance(first)
	w.stuff(5_000)
	p := w.player(first)
	done, err := session.Open(p, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)

	sent := w.node.received[before:]
	require.Len(t, sent, 4, "the first at the going price, then 2, 4 and 8 times as much")
	require.Equal(t, 3, done.Bids)
	until := make(map[time.Time]bool)
	for i, raw := range sent {
		b := w.bidOf(raw)
		require.Equal(t, i > 0, b.unordered)
		require.InDelta(t, int64(1_000)<<i, b.price(), 20)
		until[b.until] = true
	}
	require.Len(t, until, 4, "the time of an unordered transaction is its nonce")
	require.Equal(t, done.Hash, hashOf(sent[3]))
	require.Equal(t, w.bidOf(sent[3]).fee, done.Fees.AmountOf(client.GasDenom).Int64())
	require.Equal(t, w.sumOf(sent[:3]), done.FeesPending.AmountOf(client.GasDenom).Int64())
	require.Equal(t, had-done.Fees.AmountOf(client.GasDenom).Int64(), w.balance(first))

	// The same client's next transaction does not wait behind the one that is stuck.
	w.node.keptOut, w.node.check = nil, nil
	_, err = p.Chain.Send(t.Context(), &types.MsgConcede{Sender: chain.NewAccount(first).String(), GameId: id})
	require.NoError(t, err)
	require.True(t, w.bidOf(w.node.received[len(w.node.received)-1]).unordered)

	// What was outbid can still get into blocks. It fails, costs what was said, and changes nothing.
	had = w.balance(first)
	w.node.block(sent[:3]...)
	for _, raw := range sent[:3] {
		require.NotZero(t, w.node.txs[hashOf(raw)].Code)
	}
	require.Equal(t, had-done.FeesPending.AmountOf(client.GasDenom).Int64(), w.balance(first))

	// Once that is over, the sequence is used again.
	_, err = p.Chain.Send(t.Context(), pay(1))
	if first == alice {
		require.NoError(t, err)
		require.False(t, w.bidOf(w.node.received[len(w.node.received)-1]).unordered)
	}
}

// One block can hold the bid that won and what it outbid, which failed: the order counts as done.
func TestABidThatWonCountsDespiteOtherFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	w.node.hold = true
	w.node.asked = func() {
		if len(w.node.held) < 2 {
			w.node.block()
			return
		}
		w.node.block(w.node.held[1], w.node.held[0])
		w.node.held, w.node.asked = nil, nil
	}
	done, err := w.open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	require.Equal(t, 1, done.Bids)
	require.True(t, done.FeesPending.IsZero())
	require.Equal(t, w.sumOf(w.node.received[len(w.node.received)-2:]), done.Fees.AmountOf(client.GasDenom).Int64())
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
			w := newWorld(t)
			id, first, _ := w.begun(game.Classic())
			before, had := len(w.node.received), w.balance(first)
			w.node.hold = true
			questions := 0
			w.node.asked = func() {
				if questions++; questions != tc.question {
					w.node.block()
					return
				}
				require.Len(t, w.node.held, tc.takes)
				w.node.block(w.node.held[tc.takes-1])
			}
			w.node.lookUp = func() error {
				if questions > tc.question+tc.after {
					return nil
				}
				return status.Error(codes.NotFound, "tx not found")
			}
			done, err := w.open(first, id).Shoot(t.Context(), "A1")
			require.NoError(t, err)
			require.Len(t, w.node.received[before:], tc.takes, "what is in a block is sent again by nobody")
			require.Equal(t, tc.takes-1, done.Bids)
			w.node.block(w.node.held[:tc.takes-1]...)
			require.Equal(t, had-w.sumOf(w.node.received[before:]), w.balance(first))
		})
	}
}

// A transaction that failed in its block has cost its fee. While a dearer one beside it is still looked for, it is not
// handed over again.
func TestATransactionThatFailedInABlockIsNotResentBesideABid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	inBlock := make(map[string]bool)
	w.node.closed = func(raw []byte) error {
		require.False(t, inBlock[hashOf(raw)], "handed over again after it failed in a block")
		return nil
	}
	w.node.hold = true
	w.node.asked = func() {
		if len(w.node.held) < 2 || len(inBlock) > 0 {
			w.node.block()
			return
		}
		// The first one fails in a block; the bid waits.
		inBlock[hashOf(w.node.held[0])] = true
		w.node.fail(w.node.held[0])
	}
	_, err := w.open(first, id).Shoot(t.Context(), "A1")
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.Len(t, inBlock, 1)
}

func TestAPlayerNeverPaysMoreThanItsLimitForOneMessage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	intn := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		floor, limit, firm := 1+intn.Int64N(200_000), anchors(1+intn.Int64N(20_000)), intn.IntN(2) == 0
		w.stuff(floor)
		w.node.held = nil
		before, had := len(w.node.received), w.balance(alice)
		height := w.node.chain.Height()
		_, err := w.patient(alice).SendOrder(t.Context(), client.Order{
			Msgs: []sdk.Msg{pay(1)}, MaxFee: limit, HardLimit: firm, Deadline: height + 30,
		})
		sent := w.node.received[before:]
		w.node.keptOut, w.node.asked = nil, nil
		w.node.block(w.node.held...) // all that can still get into a block does
		paid := had - w.balance(alice)

		going := int64(0)
		if len(sent) > 0 {
			going = w.bidOf(sent[0]).fee
		}
		most := max(limit.Amount.Int64(), going)
		if firm {
			most = limit.Amount.Int64()
		}
		require.LessOrEqual(t, w.sumOf(sent), most, "limit %s, firm %t, floor %d, error %v", limit, firm, floor, err)
		require.LessOrEqual(t, paid, most+int64(len(sent)), "and one uanchor for each payment that was made")
		if err != nil && len(sent) > 0 {
			require.Less(t, most-w.sumOf(sent), w.bidOf(sent[len(sent)-1]).fee*12/10,
				"a limit that is hardly used: %s, floor %d", limit, floor)
		}
	}
}

// An unordered transaction whose time is over costs nothing any more, so that another can be made.
func TestABidWhoseTimeIsOverMakesRoomForAnother(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.stuff(1 << 40)
	height := w.node.chain.Height()
	_, err := w.patient(alice).SendOrder(t.Context(), client.Order{
		Msgs: []sdk.Msg{pay(1)}, MaxFee: anchors(300), Deadline: height + 800,
	})
	var late *client.NotIncludedError
	require.ErrorAs(t, err, &late)
	bids := make([]bidOf, 0, len(w.node.received))
	for _, raw := range w.node.received {
		if b := w.bidOf(raw); b.unordered {
			bids = append(bids, b)
		}
	}
	require.Len(t, bids, 3)
	for i, b := range bids[1:] {
		require.Greater(t, b.until, bids[i].until.Add(5*time.Minute).Add(-time.Second))
	}
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
			w := newWorld(t)
			w.stuff(3_000)
			p := w.player(alice)
			p.MaxFee = tc.limit
			if tc.bids {
				p.Chain = w.patient(alice) // it waits for the block, whatever else the machine does
			}
			_, _, err := session.Create(t.Context(), p, session.Wish{Ruleset: r, Fleet: fleetOf(t, r)})
			if tc.bids {
				require.NoError(t, err)
				return
			}
			var late *client.NotIncludedError
			require.ErrorAs(t, err, &late)
			require.Len(t, w.node.received, 1)
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
			w := newWorld(t)
			r := game.Classic()
			wish := session.Wish{Ruleset: r, Fleet: fleetOf(t, r)}
			if tc.stake > 0 {
				wish.Stake = coin(anchors(tc.stake))
			}
			_, done, err := session.Create(t.Context(), w.player(alice), wish)
			require.NoError(t, err)
			_, err = w.open(bob, done.GameID).Join(t.Context(), "", choose(t))
			require.NoError(t, err)
			before := len(w.node.received)
			w.stuff(1 << 40)
			p := w.player(alice)
			if tc.wish != nil {
				tc.wish(&p)
			}
			_, err = session.Open(p, done.GameID).Answer(context.Background())
			var late *client.NotIncludedError
			require.ErrorAs(t, err, &late)
			require.ErrorContains(t, err, "no block with it by block ")
			sent := w.node.received[before:]
			require.LessOrEqual(t, w.sumOf(sent), tc.most)
			require.Less(t, tc.most-w.sumOf(sent), w.bidOf(sent[len(sent)-1]).fee*12/10, "what is left is no dearer bid")
		})
	}
}

// A node that fails whenever a transaction is looked for ends each attempt, but not what the move may cost.
func TestRegressionALimitHoldsForAllAttemptsOfABot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	before := len(w.node.received)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w.node.hold = true
	looks := 0
	w.node.lookUp = func() error {
		if looks++; looks == 60 {
			cancel()
		}
		return status.Error(codes.Internal, "no index")
	}
	limit := anchors(777)
	p := w.player(first)
	p.MaxFee = &limit
	var last error
	_, err := session.Open(p, id).Run(ctx, random(1), session.Observer{Trouble: func(err error) {
		var over *client.FeeLimitError
		if last = err; errors.As(err, &over) {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, last, "not sent again: expected fees of at most 777uanchor together (--max-fee), but ")
	sent := w.node.received[before:]
	require.Greater(t, len(sent), 1, "it was tried again while the limit left room")
	require.LessOrEqual(t, w.sumOf(sent), limit.Amount.Int64())
}

// Other programs use the account: that is no reason not to send, however tight the limit.
func TestASequenceThatHasReallyMovedIsFollowed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	c := w.patient(alice)
	moved := 0
	w.node.check = func([]byte) *coretypes.ResultBroadcastTx {
		if moved == 6 {
			return nil
		}
		moved++
		check := w.node.check
		w.node.check = nil
		w.node.block(w.node.chain.Sign(200_000, []sdk.Msg{pay(1)}, chain.NewAccount(alice)))
		w.node.check = check
		return refused(sdkerrors.ErrWrongSequence.Codespace(), sdkerrors.ErrWrongSequence.ABCICode(), "behind")
	}
	_, err := c.Send(t.Context(), pay(1))
	require.NoError(t, err)
	require.Equal(t, 6, moved)
}

func TestAFeeAboveTheLimitIsNotPaid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, _, err := w.run("tx battleship create-game --max-fee 0.000050anchor --from alice -y")
	require.ErrorContains(t, err, "nothing was sent: expected fees of at most 50uanchor (--max-fee), got ")
	require.Empty(t, w.node.received)
	w.must("tx battleship create-game --max-fee 0.01anchor --from alice -y")
	require.Less(t, w.sumOf(w.node.received), math.NewInt(10_000).Int64())
}

// A full mempool takes what pays more than the cheapest in it: that is a reason to bid, not to wait.
func TestAFullMempoolIsOutbid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id, first, _ := w.begun(game.Classic())
	w.node.asked = func() { w.node.block() }
	w.node.check = func(raw []byte) *coretypes.ResultBroadcastTx {
		if w.bidOf(raw).price() < 3_000 {
			return refused(sdkerrors.ErrMempoolIsFull.Codespace(), sdkerrors.ErrMempoolIsFull.ABCICode(), "full")
		}
		return nil
	}
	done, err := w.open(first, id).Shoot(t.Context(), "A1")
	require.NoError(t, err)
	require.Equal(t, 2, done.Bids)
	require.True(t, done.FeesPending.IsZero(), "no node has what was refused")
}
