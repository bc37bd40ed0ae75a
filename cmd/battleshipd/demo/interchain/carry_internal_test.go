package interchain

import (
	"context"
	"encoding/hex"
	"errors"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/proto/tendermint/p2p"
	"github.com/cosmos/gogoproto/proto"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/cosmos/cosmos-sdk/client/grpc/cmtservice"
	"github.com/cosmos/cosmos-sdk/client/grpc/node"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// host is a node whose clock goes on with every look at it, and that has some transactions.
type host struct {
	now time.Time
	txs []*sdk.TxResponse
}

// Invoke answers what a client asks that waits for a packet.
func (h *host) Invoke(_ context.Context, _ string, _, reply any, _ ...grpc.CallOption) error {
	switch reply := reply.(type) {
	case *cmtservice.GetNodeInfoResponse:
		reply.DefaultNodeInfo = &p2p.DefaultNodeInfo{Network: "battleship-a-1"}
	case *node.StatusResponse:
		h.now = h.now.Add(time.Second)
		reply.Timestamp = &h.now
	case *tx.GetTxsEventResponse:
		reply.TxResponses = h.txs
	}
	return nil
}

// NewStream is not asked for.
func (h *host) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, errors.New("no streams")
}

// on returns an account whose channel is channel-1 of a host.
func on(t *testing.T, h *host) *Account {
	t.Helper()
	c, err := client.New(t.Context(), client.Link{Conn: h}, client.Options{Poll: time.Millisecond})
	require.NoError(t, err)
	return &Account{host: c, channel: "channel-1"}
}

// event returns an event with pairs of names and values.
func event(kind string, pairs ...string) abci.Event {
	e := abci.Event{Type: kind}
	for i := 0; i < len(pairs); i += 2 {
		e.Attributes = append(e.Attributes, abci.EventAttribute{Key: pairs[i], Value: pairs[i+1]})
	}
	return e
}

// answered returns the event of an answer to a packet of a channel.
func answered(channel, sequence string, answer channeltypes.Acknowledgement) abci.Event {
	return event("write_acknowledgement", "packet_dst_port", "icahost", "packet_dst_channel", channel,
		"packet_sequence", sequence, "packet_ack_hex", hex.EncodeToString(answer.Acknowledgement()))
}

func TestTheAnswerToAPacketIsItsMessagesReceipt(t *testing.T) {
	response, err := codectypes.NewAnyWithValue(&types.MsgCreateGameResponse{GameId: 7})
	require.NoError(t, err)
	result, err := proto.Marshal(&sdk.TxMsgData{MsgResponses: []*codectypes.Any{response}})
	require.NoError(t, err)
	other := channeltypes.NewErrorAcknowledgement(errors.New("another's"))
	a := on(t, &host{txs: []*sdk.TxResponse{{TxHash: "AB", Height: 9, GasUsed: 5, Events: []abci.Event{
		answered("channel-2", "3", other), answered("channel-1", "2", other),
		answered("channel-1", "3", channeltypes.NewResultAcknowledgement(result)),
	}}}})
	receipt, err := a.await(t.Context(), client.Receipt{}, 3, time.Now())
	require.NoError(t, err)
	require.Equal(t, "AB", receipt.Hash)
	require.EqualValues(t, 9, receipt.Height)
	var created types.MsgCreateGameResponse
	require.NoError(t, receipt.Response(&created))
	require.EqualValues(t, 7, created.GameId)
}

func TestARefusalByPacketHasItsReason(t *testing.T) {
	const number = "ABCI code: 5: error handling packet: see events for details"
	answer := channeltypes.Acknowledgement{Response: &channeltypes.Acknowledgement_Error{Error: number}}
	why := func(channel string) abci.Event {
		return event("ibccallbackerror-ics27_packet", "ibccallbackerror-host_channel_id", channel,
			"ibccallbackerror-error", "game 4: not your turn")
	}
	for name, tc := range map[string]struct {
		events []abci.Event
		want   string
	}{
		"in the events":         {[]abci.Event{why("channel-1")}, "game 4: not your turn"},
		"of another account":    {[]abci.Event{why("channel-2")}, "error 5 of a module that the answer does not name"},
		"no more than a number": {nil, "error 5 of a module that the answer does not name"},
	} {
		t.Run(name, func(t *testing.T) {
			a := on(t, &host{txs: []*sdk.TxResponse{{
				TxHash: "AB", Height: 9, Events: append(tc.events, answered("channel-1", "3", answer)),
			}}})
			_, err := a.await(t.Context(), client.Receipt{}, 3, time.Now())
			var refused *client.RefusedError
			require.ErrorAs(t, err, &refused)
			require.False(t, refused.InSimulation())
			require.Equal(t, tc.want, refused.Log)
		})
	}
}

func TestAWaitForAPacketEndsAtItsTimeout(t *testing.T) {
	now := time.Now()
	h := &host{now: now}
	_, err := on(t, h).await(t.Context(), client.Receipt{}, 3, now.Add(time.Minute))
	require.ErrorIs(t, err, ErrTimedOut)
	require.True(t, h.now.After(now.Add(time.Minute+indexing)), "it could still have arrived at %s", h.now)
}

func TestAPacketThatMayStillArriveIsNotGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := on(t, &host{})
	cancel()
	_, err := a.await(ctx, client.Receipt{Hash: "CD"}, 3, time.Now())
	var pending *client.NotIncludedError
	require.ErrorAs(t, err, &pending)
	require.Equal(t, "CD", pending.Hash)
}

func TestTheTimeoutOfAPacketIsThatOfItsChain(t *testing.T) {
	sent := func(sequence, nanos string) abci.Event {
		return event("send_packet", "packet_sequence", sequence, "packet_timeout_timestamp", nanos)
	}
	events := []abci.Event{sent("2", "1000"), sent("3", "5000000000")}
	require.Equal(t, time.Unix(5, 0), timeoutOf(events, 3))
	require.Greater(t, time.Until(timeoutOf(events, 4)), time.Minute)
}
