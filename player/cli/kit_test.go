package cli_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	alice   = chain.Alice
	bob     = chain.Bob
	carol   = chain.Carol
	mallory = chain.Mallory
)

// pay is a message that costs alice amount and does no more.
func pay(amount int64) sdk.Msg {
	coins := sdk.NewCoins(sdk.NewInt64Coin(client.GasDenom, amount))
	return banktypes.NewMsgSend(chain.NewAccount(alice).Address, chain.NewAccount(bob).Address, coins)
}

// fleets are those of the players, by seat: they differ in the boat alone.
var fleets = []string{"A1h,A2h,A3h,A4h", "A1h,A2h,A3h,A5h", "A1h,A2h,A3h,A6h"}

// follow replays a game from the blocks up to a height.
func follow(t *testing.T, watcher *watch.Watcher, last int64) (rebuilt *replay.Duel, txs, bytes int) {
	t.Helper()
	for {
		block, err := watcher.Next(t.Context())
		require.NoError(t, err)
		events := block.Events
		for _, tx := range block.Txs {
			require.Zero(t, tx.Code)
			require.Len(t, tx.Kinds, 1)
			require.Positive(t, tx.GasUsed)
			txs, bytes = txs+1, bytes+tx.Bytes
			events = append(events, tx.Events...)
		}
		for _, event := range events {
			if created, ok := event.(*types.EventGameCreated); ok {
				rebuilt, err = replay.NewDuel(created, block.Height)
				require.NoError(t, err)
				continue
			}
			require.NoError(t, rebuilt.Apply(event, block.Height), "%T", event)
		}
		if block.Height == last {
			return rebuilt, txs, bytes
		}
	}
}

func do(
	act func(*duel.Session, context.Context) (session.Done, error),
) func(context.Context, *duel.Session) error {
	return func(ctx context.Context, s *duel.Session) error {
		_, err := act(s, ctx)
		return err
	}
}

// requireTerms asserts that the chain refused a message for its terms.
func requireTerms(t *testing.T, err error) {
	t.Helper()
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.True(t, refused.OfKind(types.ErrTerms), err)
}
