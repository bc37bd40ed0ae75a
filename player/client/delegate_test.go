package client_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"
	"github.com/cosmos/cosmos-sdk/x/feegrant"

	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A device signs amino JSON: the chain takes the allowance in it, which holds another message within.
func TestAnAllowanceIsSignedOnADevice(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	owner, grantee := chain.NewAccount(alice), chain.NewAccount(playertest.Pauper)
	limited, err := feegrant.NewAllowedMsgAllowance(
		&feegrant.BasicAllowance{SpendLimit: sdk.NewCoins(anchors(5_000))},
		[]string{sdk.MsgTypeURL(&types.MsgShootAndReveal{})})
	require.NoError(t, err)
	grant, err := feegrant.NewMsgGrantAllowance(limited, owner.Address, grantee.Address)
	require.NoError(t, err)
	raw := w.Node.Chain.SignWith(signing.SignMode_SIGN_MODE_LEGACY_AMINO_JSON, chain.DefaultGas, []sdk.Msg{grant}, owner)
	w.Node.MakeBlock(raw)
	require.Zero(t, w.Node.Txs[playertest.HashOf(raw)].Code, w.Node.Txs[playertest.HashOf(raw)].RawLog)
}
