package app_test

import (
	"fmt"
	"testing"
	"time"

	packetforward "github.com/cosmos/ibc-go/v11/modules/apps/packet-forward-middleware"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"
	host "github.com/cosmos/ibc-go/v11/modules/core/24-host"
	hostv2 "github.com/cosmos/ibc-go/v11/modules/core/24-host/v2"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// relayV2 brings a packet between clients and its acknowledgement. It returns the packet that was sent because of it,
// if there was one, and reports whether it was taken.
func (s *ibcNetwork) relayV2(from *ibctesting.Endpoint, sent channeltypesv2.Packet) (*channeltypesv2.Packet, bool) {
	s.t.Helper()
	require.NoError(s.t, from.Counterparty.UpdateClient())
	proof, height := from.QueryProof(hostv2.PacketCommitmentKey(sent.SourceClient, sent.Sequence))
	to := from.Counterparty.Chain
	res, err := to.SendMsgs(channeltypesv2.NewMsgRecvPacket(sent, proof, height, to.SenderAccount.GetAddress().String()))
	require.NoError(s.t, err)
	bz, err := ibctesting.ParseAckV2FromEvents(res.Events)
	require.NoError(s.t, err)
	var ack channeltypesv2.Acknowledgement
	require.NoError(s.t, ack.Unmarshal(bz))
	require.NoError(s.t, from.UpdateClient())
	require.NoError(s.t, from.MsgAcknowledgePacket(sent, ack))
	onward, err := ibctesting.ParseV2PacketFromEvents(res.Events)
	if err != nil {
		return nil, ack.Success()
	}
	return &onward, ack.Success()
}

// Between clients a request does what it does over a channel, in either encoding.
func TestAPlayerEntersWithOnePacketBetweenClients(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{transfertypes.EncodingJSON, transfertypes.EncodingProtobuf} {
		s := newIBCNetwork(t, 2)
		a, b := s.chains[0], s.chains[1]
		path := ibctesting.NewPath(a.TestChain, b.TestChain)
		path.SetupV2()
		g := s.guest()
		g.recordedPlayer = a.games.playerOf(chain.Account{
			Name: g.owner.Name, Address: packet.Account(path.EndpointA.ClientID, g.owner.String()),
		})
		_, rival := a.account()
		denom := transfertypes.NewDenom(app.BondDenom,
			transfertypes.NewHop(transfertypes.PortID, path.EndpointA.ClientID)).IBCDenom()
		stake := sdk.NewInt64Coin(denom, 5_000_000)
		send := func(amount int64, to, memo string) (*channeltypesv2.Packet, bool) {
			msg := transfertypes.NewMsgTransferWithEncoding(transfertypes.PortID, path.EndpointB.ClientID,
				sdk.NewInt64Coin(app.BondDenom, amount), g.owner.String(), to, clienttypes.ZeroHeight(),
				uint64(s.CurrentTime.Add(time.Hour).Unix()), memo, encoding)
			res, err := b.SendMsgsWithSender(b.senderOf(g.owner.Address), msg)
			require.NoError(t, err)
			sent, err := ibctesting.ParseV2PacketFromEvents(res.Events)
			require.NoError(t, err)
			return s.relayV2(path.EndpointB, sent)
		}
		_, taken := send(5_000_000, rival.String(), "")
		require.True(t, taken)
		params, err := a.app.BattleshipKeeper.Params(a.games.Context())
		require.NoError(t, err)
		params.StakeDenoms = []string{denom, app.BondDenom}
		require.NoError(t, a.govern(&battleshiptypes.MsgUpdateParams{
			Authority: authtypes.NewModuleAddress(govtypes.ModuleName).String(), Params: params,
		}))
		id := a.games.open(a.games.playerOf(rival), game.Xaya(), func(open *battleshiptypes.MsgCreateGame) {
			open.Stake = &stake
		})

		had := b.balance(g.owner.Address, app.BondDenom)
		for memo, to := range map[string]string{
			g.join(999): g.Address.String(), g.join(id): rival.String(), g.home("uship"): g.Address.String(),
			`{"battleship":{}}`: g.Address.String(), "join": g.Address.String(),
		} {
			_, taken = send(5_000_000, to, memo)
			require.False(t, taken, memo)
			require.Equal(t, had, b.balance(g.owner.Address, app.BondDenom), memo)
			require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), g.Address), memo)
		}
		_, taken = send(5_000_000, g.Address.String(), g.join(id))
		require.True(t, taken)
		require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), g.Address))
		a.games.players[id] = append(a.games.players[id], g.recordedPlayer)
		a.games.deliver(a.games.players[id][0], &battleshiptypes.MsgConcede{Sender: rival.String(), GameId: id}, 0)
		a.games.claim(id, g.recordedPlayer, 0)
		for _, denom := range []string{battleshiptypes.RewardDenom, denom} {
			if a.balance(g.Address, denom).IsZero() {
				continue
			}
			back, taken := send(1, g.Address.String(), g.home(denom))
			require.True(t, taken)
			require.NotNil(t, back)
			require.Equal(t, encoding, back.Payloads[0].Encoding)
			_, taken = s.relayV2(path.EndpointA, *back)
			require.True(t, taken)
		}
		require.Equal(t, had.AddRaw(5_000_000), b.balance(g.owner.Address, app.BondDenom))
		require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), g.Address))
		require.True(t, a.games.Supply(denom).IsZero())
		escrow := transfertypes.GetEscrowAddress(transfertypes.PortID, path.EndpointB.ClientID)
		require.True(t, b.balance(escrow, app.BondDenom).IsZero())
	}
}

// The packet forwarding of ibc-go passes no request on: what holds one goes all the way back. Others do, and then the
// sender is the address that they make for the first sender. Its coins go to an address of that sender.
func TestARequestThatWasForwardedIsThatOfItsFirstSender(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 3)
	a, b, c := s.chains[0], s.chains[1], s.chains[2]
	near, far := s.paths[0], s.paths[1]
	_, sender := c.account()
	_, friend := b.account()
	between, err := packetforward.GetReceiver(
		b.app.AccountKeeper.AddressCodec(), far.EndpointA.ChannelID, sender.String())
	require.NoError(t, err)
	account := sdk.AccAddress(packet.Account(near.EndpointA.ChannelID, between))
	coin := sdk.NewInt64Coin(app.BondDenom, 1_000)
	middle := voucher(far.EndpointA, app.BondDenom)
	here := transfertypes.NewDenom(app.BondDenom,
		transfertypes.NewHop(transfertypes.PortID, near.EndpointA.ChannelID),
		transfertypes.NewHop(transfertypes.PortID, far.EndpointA.ChannelID)).IBCDenom()
	request := fmt.Sprintf(`{"battleship":{"return":{"denom":"%s","receiver":"%s"}}}`, here, friend)

	had := c.balance(sender.Address, app.BondDenom)
	onward := s.transfer(far.EndpointB, sender.Address, coin, "pfm")
	onward.Memo = fmt.Sprintf(`{"forward":{"receiver":"%s","port":"transfer","channel":"%s","next":%s}}`,
		account, near.EndpointB.ChannelID, request)
	_, taken := s.relay(far, s.send(c, onward))
	require.False(t, taken)
	require.Equal(t, had, c.balance(sender.Address, app.BondDenom))

	_, taken = s.relay(far, s.send(c, s.transfer(far.EndpointB, sender.Address, coin, between)))
	require.True(t, taken)
	msg := s.transfer(near.EndpointB, sdk.MustAccAddressFromBech32(between), sdk.NewInt64Coin(middle, 1_000),
		account.String())
	msg.Memo = request
	ctx, write := b.GetContext().CacheContext()
	res, err := b.app.MsgServiceRouter().Handler(msg)(ctx, msg)
	require.NoError(t, err)
	write()
	b.NextBlock()
	sent, err := ibctesting.ParseV1PacketFromEvents(res.Events)
	require.NoError(t, err)
	require.NoError(t, near.EndpointB.UpdateClient())
	arrived, taken := s.relay(near, sent)
	require.True(t, taken)
	back, err := ibctesting.ParseV1PacketFromEvents(arrived.Events)
	require.NoError(t, err)
	_, taken = s.relay(near, back)
	require.True(t, taken)
	require.Equal(t, int64(1_000), b.balance(friend.Address, middle).Int64())
	require.Empty(t, a.app.BankKeeper.GetAllBalances(a.games.Context(), account))
}

// A relayer that pays for too little gas has its transaction fail, and the packet waits for another. It cannot have an
// entry refused.
func TestNoGasLimitHasAnEntryRefused(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a := s.chains[0]
	g := s.guest()
	_, rival := a.account()
	stake := s.stakeVouchers(rival)
	id := a.games.open(a.games.playerOf(rival), game.Xaya(), func(open *battleshiptypes.MsgCreateGame) {
		open.Stake = &stake
	})
	sent := s.send(s.chains[1], g.transfer(sdk.NewCoin(app.BondDenom, stake.Amount), g.join(id)))
	require.NoError(t, g.path.EndpointA.UpdateClient())
	proof, height := g.path.EndpointB.QueryProof(
		host.PacketCommitmentKey(sent.SourcePort, sent.SourceChannel, sent.Sequence))
	msg := channeltypes.NewMsgRecvPacket(sent, proof, height, rival.String())
	try := func(limit uint64) (events sdk.Events, ran bool) {
		ctx, _ := a.GetContext().CacheContext()
		ctx = ctx.WithGasMeter(storetypes.NewGasMeter(limit))
		// A panic fails the transaction. It is not always the meter's: ibc-go's own deferred calls can panic after it.
		defer func() {
			if recover() != nil {
				events, ran = nil, false
			}
		}()
		res, err := a.app.MsgServiceRouter().Handler(msg)(ctx, msg)
		require.NoError(t, err)
		for _, event := range res.Events {
			events = append(events, sdk.Event(event))
		}
		return events, true
	}
	const step = 5_000
	limit := uint64(step)
	for ; limit < 100*step; limit += step {
		if events, ran := try(limit); ran {
			ack, err := ibctesting.ParseAckFromEvents(events.ToABCIEvents())
			require.NoError(t, err)
			require.True(t, success(ack), "at %d", limit)
			break
		}
	}
	require.Greater(t, limit, uint64(20*step), "an entry takes what it takes")
	require.Less(t, limit, uint64(100*step))
	_, taken := s.relay(g.path, sent)
	require.True(t, taken)
}

// If the channel closes, nobody acts for the packet account but its delegate, who plays on. What a transfer was to
// bring goes back, and what the account has stays.
func TestADelegatePlaysOnWhenTheChannelOfAPacketAccountIsClosed(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b := s.chains[0], s.chains[1]
	g := s.guest()
	_, rival := a.account()
	stake := s.stakeVouchers(rival)
	id := a.games.open(a.games.playerOf(rival), game.Xaya(), func(open *battleshiptypes.MsgCreateGame) {
		open.Stake = &stake
	})
	_, code := g.send(g.transfer(sdk.NewCoin(app.BondDenom, stake.Amount), g.join(id)))
	require.Zero(t, code)
	a.games.players[id] = append(a.games.players[id], g.recordedPlayer)
	had := b.balance(g.owner.Address, app.BondDenom)
	sent := s.send(b, g.transfer(sdk.NewInt64Coin(app.BondDenom, 7), g.home(stake.Denom)))
	g.path.EndpointA.UpdateChannel(func(channel *channeltypes.Channel) { channel.State = channeltypes.CLOSED })

	a.games.move(id, 4)
	a.games.deliver(a.games.players[id][0], &battleshiptypes.MsgConcede{Sender: rival.String(), GameId: id}, 0)
	a.games.claim(id, g.recordedPlayer, 0)
	require.Equal(t, stake.Amount.MulRaw(2), a.balance(g.Address, stake.Denom))
	require.NoError(t, g.path.EndpointA.UpdateClient())
	require.ErrorContains(t, g.path.EndpointA.RecvPacket(sent), channeltypes.ErrInvalidChannelState.Error())
	require.NoError(t, g.path.EndpointB.UpdateClient())
	require.NoError(t, g.path.EndpointB.TimeoutOnClose(sent))
	require.Equal(t, had, b.balance(g.owner.Address, app.BondDenom))
	require.Equal(t, stake.Amount.MulRaw(2), a.balance(g.Address, stake.Denom))
	g.backed("closed")
}
