package check

import (
	"context"
	"encoding/hex"
	"errors"
	"strings"

	abci "github.com/cometbft/cometbft/abci/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypesv2 "github.com/cosmos/ibc-go/v11/modules/core/02-client/v2/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

// requestEvent is emitted for each executed request of a packet.
const requestEvent = "packet_request"

// origin is the escrowed coin that a voucher stands for, of a transfer from this chain to itself.
type origin struct{ escrow, denom string }

func newOrigin(client, denom string) origin {
	return origin{transfertypes.GetEscrowAddress(transfertypes.PortID, client).String(), denom}
}

// applyTransfers counts the requests in the events of a transaction, and the amounts of the transfers that begin and
// end in it.
func (c *Checker) applyTransfers(group []abci.Event) error {
	for _, e := range group {
		switch e.Type {
		case requestEvent:
			c.requests++
		case channeltypesv2.EventTypeSendPacket, channeltypesv2.EventTypeAcknowledgePacket,
			channeltypesv2.EventTypeTimeoutPacket:
			of, amount, err := transferOf(e)
			if err != nil {
				return err
			}
			if e.Type != channeltypesv2.EventTypeSendPacket {
				amount = amount.Neg()
			}
			if before, ok := c.flying[of]; ok {
				amount = amount.Add(before)
			}
			c.flying[of] = amount
		}
	}
	return nil
}

// transferOf returns the coin of the packet in an event.
func transferOf(e abci.Event) (of origin, amount math.Int, err error) {
	var packet channeltypesv2.Packet
	for _, a := range e.Attributes {
		if a.Key != channeltypesv2.AttributeKeyEncodedPacketHex {
			continue
		}
		bz, err := hex.DecodeString(a.Value)
		if err != nil {
			return of, amount, err
		}
		if err := packet.Unmarshal(bz); err != nil {
			return of, amount, err
		}
	}
	if len(packet.Payloads) != 1 {
		return of, amount, errors.New(e.Type + ": expected a packet with one payload")
	}
	payload := packet.Payloads[0]
	data, err := transfertypes.UnmarshalPacketData(payload.Value, payload.Version, payload.Encoding)
	if err != nil {
		return of, amount, err
	}
	amount, ok := math.NewIntFromString(data.Token.Amount)
	if !ok {
		return of, amount, errors.New(e.Type + ": expected an amount, got " + data.Token.Amount)
	}
	return newOrigin(packet.SourceClient, data.Token.Denom.Path()), amount, nil
}

// backing returns the amount in escrow for each voucher of a supply, 0 for a voucher of unknown origin.
func (c *Checker) backing(ctx context.Context, v view, supply sdk.Coins) (map[string]math.Int, error) {
	held := make(map[string]math.Int)
	for _, coin := range supply {
		if !strings.HasPrefix(coin.Denom, transfertypes.DenomPrefix+"/") {
			continue
		}
		from, known := c.origins[coin.Denom]
		if !known {
			var err error
			if from, err = v.origin(ctx, coin.Denom); err != nil && !errors.Is(err, errNotFound) {
				return nil, err
			}
			c.origins[coin.Denom] = from
		}
		held[coin.Denom] = math.ZeroInt()
		if from != (origin{}) {
			var res banktypes.QueryBalanceResponse
			if err := v.ask(ctx, "/cosmos.bank.v1beta1.Query/Balance",
				&banktypes.QueryBalanceRequest{Address: from.escrow, Denom: from.denom}, &res); err != nil {
				return nil, err
			}
			held[coin.Denom] = res.Balance.Amount
		}
	}
	return held, nil
}

// countVouchers compares the supply of each voucher with its escrow, which also has the coins of transfers that are not
// acknowledged.
func (c *Checker) countVouchers(o observed) {
	for _, coin := range o.supply {
		held, isVoucher := o.backing[coin.Denom]
		if !isVoucher {
			continue
		}
		most := coin.Amount
		if flying, ok := c.flying[c.origins[coin.Denom]]; ok {
			most = most.Add(flying)
		}
		if held.LT(coin.Amount) || held.GT(most) {
			c.report(Supply, 0, "%s has a supply of %s, and %s in escrow for it, expected at most %s", o.from, coin, held, most)
		}
	}
}

// origin returns the origin of a voucher, or errNotFound.
func (v view) origin(ctx context.Context, voucher string) (origin, error) {
	var denom transfertypes.QueryDenomResponse
	if err := v.ask(ctx, "/ibc.applications.transfer.v1.Query/Denom",
		&transfertypes.QueryDenomRequest{Hash: voucher}, &denom); err != nil {
		return origin{}, err
	}
	if len(denom.Denom.Trace) != 1 {
		return origin{}, errNotFound
	}
	var other clienttypesv2.QueryCounterpartyInfoResponse
	if err := v.ask(ctx, "/ibc.core.client.v2.Query/CounterpartyInfo",
		&clienttypesv2.QueryCounterpartyInfoRequest{ClientId: denom.Denom.Trace[0].ChannelId}, &other); err != nil {
		return origin{}, err
	}
	return newOrigin(other.CounterpartyInfo.ClientId, denom.Denom.Base), nil
}
