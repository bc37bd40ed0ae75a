package session_test

import (
	"context"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"

	"github.com/cosmos/cosmos-sdk/client/grpc/node"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// olderNode is a node that has lost its last blocks: it shows games as they were at a height, a number of times.
type olderNode struct {
	*playertest.Node
	height, times int64
	// hasHead reports whether the node shows the height of its last block too, which is then counted in place of a game.
	hasHead bool
}

func (n *olderNode) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	switch {
	case n.times == 0:
	case path == "/battleship.v1.Query/Game" || path == "/battleship.v1.Query/Melee":
		opts.Height = n.height
		if !n.hasHead {
			n.times--
		}
	case path == "/cosmos.base.node.v1beta1.Service/Status" && n.hasHead:
		n.times--
		raw, err := (&node.StatusResponse{Height: uint64(n.height)}).Marshal()
		return &coretypes.ResultABCIQuery{Response: abci.ResponseQuery{Value: raw}}, err
	}
	return n.Node.ABCIQueryWithOptions(ctx, path, data, opts)
}

// A bot whose node came back with a snapshot from before the bot's entry ended: "not a player of this game".
func TestRegressionABotOutlastsANodeThatHasLostItsEntry(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		hasGame bool
		times   int64
	}{
		"duel":                         {hasGame: true, times: 3},
		"a duel that is not there yet": {times: 40},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			before := w.Node.Chain.Height()
			id := w.Created(game.Xaya())
			n := &olderNode{Node: w.Node, height: before, hasHead: true}
			if tc.hasGame {
				n.height, n.hasHead = w.Node.Chain.Height(), false
			}
			w.ClientCtx = w.ClientCtx.WithClient(n)
			joiner := w.Open(bob, id)
			_, err := joiner.Join(t.Context(), "", playertest.Choose(t))
			require.NoError(t, err)
			n.times = tc.times
			requireWaits(t, n, func(ctx context.Context, o session.Observer) error {
				_, err := joiner.Run(ctx, playertest.Random(1), o)
				return err
			})
			_, err = duel.Open(w.Player(mallory), id).Run(t.Context(), playertest.Random(1), session.Observer{})
			require.ErrorIs(t, err, text.ErrNotInGame)
		})
	}
	t.Run("melee", func(t *testing.T) {
		w := playertest.New(t)
		_, done, err := melee.Create(t.Context(), w.Player(alice), playertest.MeleeWish(t, 3))
		require.NoError(t, err)
		n := &olderNode{Node: w.Node, height: w.Node.Chain.Height()}
		w.ClientCtx = w.ClientCtx.WithClient(n)
		joiner := w.OpenMelee(bob, done.GameID)
		_, err = joiner.Join(t.Context(), "", playertest.ChooseMeleeFleet)
		require.NoError(t, err)
		n.times = 3
		requireWaits(t, n, func(ctx context.Context, o session.Observer) error {
			_, err := joiner.Run(ctx, nil, o)
			return err
		})
	})
}

// requireWaits asserts that a program retries until the node has its blocks again, and then waits for another player.
func requireWaits(t *testing.T, n *olderNode, run func(context.Context, session.Observer) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var troubles []error
	err := run(ctx, session.Observer{
		Waiting: func(*types.QueryNextActionResponse) { cancel() },
		Trouble: func(err error) { troubles = append(troubles, err) },
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, n.times)
	require.Len(t, troubles, 1)
	require.ErrorContains(t, troubles[0], "catching up")
}
