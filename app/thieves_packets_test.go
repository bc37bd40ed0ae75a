package app_test

import (
	"fmt"
	"time"

	icacontrollertypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/controller/types"
	icagenesistypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/genesis/types"
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibctypes "github.com/cosmos/ibc-go/v11/modules/core/types"
	localhost "github.com/cosmos/ibc-go/v11/modules/light-clients/09-localhost"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/testutil/accept"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// The channels of the chain with itself, by which thieves send packets that arrive in the same transaction.
const (
	controllerEnd, hostEnd  = "channel-0", "channel-1"
	departureEnd, arriveEnd = "channel-2", "channel-3"
)

// requestActs are what the packet account asks for.
var requestActs = map[string]packet.Action{
	sdk.MsgTypeURL(&types.MsgJoinGame{}):    packet.Join,
	sdk.MsgTypeURL(&types.MsgMatchGame{}):   packet.Match,
	sdk.MsgTypeURL(&types.MsgSetDelegate{}): packet.SetDelegate,
	sdk.MsgTypeURL(&types.MsgCancelGame{}):  packet.Cancel,
	sdk.MsgTypeURL(&types.MsgWithdraw{}):    packet.Withdraw,
}

// connect opens the channels: one between a thief as the owner of an interchain account and the host of that account,
// which has the same address, and one for transfers.
func (c *contest) connect(a *app.App, state app.GenesisState) {
	owner, local, cdc := c.people[ownerThief].String(), ibcexported.LocalhostConnectionID, a.AppCodec()
	port, err := icatypes.NewControllerPortID(owner)
	require.NoError(c.t, err)
	var core ibctypes.GenesisState
	cdc.MustUnmarshalJSON(state[ibcexported.ModuleName], &core)
	core.ClientGenesis.Params.AllowedClients = append(core.ClientGenesis.Params.AllowedClients, ibcexported.Localhost)
	channels := &core.ChannelGenesis
	end := func(port, channel, otherPort, otherChannel, version string) {
		to := channeltypes.NewCounterparty(otherPort, otherChannel)
		channels.Channels = append(channels.Channels, channeltypes.NewIdentifiedChannel(port, channel,
			channeltypes.NewChannel(channeltypes.OPEN, channeltypes.UNORDERED, to, []string{local}, version)))
		channels.SendSequences = append(channels.SendSequences, channeltypes.NewPacketSequence(port, channel, 1))
		channels.NextChannelSequence++
	}
	version := icatypes.NewDefaultMetadataString(local, local)
	end(port, controllerEnd, icatypes.HostPortID, hostEnd, version)
	end(icatypes.HostPortID, hostEnd, port, controllerEnd, version)
	end(transfertypes.PortID, departureEnd, transfertypes.PortID, arriveEnd, transfertypes.V1)
	end(transfertypes.PortID, arriveEnd, transfertypes.PortID, departureEnd, transfertypes.V1)
	state[ibcexported.ModuleName] = cdc.MustMarshalJSON(&core)

	var accounts icagenesistypes.GenesisState
	cdc.MustUnmarshalJSON(state[icatypes.ModuleName], &accounts)
	registered := []icagenesistypes.RegisteredInterchainAccount{{ConnectionId: local, PortId: port, AccountAddress: owner}}
	accounts.HostGenesisState.InterchainAccounts = registered
	accounts.ControllerGenesisState.InterchainAccounts = registered
	accounts.ControllerGenesisState.ActiveChannels = []icagenesistypes.ActiveChannel{{
		ConnectionId: local, PortId: port, ChannelId: controllerEnd,
	}}
	accounts.ControllerGenesisState.Ports = []string{port}
	state[icatypes.ModuleName] = cdc.MustMarshalJSON(&accounts)
}

// ofInterchainAccount returns what sends messages by packet to the host of a thief's interchain account.
func (c *contest) ofInterchainAccount(thief *person, msgs []sdk.Msg) []sdk.Msg {
	c.t.Helper()
	for i, msg := range msgs {
		msgs[i] = accept.Terms(c.Context(), c.App.BattleshipKeeper, msg)
	}
	bz, err := icatypes.SerializeCosmosTx(c.App.AppCodec(), msgs, icatypes.EncodingProtobuf)
	require.NoError(c.t, err)
	data := icatypes.InterchainAccountPacketData{Type: icatypes.EXECUTE_TX, Data: bz}
	port, err := icatypes.NewControllerPortID(thief.String())
	require.NoError(c.t, err)
	send := icacontrollertypes.NewMsgSendTx(
		thief.String(), ibcexported.LocalhostConnectionID, uint64(time.Hour), data)
	return c.packet(thief, send, data.GetBytes(), port, controllerEnd, icatypes.HostPortID, hostEnd)
}

// ofPacketAccount returns what sends a request of the packet account: a transfer of its courier.
func (c *contest) ofPacketAccount(courier *person, msg sdk.Msg) []sdk.Msg {
	c.t.Helper()
	msg = c.clone(accept.Terms(c.Context(), c.App.BattleshipKeeper, msg))
	setSigner(msg, "")
	bz, err := c.App.AppCodec().MarshalJSON(msg)
	require.NoError(c.t, err)
	memo := fmt.Sprintf(`{"%s":{"%s":%s}}`, packet.Key, requestActs[sdk.MsgTypeURL(msg)], bz)
	account, coin := c.people[packetThief].String(), sdk.NewInt64Coin(app.BondDenom, 1)
	send := transfertypes.NewMsgTransfer(transfertypes.PortID, departureEnd, coin, courier.String(), account,
		clienttypes.ZeroHeight(), c.timeout(), memo)
	data := transfertypes.NewFungibleTokenPacketData(coin.Denom, coin.Amount.String(), courier.String(), account, memo)
	return c.packet(courier, send, data.GetBytes(), transfertypes.PortID, departureEnd, transfertypes.PortID, arriveEnd)
}

// packet returns the message that sends a packet, and the one that brings it.
func (c *contest) packet(by *person, send sdk.Msg, data []byte, port, channel, toPort, toChannel string) []sdk.Msg {
	c.t.Helper()
	sequence, ok := c.App.IBCKeeper.ChannelKeeper.GetNextSequenceSend(c.Context(), port, channel)
	require.True(c.t, ok)
	sequence += c.packetsAhead[channel]
	c.packetsAhead[channel]++
	sent := channeltypes.NewPacket(data, sequence, port, channel, toPort, toChannel, clienttypes.ZeroHeight(), c.timeout())
	height := clienttypes.NewHeight(clienttypes.ParseChainID(c.ID()), uint64(c.Height()+1))
	return []sdk.Msg{send, channeltypes.NewMsgRecvPacket(sent, localhost.SentinelProof, height, by.String())}
}

// timeout is an hour after the next block.
func (c *contest) timeout() uint64 {
	return uint64(c.Time().Add(chain.BlockTime + time.Hour).UnixNano())
}
