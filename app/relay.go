package app

import (
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"
	ibcante "github.com/cosmos/ibc-go/v11/modules/core/ante"
	ibcapi "github.com/cosmos/ibc-go/v11/modules/core/api"
	ibckeeper "github.com/cosmos/ibc-go/v11/modules/core/keeper"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// redundantRelay returns the check by which a node refuses packets that another relayer has brought already. It
// verifies proofs and carries nothing out. IBC's own hands packets between clients to their applications while a
// transaction is checked: a node would join games and verify boards for a transaction that fails at its end and so pays
// nothing, and again after each block for one that waits.
func redundantRelay(k *ibckeeper.Keeper) ibcante.RedundantRelayDecorator {
	channels, verifying := *k.ChannelKeeperV2, *k
	channels.Router = ibcapi.NewRouter().AddRoute(transfertypes.PortID, verifiedOnly{})
	verifying.ChannelKeeperV2 = &channels
	return ibcante.NewRedundantRelayDecorator(&verifying)
}

// verifiedOnly takes packets whose proofs hold, and does nothing with them.
type verifiedOnly struct{}

var _ ibcapi.IBCModule = verifiedOnly{}

// OnSendPacket is not called while a relay is checked.
func (verifiedOnly) OnSendPacket(
	sdk.Context, string, string, uint64, channeltypesv2.Payload, sdk.AccAddress,
) error {
	return nil
}

// OnRecvPacket takes a packet.
func (verifiedOnly) OnRecvPacket(
	sdk.Context, string, string, uint64, channeltypesv2.Payload, sdk.AccAddress,
) channeltypesv2.RecvPacketResult {
	return channeltypesv2.RecvPacketResult{Status: channeltypesv2.PacketStatus_Success, Acknowledgement: []byte{1}}
}

// OnTimeoutPacket takes a packet that has not arrived in time.
func (verifiedOnly) OnTimeoutPacket(
	sdk.Context, string, string, uint64, channeltypesv2.Payload, sdk.AccAddress,
) error {
	return nil
}

// OnAcknowledgementPacket takes an acknowledgement.
func (verifiedOnly) OnAcknowledgementPacket(
	sdk.Context, string, string, uint64, []byte, channeltypesv2.Payload, sdk.AccAddress,
) error {
	return nil
}
