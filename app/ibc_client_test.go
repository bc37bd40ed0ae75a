package app_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	host "github.com/cosmos/ibc-go/v11/modules/core/24-host"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A client that nobody has updated for too long believes nothing any more. Games wait for nobody but by blocks, coins
// stay where they are, and when governance has put a new client in its place everything goes on over the same channels:
// the game, the transfers, the account.
func TestAClientExpiresAndIsRecoveredInTheMiddleOfAGame(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	stake := s.stakeVouchers(remote.Account, rival)
	id := a.games.enter(a.games.playerOf(remote.Account), a.games.playerOf(rival), game.Xaya(),
		func(open *battleshiptypes.MsgCreateGame) { open.Stake = &stake })
	a.games.move(id, 9)
	backed := a.games.Supply(stake.Denom).Int64()

	s.IncrementTimeBy(ibctesting.TrustingPeriod)
	s.CommitBlock(a.TestChain, b.TestChain)
	require.Equal(t, ibcexported.Expired, a.app.IBCKeeper.ClientKeeper.GetClientStatus(
		a.GetContext(), path.EndpointA.ClientID))
	require.ErrorContains(t, path.EndpointA.UpdateClient(), clienttypes.ErrClientNotActive.Error())
	_, err := b.SendMsgsWithSender(remote.owner, s.transfer(
		path.EndpointB, remote.owner.SenderAccount.GetAddress(), sdk.NewInt64Coin(app.BondDenom, 1), rival.String()))
	require.ErrorContains(t, err, clienttypes.ErrClientNotActive.Error(), "nothing is sent that could not come back")
	s.requireBacked(path.EndpointB, app.BondDenom, backed)

	for _, end := range []*ibctesting.Endpoint{path.EndpointA, path.EndpointB} {
		expired := end.ClientID
		require.NoError(t, end.CreateClient())
		substitute := end.ClientID
		end.ClientID = expired
		authority := authtypes.NewModuleAddress(govtypes.ModuleName).String()
		require.Error(t, s.at(end).govern(clienttypes.NewMsgRecoverClient(rival.String(), expired, substitute)))
		require.NoError(t, s.at(end).govern(clienttypes.NewMsgRecoverClient(authority, expired, substitute)))
		require.NoError(t, end.UpdateClient())
	}
	a.games.move(id, 8*game.Xaya().Tiles())
	a.games.claim(id, a.games.owing(id), 0)
	require.Empty(t, a.games.held())
	s.requireBacked(path.EndpointB, app.BondDenom, backed)
}

// A move by packet stands in the third block after it was signed: the one that sends it, the next one of the same
// chain, which has the root that shows it, and the one of the other chain that brings both. The acknowledgement takes
// two more.
func TestAMoveByPacketIsInTheThirdBlock(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	remote := s.register(path.EndpointB)
	_, rival := a.account()
	id := a.games.enter(a.games.playerOf(remote.Account), a.games.playerOf(rival), game.Xaya(),
		func(*battleshiptypes.MsgCreateGame) {})
	heights := func() int64 { return a.App.LastBlockHeight() + b.App.LastBlockHeight() }
	began := heights()
	packet := remote.packet(time.Hour, &battleshiptypes.MsgConcede{Sender: remote.String(), GameId: id})
	s.CommitBlock(b.TestChain)
	there := remote.bring(remote.path.EndpointB, func(proof []byte, at clienttypes.Height, signer string) sdk.Msg {
		return channeltypes.NewMsgRecvPacket(packet, proof, at, signer)
	}, host.PacketCommitmentKey(packet.SourcePort, packet.SourceChannel, packet.Sequence))
	require.Equal(t, int64(3), heights()-began)
	require.Equal(t, battleshiptypes.OBLIGATION_CLAIM, a.games.next(id).Obligation)

	ack, err := ibctesting.ParseAckFromEvents(there.Events)
	require.NoError(t, err)
	s.CommitBlock(a.TestChain)
	back := remote.bring(remote.path.EndpointA, func(proof []byte, at clienttypes.Height, signer string) sdk.Msg {
		return channeltypes.NewMsgAcknowledgement(packet, ack, proof, at, signer)
	}, host.PacketAcknowledgementKey(packet.DestinationPort, packet.DestinationChannel, packet.Sequence))
	require.Equal(t, int64(5), heights()-began)
	t.Logf("with a header of 4 validators: %d gas to bring the packet, %d to bring its acknowledgement",
		there.GasUsed, back.GasUsed)
}

// bring sends what the other end has written under a key, and the header that shows it, in one transaction.
func (r *remoteAccount) bring(
	to *ibctesting.Endpoint, msg func(proof []byte, at clienttypes.Height, signer string) sdk.Msg, key []byte,
) *abci.ExecTxResult {
	t, from := r.net.t, to.Counterparty.Chain
	t.Helper()
	trusted, ok := to.GetClientLatestHeight().(clienttypes.Height)
	require.True(t, ok)
	header, err := from.IBCClientHeader(from.LatestCommittedHeader, trusted)
	require.NoError(t, err)
	signer := to.Chain.SenderAccount.GetAddress().String()
	update, err := clienttypes.NewMsgUpdateClient(to.ClientID, header, signer)
	require.NoError(t, err)
	proof, height := from.QueryProofAtHeight(key, from.LatestCommittedHeader.Header.Height)
	res, err := to.Chain.SendMsgs(update, msg(proof, height, signer))
	require.NoError(t, err)
	return res
}

// A transaction with a header of a chain of 200 validators and the two largest packets fits, and is charged for.
func TestAHeaderOfManyValidatorsFitsWithPackets(t *testing.T) {
	t.Parallel()
	const validators = 200
	s := newIBCNetwork(t, 1)
	a := s.chains[0]
	var set []*cmttypes.Validator
	signers := make(map[string]cmttypes.PrivValidator)
	for range validators {
		_, signer := cmttypes.RandValidator(false, 100)
		key, err := signer.GetPubKey()
		require.NoError(t, err)
		set = append(set, cmttypes.NewValidator(key, 1))
		signers[key.Address().String()] = signer
	}
	creator := ibctesting.DefaultTestingAppInit
	defer func() { ibctesting.DefaultTestingAppInit = creator }()
	ibctesting.DefaultTestingAppInit = func() (ibctesting.TestingApp, map[string]json.RawMessage) { return newKitApp() }
	large := ibctesting.NewTestChainWithValSet(
		t, s.Coordinator, ibctesting.GetChainID(2), cmttypes.NewValidatorSet(set), signers)
	s.Chains[large.ChainID] = large
	path := ibctesting.NewTransferPath(a.TestChain, large)
	path.Setup()

	var packets []channeltypes.Packet
	for range 2 {
		res, err := large.SendMsgs(transfertypes.NewMsgTransfer(
			transfertypes.PortID, path.EndpointB.ChannelID, sdk.NewInt64Coin(app.BondDenom, 5),
			large.SenderAccount.GetAddress().String(), a.SenderAccount.GetAddress().String(), clienttypes.ZeroHeight(),
			s.in(time.Hour), strings.Repeat("x", transfertypes.MaximumMemoLength)))
		require.NoError(t, err)
		packet, err := ibctesting.ParseV1PacketFromEvents(res.Events)
		require.NoError(t, err)
		packets = append(packets, packet)
	}
	s.CommitBlock(large)
	trusted, ok := path.EndpointA.GetClientLatestHeight().(clienttypes.Height)
	require.True(t, ok)
	header, err := large.IBCClientHeader(large.LatestCommittedHeader, trusted)
	require.NoError(t, err)
	update, err := clienttypes.NewMsgUpdateClient(path.EndpointA.ClientID, header, a.SenderAccount.GetAddress().String())
	require.NoError(t, err)
	msgs := []sdk.Msg{update}
	size := proto.Size(update)
	for _, packet := range packets {
		key := host.PacketCommitmentKey(packet.SourcePort, packet.SourceChannel, packet.Sequence)
		proof, height := large.QueryProofAtHeight(key, large.LatestCommittedHeader.Header.Height)
		msg := channeltypes.NewMsgRecvPacket(packet, proof, height, a.SenderAccount.GetAddress().String())
		size += proto.Size(msg)
		msgs = append(msgs, msg)
		t.Logf("a packet with the longest memo has %d bytes, of which %d are its proof", proto.Size(msg), len(proof))
	}
	t.Logf("a header of %d validators has %d bytes", validators, proto.Size(update))
	require.Less(t, size+1_000, app.MaxRelayBytes)
	before := time.Now()
	res, err := a.SendMsgs(msgs...)
	require.NoError(t, err)
	t.Logf("with both it takes %d gas and %s", res.GasUsed, time.Since(before))
}
