package interchain

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"
	controllertypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/controller/types"
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	ibctypes "github.com/cosmos/ibc-go/v11/modules/core/types"

	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx"

	"github.com/battleship-chain/battleship/player/client"
)

// indexing is how long after a block a node may take to find its transactions.
const indexing = 5 * time.Second

// ErrTimedOut means that no relayer has delivered a packet in time, so that it can no longer take effect.
var ErrTimedOut = errors.New("no relayer has brought the packet in time: nothing was done")

// Carry implements client.Carrier: it sends the messages of an order in a packet, and waits until the host's chain has
// answered it or will never. The result is read from the host, which has it before a relayer has brought it back; its
// node must index transactions.
func (a *Account) Carry(ctx context.Context, o client.Order) (client.Receipt, error) {
	start := time.Now()
	data, err := packetData(o.Msgs)
	if err != nil {
		return client.Receipt{}, err
	}
	sent, err := a.owner.SendOrder(ctx, client.Order{
		Msgs: []sdk.Msg{controllertypes.NewMsgSendTx(
			a.owner.Key().Address.String(), a.connection, uint64(a.Timeout), data)},
		BeforeSend: o.BeforeSend,
	})
	if err != nil {
		return client.Receipt{}, fmt.Errorf("send a packet: %w", err)
	}
	var res controllertypes.MsgSendTxResponse
	if err := sent.Response(&res); err != nil {
		return client.Receipt{}, err
	}
	arrived, err := a.await(ctx, sent, res.Sequence, timeoutOf(sent.Events, res.Sequence))
	if err == nil && a.Carried != nil {
		a.Carried(Carriage{Sent: sent, Arrived: arrived, Sequence: res.Sequence, Took: time.Since(start)})
	}
	return arrived, err
}

// packetData is the data of a packet with these messages.
func packetData(msgs []sdk.Msg) (icatypes.InterchainAccountPacketData, error) {
	var all icatypes.CosmosTx
	for _, msg := range msgs {
		packed, err := codectypes.NewAnyWithValue(msg)
		if err != nil {
			return icatypes.InterchainAccountPacketData{}, fmt.Errorf("encode a packet: %w", err)
		}
		all.Messages = append(all.Messages, packed)
	}
	data, err := proto.Marshal(&all)
	if err != nil {
		return icatypes.InterchainAccountPacketData{}, fmt.Errorf("encode a packet: %w", err)
	}
	return icatypes.InterchainAccountPacketData{Type: icatypes.EXECUTE_TX, Data: data}, nil
}

// await waits until the host has answered a packet. The error is ErrTimedOut if that can no longer be,
// and a *client.NotIncludedError if ctx ends while it can.
func (a *Account) await(
	ctx context.Context, sent client.Receipt, sequence uint64, timeout time.Time,
) (client.Receipt, error) {
	for late := false; ; {
		receipt, done, err := a.look(ctx, sequence)
		switch {
		case done:
			return receipt, err
		case err != nil && !client.MayPass(err):
			return client.Receipt{}, err
		case err == nil && late:
			return client.Receipt{}, ErrTimedOut
		}
		if head, err := a.host.Head(ctx); err == nil {
			late = head.Time.After(timeout.Add(indexing))
		}
		if err := a.host.Sleep(ctx); err != nil {
			return client.Receipt{}, &client.NotIncludedError{Hash: sent.Hash, Err: err}
		}
	}
}

// look asks the host's node for the answer to a packet, and reports whether there is one.
func (a *Account) look(ctx context.Context, sequence uint64) (receipt client.Receipt, done bool, err error) {
	name := channeltypes.EventTypeWriteAck + "."
	res, err := tx.NewServiceClient(a.host.Conn()).GetTxsEvent(ctx, &tx.GetTxsEventRequest{
		Query: fmt.Sprintf("%s%s='%s' AND %s%s='%d'", name, channeltypes.AttributeKeyDstChannel, a.channel,
			name, channeltypes.AttributeKeySequence, sequence),
	})
	if err != nil {
		return client.Receipt{}, false, fmt.Errorf("look for the answer to a packet: %w", err)
	}
	for _, r := range res.TxResponses {
		// Packets of several accounts may be in one transaction.
		for _, event := range r.Events {
			if a.answers(event, sequence) {
				receipt, err := read(r, event)
				return receipt, true, err
			}
		}
	}
	return client.Receipt{}, false, nil
}

// answers reports whether an event is the answer to a packet of the account.
func (a *Account) answers(event abci.Event, sequence uint64) bool {
	return event.Type == channeltypes.EventTypeWriteAck &&
		attribute(event, channeltypes.AttributeKeyDstPort) == icatypes.HostPortID &&
		attribute(event, channeltypes.AttributeKeyDstChannel) == a.channel &&
		attribute(event, channeltypes.AttributeKeySequence) == strconv.FormatUint(sequence, 10)
}

// read reads the acknowledgement of a packet: the messages' responses, or the error that refused them.
func read(r *sdk.TxResponse, event abci.Event) (client.Receipt, error) {
	raw, err := hex.DecodeString(attribute(event, channeltypes.AttributeKeyAckHex))
	if err != nil {
		return client.Receipt{}, fmt.Errorf("answer in transaction %s: %w", r.TxHash, err)
	}
	var answer channeltypes.Acknowledgement
	if err := channeltypes.SubModuleCdc.UnmarshalJSON(raw, &answer); err != nil {
		return client.Receipt{}, fmt.Errorf("answer in transaction %s: %w", r.TxHash, err)
	}
	if answer.Success() {
		return client.CarriedIn(r, answer.GetResult()), nil
	}
	return client.CarriedIn(r, nil), refusal(r, attribute(event, channeltypes.AttributeKeyDstChannel), answer.GetError())
}

// code is how an answer names the registered error for which messages were refused: by its number alone.
var code = regexp.MustCompile(`^ABCI code: (\d+): `)

// refusal is why messages were refused, as the host's events say it.
func refusal(r *sdk.TxResponse, channel, answer string) error {
	refused := &client.RefusedError{Hash: r.TxHash, Height: r.Height, Log: answer}
	for _, event := range r.Events {
		if event.Type != ibctypes.ErrorAttributeKeyPrefix+icatypes.EventTypePacket ||
			attribute(event, ibctypes.ErrorAttributeKeyPrefix+icatypes.AttributeKeyHostChannelID) != channel {
			continue
		}
		if why := attribute(event, ibctypes.ErrorAttributeKeyPrefix+icatypes.AttributeKeyAckError); why != "" {
			refused.Log = why
		}
	}
	if found := code.FindStringSubmatch(answer); found != nil && refused.Log == answer {
		refused.Log = fmt.Sprintf("error %s of a module that the answer does not name", found[1])
	}
	return refused
}

// timeoutOf is until when a packet can arrive, as the chain that has sent it says.
func timeoutOf(events []abci.Event, sequence uint64) time.Time {
	for _, event := range events {
		if event.Type != channeltypes.EventTypeSendPacket ||
			attribute(event, channeltypes.AttributeKeySequence) != strconv.FormatUint(sequence, 10) {
			continue
		}
		nanos, err := strconv.ParseInt(attribute(event, channeltypes.AttributeKeyTimeoutTimestamp), 10, 64)
		if err == nil {
			return time.Unix(0, nanos)
		}
	}
	return time.Now().Add(DefaultTimeout)
}

// attribute returns the value of an event's attribute, empty if it has none of that name.
func attribute(event abci.Event, key string) string {
	for _, a := range event.Attributes {
		if a.Key == key {
			return a.Value
		}
	}
	return ""
}
