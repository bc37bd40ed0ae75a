package app_test

import (
	"testing"
	"time"

	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	host "github.com/cosmos/ibc-go/v11/modules/core/24-host"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// An ordered channel closes when one packet times out. If the account owes a move then, its clock runs: without a
// delegate it loses, with one it plays on as if nothing had happened. Its owner opens the channel again and has the
// same account, with all its coins.
func TestAttackAClosedChannelTakesNothingFromAnInterchainAccount(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	remote := s.registerIn(path.EndpointB, channeltypes.ORDERED)
	_, rival := a.account()
	_, delegate := a.account()
	stake := s.stakeVouchers(remote.Account, rival)
	_, err := a.SendMsgsWithSender(a.senderOf(delegate.Address), sendAnchors(delegate, remote.Account))
	require.NoError(t, err)
	guest, resident := a.games.playerOf(remote.Account), a.games.playerOf(rival)
	staked := func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake }
	lonely := a.games.enter(guest, resident, game.Xaya(), staked)
	for a.games.owing(lonely) != guest {
		a.games.move(lonely, 1)
	}
	deputy := a.games.playerOf(remote.Account)
	helped := a.games.enter(deputy, resident, game.Xaya(), func(open *battleshiptypes.MsgCreateGame) {
		open.Stake, open.Entry.Delegate = &stake, delegate.String()
	})
	s.requireWhole()

	// A move is sent, and no relayer brings it in time. Another waits behind it.
	late := remote.packet(time.Minute, &battleshiptypes.MsgConcede{Sender: remote.String(), GameId: lonely})
	behind := remote.packet(time.Hour, &battleshiptypes.MsgConcede{Sender: remote.String(), GameId: helped})
	s.IncrementTimeBy(2 * time.Minute)
	s.CommitBlock(a.TestChain, b.TestChain)
	require.NoError(t, remote.path.EndpointB.UpdateClient())
	require.ErrorContains(t, remote.path.EndpointB.RecvPacket(late), channeltypes.ErrTimeoutElapsed.Error())
	require.NoError(t, remote.path.EndpointA.UpdateClient())
	require.NoError(t, remote.path.EndpointA.TimeoutPacket(late))
	require.Equal(t, channeltypes.CLOSED, remote.path.EndpointA.GetChannel().State)
	require.Error(t, remote.path.EndpointB.RecvPacket(behind), "not before the one that was late")
	remote.confirmClosed()
	require.ErrorContains(t, remote.path.EndpointB.RecvPacket(behind), channeltypes.ErrInvalidChannelState.Error())
	require.NoError(t, remote.path.EndpointA.UpdateClient())
	require.NoError(t, remote.path.EndpointA.TimeoutOnClose(behind))
	_, err = remote.trySend(time.Hour, &battleshiptypes.MsgConcede{Sender: remote.String(), GameId: lonely})
	require.ErrorContains(t, err, icatypes.ErrActiveChannelNotFound.Error())
	s.requireWhole()

	// The delegate plays on, and wins for the account; the game without one is lost by the clock.
	carry := a.games.carry
	a.handOver(deputy, delegate)
	a.games.move(helped, 7)
	a.games.deliver(resident, &battleshiptypes.MsgConcede{Sender: rival.String(), GameId: helped}, 0)
	a.games.claim(helped, deputy, 0)
	a.games.carry = carry
	require.Equal(t, int64(20_000_000), a.balance(remote.Address, stake.Denom).Int64())
	a.games.pass(lonely)
	a.games.claim(lonely, resident, 0)
	require.Empty(t, a.games.held())
	require.Equal(t, int64(20_000_000), a.balance(rival.Address, stake.Denom).Int64())
	s.requireWhole()

	// Nobody else gets the account, and its owner gets it back.
	stranger := s.registerIn(path.EndpointB, channeltypes.ORDERED)
	require.NotEqual(t, remote.String(), stranger.String())
	closed := remote.path.EndpointB.ChannelID
	remote.open()
	require.NotEqual(t, closed, remote.path.EndpointB.ChannelID)
	address, found := remote.registered()
	require.True(t, found)
	require.Equal(t, remote.String(), address)
	require.NoError(t, remote.bringHome(sdk.NewCoin(stake.Denom, transfertypes.UnboundedSpendLimit())).Err())
	s.requireWhole()
	s.requireBacked(path.EndpointB, app.BondDenom, 20_000_000)
	require.Positive(t, a.balance(remote.Address, battleshiptypes.RewardDenom).Int64())
}

// sendAnchors gives an account what it takes to open games.
func sendAnchors(from, to chain.Account) sdk.Msg {
	return banktypes.NewMsgSend(from.Address, to.Address, anchors(3_000_000))
}

// confirmClosed tells the host that the channel is closed at its other end.
func (r *remoteAccount) confirmClosed() {
	t, end := r.net.t, r.path.EndpointB
	t.Helper()
	require.NoError(t, end.UpdateClient())
	proof, height := end.Counterparty.QueryProof(
		host.ChannelKey(end.Counterparty.ChannelConfig.PortID, end.Counterparty.ChannelID))
	_, err := end.Chain.SendMsgs(channeltypes.NewMsgChannelCloseConfirm(
		end.ChannelConfig.PortID, end.ChannelID, proof, height, end.Chain.SenderAccount.GetAddress().String()))
	require.NoError(t, err)
	require.Equal(t, channeltypes.CLOSED, end.GetChannel().State)
}

// A packet that has time left may still come after the deadline of the game that it is for. It is answered like a move
// that anybody makes too late, brought twice it does nothing, and the channel stays open.
func TestAPacketThatComesAfterTheDeadlineIsRefusedOnce(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, path := s.chains[0], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	stake := s.stakeVouchers(remote.Account, rival)
	guest, resident := a.games.playerOf(remote.Account), a.games.playerOf(rival)
	id := a.games.enter(guest, resident, game.Xaya(), func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	for a.games.owing(id) != guest {
		a.games.move(id, 1)
	}
	var moves []channeltypes.Packet
	for range 3 {
		moves = append(moves, remote.packet(time.Hour, &battleshiptypes.MsgConcede{Sender: remote.String(), GameId: id}))
	}
	deliver := func(packet channeltypes.Packet, want uint32) {
		t.Helper()
		require.NoError(t, remote.path.EndpointB.UpdateClient())
		res, err := remote.path.EndpointB.RecvPacketWithResult(packet)
		require.NoError(t, err)
		bz, err := ibctesting.ParseAckFromEvents(res.Events)
		require.NoError(t, err)
		var ack channeltypes.Acknowledgement
		channeltypes.SubModuleCdc.MustUnmarshalJSON(bz, &ack)
		require.Equal(t, want, codeOf(t, ack.GetError()))
		require.NoError(t, remote.path.EndpointB.UpdateClient())
		require.NoError(t, remote.path.EndpointB.RecvPacket(packet), "again")
		require.NoError(t, remote.path.EndpointA.UpdateClient())
		require.NoError(t, remote.path.EndpointA.AcknowledgePacket(packet, bz))
		require.NoError(t, remote.path.EndpointA.AcknowledgePacket(packet, bz), "again")
		s.requireWhole()
	}
	a.await(a.games.next(id).Deadline + 1)
	deliver(moves[0], battleshiptypes.ErrPhase.ABCICode())
	a.games.claim(id, resident, 0)
	deliver(moves[1], battleshiptypes.ErrGameEnded.ABCICode())
	require.Equal(t, channeltypes.OPEN, remote.path.EndpointB.GetChannel().State)
	require.Empty(t, a.games.held())

	// In another game the third is no answer either: it names the first.
	a.games.enter(guest, resident, game.Xaya(), func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	deliver(moves[2], battleshiptypes.ErrGameEnded.ABCICode())
	require.Equal(t, 2*stake.Amount.Int64(), a.games.held().AmountOf(stake.Denom).Int64())
}
