package watch_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	alice = chain.Alice
	bob   = chain.Bob
)

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

// hashed are the rulesets whose boards are not proven.
func hashed() []*game.Ruleset {
	return slices.DeleteFunc(game.Rulesets(), func(r *game.Ruleset) bool { return r.Proven })
}
