package playertest

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/testutil/headers"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// LieAboutMelees changes the state of melees in answers to queries and in records of the store.
func (n *SignedNode) LieAboutMelees(t *testing.T, lie func(*melee.State)) {
	t.Helper()
	n.LieMelee = lie
	n.Record = func(key, value []byte) []byte {
		if !bytes.HasPrefix(key, types.MeleeProgressPrefix) || len(value) == 0 {
			return value
		}
		m, err := n.Chain.App.BattleshipKeeper.Records().Melees.Get(n.Chain.Context(), binary.BigEndian.Uint64(key[1:]))
		require.NoError(t, err)
		state, err := m.State(value)
		require.NoError(t, err)
		lie(&state)
		return state.AppendProgress(nil)
	}
}

// SignedNode is a node that shows signed headers. Like CometBFT, it makes a block after each that changed something.
type SignedNode struct {
	*Node

	// Signers are the validators of the chain.
	Signers headers.Validators
	// Forge, if not nil, changes a header before it is signed, by other validators if it returns any.
	Forge func(*cmttypes.Header) *headers.Validators
	// Lie and LieMelee, if not nil, change games and melees in answers to queries.
	Lie      func(*types.Game, *types.Progress)
	LieMelee func(*melee.State)
	// Record, if not nil, changes the value of a key of the store.
	Record func(key, value []byte) []byte
	// Calls counts the questions.
	Calls atomic.Int64
	// Signed are the headers that were asked for, by height.
	Signed map[int64]*cmttypes.LightBlock
	// Lazy has the node make no further block after a block that has changed the state.
	Lazy bool
	// Asked, if not nil, is called for each question for the height.
	Asked func()
}

// Prove replaces the node by a SignedNode, and has the players ask for proofs from its first header on.
func (w *World) Prove(o ...func(*light.Options)) *SignedNode {
	w.Helper()
	n := &SignedNode{Node: w.Node, Signers: headers.Named(4), Signed: make(map[int64]*cmttypes.LightBlock)}
	w.Node.Advance(2)
	w.ClientCtx = w.ClientCtx.WithClient(n)
	options := light.Options{
		Node: n, Address: w.ClientCtx.NodeURI, Root: proof.Trust(n.Header(w.T, 2)), Now: w.Node.Now,
	}
	for _, change := range o {
		change(&options)
	}
	w.Over = func(link client.Link) client.Link {
		link.Conn = light.NewConn(link.Conn, light.New(options))
		return link
	}
	return n
}

// Header returns a header signed by the chain's validators, or as Forge changes it.
func (n *SignedNode) Header(tb testing.TB, height int64) *cmttypes.LightBlock {
	tb.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.Forge == nil && n.Signed[height] != nil {
		return n.Signed[height]
	}
	at := n.Chain.Time().Add(-time.Duration(n.Chain.Height()-height) * chain.BlockTime)
	by := n.Signers
	h := headers.Header(n.Chain.ID(), height, at, n.Roots[height-1], by, by)
	if n.Forge != nil {
		if others := n.Forge(h); others != nil {
			by = *others
			h = headers.Header(h.ChainID, h.Height, h.Time, h.AppHash, by, by)
		}
		return by.Sign(tb, h)
	}
	n.Signed[height] = by.Sign(tb, h)
	return n.Signed[height]
}

// Commit implements light.Node.
func (n *SignedNode) Commit(_ context.Context, height *int64) (*coretypes.ResultCommit, error) {
	n.Calls.Add(1)
	n.mu.Lock()
	last := n.Chain.Height()
	n.mu.Unlock()
	if *height > last && n.Forge == nil {
		return nil, fmt.Errorf("height %d must be less than or equal to the current blockchain height %d", *height, last)
	}
	return &coretypes.ResultCommit{SignedHeader: *n.Header(n.Chain.TB(), *height).SignedHeader}, nil
}

// Validators implements light.Node.
func (n *SignedNode) Validators(
	_ context.Context, height *int64, _, _ *int,
) (*coretypes.ResultValidators, error) {
	n.Calls.Add(1)
	all := n.Header(n.Chain.TB(), *height).ValidatorSet.Validators
	return &coretypes.ResultValidators{Validators: all, Count: len(all), Total: len(all)}, nil
}

// ABCIInfo implements light.Node.
func (n *SignedNode) ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error) {
	n.Calls.Add(1)
	if n.Asked != nil {
		n.Asked()
	}
	return n.Node.ABCIInfo(ctx)
}

// BroadcastTxSync implements sdkclient.CometRPC.
func (n *SignedNode) BroadcastTxSync(ctx context.Context, raw cmttypes.Tx) (*coretypes.ResultBroadcastTx, error) {
	before := n.Chain.Height()
	res, err := n.Node.BroadcastTxSync(ctx, raw)
	if n.Chain.Height() > before && !n.Lazy {
		n.Advance(1)
	}
	return res, err
}

// ABCIQueryWithOptions implements sdkclient.CometRPC.
func (n *SignedNode) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	n.Calls.Add(1)
	if opts.Prove {
		n.mu.Lock()
		height := n.Chain.Height()
		n.mu.Unlock()
		require.Less(n.Chain.TB(), opts.Height, height, "only the block before has its app hash in a header")
		if path != "/store/battleship/key" {
			return nil, status.Error(codes.InvalidArgument, path)
		}
	}
	res, err := n.Node.ABCIQueryWithOptions(ctx, path, data, opts)
	if err != nil {
		return nil, err
	}
	answer := &res.Response
	switch {
	case opts.Prove && n.Record != nil:
		answer.Value = n.Record(data, bytes.Clone(answer.Value))
	case path == "/battleship.v1.Query/Game" && n.Lie != nil && len(answer.Value) > 0:
		var shown types.QueryGameResponse
		if err := proto.Unmarshal(answer.Value, &shown); err != nil {
			return nil, err
		}
		n.Lie(&shown.Game, &shown.Progress)
		answer.Value, err = proto.Marshal(&shown)
	case path == "/battleship.v1.Query/Melee" && n.LieMelee != nil && len(answer.Value) > 0:
		var shown types.QueryMeleeResponse
		if err := proto.Unmarshal(answer.Value, &shown); err != nil {
			return nil, err
		}
		state, err := shown.Melee.StateOf(shown.State)
		require.NoError(n.Chain.TB(), err)
		n.LieMelee(&state)
		shown.State = types.NewMeleeState(state)
		answer.Value, err = proto.Marshal(&shown)
		return res, err
	}
	return res, err
}

// LieAboutGames changes games in answers to queries and in records of the store.
func (n *SignedNode) LieAboutGames(t *testing.T, lie func(*types.Game, *types.Progress)) {
	t.Helper()
	n.Lie = lie
	n.Record = func(key, value []byte) []byte {
		isGame, isProgress := bytes.HasPrefix(key, types.GamesPrefix), bytes.HasPrefix(key, types.ProgressPrefix)
		if len(value) == 0 || !isGame && !isProgress {
			return value
		}
		// Both records are needed to lie about either.
		id := binary.BigEndian.Uint64(key[1:])
		ctx := n.Chain.Context()
		g, err := n.Chain.App.BattleshipKeeper.Records().Games.Get(ctx, id)
		require.NoError(t, err)
		p, err := n.Chain.App.BattleshipKeeper.Records().Progress.Get(ctx, id)
		require.NoError(t, err)
		lie(&g, &p)
		var raw []byte
		if isGame {
			raw, err = g.Marshal()
		} else {
			raw, err = p.Marshal()
		}
		require.NoError(t, err)
		return raw
	}
}

// Stepped returns a lie for LieAboutGames: a player has taken an action that it has not taken.
func Stepped(t *testing.T, action func(game.State) game.Action) func(*types.Game, *types.Progress) {
	t.Helper()
	return func(g *types.Game, p *types.Progress) {
		state, err := g.State(*p)
		require.NoError(t, err)
		next, _, err := game.Step(state, action(state), state.Deadline)
		require.NoError(t, err)
		*p = types.ProgressOf(next)
	}
}
