package check

import (
	"context"
	"encoding/hex"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypesv2 "github.com/cosmos/ibc-go/v11/modules/core/02-client/v2/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
)

const (
	source, destination = "07-tendermint-0", "07-tendermint-1"
	base                = "uanchor"
)

// bank is a node with a voucher, whose escrow has an amount.
type bank struct {
	Node
	t      *testing.T
	escrow int64
}

func (b bank) ABCIQueryWithOptions(
	_ context.Context, path string, data cmtbytes.HexBytes, _ rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	var res proto.Message
	switch path {
	case "/ibc.applications.transfer.v1.Query/Denom":
		denom := transfertypes.NewDenom(base, transfertypes.NewHop(transfertypes.PortID, destination))
		res = &transfertypes.QueryDenomResponse{Denom: &denom}
	case "/ibc.core.client.v2.Query/CounterpartyInfo":
		res = &clienttypesv2.QueryCounterpartyInfoResponse{
			CounterpartyInfo: &clienttypesv2.CounterpartyInfo{ClientId: source},
		}
	case "/cosmos.bank.v1beta1.Query/Balance":
		var req banktypes.QueryBalanceRequest
		require.NoError(b.t, proto.Unmarshal(data, &req))
		require.Equal(b.t, transfertypes.GetEscrowAddress(transfertypes.PortID, source).String(), req.Address)
		res = &banktypes.QueryBalanceResponse{Balance: new(sdk.NewInt64Coin(req.Denom, b.escrow))}
	}
	bz, err := proto.Marshal(res)
	require.NoError(b.t, err)
	return &coretypes.ResultABCIQuery{Response: abci.ResponseQuery{Value: bz}}, nil
}

// packetEvent is an event about the transfer of one coin.
func packetEvent(t *testing.T, kind string) abci.Event {
	t.Helper()
	data := transfertypes.NewFungibleTokenPacketData(base, "1", "sender", "receiver", "")
	packet := channeltypesv2.NewPacket(1, source, destination, 1, channeltypesv2.NewPayload(
		transfertypes.PortID, transfertypes.PortID, transfertypes.V1, transfertypes.EncodingJSON, data.GetBytes()))
	bz, err := packet.Marshal()
	require.NoError(t, err)
	return abci.Event{Type: kind, Attributes: []abci.EventAttribute{
		{Key: channeltypesv2.AttributeKeyEncodedPacketHex, Value: hex.EncodeToString(bz)},
	}}
}

func TestTheEscrowOfAVoucherIsItsSupplyAndTheTransfersOnTheirWay(t *testing.T) {
	const sent, acknowledged = channeltypesv2.EventTypeSendPacket, channeltypesv2.EventTypeAcknowledgePacket
	voucher := transfertypes.NewDenom(base, transfertypes.NewHop(transfertypes.PortID, destination)).IBCDenom()
	for name, tc := range map[string]struct {
		escrow   int64
		events   []string
		findings int
	}{
		"equal":                       {escrow: 2},
		"a coin is missing":           {escrow: 1, findings: 1},
		"a coin too many":             {escrow: 3, findings: 1},
		"a transfer on its way":       {escrow: 3, events: []string{sent}},
		"it has arrived":              {escrow: 2, events: []string{sent}},
		"more than is on its way":     {escrow: 4, events: []string{sent}, findings: 1},
		"an acknowledged transfer":    {escrow: 2, events: []string{sent, acknowledged}},
		"a refund that was not paid":  {escrow: 3, events: []string{sent, acknowledged}, findings: 1},
		"a refund after its deadline": {escrow: 2, events: []string{sent, channeltypesv2.EventTypeTimeoutPacket}},
	} {
		t.Run(name, func(t *testing.T) {
			c := New(nil, nil)
			for _, kind := range tc.events {
				require.NoError(t, c.applyTransfers([]abci.Event{packetEvent(t, kind)}))
			}
			o := observed{supply: sdk.NewCoins(sdk.NewInt64Coin(voucher, 2), sdk.NewInt64Coin(base, 9))}
			var err error
			o.backing, err = c.backing(t.Context(), view{Node: bank{t: t, escrow: tc.escrow}}, o.supply)
			require.NoError(t, err)
			c.countVouchers(o)
			require.Len(t, c.Findings(), tc.findings, "%v", c.Findings())
		})
	}
}
