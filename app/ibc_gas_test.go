package app_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	host "github.com/cosmos/ibc-go/v11/modules/core/24-host"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// A player of another chain stakes by one packet, and takes the winnings home by another one. The gas of each
// transaction on both chains is that of docs/capacity.md, at most a twentieth off.
func TestGasOfAPlayerFromAnotherChain(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b := s.chains[0], s.chains[1]
	g := s.guest()
	here, there := g.path.EndpointA, g.path.EndpointB
	_, rival := a.account()
	stake := s.stakeVouchers(rival)
	id := a.games.open(a.games.playerOf(rival), game.Xaya(), func(open *battleshiptypes.MsgCreateGame) {
		open.Stake = &stake
	})

	var measured strings.Builder
	stale := false
	page, err := os.ReadFile("../docs/capacity.md")
	require.NoError(t, err)
	const sent, received, acknowledged = 1, 2, 3
	report := func(row string, column int, used int64) {
		cell := regexp.MustCompile(fmt.Sprintf(`(?m)^\| %s (?:\|[^|\n]*){%d}\| ([\d,]+) \|`, row, column-1)).
			FindSubmatch(page)
		fmt.Fprintf(&measured, "%s, column %d: %d\n", row, column, used)
		if cell == nil {
			stale = true
			return
		}
		written, err := strconv.ParseInt(strings.ReplaceAll(string(cell[1]), ",", ""), 10, 64)
		require.NoError(t, err)
		stale = stale || 20*max(written-used, used-written) > used
	}
	send := func(name, memo string, coin sdk.Coin) channeltypes.Packet {
		res, err := b.SendMsgsWithSender(b.senderOf(g.owner.Address), g.transfer(coin, memo))
		require.NoError(t, err)
		report(name, sent, res.GasUsed)
		packet, err := ibctesting.ParseV1PacketFromEvents(res.Events)
		require.NoError(t, err)
		return packet
	}
	bring := func(
		to *ibctesting.Endpoint, key []byte, msg func(proof []byte, at clienttypes.Height, signer string) sdk.Msg,
	) *abci.ExecTxResult {
		require.NoError(t, to.UpdateClient())
		proof, height := to.Counterparty.QueryProof(key)
		res, err := to.Chain.SendMsgs(msg(proof, height, to.Chain.SenderAccount.GetAddress().String()))
		require.NoError(t, err)
		return res
	}
	receive := func(name string, to *ibctesting.Endpoint, packet channeltypes.Packet) *abci.ExecTxResult {
		key := host.PacketCommitmentKey(packet.SourcePort, packet.SourceChannel, packet.Sequence)
		res := bring(to, key, func(proof []byte, at clienttypes.Height, signer string) sdk.Msg {
			return channeltypes.NewMsgRecvPacket(packet, proof, at, signer)
		})
		report(name, received, res.GasUsed)
		return res
	}
	acknowledge := func(name string, to *ibctesting.Endpoint, packet channeltypes.Packet, res *abci.ExecTxResult) {
		ack, err := ibctesting.ParseAckFromEvents(res.Events)
		require.NoError(t, err)
		require.True(t, success(ack))
		key := host.PacketAcknowledgementKey(packet.DestinationPort, packet.DestinationChannel, packet.Sequence)
		report(name, acknowledged, bring(to, key, func(proof []byte, at clienttypes.Height, signer string) sdk.Msg {
			return channeltypes.NewMsgAcknowledgement(packet, ack, proof, at, signer)
		}).GasUsed)
	}

	entry := send("transfer with an entry", g.join(id), sdk.NewCoin(app.BondDenom, stake.Amount))
	entered := receive("transfer with an entry", here, entry)
	acknowledge("transfer with an entry", there, entry, entered)
	a.games.players[id] = append(a.games.players[id], g.recordedPlayer)
	a.games.move(id, 4)
	a.games.deliver(a.games.players[id][0], &battleshiptypes.MsgConcede{Sender: rival.String(), GameId: id}, 0)
	a.games.claim(id, g.recordedPlayer, 0)

	request := send("request of a return", g.home(stake.Denom), g.coin)
	requested := receive("request of a return", here, request)
	acknowledge("request of a return", there, request, requested)
	back, err := ibctesting.ParseV1PacketFromEvents(requested.Events)
	require.NoError(t, err)
	acknowledge("return", here, back, receive("return", there, back))
	require.True(t, a.balance(g.Address, stake.Denom).IsZero(), "all is at home")

	s.CommitBlock(b.TestChain)
	trusted, ok := here.GetClientLatestHeight().(clienttypes.Height)
	require.True(t, ok)
	header, err := b.IBCClientHeader(b.LatestCommittedHeader, trusted)
	require.NoError(t, err)
	update, err := clienttypes.NewMsgUpdateClient(here.ClientID, header, a.SenderAccount.GetAddress().String())
	require.NoError(t, err)
	res, err := a.SendMsgs(update)
	require.NoError(t, err)
	report("header of 4 validators", received, res.GasUsed)
	require.False(t, stale, "docs/capacity.md should have\n%s", measured.String())
}
