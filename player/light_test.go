package player_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"
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
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/testutil/headers"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// signedNode is a node that shows signed headers. Like CometBFT, it makes a block after each that changed something.
type signedNode struct {
	*node

	validators headers.Validators
	// forge, if not nil, changes a header before it is signed, by other validators if it returns any.
	forge func(*cmttypes.Header) *headers.Validators
	// lie, if not nil, changes what the node shows of games; record what it shows under a key of the store.
	lie    func(*types.Game, *types.Progress)
	record func(key, value []byte) []byte
	// calls counts the questions.
	calls atomic.Int64
	// signed are the headers that were asked for.
	signed map[int64]*cmttypes.LightBlock
	// lieMelee, if not nil, changes the melees that the node shows. Lazy has it make no block by itself after one that has
	// changed something; asked, if not nil, is called when it is asked for its height.
	lieMelee func(*melee.State)
	lazy     bool
	asked    func()
}

// proving makes the world's node one that can prove, and its players ask for proofs from its first header on.
func (w *world) proving(o ...func(*light.Options)) *signedNode {
	w.Helper()
	n := &signedNode{node: w.node, validators: headers.Named(4), signed: make(map[int64]*cmttypes.LightBlock)}
	w.node.advance(2)
	w.cctx = w.cctx.WithClient(n)
	options := light.Options{
		Node: n, Address: w.cctx.NodeURI, Root: proof.Trust(n.block(w.T, 2)), Now: w.node.now,
	}
	for _, change := range o {
		change(&options)
	}
	w.over = func(link client.Link) client.Link {
		link.Conn = light.NewConn(link.Conn, light.New(options))
		return link
	}
	return n
}

// now is the time of the node's last block.
func (n *node) now() time.Time {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.chain.Time()
}

// block is a signed header, by the validators that are the chain's unless the node lies.
func (n *signedNode) block(tb testing.TB, height int64) *cmttypes.LightBlock {
	tb.Helper()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.forge == nil && n.signed[height] != nil {
		return n.signed[height]
	}
	at := n.chain.Time().Add(-time.Duration(n.chain.Height()-height) * chain.BlockTime)
	by := n.validators
	h := headers.Header(n.chain.ID(), height, at, n.roots[height-1], by, by)
	if n.forge != nil {
		if others := n.forge(h); others != nil {
			by = *others
			h = headers.Header(h.ChainID, h.Height, h.Time, h.AppHash, by, by)
		}
		return by.Sign(tb, h)
	}
	n.signed[height] = by.Sign(tb, h)
	return n.signed[height]
}

// Commit implements light.Node.
func (n *signedNode) Commit(_ context.Context, height *int64) (*coretypes.ResultCommit, error) {
	n.calls.Add(1)
	n.mu.Lock()
	last := n.chain.Height()
	n.mu.Unlock()
	if *height > last && n.forge == nil {
		return nil, fmt.Errorf("height %d must be less than or equal to the current blockchain height %d", *height, last)
	}
	return &coretypes.ResultCommit{SignedHeader: *n.block(n.chain.TB(), *height).SignedHeader}, nil
}

// Validators implements light.Node.
func (n *signedNode) Validators(
	_ context.Context, height *int64, _, _ *int,
) (*coretypes.ResultValidators, error) {
	n.calls.Add(1)
	all := n.block(n.chain.TB(), *height).ValidatorSet.Validators
	return &coretypes.ResultValidators{Validators: all, Count: len(all), Total: len(all)}, nil
}

// ABCIInfo implements light.Node.
func (n *signedNode) ABCIInfo(ctx context.Context) (*coretypes.ResultABCIInfo, error) {
	n.calls.Add(1)
	if n.asked != nil {
		n.asked()
	}
	return n.node.ABCIInfo(ctx)
}

// BroadcastTxSync implements sdkclient.CometRPC.
func (n *signedNode) BroadcastTxSync(ctx context.Context, raw cmttypes.Tx) (*coretypes.ResultBroadcastTx, error) {
	before := n.chain.Height()
	res, err := n.node.BroadcastTxSync(ctx, raw)
	if n.chain.Height() > before && !n.lazy {
		n.advance(1)
	}
	return res, err
}

// ABCIQueryWithOptions implements sdkclient.CometRPC.
func (n *signedNode) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	n.calls.Add(1)
	if opts.Prove {
		n.mu.Lock()
		height := n.chain.Height()
		n.mu.Unlock()
		require.Less(n.chain.TB(), opts.Height, height, "only the block before has its app hash in a header")
		if path != "/store/battleship/key" {
			return nil, status.Error(codes.InvalidArgument, path)
		}
	}
	res, err := n.node.ABCIQueryWithOptions(ctx, path, data, opts)
	if err != nil {
		return nil, err
	}
	answer := &res.Response
	switch {
	case opts.Prove && n.record != nil:
		answer.Value = n.record(data, bytes.Clone(answer.Value))
	case path == "/battleship.v1.Query/Game" && n.lie != nil && len(answer.Value) > 0:
		var shown types.QueryGameResponse
		if err := proto.Unmarshal(answer.Value, &shown); err != nil {
			return nil, err
		}
		n.lie(&shown.Game, &shown.Progress)
		answer.Value, err = proto.Marshal(&shown)
	case path == "/battleship.v1.Query/Melee" && n.lieMelee != nil && len(answer.Value) > 0:
		var shown types.QueryMeleeResponse
		if err := proto.Unmarshal(answer.Value, &shown); err != nil {
			return nil, err
		}
		state, err := shown.Melee.StateOf(shown.State)
		require.NoError(n.chain.TB(), err)
		n.lieMelee(&state)
		shown.State = types.NewMeleeState(state)
		answer.Value, err = proto.Marshal(&shown)
		return res, err
	}
	return res, err
}

// lies makes the node show a game otherwise than it is, wherever it is asked for it.
func (n *signedNode) lies(t *testing.T, lie func(*types.Game, *types.Progress)) {
	t.Helper()
	n.lie = lie
	n.record = func(key, value []byte) []byte {
		isGame, isProgress := bytes.HasPrefix(key, types.GamesPrefix), bytes.HasPrefix(key, types.ProgressPrefix)
		if len(value) == 0 || !isGame && !isProgress {
			return value
		}
		// Both records are needed to lie about either.
		id := binary.BigEndian.Uint64(key[1:])
		ctx := n.chain.Context()
		g, err := n.chain.App.BattleshipKeeper.Records().Games.Get(ctx, id)
		require.NoError(t, err)
		p, err := n.chain.App.BattleshipKeeper.Records().Progress.Get(ctx, id)
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

// stepped is a lie: a player has done something that it has not done.
func stepped(t *testing.T, action func(game.State) game.Action) func(*types.Game, *types.Progress) {
	t.Helper()
	return func(g *types.Game, p *types.Progress) {
		state, err := g.State(*p)
		require.NoError(t, err)
		next, _, err := game.Step(state, action(state), state.Deadline)
		require.NoError(t, err)
		*p = types.ProgressOf(next)
	}
}

// asked is the message of the last transaction that the node was to simulate; nil if there was none.
func asked[T any](w *world) (none T) {
	w.Helper()
	if w.node.simulatedTx == nil {
		return none
	}
	decoded, err := w.cctx.TxConfig.TxDecoder()(w.node.simulatedTx)
	require.NoError(w, err)
	msg, ok := decoded.GetMsgs()[0].(T)
	require.True(w, ok)
	return msg
}

// A shot that nobody has fired opens a tile to a node that is believed, and to no other.
func TestAnInventedShotOpensNothingOverProofs(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		t.Run(r.Name, func(t *testing.T) {
			w := newWorld(t)
			n := w.proving()
			id, _, second := w.begun(r)
			tile, err := r.ParseTile("C3")
			require.NoError(t, err)
			n.lies(t, stepped(t, func(s game.State) game.Action { return game.Shoot{By: s.Actor, Tile: tile} }))

			w.node.simulatedTx = nil
			_, err = w.open(second, id).Answer(t.Context())
			var unproven *light.UnprovenError
			require.ErrorAs(t, err, &unproven)
			require.ErrorIs(t, err, storeproof.ErrValue)
			require.ErrorContains(t, err, "the node at tcp://the-test:26657 does not prove what it shows, and nothing was "+
				"done with it: not what the chain holds")
			require.ErrorContains(t, err, "name another node with --node")
			require.Nil(t, w.node.simulatedTx, "nothing was shown to the node")

			w.over = nil // who believes the node shows it the tile
			_, err = w.open(second, id).Answer(t.Context())
			var refused *client.RefusedError
			require.ErrorAs(t, err, &refused, "by the chain")
			require.NotNil(t, asked[*types.MsgShootAndReveal](w).Opening)
		})
	}
}

// A claim that is not due shows the whole board to a node that is believed, and to no other.
func TestAClaimThatIsNotDueShowsNoBoardOverProofs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := w.proving()
	id, _, second := w.begun(game.Classic())
	n.lies(t, stepped(t, func(s game.State) game.Action { return game.Concede{By: s.Actor} }))

	w.node.simulatedTx = nil
	_, err := w.open(second, id).Claim(t.Context())
	require.ErrorIs(t, err, storeproof.ErrValue)
	require.Nil(t, w.node.simulatedTx)

	w.over = nil
	_, err = w.open(second, id).Claim(t.Context())
	require.Error(t, err)
	require.Len(t, asked[*types.MsgClaimWin](w).BoardSecret, 32, "the weakness that proofs take away")
}

// With proofs a whole game is played as without: what a player does is seen at once, also by itself.
func TestAGameOverProofs(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		t.Run(r.Name, func(t *testing.T) {
			w := newWorld(t)
			w.proving()
			id, winner, _ := w.won(r)
			_, err := w.open(winner, id).Claim(t.Context())
			require.NoError(t, err)
			_, err = w.open(winner, id).Look(t.Context())
			var ended *session.EndedError
			require.ErrorAs(t, err, &ended)
			address, ok := ended.Result.WinnerAddress()
			require.True(t, ok)
			require.Equal(t, chain.NewAccount(winner).String(), address)
			_, err = w.open(winner, id+1).Look(t.Context())
			require.Equal(t, codes.NotFound, status.Code(err))
			require.ErrorContains(t, err, "was never created, cancelled or declined")
		})
	}
}

// unproven leaves out what a proven answer does not say, and how far it is.
func unproven(proven, plain *types.QueryGameResponse) {
	plain.Height, plain.Withheld = proven.Height, proven.Withheld
	plain.NextAction, plain.Players = proven.NextAction, proven.Players
}

// What a connection answers from proofs is what the chain answers.
func TestProvenAnswersAreTheChains(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.proving()
	id, first, second := w.begun(game.Classic())
	ended, winner, _ := w.won(game.Xaya())
	_, err := w.open(winner, ended).Claim(t.Context())
	require.NoError(t, err)
	w.node.advance(1)
	proven := types.NewQueryClient(w.client(first).Conn())
	w.over = nil
	plain := types.NewQueryClient(w.client(first).Conn())
	ctx := t.Context()

	game1, err := proven.Game(ctx, &types.QueryGameRequest{GameId: id})
	require.NoError(t, err)
	game2, err := plain.Game(ctx, &types.QueryGameRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, game2.Height-1, game1.Height)
	unproven(game1, game2)
	require.Equal(t, game2, game1)

	created := w.created(game.Classic())
	w.node.advance(1)
	game1, err = proven.Game(ctx, &types.QueryGameRequest{GameId: created})
	require.NoError(t, err)
	game2, err = plain.Game(ctx, &types.QueryGameRequest{GameId: created})
	require.NoError(t, err)
	unproven(game1, game2)
	require.Equal(t, game2, game1)

	result1, err := proven.Result(ctx, &types.QueryResultRequest{GameId: ended})
	require.NoError(t, err)
	result2, err := plain.Result(ctx, &types.QueryResultRequest{GameId: ended})
	require.NoError(t, err)
	require.Equal(t, result2, result1)
	params1, err := proven.Params(ctx, &types.QueryParamsRequest{})
	require.NoError(t, err)
	params2, err := plain.Params(ctx, &types.QueryParamsRequest{})
	require.NoError(t, err)
	require.Equal(t, params2, params1)
	rewards1, err := proven.Rewards(ctx, &types.QueryRewardsRequest{})
	require.NoError(t, err)
	rewards2, err := plain.Rewards(ctx, &types.QueryRewardsRequest{})
	require.NoError(t, err)
	require.Equal(t, rewards2.String(), rewards1.String())
	for _, who := range []string{first, second, pauper} {
		req := &types.QueryPlayerRequest{Address: chain.NewAccount(who).String()}
		player1, err := proven.Player(ctx, req)
		require.NoError(t, err)
		player2, err := plain.Player(ctx, req)
		require.NoError(t, err)
		require.Equal(t, player2, player1)
	}
	for _, ask := range []func(types.QueryClient) error{
		func(q types.QueryClient) error {
			_, err := q.Game(ctx, &types.QueryGameRequest{GameId: ended})
			return err
		},
		func(q types.QueryClient) error {
			_, err := q.Game(ctx, &types.QueryGameRequest{GameId: 99})
			return err
		},
		func(q types.QueryClient) error {
			_, err := q.Result(ctx, &types.QueryResultRequest{GameId: id})
			return err
		},
	} {
		err1, err2 := ask(proven), ask(plain)
		require.Error(t, err2)
		require.Equal(t, status.Code(err2), status.Code(err1))
	}
}

// Every query of the module is either proven or known not to be: who adds one decides.
func TestItIsKnownOfEveryQueryWhetherItIsProven(t *testing.T) {
	t.Parallel()
	hearsay := []string{
		"Games", "OpenGames", "Leaderboard", "Rank", "Unpaid", "Escrow", "NextAction", "Results", "ProofKeys", "Melees",
		"OpenMelees", "MeleeResults",
	}
	var unknown []string
	for _, m := range types.Query_serviceDesc.Methods {
		if light.Proven(m.MethodName) == slices.Contains(hearsay, m.MethodName) {
			unknown = append(unknown, m.MethodName)
		}
	}
	require.Empty(t, unknown, "queries that are not decided about")
}

// Each way to lie about the chain is refused, with a reason and something to do.
func TestANodeThatCannotProveIsNotBelieved(t *testing.T) {
	t.Parallel()
	day := 24 * time.Hour
	for name, tc := range map[string]struct {
		lie    func(t *testing.T, n *signedNode, o *light.Options)
		is     error
		says   string
		remedy string
	}{
		"another delegate, key or board": {
			lie: func(t *testing.T, n *signedNode, _ *light.Options) {
				n.lies(t, func(g *types.Game, _ *types.Progress) { g.Participants[0].Delegate = g.Participants[1].Address })
			},
			is: storeproof.ErrValue, says: "does not prove what it shows",
		},
		"no game": {
			lie: func(_ *testing.T, n *signedNode, _ *light.Options) {
				n.record = func(_, _ []byte) []byte { return nil }
			},
			is: storeproof.ErrValue, says: "no value is shown, and the proof is of one",
		},
		"an end": {
			lie: func(t *testing.T, n *signedNode, _ *light.Options) {
				n.record = func(key, value []byte) []byte {
					if key[0] != types.ResultsPrefix[0] {
						return nil
					}
					r := types.Result{GameId: 1, RulesetId: 1}
					raw, err := r.Marshal()
					require.NoError(t, err)
					return raw
				}
			},
			is: storeproof.ErrValue,
		},
		"a header of its own, signed by nobody else": {
			lie: func(_ *testing.T, n *signedNode, _ *light.Options) {
				others := headers.New("mallory")
				n.forge = func(*cmttypes.Header) *headers.Validators { return &others }
			},
			is: proof.ErrSignatures, says: "block 3 is not signed by those whom block 2 names for it",
			remedy: "name another node with --node",
		},
		"a header of its own, with the signatures of another": {
			lie: func(_ *testing.T, n *signedNode, _ *light.Options) {
				n.forge = func(h *cmttypes.Header) *headers.Validators {
					h.ValidatorsHash = bytes.Repeat([]byte{1}, 32)
					return nil
				}
			},
			is: storeproof.ErrMalformed,
		},
		"another chain": {
			lie: func(_ *testing.T, n *signedNode, _ *light.Options) {
				n.forge = func(h *cmttypes.Header) *headers.Validators {
					h.ChainID = "battleship-2"
					return nil
				}
			},
			is: proof.ErrChain,
		},
		"a chain from the future": {
			lie: func(_ *testing.T, n *signedNode, _ *light.Options) {
				n.forge = func(h *cmttypes.Header) *headers.Validators {
					h.Time = h.Time.Add(day)
					return nil
				}
			},
			is: proof.ErrFuture, says: "ahead of the clock", remedy: "set the clock of this machine",
		},
		"a hash that is not the header's": {
			lie: func(_ *testing.T, _ *signedNode, o *light.Options) {
				o.Root.Block, o.Root.Hash = nil, bytes.Repeat([]byte{1}, 32)
			},
			is: proof.ErrHeader, says: "does not have the header that you trust, of block 2", remedy: "--trust-hash",
		},
		"a header that has expired": {
			lie: func(_ *testing.T, n *signedNode, o *light.Options) {
				now := o.Now
				o.Now = func() time.Time { return now().Add(proof.DefaultPeriod) }
			},
			is: proof.ErrExpired, says: "vouches for 14 days", remedy: "ask a person you trust for a newer one",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			var n *signedNode
			var options *light.Options
			n = w.proving(func(o *light.Options) { options = o })
			id, _, second := w.begun(game.Classic())
			tc.lie(t, n, options)
			_, err := w.open(second, id).Look(t.Context())
			require.ErrorIs(t, err, tc.is)
			require.ErrorContains(t, err, tc.says)
			require.ErrorContains(t, err, tc.remedy)
			require.False(t, client.MayPass(err), "it is not asked for again and again")
			require.NotContains(t, err.Error(), "rpc error")
		})
	}
}

// Only the hash is named on the command line; the rest comes from the node.
func TestTrustBeginsWithAHash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var kept keeper
	w.proving(func(o *light.Options) { o.Root.Block, o.Keeper = nil, &kept })
	id, _, second := w.begun(game.Classic())
	_, err := w.open(second, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(2), kept.headers[0].Height)
	require.Equal(t, w.node.chain.Height(), kept.headers[len(kept.headers)-1].Height)
}

// Validators change, and the way from an old header to the newest leads over headers between the two.
func TestValidatorsChangeOverTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := w.proving()
	w.node.advance(80)
	last := w.node.chain.Height()
	n.forge = func(h *cmttypes.Header) *headers.Validators { // every ten blocks one of four leaves
		names := make([]string, 4)
		for i := range names {
			names[i] = string(rune('a' + h.Height/10 + int64(i)))
		}
		all := headers.New(names...)
		return &all
	}
	root := proof.Trust(n.block(t, 2))
	c := light.New(light.Options{Node: n, Address: "x", Root: root, Now: w.node.now})
	n.calls.Store(0)
	_, height, err := c.Read(t.Context(), types.ParamsPrefix)
	require.NoError(t, err)
	require.Equal(t, last-1, height)
	require.Less(t, n.calls.Load(), int64(60))
}

// A node that was asked before, and has fallen behind or is another one, is not taken for the newest.
func TestANodeThatFallsBehindIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := w.proving()
	w.node.advance(5)
	root := proof.Trust(n.block(t, 7))
	w.proving(func(o *light.Options) { o.Root = root })
	behind := newWorld(t)
	behind.proving(func(o *light.Options) { o.Root = root })
	_, err := behind.open(alice, 1).Look(t.Context())
	var notReady *client.NotReadyError
	require.ErrorAs(t, err, &notReady)
	require.ErrorContains(t, err, "it is at block")
	require.True(t, client.MayPass(err))
}

// While there is no new block a look asks the node for its height alone.
func TestAProvenReadRequestsNewRecordsOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := w.proving()
	id, first, _ := w.begun(game.Classic())
	s := w.open(first, id)
	look := func() int64 {
		n.calls.Store(0)
		_, err := s.Look(t.Context())
		require.NoError(t, err)
		return n.calls.Load()
	}
	look()
	require.Equal(t, int64(1), look())
	w.node.advance(1)
	require.Equal(t, int64(1+1+4), look(), "height, commit, and four records: the validators are known")
}

// A chain that stands still proves no more than it has: who waits for the next block hears that.
func TestAReadThatNoHeaderProvesYetIsTriedAgain(t *testing.T) {
	w := newWorld(t)
	n := w.proving()
	root := proof.Trust(n.block(t, 2))
	c := light.New(light.Options{Node: n, Address: "x", Root: root, Now: w.node.now, Patience: time.Nanosecond})
	require.NoError(t, c.Seen(t.Context(), w.node.chain.Height()))
	_, _, err := c.Read(t.Context(), types.ParamsPrefix)
	require.ErrorContains(t, err, fmt.Sprintf("block %d, which proves the one before, has not come yet",
		w.node.chain.Height()+1))
	require.True(t, client.MayPass(err))
	w.node.advance(1)
	_, height, err := c.Read(t.Context(), types.ParamsPrefix)
	require.NoError(t, err)
	require.Equal(t, w.node.chain.Height()-1, height)
}
