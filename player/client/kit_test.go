package client_test

import (
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/testutil/chain"
)

const (
	alice = chain.Alice
	bob   = chain.Bob
)

// anchors are that many uanchor.
func anchors(uanchor int64) sdk.Coin { return sdk.NewInt64Coin(client.GasDenom, uanchor) }

// pay is a message that costs alice amount and does no more.
func pay(amount int64) sdk.Msg {
	coins := sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, amount))
	return banktypes.NewMsgSend(chain.NewAccount(alice).Address, chain.NewAccount(bob).Address, coins)
}

func refused(codespace string, code uint32, log string) *coretypes.ResultBroadcastTx {
	return &coretypes.ResultBroadcastTx{Codespace: codespace, Code: code, Log: log}
}

// errCatchingUp is what CometBFT says to a transaction until it has caught up with the chain.
var errCatchingUp = &rpctypes.RPCError{
	Code: -32603, Message: "Internal error", Data: "endpoint is closed while node is catching up",
}
