package app_test

import (
	"strings"
	"testing"

	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	clienttypes "github.com/cosmos/ibc-go/v11/modules/core/02-client/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	txtypes "github.com/cosmos/cosmos-sdk/types/tx"
	"github.com/cosmos/cosmos-sdk/x/authz"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// Headers and packets of other chains are larger than anything else, so what holds nothing else may be. Nobody gets the
// room for anything else by putting it beside or into them.
func TestOnlyMessagesOfIBCMakeALargeTransaction(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	alice := c.Account(chain.Alice)
	send := func(size int) sdk.Msg {
		return transfertypes.NewMsgTransfer(
			transfertypes.PortID, "channel-0", anchors(1)[0], alice.String(), alice.String(), clienttypes.ZeroHeight(),
			uint64(c.Time().UnixNano()), strings.Repeat("x", size),
		)
	}
	large := transfertypes.MaximumMemoLength
	inside := authz.NewMsgExec(alice.Address, []sdk.Msg{send(large)})
	for name, test := range map[string]struct {
		msgs []sdk.Msg
		fits bool
	}{
		"a transfer with the longest memo":       {[]sdk.Msg{send(large)}, true},
		"several":                                {[]sdk.Msg{send(large), send(large), send(large)}, true},
		"more than a block has room for":         {[]sdk.Msg{send(large), send(large), send(large), send(large)}, false},
		"a payment beside it":                    {append(selfPayment(alice), send(large)), false},
		"a message that has it carried out":      {[]sdk.Msg{&inside}, false},
		"a message that names one of IBC's":      {[]sdk.Msg{&authz.MsgExec{Grantee: strings.Repeat("/ibc.", 6000)}}, false},
		"a small transfer, as any small message": {[]sdk.Msg{send(0)}, true},
	} {
		t.Run(name, func(t *testing.T) {
			tx := c.SignTx(chain.Tx{Gas: 8_000_000, Fee: anchors(8000), Msgs: test.msgs}, alice)
			_, err := c.App.TxDecode(tx)
			if test.fits {
				require.NoError(t, err)
				require.True(t, c.Process(tx))
				return
			}
			require.ErrorIs(t, err, sdkerrors.ErrTxTooLarge)
			require.False(t, c.Process(tx))
		})
	}
	t.Run("the largest", func(t *testing.T) {
		ofSize := func(memo int) []byte {
			return c.SignTx(chain.Tx{Gas: 8_000_000, Fee: anchors(8000), Msgs: []sdk.Msg{send(memo)}}, alice)
		}
		memo := 2*app.MaxRelayBytes - 1_000 - len(ofSize(app.MaxRelayBytes-1_000))
		largest := ofSize(memo)
		require.Len(t, largest, app.MaxRelayBytes)
		require.True(t, c.Process(largest))
		require.False(t, c.Process(ofSize(memo+1)))
	})
	t.Run("what is no message", func(t *testing.T) {
		builder := c.App.TxConfig().NewTxBuilder()
		require.NoError(t, builder.SetMsgs(send(0)))
		builder.SetMemo(strings.Repeat("x", app.MaxTxBytes))
		tx, err := c.App.TxConfig().TxEncoder()(builder.GetTx())
		require.NoError(t, err)
		_, err = c.App.TxDecode(tx)
		require.ErrorIs(t, err, sdkerrors.ErrTxTooLarge)
	})
	t.Run("nothing", func(t *testing.T) {
		for _, tx := range [][]byte{make([]byte, 2*app.MaxTxBytes), []byte(strings.Repeat("\x0a\x00", app.MaxTxBytes))} {
			_, err := c.App.TxDecode(tx)
			require.ErrorIs(t, err, sdkerrors.ErrTxTooLarge)
		}
	})
}

func TestAMemoIsNoLongerThanTheParamsAllow(t *testing.T) {
	t.Parallel()
	c := chain.New(t)
	most := int(c.App.AccountKeeper.GetParams(c.Context()).MaxMemoCharacters)
	var raw txtypes.TxRaw
	require.NoError(t, raw.Unmarshal(txsWanting(c, least)[0]))
	var body txtypes.TxBody
	require.NoError(t, body.Unmarshal(raw.BodyBytes))
	check := func(size int) uint32 {
		body.Memo = strings.Repeat("x", size)
		var err error
		raw.BodyBytes, err = body.Marshal()
		require.NoError(t, err)
		bz, err := raw.Marshal()
		require.NoError(t, err)
		return c.Check(bz).Code
	}
	require.Equal(t, sdkerrors.ErrUnauthorized.ABCICode(), check(most), "it is not what was signed")
	require.Equal(t, sdkerrors.ErrMemoTooLarge.ABCICode(), check(most+1))
}
