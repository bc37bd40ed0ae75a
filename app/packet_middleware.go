package app

import (
	"fmt"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"
	porttypes "github.com/cosmos/ibc-go/v11/modules/core/05-port/types"
	ibcapi "github.com/cosmos/ibc-go/v11/modules/core/api"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
)

var (
	_ porttypes.Middleware              = (*requestsOfChannels)(nil)
	_ porttypes.PacketUnmarshalerModule = (*requestsOfChannels)(nil)
	_ ibcapi.PacketUnmarshalerModuleV2  = (*requestsOfClients)(nil)
)

// requestsOfChannels carries out what transfers over channels ask for. All else it passes through.
type requestsOfChannels struct {
	porttypes.PacketUnmarshalerModule
	porttypes.ICS4Wrapper

	requests requests
}

// OnRecvPacket credits a transfer, and then executes its request. Core writes neither if the acknowledgement is an
// error, and then the sender is refunded.
func (m *requestsOfChannels) OnRecvPacket(
	ctx sdk.Context, version string, arrived channeltypes.Packet, relayer sdk.AccAddress,
) ibcexported.Acknowledgement {
	data, err := transfertypes.UnmarshalPacketData(arrived.GetData(), version, "")
	if err != nil {
		return m.PacketUnmarshalerModule.OnRecvPacket(ctx, version, arrived, relayer) // which refuses it
	}
	q, err := m.requests.read(ctx, arrival{channel: arrived.GetDestChannel(), data: data})
	if err != nil {
		m.requests.refuse(ctx, err)
		return channeltypes.NewErrorAcknowledgement(err)
	}
	ack := m.PacketUnmarshalerModule.OnRecvPacket(ctx, version, arrived, relayer)
	if q == nil || (ack != nil && !ack.Success()) {
		return ack
	}
	if ack == nil {
		err = errors.Wrap(sdkerrors.ErrLogic, "a transfer with a request was not credited")
	} else {
		err = m.requests.carryOut(ctx, q)
	}
	if err != nil {
		m.requests.refuse(ctx, err)
		return channeltypes.NewErrorAcknowledgement(err)
	}
	return ack
}

// SetUnderlyingApplication sets the wrapped application.
func (m *requestsOfChannels) SetUnderlyingApplication(below porttypes.IBCModule) {
	module, ok := below.(porttypes.PacketUnmarshalerModule)
	if !ok {
		panic(fmt.Errorf("expected a module that decodes its packets, got %T", below))
	}
	m.PacketUnmarshalerModule = module
}

// SetICS4Wrapper sets the parent middleware.
func (m *requestsOfChannels) SetICS4Wrapper(above porttypes.ICS4Wrapper) { m.ICS4Wrapper = above }

// requestsOfClients carries out what transfers between clients ask for. All else it passes through.
type requestsOfClients struct {
	ibcapi.PacketUnmarshalerModuleV2

	requests requests
}

// OnRecvPacket behaves like that of requestsOfChannels.
func (m *requestsOfClients) OnRecvPacket(
	ctx sdk.Context, source, destination string, sequence uint64, payload channeltypesv2.Payload, relayer sdk.AccAddress,
) channeltypesv2.RecvPacketResult {
	below := func() channeltypesv2.RecvPacketResult {
		return m.PacketUnmarshalerModuleV2.OnRecvPacket(ctx, source, destination, sequence, payload, relayer)
	}
	data, err := transfertypes.UnmarshalPacketData(payload.Value, payload.Version, payload.Encoding)
	if err != nil {
		return below() // which refuses it
	}
	q, err := m.requests.read(ctx, arrival{channel: destination, v2: true, encoding: payload.Encoding, data: data})
	if err == nil {
		res := below()
		if q == nil || res.Status == channeltypesv2.PacketStatus_Failure {
			return res
		}
		if res.Status == channeltypesv2.PacketStatus_Success {
			if err = m.requests.carryOut(ctx, q); err == nil {
				return res
			}
		} else {
			err = errors.Wrap(sdkerrors.ErrLogic, "a transfer with a request was not credited")
		}
	}
	m.requests.refuse(ctx, err)
	return channeltypesv2.RecvPacketResult{Status: channeltypesv2.PacketStatus_Failure}
}
