package app_test

import (
	"encoding/json"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	channeltypes "github.com/cosmos/ibc-go/v11/modules/core/04-channel/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/packet"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// FuzzCheckTx hands any bytes to a node as a transaction. Nothing panics, and only what is signed by its sender is
// taken, in the form in which it was signed.
func FuzzCheckTx(f *testing.F) {
	c := chain.New(f)
	own, other := c.Account(alice), c.Account(bob)
	granted := authz.NewMsgExec(own.Address, []sdk.Msg{&types.MsgConcede{Sender: other.Address.String(), GameId: 1}})
	taken := make(map[string]bool)
	for _, msgs := range [][]sdk.Msg{
		selfPayment(own),
		{&granted},
		{&types.MsgConcede{Sender: own.Address.String(), GameId: 7}},
		{&types.MsgShootAndReveal{Sender: own.Address.String(), GameId: 7, Target: "A1"}},
		{&types.MsgCreateGame{Sender: own.Address.String(), RulesetId: game.Classic().ID}},
	} {
		raw := c.Sign(chain.DefaultGas, msgs, own)
		taken[string(raw)] = true
		f.Add(raw)
	}
	both := c.Sign(chain.DefaultGas, append(selfPayment(own), selfPayment(other)...), own, other)
	taken[string(both)] = true
	f.Add(both)
	f.Add(append([]byte{0x0a, 0}, both...)) // a body without messages before that which counts
	f.Fuzz(func(t *testing.T, raw []byte) {
		res, err := c.App.CheckTx(&abci.RequestCheckTx{Tx: raw, Type: abci.CheckTxType_New})
		require.NoError(t, err)
		require.False(t, res.Codespace == sdkerrors.RootCodespace && res.Code == sdkerrors.ErrPanic.ABCICode(), res.Log)
		tx, err := c.App.TxConfig().TxDecoder()(raw)
		if err != nil {
			require.NotZero(t, res.Code)
			return
		}
		one, err := c.App.TxConfig().TxEncoder()(tx)
		require.NoError(t, err)
		tx, err = c.App.TxConfig().TxDecoder()(one)
		require.NoError(t, err)
		again, err := c.App.TxConfig().TxEncoder()(tx)
		require.NoError(t, err)
		require.Equal(t, one, again)
		if res.Code == 0 {
			require.True(t, taken[string(raw)], "a transaction that nobody has signed: %v", tx.GetMsgs())
		}
	})
}

// FuzzPacket brings any data from another chain in a transfer, and any memo in one to the packet account of its sender.
// What is not a request in its form is refused, and what is taken has credited its amount and nothing else.
func FuzzPacket(f *testing.F) {
	c := chain.New(f)
	const channel, sender = "channel-7", "cosmos1sender"
	own := sdk.AccAddress(packet.Account(channel, sender))
	route, ok := c.App.IBCKeeper.PortKeeper.Route(transfertypes.ModuleName)
	require.True(f, ok)
	for _, memo := range []string{
		"", "hello", `{"forward":{}}`, `{"battleship":{"withdraw":{}}}`, `{"battleship":{"cancel":{"game_id":"7"}}}`,
		`{"battleship":{"return":{"denom":"uanchor","receiver":"cosmos1"}}}`,
		`{"battleship":{"set_delegate":{"game_id":"7","delegate":"` + c.Account(alice).Address.String() + `"}}}`,
		`{"battleship":{"join":{"game_id":"7","entry":{"board":{"nonce":"1"},"delegate":"ship1"},"toss":"AAAA"}}}`,
	} {
		f.Add(transferOf(f, sender, own.String(), memo), memo)
	}
	f.Fuzz(func(t *testing.T, data []byte, memo string) {
		for i, data := range [][]byte{data, transferOf(t, sender, own.String(), memo)} {
			ctx, _ := c.App.BaseApp.NewContext(true).CacheContext()
			before := c.App.BankKeeper.GetAllBalances(ctx, own)
			ack := route.OnRecvPacket(ctx, transfertypes.V1, channeltypes.Packet{
				Sequence: 1, SourcePort: "transfer", SourceChannel: "channel-1", DestinationPort: "transfer",
				DestinationChannel: channel, Data: data, TimeoutHeight: clienttypes.NewHeight(1, 1000),
			}, own)
			if i == 0 {
				continue
			}
			_, found, err := packet.Parse(memo)
			if memo != "" && (!found || err != nil) {
				require.False(t, ack.Success(), memo)
			}
			if ack.Success() && !found {
				got := c.App.BankKeeper.GetAllBalances(ctx, own).Sub(before...)
				require.Len(t, got, 1)
				require.EqualValues(t, 5, got[0].Amount.Int64())
			}
		}
	})
}

// transferOf returns the data of a transfer of 5 of a coin of another chain.
func transferOf(tb testing.TB, sender, receiver, memo string) []byte {
	tb.Helper()
	bz, err := json.Marshal(transfertypes.NewFungibleTokenPacketData("uatom", "5", sender, receiver, memo))
	require.NoError(tb, err)
	return bz
}
