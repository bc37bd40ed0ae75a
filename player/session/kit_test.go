package session_test

import (
	"context"
	"slices"
	"testing"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	rpctypes "github.com/cometbft/cometbft/rpc/jsonrpc/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	alice   = chain.Alice
	bob     = chain.Bob
	carol   = chain.Carol
	mallory = chain.Mallory
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

func do(
	act func(*duel.Session, context.Context) (session.Done, error),
) func(context.Context, *duel.Session) error {
	return func(ctx context.Context, s *duel.Session) error {
		_, err := act(s, ctx)
		return err
	}
}

// hashed are the rulesets whose boards are not proven.
func hashed() []*game.Ruleset {
	return slices.DeleteFunc(game.Rulesets(), func(r *game.Ruleset) bool { return r.Proven })
}

// errCatchingUp is what CometBFT says to a transaction until it has caught up with the chain.
var errCatchingUp = &rpctypes.RPCError{
	Code: -32603, Message: "Internal error", Data: "endpoint is closed while node is catching up",
}

// requireTerms asserts that the chain refused a message for its terms.
func requireTerms(t *testing.T, err error) {
	t.Helper()
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.True(t, refused.OfKind(types.ErrTerms), err)
}
