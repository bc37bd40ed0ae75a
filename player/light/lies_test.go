package light_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/testutil/headers"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// asked is the message of the last transaction that the node was to simulate; nil if there was none.
func asked[T any](w *playertest.World) (none T) {
	w.Helper()
	if w.Node.SimulatedTx == nil {
		return none
	}
	decoded, err := w.ClientCtx.TxConfig.TxDecoder()(w.Node.SimulatedTx)
	require.NoError(w, err)
	msg, ok := decoded.GetMsgs()[0].(T)
	require.True(w, ok)
	return msg
}

// A shot that nobody has fired opens a tile to a node that is believed, and to no other.
func TestAttackAnInventedShotOpensNothingOverProofs(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		t.Run(r.Name, func(t *testing.T) {
			w := playertest.New(t)
			n := w.Prove()
			id, _, second := w.Begun(r)
			tile, err := r.ParseTile("C3")
			require.NoError(t, err)
			n.LieAboutGames(t, playertest.Stepped(t, func(s game.State) game.Action {
				return game.Shoot{By: s.Actor, Tile: tile}
			}))

			w.Node.SimulatedTx = nil
			_, err = w.Open(second, id).Answer(t.Context())
			var unproven *light.UnprovenError
			require.ErrorAs(t, err, &unproven)
			require.ErrorIs(t, err, storeproof.ErrValue)
			require.ErrorContains(t, err, "the node at tcp://the-test:26657 does not prove what it shows, and nothing was "+
				"done with it: not what the chain holds")
			require.ErrorContains(t, err, "name another node with --node")
			require.Nil(t, w.Node.SimulatedTx, "nothing was shown to the node")

			w.Over = nil // who believes the node shows it the tile
			_, err = w.Open(second, id).Answer(t.Context())
			var refused *client.RefusedError
			require.ErrorAs(t, err, &refused, "by the chain")
			require.NotNil(t, asked[*types.MsgShootAndReveal](w).Opening)
		})
	}
}

// A claim that is not due shows the whole board to a node that is believed, and to no other.
func TestAttackAClaimThatIsNotDueShowsNoBoardOverProofs(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	id, _, second := w.Begun(game.Classic())
	n.LieAboutGames(t, playertest.Stepped(t, func(s game.State) game.Action { return game.Concede{By: s.Actor} }))

	w.Node.SimulatedTx = nil
	_, err := w.Open(second, id).Claim(t.Context())
	require.ErrorIs(t, err, storeproof.ErrValue)
	require.Nil(t, w.Node.SimulatedTx)

	w.Over = nil
	_, err = w.Open(second, id).Claim(t.Context())
	require.Error(t, err)
	require.Len(t, asked[*types.MsgClaimWin](w).BoardSecret, 32, "the weakness that proofs take away")
}

// With proofs a whole game is played as without: what a player does is seen at once, also by itself.
func TestAGameOverProofs(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.Xaya()} {
		t.Run(r.Name, func(t *testing.T) {
			w := playertest.New(t)
			w.Prove()
			id, winner, _ := w.Won(r)
			_, err := w.Open(winner, id).Claim(t.Context())
			require.NoError(t, err)
			_, err = w.Open(winner, id).Look(t.Context())
			var ended *duel.EndedError
			require.ErrorAs(t, err, &ended)
			address, ok := ended.Result.WinnerAddress()
			require.True(t, ok)
			require.Equal(t, chain.NewAccount(winner).String(), address)
			_, err = w.Open(winner, id+1).Look(t.Context())
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
	w := playertest.New(t)
	w.Prove()
	id, first, second := w.Begun(game.Classic())
	ended, winner, _ := w.Won(game.Xaya())
	_, err := w.Open(winner, ended).Claim(t.Context())
	require.NoError(t, err)
	w.Node.Advance(1)
	proven := types.NewQueryClient(w.Client(first).Conn())
	w.Over = nil
	plain := types.NewQueryClient(w.Client(first).Conn())
	ctx := t.Context()

	game1, err := proven.Game(ctx, &types.QueryGameRequest{GameId: id})
	require.NoError(t, err)
	game2, err := plain.Game(ctx, &types.QueryGameRequest{GameId: id})
	require.NoError(t, err)
	require.Equal(t, game2.Height-1, game1.Height)
	unproven(game1, game2)
	require.Equal(t, game2, game1)

	created := w.Created(game.Classic())
	w.Node.Advance(1)
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
	for _, who := range []string{first, second, playertest.Pauper} {
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
		lie    func(t *testing.T, n *playertest.SignedNode, o *light.Options)
		is     error
		says   string
		remedy string
	}{
		"another delegate, key or board": {
			lie: func(t *testing.T, n *playertest.SignedNode, _ *light.Options) {
				n.LieAboutGames(t, func(g *types.Game, _ *types.Progress) {
					g.Participants[0].Delegate = g.Participants[1].Address
				})
			},
			is: storeproof.ErrValue, says: "does not prove what it shows",
		},
		"no game": {
			lie: func(_ *testing.T, n *playertest.SignedNode, _ *light.Options) {
				n.Record = func(_, _ []byte) []byte { return nil }
			},
			is: storeproof.ErrValue, says: "no value is shown, and the proof is of one",
		},
		"an end": {
			lie: func(t *testing.T, n *playertest.SignedNode, _ *light.Options) {
				n.Record = func(key, value []byte) []byte {
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
			lie: func(_ *testing.T, n *playertest.SignedNode, _ *light.Options) {
				others := headers.New("mallory")
				n.Forge = func(*cmttypes.Header) *headers.Validators { return &others }
			},
			is: proof.ErrSignatures, says: "block 3 is not signed by those whom block 2 names for it",
			remedy: "name another node with --node",
		},
		"a header of its own, with the signatures of another": {
			lie: func(_ *testing.T, n *playertest.SignedNode, _ *light.Options) {
				n.Forge = func(h *cmttypes.Header) *headers.Validators {
					h.ValidatorsHash = bytes.Repeat([]byte{1}, 32)
					return nil
				}
			},
			is: storeproof.ErrMalformed,
		},
		"another chain": {
			lie: func(_ *testing.T, n *playertest.SignedNode, _ *light.Options) {
				n.Forge = func(h *cmttypes.Header) *headers.Validators {
					h.ChainID = "battleship-2"
					return nil
				}
			},
			is: proof.ErrChain,
		},
		"a chain from the future": {
			lie: func(_ *testing.T, n *playertest.SignedNode, _ *light.Options) {
				n.Forge = func(h *cmttypes.Header) *headers.Validators {
					h.Time = h.Time.Add(day)
					return nil
				}
			},
			is: proof.ErrFuture, says: "ahead of the clock", remedy: "set the clock of this machine",
		},
		"a hash that is not the header's": {
			lie: func(_ *testing.T, _ *playertest.SignedNode, o *light.Options) {
				o.Root.Block, o.Root.Hash = nil, bytes.Repeat([]byte{1}, 32)
			},
			is: proof.ErrHeader, says: "does not have the header that you trust, of block 2", remedy: "--trust-hash",
		},
		"a header that has expired": {
			lie: func(_ *testing.T, n *playertest.SignedNode, o *light.Options) {
				now := o.Now
				o.Now = func() time.Time { return now().Add(proof.DefaultPeriod) }
			},
			is: proof.ErrExpired, says: "vouches for 14 days", remedy: "ask a person you trust for a newer one",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := playertest.New(t)
			var n *playertest.SignedNode
			var options *light.Options
			n = w.Prove(func(o *light.Options) { options = o })
			id, _, second := w.Begun(game.Classic())
			tc.lie(t, n, options)
			_, err := w.Open(second, id).Look(t.Context())
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
	w := playertest.New(t)
	var kept keeper
	w.Prove(func(o *light.Options) { o.Root.Block, o.Keeper = nil, &kept })
	id, _, second := w.Begun(game.Classic())
	_, err := w.Open(second, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, int64(2), kept.headers[0].Height)
	require.Equal(t, w.Node.Chain.Height(), kept.headers[len(kept.headers)-1].Height)
}

// Validators change, and the way from an old header to the newest leads over headers between the two.
func TestAttackValidatorsChangeOverTime(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	w.Node.Advance(80)
	last := w.Node.Chain.Height()
	n.Forge = func(h *cmttypes.Header) *headers.Validators { // every ten blocks one of four leaves
		names := make([]string, 4)
		for i := range names {
			names[i] = string(rune('a' + h.Height/10 + int64(i)))
		}
		all := headers.New(names...)
		return &all
	}
	root := proof.Trust(n.Header(t, 2))
	c := light.New(light.Options{Node: n, Address: "x", Root: root, Now: w.Node.Now})
	n.Calls.Store(0)
	_, height, err := c.Read(t.Context(), types.ParamsPrefix)
	require.NoError(t, err)
	require.Equal(t, last-1, height)
	require.Less(t, n.Calls.Load(), int64(60))
}

// A node that was asked before, and has fallen behind or is another one, is not taken for the newest.
func TestANodeThatFallsBehindIsReported(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	w.Node.Advance(5)
	root := proof.Trust(n.Header(t, 7))
	w.Prove(func(o *light.Options) { o.Root = root })
	behind := playertest.New(t)
	behind.Prove(func(o *light.Options) { o.Root = root })
	_, err := behind.Open(alice, 1).Look(t.Context())
	var notReady *client.NotReadyError
	require.ErrorAs(t, err, &notReady)
	require.ErrorContains(t, err, "it is at block")
	require.True(t, client.MayPass(err))
}

// While there is no new block a look asks the node for its height alone.
func TestAProvenReadRequestsNewRecordsOnly(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	id, first, _ := w.Begun(game.Classic())
	s := w.Open(first, id)
	look := func() int64 {
		n.Calls.Store(0)
		_, err := s.Look(t.Context())
		require.NoError(t, err)
		return n.Calls.Load()
	}
	look()
	require.Equal(t, int64(1), look())
	w.Node.Advance(1)
	require.Equal(t, int64(1+1+4), look(), "height, commit, and four records: the validators are known")
}

// An invented record of a player without one is not believed: the absence of a record is proven, too.
func TestAttackAnInventedRecordOfAPlayer(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	lied := false
	w.ClientCtx = w.ClientCtx.WithClient(playertest.Lie(n.Node, "Player", func(res *types.QueryPlayerResponse) {
		res.Player.BoardNonce, lied = 7, true
	}))
	res, err := types.NewQueryClient(w.Client(alice).Conn()).Player(t.Context(), &types.QueryPlayerRequest{
		Address: chain.NewAccount(playertest.Pauper).String(),
	})
	require.NoError(t, err)
	require.True(t, lied)
	require.Zero(t, res.Player.BoardNonce)
}

// forgetful is the memory of a home that cannot be written.
type forgetful struct{ keeper }

// Seen implements light.Keeper.
func (forgetful) Seen() int64 { return 0 }

// A chain that stands still proves no more than it has: who waits for the next block hears that.
func TestAReadThatNoHeaderProvesYetIsTriedAgain(t *testing.T) {
	w := playertest.New(t)
	n := w.Prove()
	root := proof.Trust(n.Header(t, 2))
	c := light.New(light.Options{
		Node: n, Address: "x", Root: root, Now: w.Node.Now, Patience: time.Nanosecond, Keeper: new(forgetful),
	})
	require.NoError(t, c.Seen(t.Context(), w.Node.Chain.Height()))
	_, _, err := c.Read(t.Context(), types.ParamsPrefix)
	require.ErrorContains(t, err, fmt.Sprintf("block %d, which proves the one before, has not come yet",
		w.Node.Chain.Height()+1))
	require.True(t, client.MayPass(err))
	w.Node.Advance(1)
	_, height, err := c.Read(t.Context(), types.ParamsPrefix)
	require.NoError(t, err)
	require.Equal(t, w.Node.Chain.Height()-1, height)
}
