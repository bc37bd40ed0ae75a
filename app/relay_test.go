package app_test

import (
	"math/rand"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	channeltypesv2 "github.com/cosmos/ibc-go/v11/modules/core/04-channel/v2/types"
	hostv2 "github.com/cosmos/ibc-go/v11/modules/core/24-host/v2"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// A node carried out what packets between clients ask for while it checked a transaction, also one that failed at its
// end and paid nothing.
func TestANodeCarriesNoPacketOutBeforeItIsInABlock(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b := s.chains[0], s.chains[1]
	path := ibctesting.NewPath(a.TestChain, b.TestChain)
	path.SetupV2()
	g := s.guest()
	g.recordedPlayer = a.games.playerOf(chain.Account{
		Name: g.owner.Name, Address: packet.Account(path.EndpointA.ClientID, g.owner.String()),
	})
	relayer, _ := a.account()
	send := func(to, memo string) channeltypesv2.Packet {
		res, err := b.SendMsgsWithSender(b.senderOf(g.owner.Address), transfertypes.NewMsgTransferWithEncoding(
			transfertypes.PortID, path.EndpointB.ClientID, sdk.NewInt64Coin(app.BondDenom, 5_000_000), g.owner.String(), to,
			clienttypes.ZeroHeight(), uint64(s.CurrentTime.Add(time.Hour).Unix()), memo, transfertypes.EncodingProtobuf))
		require.NoError(t, err)
		sent, err := ibctesting.ParseV2PacketFromEvents(res.Events)
		require.NoError(t, err)
		return sent
	}
	asking := send(g.Address.String(), g.home(transfertypes.NewDenom(app.BondDenom,
		transfertypes.NewHop(transfertypes.PortID, path.EndpointA.ClientID)).IBCDenom()))
	plain := send(g.Address.String(), "")
	require.NoError(t, path.EndpointA.UpdateClient())
	check := func(packets ...channeltypesv2.Packet) *abci.ResponseCheckTx {
		msgs := make([]sdk.Msg, len(packets))
		for i, sent := range packets {
			proof, height := path.EndpointB.QueryProof(hostv2.PacketCommitmentKey(sent.SourceClient, sent.Sequence))
			msgs[i] = channeltypesv2.NewMsgRecvPacket(sent, proof, height, relayer.SenderAccount.GetAddress().String())
		}
		tx, err := simtestutil.GenSignedMockTx(rand.New(rand.NewSource(1)), a.TxConfig, msgs, anchors(10_000), 1_000_000,
			a.ChainID, []uint64{relayer.SenderAccount.GetAccountNumber()},
			[]uint64{relayer.SenderAccount.GetSequence()}, relayer.SenderPrivKey)
		require.NoError(t, err)
		bz, err := a.TxConfig.TxEncoder()(tx)
		require.NoError(t, err)
		res, err := a.app.CheckTx(&abci.RequestCheckTx{Tx: bz, Type: abci.CheckTxType_New})
		require.NoError(t, err)
		return res
	}
	checked := func() sdk.Coins { return a.app.BankKeeper.GetAllBalances(a.app.NewContext(true), g.Address) }
	never := asking
	never.Sequence += 7
	res := check(asking, never)
	require.NotZero(t, res.Code)
	res = check(plain)
	require.Zero(t, res.Code, res.Log)
	require.Empty(t, checked(), "nothing is carried out")

	// Another relayer is told in time.
	s.relayV2(path.EndpointB, plain)
	res = check(plain)
	require.Equal(t, channeltypes.ErrRedundantTx.ABCICode(), res.Code, res.Log)
}
