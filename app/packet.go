package app

import (
	"bytes"
	"time"

	"github.com/cosmos/gogoproto/proto"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"

	"cosmossdk.io/core/address"
	"cosmossdk.io/errors"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/interchain/packet"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// returnTimeout is the timeout of a return from a packet account, after which it is refunded to that account.
	returnTimeout = time.Hour

	// eventRequest is the event of a request that a transfer has brought.
	eventRequest = "packet_request"
)

// requests executes the requests in the memos of transfers, for the packet account of their sender. Each message is
// judged by its handler, as in a transaction.
type requests struct {
	cdc       codec.Codec
	addresses address.Codec
	router    *baseapp.MsgServiceRouter
}

// arrival is a transfer that has arrived, before it is credited.
type arrival struct {
	// channel is the one by which it came, or the client, by its name here.
	channel string
	// v2 marks a transfer between clients, which has an encoding of its own.
	v2       bool
	encoding string
	data     transfertypes.InternalTransferRepresentation
}

// request is the request of a transfer.
type request struct {
	arrival
	packet.Request

	// account is the packet account of the transfer's sender.
	account string
	msg     sdk.Msg
}

// read returns the request of a transfer, or nil if it has none. It reads no state, and makes every stateless check.
func (r requests) read(ctx sdk.Context, a arrival) (*request, error) {
	asked, found, err := packet.Parse(a.data.Memo)
	own := packet.Account(a.channel, a.data.Sender)
	receiver, badReceiver := r.addresses.StringToBytes(a.data.Receiver)
	isOwn := badReceiver == nil && bytes.Equal(receiver, own)
	if !found {
		if isOwn && a.data.Memo != "" {
			return nil, errors.Wrap(sdkerrors.ErrInvalidRequest,
				"memo: expected a request or nothing in a transfer to the packet account of its sender")
		}
		return nil, nil
	}
	if err != nil {
		return nil, errors.Wrap(sdkerrors.ErrInvalidRequest, "memo: "+err.Error())
	}
	account, err := r.addresses.BytesToString(own)
	if err != nil {
		return nil, errors.Wrap(sdkerrors.ErrInvalidAddress, err.Error())
	}
	if !isOwn {
		return nil, errors.Wrapf(sdkerrors.ErrUnauthorized, "receiver: expected %s, the packet account of the sender",
			account)
	}
	out := &request{arrival: a, Request: asked, account: account}
	out.msg, err = r.message(ctx, out)
	return out, err
}

// message returns the message that a request is carried out by.
func (r requests) message(ctx sdk.Context, q *request) (sdk.Msg, error) {
	switch q.Action {
	case packet.Join:
		msg := new(battleshiptypes.MsgJoinGame)
		if err := r.decode(q, msg, &msg.Sender); err != nil {
			return nil, err
		}
		return msg, checkPlayed(msg.Entry.Delegate)
	case packet.Match:
		msg := new(battleshiptypes.MsgMatchGame)
		if err := r.decode(q, msg, &msg.Sender); err != nil {
			return nil, err
		}
		return msg, checkPlayed(msg.Entry.Delegate)
	case packet.SetDelegate:
		msg := new(battleshiptypes.MsgSetDelegate)
		return msg, r.decode(q, msg, &msg.Sender)
	case packet.Cancel:
		msg := new(battleshiptypes.MsgCancelGame)
		return msg, r.decode(q, msg, &msg.Sender)
	case packet.Withdraw:
		msg := new(battleshiptypes.MsgWithdraw)
		return msg, r.decode(q, msg, &msg.Sender)
	case packet.SendBack:
		return q.sendBack(ctx), nil
	default:
		return nil, errors.Wrapf(sdkerrors.ErrInvalidRequest, "memo: nobody carries out %q", q.Action)
	}
}

// decode reads a message from JSON as the program prints it, and makes the packet account its sender. The result is
// valid in a transaction: the message is encoded and decoded as there.
func (r requests) decode(q *request, msg proto.Message, sender *string) error {
	// The text of the error is left out: with several faults it is not the same on every node.
	if err := r.cdc.UnmarshalJSON(q.Message, msg); err != nil {
		return errors.Wrapf(sdkerrors.ErrInvalidRequest, "memo: expected the fields of %s", proto.MessageName(msg))
	}
	if *sender != "" {
		return errors.Wrap(sdkerrors.ErrInvalidRequest, "memo: expected no sender, for it is the packet account")
	}
	*sender = q.account
	bz, err := r.cdc.Marshal(msg)
	if err != nil {
		return errors.Wrap(sdkerrors.ErrInvalidRequest, err.Error())
	}
	return r.cdc.Unmarshal(bz, msg)
}

// checkPlayed returns an error if a packet account enters a game without a delegate, and would lose by silence.
func checkPlayed(delegate string) error {
	if delegate == "" {
		return errors.Wrap(battleshiptypes.ErrInvalidDelegate,
			"a packet account sends no moves: name a delegate that acts for nobody else in the game")
	}
	return nil
}

// sendBack returns the transfer of the account's balance in a coin, by the way on which the request came.
func (q *request) sendBack(ctx sdk.Context) sdk.Msg {
	until := ctx.BlockTime().Add(returnTimeout)
	timeout := uint64(until.UnixNano())
	if q.v2 {
		timeout = uint64(until.Unix()) //nolint:gosec // after 1970
	}
	return transfertypes.NewMsgTransferWithEncoding(
		transfertypes.PortID, q.channel,
		sdk.Coin{Denom: q.Return.Denom, Amount: transfertypes.UnboundedSpendLimit()}, // which the handler checks
		q.account, q.Return.Receiver, clienttypes.ZeroHeight(), timeout, q.Return.Memo, q.encoding,
	)
}

// carryOut executes a request, after the transfer that brought it was credited. If it fails, the caller discards every
// write, the credit too.
func (r requests) carryOut(ctx sdk.Context, q *request) error {
	handler := r.router.Handler(q.msg)
	if handler == nil {
		return errors.Wrapf(sdkerrors.ErrUnknownRequest, "%s", sdk.MsgTypeURL(q.msg))
	}
	res, err := handler(ctx, q.msg)
	if err != nil {
		return err
	}
	ctx.EventManager().EmitEvents(res.GetEvents())
	if q.Action == packet.Match {
		// A waiting player may have named the same delegate. Then the account would play without one.
		var matched battleshiptypes.MsgMatchGameResponse
		if err := r.cdc.Unmarshal(res.Data, &matched); err != nil {
			return errors.Wrap(sdkerrors.ErrLogic, err.Error())
		}
		if err := checkPlayed(matched.Delegate); err != nil {
			return err
		}
	}
	ctx.EventManager().EmitEvent(sdk.NewEvent(eventRequest,
		sdk.NewAttribute("request", string(q.Action)), sdk.NewAttribute("account", q.account)))
	return nil
}

// refuse logs why a transfer is refused, for readers of the transaction. The acknowledgement has the code alone.
func (r requests) refuse(ctx sdk.Context, err error) {
	ctx.EventManager().EmitEvent(sdk.NewEvent(eventRequest, sdk.NewAttribute("refused", err.Error())))
}
