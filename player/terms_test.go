package player_test

import (
	"context"
	"sync/atomic"
	"testing"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/chainbackend"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// staked is an open game of alice's for 90 ANCHOR.
func (w *world) staked() uint64 {
	w.Helper()
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 90_000_000)
	_, done, err := session.Create(w.Context(), w.player(alice), session.Wish{
		Ruleset: game.Classic(), Fleet: fleetOf(w.T, game.Classic()), Stake: &stake,
	})
	require.NoError(w, err)
	return done.GameID
}

// requireTerms asserts that the chain refused a message for its terms.
func requireTerms(t *testing.T, err error) {
	t.Helper()
	var refused *client.RefusedError
	require.ErrorAs(t, err, &refused)
	require.True(t, refused.OfKind(types.ErrTerms), err)
}

// paidNothing asserts that a player has what it had, and that nothing of its own was sent.
func (w *world) paidNothing(name string, had int64, sent int) {
	w.Helper()
	require.Equal(w, had, w.balance(name))
	require.Len(w, w.node.received, sent)
}

// A node that hid the stake of a game made the joiner pay it: the message named the game alone.
func TestRegressionANodeThatHidesAStakeHasTheJoinerPayIt(t *testing.T) {
	w := newWorld(t)
	id := w.staked()
	n := &falseNode{node: w.node, lie: func(g *types.QueryGameResponse) { g.Game.Terms.Stake = nil }}
	w.cctx = w.cctx.WithClient(n)
	had, sent := w.balance(bob), len(w.node.received)
	p := w.player(bob)
	var shown text.Intent
	p.Confirm = func(i text.Intent) error {
		shown = i
		return nil
	}
	_, err := session.Open(p, id).Join(t.Context(), "", choose(t))
	requireTerms(t, err)
	require.Nil(t, shown.Terms.Stake)
	w.paidNothing(bob, had, sent)

	_, note, err := w.run("join 1 --from bob --yes")
	require.Error(t, err)
	require.Contains(t, note+err.Error(), "the game costs or is something else than you were shown")
	w.paidNothing(bob, had, sent)

	// The other lies that cost: a clock that nobody keeps, and somebody else as the opponent.
	for _, lie := range map[string]func(*types.QueryGameResponse){
		"clock":    func(g *types.QueryGameResponse) { g.Game.TurnBlocks = 2 * g.Game.TurnBlocks },
		"opponent": func(g *types.QueryGameResponse) { g.Game.Participants[0].Address = w.address(mallory) },
		"first":    func(g *types.QueryGameResponse) { g.Game.First = types.SEAT_JOINER },
		"casual":   func(g *types.QueryGameResponse) { g.Game.Terms.Casual = true },
	} {
		n.lie = lie
		_, err := w.open(bob, id).Join(t.Context(), "", choose(t))
		requireTerms(t, err)
		w.paidNothing(bob, had, sent)
	}
	n.lie = nil
	_, err = w.open(bob, id).Join(t.Context(), "", choose(t))
	require.NoError(t, err)
}

// The screens show a price, and ask the node again once the fleet is placed. A node that shows another price then gets
// no signature.
func TestRegressionTheScreensPayAnotherPriceThanTheyHaveShown(t *testing.T) {
	w := newWorld(t)
	id := w.staked()
	var honest atomic.Bool
	w.cctx = w.cctx.WithClient(&falseNode{node: w.node, lie: func(g *types.QueryGameResponse) {
		if !honest.Load() {
			g.Game.Terms.Stake = nil
		}
	}})
	w.node.asked = func() { w.node.block() }
	table, err := chainbackend.New(t.Context(), w.tableOptions(bob))
	require.NoError(t, err)
	t.Cleanup(table.Close)
	wish := tui.Wish{Kind: tui.WishJoin, ID: id, Ruleset: game.Classic()}
	q, err := table.Quote(t.Context(), wish)
	require.NoError(t, err)
	for _, p := range q.Payments {
		require.NotEqual(t, "stake", p.What)
	}
	had, sent := w.balance(bob), len(w.node.received)
	honest.Store(true)
	_, err = table.Enter(t.Context(), wish, fleetOf(t, game.Classic()))
	require.ErrorIs(t, err, types.ErrTerms)
	require.ErrorContains(t, err, "something else than you were shown")
	w.paidNothing(bob, had, sent)

	_, err = table.Quote(t.Context(), wish)
	require.NoError(t, err)
	_, err = table.Enter(t.Context(), wish, fleetOf(t, game.Classic()))
	require.NoError(t, err)
}

// falseAnswers is a node that lies in its answers to one query of the module.
type falseAnswers[T any, P interface {
	*T
	proto.Message
}] struct {
	*node

	query string
	lie   func(P)
}

// ABCIQueryWithOptions implements sdkclient.CometRPC.
func (n *falseAnswers[T, P]) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	res, err := n.node.ABCIQueryWithOptions(ctx, path, data, opts)
	if err != nil || n.lie == nil || path != "/battleship.v1.Query/"+n.query || len(res.Response.Value) == 0 {
		return res, err
	}
	shown := P(new(T))
	if err := proto.Unmarshal(res.Response.Value, shown); err != nil {
		return nil, err
	}
	n.lie(shown)
	res.Response.Value, err = proto.Marshal(shown)
	return res, err
}

// The same for melees.
func TestRegressionANodeThatHidesTheStakeOfAMelee(t *testing.T) {
	w := newWorld(t)
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 90_000_000)
	_, done, err := session.CreateMelee(t.Context(), w.player(alice), session.MeleeWish{
		Ruleset: melee.Ruleset(), Fleet: fleetOf(t, melee.Ruleset()), Players: 2, Stake: &stake,
		Invited: []string{w.address(bob)},
	})
	require.NoError(t, err)
	n := &falseAnswers[types.QueryMeleeResponse, *types.QueryMeleeResponse]{
		node: w.node, query: "Melee", lie: func(m *types.QueryMeleeResponse) { m.Melee.Terms.Stake = nil },
	}
	w.cctx = w.cctx.WithClient(n)
	had, sent := w.balance(bob), len(w.node.received)
	_, err = w.openMelee(bob, done.GameID).Join(t.Context(), "", choose(t))
	requireTerms(t, err)
	w.paidNothing(bob, had, sent)
	n.lie = nil
	_, err = w.openMelee(bob, done.GameID).Join(t.Context(), "", choose(t))
	require.NoError(t, err)
}

// A node that shows a lower fee than the chain's gets no game opened and no match found. A fee that has grown by a win
// since it was shown is paid.
func TestAFeeIsPaidUpToTheLargestThatWasShown(t *testing.T) {
	w := newWorld(t, chain.WithParams(types.DefaultParams()))
	n := &falseAnswers[types.QueryRewardsResponse, *types.QueryRewardsResponse]{node: w.node, query: "Rewards"}
	w.cctx = w.cctx.WithClient(n)
	wish := session.Wish{Ruleset: game.Classic(), Fleet: fleetOf(t, game.Classic())}
	shows := func(bps int64) {
		n.lie = func(r *types.QueryRewardsResponse) { r.Fee.Amount = r.Fee.Amount.MulRaw(bps).QuoRaw(10_000) }
	}
	had, sent := w.balance(alice), len(w.node.received)
	shows(9_800)
	_, _, err := session.Create(t.Context(), w.player(alice), wish)
	requireTerms(t, err)
	_, _, err = session.Match(t.Context(), w.player(alice), wish)
	requireTerms(t, err)
	w.paidNothing(alice, had, sent)

	shows(9_990)
	p := w.player(alice)
	var shown text.Intent
	p.Confirm = func(i text.Intent) error {
		shown = i
		return nil
	}
	_, done, err := session.Match(t.Context(), p, wish)
	require.NoError(t, err)
	g, err := w.node.chain.App.BattleshipKeeper.Records().Games.Get(w.node.chain.Context(), done.GameID)
	require.NoError(t, err)
	require.Equal(t, 1, g.Terms.Fee.Amount.BigInt().Cmp(shown.Terms.Fee.Amount.BigInt()))
	require.True(t, g.Terms.Fee.IsLTE(*shown.MaxFee))
}
