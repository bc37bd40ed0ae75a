package app_test

import (
	"math/rand"
	"strings"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	host "github.com/cosmos/ibc-go/v11/modules/core/24-host"
	ibctesting "github.com/cosmos/ibc-go/v11/testing"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/testutil/chain"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// Shipcoin that somebody has won goes to another chain and back, all of it and a part. At each step as much is in
// escrow as there are vouchers.
func TestShipcoinIsEarnedSentAndBroughtBack(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	_, winner := a.account()
	_, loser := a.account()
	_, friend := b.account()
	a.win(winner, loser)
	won := a.balance(winner.Address, battleshiptypes.RewardDenom)
	require.Equal(t, int64(42_000_000), won.Int64())
	supply, minted := a.games.Supply(battleshiptypes.RewardDenom), a.minted()

	there := s.send(a, s.transfer(path.EndpointA, winner.Address,
		sdk.NewCoin(battleshiptypes.RewardDenom, transfertypes.UnboundedSpendLimit()), friend.String()))
	require.True(t, a.balance(winner.Address, battleshiptypes.RewardDenom).IsZero(), "all of it")
	_, taken := s.relay(path, there)
	require.True(t, taken)
	s.requireBacked(path.EndpointA, battleshiptypes.RewardDenom, won.Int64())
	away := voucher(path.EndpointB, battleshiptypes.RewardDenom)
	require.Equal(t, won, b.balance(friend.Address, away))
	require.True(t, b.games.Supply(battleshiptypes.RewardDenom).IsZero(), "none was minted by the other chain")

	back := s.send(b, s.transfer(path.EndpointB, friend.Address, sdk.NewInt64Coin(away, 30_000_000), winner.String()))
	_, taken = s.relay(path, back)
	require.True(t, taken)
	s.requireBacked(path.EndpointA, battleshiptypes.RewardDenom, won.Int64()-30_000_000)
	rest := s.send(b, s.transfer(path.EndpointB, friend.Address,
		sdk.NewCoin(away, transfertypes.UnboundedSpendLimit()), winner.String()))
	_, taken = s.relay(path, rest)
	require.True(t, taken)
	s.requireBacked(path.EndpointA, battleshiptypes.RewardDenom, 0)
	require.Equal(t, won, a.balance(winner.Address, battleshiptypes.RewardDenom))
	require.Equal(t, supply, a.games.Supply(battleshiptypes.RewardDenom))
	require.Equal(t, minted, a.minted(), "what travels is not minted again")
}

// win has an account win Shipcoin from another, who gives up at once.
func (at *ibcChain) win(winner, loser chain.Account) {
	r := at.games
	id := r.enter(r.playerOf(winner), r.playerOf(loser), game.Xaya(), func(*battleshiptypes.MsgCreateGame) {})
	r.deliver(r.players[id][1], &battleshiptypes.MsgConcede{Sender: loser.String(), GameId: id}, 0)
	r.claim(id, r.players[id][0], 0)
}

// minted returns how much Shipcoin the chain has ever minted.
func (at *ibcChain) minted() math.Int {
	res, err := at.games.query().Rewards(at.games.Context(), &battleshiptypes.QueryRewardsRequest{})
	require.NoError(at.TB, err)
	return res.Minted.Amount
}

// What no chain takes goes back to its sender, once, whatever a relayer then brings.
func TestAttackATransferThatIsNotTakenIsRefundedOnce(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	_, sender := a.account()
	_, friend := b.account()
	coin := sdk.NewInt64Coin(app.BondDenom, 7_000)
	had := a.balance(sender.Address, coin.Denom)
	refunded := func() {
		t.Helper()
		require.Equal(t, had, a.balance(sender.Address, coin.Denom))
		s.requireBacked(path.EndpointA, coin.Denom, 0)
	}

	t.Run("its receiver may not receive", func(t *testing.T) {
		for name := range app.ModulePermissions() {
			if name == govtypes.ModuleName || name == transfertypes.ModuleName {
				continue // these may; what the latter gets has no owner, as what is sent to any address without a key
			}
			receiver := authtypes.NewModuleAddress(name).String()
			_, taken := s.relay(path, s.send(a, s.transfer(path.EndpointA, sender.Address, coin, receiver)))
			require.False(t, taken, name)
			refunded()
		}
	})
	t.Run("its receiver is none", func(t *testing.T) {
		_, taken := s.relay(path, s.send(a, s.transfer(path.EndpointA, sender.Address, coin, "cosmos1nobody")))
		require.False(t, taken)
		refunded()
	})
	t.Run("nobody has brought it in time", func(t *testing.T) {
		packet := s.send(a, s.transfer(path.EndpointA, sender.Address, coin, friend.String()))
		s.IncrementTimeBy(2 * time.Hour)
		s.CommitBlock(a.TestChain, b.TestChain)
		require.NoError(t, path.EndpointA.UpdateClient())
		require.NoError(t, path.EndpointA.TimeoutPacket(packet))
		refunded()

		require.NoError(t, path.EndpointB.UpdateClient())
		require.ErrorContains(t, path.EndpointB.RecvPacket(packet), channeltypes.ErrTimeoutElapsed.Error(), "too late")
		require.NoError(t, path.EndpointA.TimeoutPacket(packet), "no more than nothing")
		refunded()
		require.True(t, b.balance(friend.Address, voucher(path.EndpointB, coin.Denom)).IsZero())
	})
}

// A packet counts once, on its own channel.
func TestAttackAPacketCountsOnceAndOnItsChannel(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	_, sender := a.account()
	_, friend := b.account()
	coin := sdk.NewInt64Coin(app.BondDenom, 7_000)
	other := s.connect(0)
	packet := s.send(a, s.transfer(path.EndpointA, sender.Address, coin, friend.String()))
	require.NoError(t, path.EndpointB.UpdateClient())

	stray := packet
	stray.DestinationChannel = other.EndpointB.ChannelID
	require.ErrorContains(t, path.EndpointB.RecvPacket(stray), channeltypes.ErrInvalidPacket.Error(), "another channel")
	richer := packet
	richer.Data = []byte(strings.Replace(string(packet.Data), "7000", "70000", 1))
	require.ErrorContains(t, path.EndpointB.RecvPacket(richer), "proof", "another amount")

	res, err := path.EndpointB.RecvPacketWithResult(packet)
	require.NoError(t, err)
	ack, err := ibctesting.ParseAckFromEvents(res.Events)
	require.NoError(t, err)
	s.requireBacked(path.EndpointA, coin.Denom, 7_000)
	require.NoError(t, path.EndpointB.UpdateClient())
	require.NoError(t, path.EndpointB.RecvPacket(packet), "brought again, it does nothing")
	s.requireBacked(path.EndpointA, coin.Denom, 7_000)

	refusal := channeltypes.NewErrorAcknowledgement(channeltypes.ErrInvalidPacket).Acknowledgement()
	require.NoError(t, path.EndpointA.UpdateClient())
	require.Error(t, path.EndpointA.AcknowledgePacket(packet, refusal), "a refusal that nobody has written")
	for range 2 {
		require.NoError(t, path.EndpointA.AcknowledgePacket(packet, ack))
		s.requireBacked(path.EndpointA, coin.Denom, 7_000)
	}

	// Sent back over another channel it is another coin, and what is in escrow for the first stays there.
	away := voucher(path.EndpointB, coin.Denom)
	astray := s.send(b, s.transfer(other.EndpointB, friend.Address, sdk.NewInt64Coin(away, 7_000), sender.String()))
	_, taken := s.relay(other, astray)
	require.True(t, taken)
	s.requireBacked(path.EndpointA, coin.Denom, 7_000)
	twice := transfertypes.NewDenom(coin.Denom,
		transfertypes.NewHop(transfertypes.PortID, other.EndpointA.ChannelID),
		transfertypes.NewHop(transfertypes.PortID, path.EndpointB.ChannelID)).IBCDenom()
	require.Equal(t, int64(7_000), a.balance(sender.Address, twice).Int64())
	require.Equal(t, int64(7_000), s.escrowed(other.EndpointB, away).Int64())
}

// A node takes a packet that brings something, and refuses one that another relayer has brought.
func TestAttackANodeRefusesPacketsAlreadyReceived(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	_, sender := a.account()
	relayer, friend := b.account()
	packet := s.send(a, s.transfer(path.EndpointA, sender.Address, sdk.NewInt64Coin(app.BondDenom, 5), friend.String()))
	require.NoError(t, path.EndpointB.UpdateClient())
	check := func() *abci.ResponseCheckTx {
		proof, height := path.EndpointA.QueryProof(
			host.PacketCommitmentKey(packet.SourcePort, packet.SourceChannel, packet.Sequence))
		tx, err := simtestutil.GenSignedMockTx(
			rand.New(rand.NewSource(1)), b.TxConfig,
			[]sdk.Msg{channeltypes.NewMsgRecvPacket(packet, proof, height, friend.String())}, anchors(10_000), 1_000_000,
			b.ChainID, []uint64{relayer.SenderAccount.GetAccountNumber()}, []uint64{relayer.SenderAccount.GetSequence()},
			relayer.SenderPrivKey,
		)
		require.NoError(t, err)
		bz, err := b.TxConfig.TxEncoder()(tx)
		require.NoError(t, err)
		res, err := b.app.CheckTx(&abci.RequestCheckTx{Tx: bz, Type: abci.CheckTxType_New})
		require.NoError(t, err)
		return res
	}
	require.Zero(t, check().Code)
	require.NoError(t, path.EndpointB.RecvPacket(packet))
	res := check()
	require.Equal(t, channeltypes.ErrRedundantTx.ABCICode(), res.Code, res.Log)
	require.Equal(t, channeltypes.SubModuleName, res.Codespace)
}

// The longest memo passes, in a transaction as in a packet; a longer one does not.
func TestAMemoMayHave32768Bytes(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, path := s.chains[0], s.paths[0]
	_, sender := a.account()
	_, friend := s.chains[1].account()
	msg := s.transfer(path.EndpointA, sender.Address, sdk.NewInt64Coin(app.BondDenom, 5), friend.String())
	msg.Memo = strings.Repeat("x", transfertypes.MaximumMemoLength)
	_, taken := s.relay(path, s.send(a, msg))
	require.True(t, taken)
	s.requireBacked(path.EndpointA, app.BondDenom, 5)

	msg.Memo += "x"
	_, err := a.SendMsgsWithSender(a.senderOf(sender.Address), msg)
	require.ErrorContains(t, err, transfertypes.ErrInvalidMemo.Error())
	s.requireBacked(path.EndpointA, app.BondDenom, 5)
}

// Governance limits how much of a coin passes a channel. What is over the limit is refused where it is sent, and
// refunded where it was sent from.
func TestATransferOverTheRateLimitIsRefusedAndNothingIsLost(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b, path := s.chains[0], s.chains[1], s.paths[0]
	_, sender := a.account()
	_, friend := b.account()
	base, away := app.BondDenom, voucher(path.EndpointB, app.BondDenom)
	send := func(amount int64) *transfertypes.MsgTransfer {
		return s.transfer(path.EndpointA, sender.Address, sdk.NewInt64Coin(base, amount), friend.String())
	}
	_, taken := s.relay(path, s.send(a, send(1_000)))
	require.True(t, taken)
	limit := ratelimittypes.NewMsgAddRateLimit(away, path.EndpointB.ChannelID, math.NewInt(10), math.NewInt(20), 24)
	limit.Signer = authtypes.NewModuleAddress(govtypes.ModuleName).String()
	require.NoError(t, b.govern(limit))

	_, taken = s.relay(path, s.send(a, send(150)))
	require.True(t, taken)
	had := a.balance(sender.Address, base)
	_, taken = s.relay(path, s.send(a, send(150)))
	require.False(t, taken, "300 of 1,000 is more than a fifth")
	require.Equal(t, had, a.balance(sender.Address, base))
	s.requireBacked(path.EndpointA, base, 1_150)

	out := s.transfer(path.EndpointB, friend.Address, sdk.NewInt64Coin(away, 500), sender.String())
	_, err := b.SendMsgsWithSender(b.senderOf(friend.Address), out)
	require.ErrorContains(t, err, ratelimittypes.ErrQuotaExceeded.Error())
	s.requireBacked(path.EndpointA, base, 1_150)
	out.Token.Amount = math.NewInt(50)
	_, taken = s.relay(path, s.send(b, out))
	require.True(t, taken)
	s.requireBacked(path.EndpointA, base, 1_100)
	s.IncrementTimeBy(24 * time.Hour)
	s.CommitNBlocks(b.TestChain, 25) // each block counts one hour at most
	require.NoError(t, path.EndpointA.UpdateClient())
	require.NoError(t, path.EndpointB.UpdateClient())
	_, taken = s.relay(path, s.send(a, send(150)))
	require.True(t, taken, "a day later")
}

// Between clients, without a channel.
func TestTransfersBetweenClientsGoThereAndBack(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 2)
	a, b := s.chains[0], s.chains[1]
	path := ibctesting.NewPath(a.TestChain, b.TestChain)
	path.SetupV2()
	_, sender := a.account()
	_, friend := b.account()
	transfer := func(from *ibctesting.Endpoint, by sdk.AccAddress, coin sdk.Coin, to, encoding string) error {
		at := s.at(from)
		res, err := at.SendMsgsWithSender(at.senderOf(by), transfertypes.NewMsgTransferWithEncoding(
			transfertypes.PortID, from.ClientID, coin, by.String(), to, clienttypes.ZeroHeight(),
			uint64(s.CurrentTime.Add(time.Hour).Unix()), "", encoding,
		))
		if err != nil {
			return err
		}
		packet, err := ibctesting.ParseV2PacketFromEvents(res.Events)
		require.NoError(t, err)
		require.NoError(t, from.Counterparty.UpdateClient())
		require.NoError(t, from.RelayPacket(packet))
		return nil
	}
	coin := sdk.NewInt64Coin(app.BondDenom, 9_000)
	require.NoError(t, transfer(path.EndpointA, sender.Address, coin, friend.String(), ""))
	hop := transfertypes.NewHop(transfertypes.PortID, path.EndpointB.ClientID)
	away := transfertypes.NewDenom(coin.Denom, hop).IBCDenom()
	escrow := transfertypes.GetEscrowAddress(transfertypes.PortID, path.EndpointA.ClientID)
	require.Equal(t, coin.Amount, b.balance(friend.Address, away))
	require.Equal(t, coin.Amount, a.balance(escrow, coin.Denom))

	require.NoError(t, transfer(path.EndpointB, friend.Address, sdk.NewInt64Coin(away, 4_000), sender.String(), ""))
	require.Equal(t, int64(5_000), b.games.Supply(away).Int64())
	require.Equal(t, int64(5_000), a.balance(escrow, coin.Denom).Int64())

	// The encoding of Ethereum's contracts is none that this chain writes or reads.
	err := transfer(path.EndpointA, sender.Address, coin, friend.String(), transfertypes.EncodingABI)
	require.ErrorContains(t, err, "not supported")
	require.Equal(t, int64(5_000), a.balance(escrow, coin.Denom).Int64())
}

// A transfer through a chain to a third one. What cannot go on comes back all the way, also if a limit stops it in the
// middle: what passes through counts there, because the limits come before the forwarding.
func TestATransferThroughTheChainIsForwardedOrReturned(t *testing.T) {
	t.Parallel()
	s := newIBCNetwork(t, 3)
	a, b, c := s.chains[0], s.chains[1], s.chains[2]
	first, second := s.paths[0], s.paths[1]
	_, sender := a.account()
	_, friend := c.account()
	coin := sdk.NewInt64Coin(app.BondDenom, 1_000)
	memo := func(receiver string) string {
		return `{"forward":{"receiver":"` + receiver + `","port":"transfer","channel":"` + second.EndpointA.ChannelID + `"}}`
	}
	through := func(receiver string, late bool) bool {
		t.Helper()
		msg := s.transfer(first.EndpointA, sender.Address, coin, "pfm")
		msg.Memo = memo(receiver)
		packet := s.send(a, msg)
		require.NoError(t, first.EndpointB.UpdateClient())
		res, err := first.EndpointB.RecvPacketWithResult(packet)
		require.NoError(t, err)
		onward, err := ibctesting.ParseV1PacketFromEvents(res.Events)
		switch {
		case err != nil:
			// The limit has stopped it.
		case late:
			s.IncrementTimeBy(time.Hour)
			s.CommitBlock(b.TestChain, c.TestChain)
			require.NoError(t, second.EndpointA.UpdateClient())
			res, err = second.EndpointA.TimeoutPacketWithResult(onward)
			require.NoError(t, err)
		default:
			// The first acknowledgement is written when the second has come.
			require.NoError(t, second.EndpointB.UpdateClient())
			res, err = second.EndpointB.RecvPacketWithResult(onward)
			require.NoError(t, err)
			ack, err := ibctesting.ParseAckFromEvents(res.Events)
			require.NoError(t, err)
			res, err = second.EndpointA.AcknowledgePacketWithResult(onward, ack)
			require.NoError(t, err)
		}
		bz, err := ibctesting.ParseAckFromEvents(res.Events)
		require.NoError(t, err)
		require.NoError(t, first.EndpointA.UpdateClient())
		require.NoError(t, first.EndpointA.AcknowledgePacket(packet, bz))
		return success(bz)
	}
	middle := voucher(first.EndpointB, coin.Denom)
	last := transfertypes.NewDenom(coin.Denom,
		transfertypes.NewHop(transfertypes.PortID, second.EndpointB.ChannelID),
		transfertypes.NewHop(transfertypes.PortID, first.EndpointB.ChannelID)).IBCDenom()
	require.True(t, through(friend.String(), false))
	require.Equal(t, coin.Amount, c.balance(friend.Address, last))
	require.Equal(t, int64(1_000), s.escrowed(first.EndpointA, coin.Denom).Int64())
	require.Equal(t, int64(1_000), s.escrowed(second.EndpointA, middle).Int64())

	had := a.balance(sender.Address, coin.Denom)
	for _, late := range []bool{false, true} {
		require.False(t, through("cosmos1nobody", late), "late: %t", late)
		require.Equal(t, had, a.balance(sender.Address, coin.Denom))
		require.Equal(t, int64(1_000), s.escrowed(first.EndpointA, coin.Denom).Int64())
	}

	limit := ratelimittypes.NewMsgAddRateLimit(
		middle, second.EndpointA.ChannelID, math.NewInt(10), math.NewInt(100), 24)
	limit.Signer = authtypes.NewModuleAddress(govtypes.ModuleName).String()
	require.NoError(t, b.govern(limit))
	require.False(t, through(friend.String(), false), "all that there is is more than a tenth")
	require.Equal(t, had, a.balance(sender.Address, coin.Denom))
	require.Equal(t, int64(1_000), s.escrowed(first.EndpointA, coin.Denom).Int64())
	require.Equal(t, int64(1_000), s.escrowed(second.EndpointA, middle).Int64())
	require.Equal(t, int64(1_000), b.games.Supply(middle).Int64())
}
