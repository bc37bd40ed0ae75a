package check_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"

	"github.com/battleship-chain/battleship/e2e/faults/check"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// liar is a validator that changes one of its answers.
type liar struct {
	*playertest.Node
	block  func(*cmttypes.Header)
	events func([]abci.Event) []abci.Event
	query  string // the end of the path of the query that reply changes
	reply  func(*abci.ResponseQuery)
}

func (l *liar) Block(ctx context.Context, height *int64) (*coretypes.ResultBlock, error) {
	res, err := l.Node.Block(ctx, height)
	if err != nil || l.block == nil {
		return res, err
	}
	changed := &cmttypes.Block{Header: res.Block.Header}
	l.block(&changed.Header)
	return &coretypes.ResultBlock{Block: changed}, nil
}

func (l *liar) BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error) {
	res, err := l.Node.BlockResults(ctx, height)
	if err != nil || l.events == nil {
		return res, err
	}
	changed := *res
	changed.FinalizeBlockEvents = l.events(copied(res.FinalizeBlockEvents))
	changed.TxsResults = nil
	for _, tx := range res.TxsResults {
		other := *tx
		other.Events = l.events(copied(tx.Events))
		changed.TxsResults = append(changed.TxsResults, &other)
	}
	return &changed, nil
}

func (l *liar) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	res, err := l.Node.ABCIQueryWithOptions(ctx, path, data, opts)
	if err == nil && l.reply != nil && strings.HasSuffix(path, l.query) {
		l.reply(&res.Response)
	}
	return res, err
}

// lie is the false answer of one validator, or of all of them, and the finding that it leads to.
type lie struct {
	liar  liar
	alone bool // only one validator lies
	want  check.Kind
}

// requireFound fails unless the checker of verify finds the lie about a node, of all validators or of the last alone.
func (l lie) requireFound(t *testing.T, n *playertest.Node, verify func(all, last check.Node) *check.Checker) {
	t.Helper()
	l.liar.Node = n
	var all check.Node = &l.liar
	if l.alone {
		all = n
	}
	var kinds []check.Kind
	for _, f := range verify(all, &l.liar).Findings() {
		kinds = append(kinds, f.Kind)
	}
	require.Contains(t, kinds, l.want)
}

func copied(events []abci.Event) []abci.Event {
	events = slices.Clone(events)
	for i := range events {
		events[i].Attributes = slices.Clone(events[i].Attributes)
	}
	return events
}

// replace changes the values of an attribute in events of a type.
func replace(kind, key, old, other string) func([]abci.Event) []abci.Event {
	return func(events []abci.Event) []abci.Event {
		for _, e := range events {
			for i, a := range e.Attributes {
				if e.Type == kind && a.Key == key {
					e.Attributes[i].Value = strings.ReplaceAll(a.Value, old, other)
				}
			}
		}
		return events
	}
}

// leaveOut leaves the events out whose type begins so.
func leaveOut(kind string) func([]abci.Event) []abci.Event {
	return func(events []abci.Event) []abci.Event {
		return slices.DeleteFunc(events, func(e abci.Event) bool { return strings.HasPrefix(e.Type, kind) })
	}
}

// change changes the reply to a query.
func change[T any, P interface {
	*T
	proto.Message
}](t *testing.T, lie func(P)) func(*abci.ResponseQuery) {
	t.Helper()
	return func(r *abci.ResponseQuery) {
		if r.Code != 0 {
			return
		}
		shown := P(new(T))
		require.NoError(t, proto.Unmarshal(r.Value, shown))
		lie(shown)
		var err error
		r.Value, err = proto.Marshal(shown)
		require.NoError(t, err)
	}
}

// missing is the reply of a node that does not have the game.
func missing(r *abci.ResponseQuery) {
	r.Code, r.Codespace = sdkerrors.ErrKeyNotFound.ABCICode(), sdkerrors.RootCodespace
}

// played returns a chain with a game that was won for a stake, one that a player conceded, one that was cancelled, a
// melee that waits, and a game whose player is late.
func played(t *testing.T) *playertest.World {
	t.Helper()
	w := playertest.New(t)
	conceded(t, w)
	id, winner, _ := w.Won(game.Xaya())
	_, err := w.Open(winner, id).Run(t.Context(), playertest.Random(1), session.Observer{})
	require.NoError(t, err)
	w.FullMelee("alice", "bob", "carol")
	w.Joined(game.Classic())
	w.Node.Advance(types.LocalParams().TurnBlocksDefault + 8)
	return w
}

// verify returns the findings of a checker of four validators, the last of which is another one if it is not nil.
func verify(t *testing.T, all, last check.Node) *check.Checker {
	t.Helper()
	c := check.New([]string{"a", "b", "c", "d"}, []check.Node{all, all, all, last})
	require.NoError(t, c.Advance(t.Context()))
	require.NoError(t, c.Final(t.Context()))
	return c
}

func TestAnHonestChainHasNoFindings(t *testing.T) {
	w := played(t)
	c := verify(t, w.Node, w.Node)
	require.Empty(t, c.Findings())
	require.Equal(t, 2, c.Games())
	require.Equal(t, 2, c.Open())
	require.Equal(t, 3*int(c.Height()), c.Compared())
	require.Equal(t, map[string]map[string]int{"classic": {"conceded": 1}, "xaya": {"sunk": 1}}, c.Ends())
}

// A node that is about to stop once counted as one that had lost the result.
func TestRegressionAnotherErrorOfANodeIsNoLoss(t *testing.T) {
	w := playertest.New(t)
	conceded(t, w)
	stopping := &liar{Node: w.Node, query: "Query/Result", reply: func(r *abci.ResponseQuery) {
		r.Code, r.Codespace, r.Log = 1, "undefined", "leveldb: closed"
	}}
	c := check.New([]string{"a"}, []check.Node{stopping})
	require.ErrorContains(t, c.Advance(t.Context()), "leveldb: closed")
	require.Empty(t, c.Findings())
}

// Each lie is found, most of them although all validators agree on it.
func TestEachLieIsFound(t *testing.T) {
	w := played(t)
	const event = "battleship.v1."
	voucher := transfertypes.NewDenom("uanchor", transfertypes.NewHop(transfertypes.PortID, "07-tendermint-0")).IBCDenom()
	one := sdk.NewCoins(sdk.NewInt64Coin(types.DefaultFeeDenom, 1))
	for name, lie := range map[string]lie{
		"another app hash": {
			liar:  liar{block: func(h *cmttypes.Header) { h.AppHash = []byte("another hash") }},
			alone: true, want: check.Fork,
		},
		"another block": {
			liar:  liar{block: func(h *cmttypes.Header) { h.ChainID = "another-1" }},
			alone: true, want: check.Fork,
		},
		"a coin more in the supply of one": {
			liar: liar{query: "TotalSupply", reply: change(t, func(r *banktypes.QueryTotalSupplyResponse) {
				r.Supply = r.Supply.Add(one...)
			})},
			alone: true, want: check.Supply,
		},
		"a voucher with nothing in escrow": {
			liar: liar{query: "TotalSupply", reply: change(t, func(r *banktypes.QueryTotalSupplyResponse) {
				r.Supply = r.Supply.Add(sdk.NewInt64Coin(voucher, 1))
			})},
			want: check.Supply,
		},
		"a coin less in escrow": {
			liar: liar{query: "AllBalances", reply: change(t, func(r *banktypes.QueryAllBalancesResponse) {
				if r.Balances.IsAllGTE(one) {
					r.Balances = r.Balances.Sub(one...)
				}
			})},
			want: check.Supply,
		},
		"a mint without an event": {liar: liar{events: leaveOut("coinbase")}, want: check.Supply},
		"a winner that is not paid": {
			liar: liar{events: replace("coin_received", "amount", "0", "")}, want: check.Supply,
		},
		"an entry that another account pays": {
			liar: liar{events: replace("coin_spent", "spender", w.Address("alice"), w.Address("carol"))}, want: check.Supply,
		},
		"an event with another winner": {
			liar: liar{events: replace(event+"EventGameOver", "result", "SEAT_CREATOR", "SEAT_JOINER")}, want: check.Winner,
		},
		"an answer that was another": {
			liar: liar{events: replace(event+"EventShotAnswered", "hit", "true", "false")}, want: check.Winner,
		},
		"a concession of the other": {
			liar: liar{events: replace(event+"EventConceded", "player", w.Address("bob"), w.Address("alice"))},
			want: check.Winner,
		},
		"a deadline that passes in silence": {
			liar: liar{events: leaveOut(event + "EventDeadlinePassed")}, want: check.Unfinished,
		},
		"a result with another winner": {
			liar: liar{query: "Query/Result", reply: change(t, func(r *types.QueryResultResponse) { r.Result.Winner ^= 3 })},
			want: check.Winner,
		},
		"an opening that is not there":    {liar: liar{events: leaveOut(event + "EventGameCreated")}, want: check.Lost},
		"a result that is missing":        {liar: liar{query: "Query/Result", reply: missing}, alone: true, want: check.Lost},
		"an open game that is missing":    {liar: liar{query: "Query/Game", reply: missing}, alone: true, want: check.Lost},
		"a waiting melee that is missing": {liar: liar{query: "Query/Melee", reply: missing}, alone: true, want: check.Lost},
	} {
		t.Run(name, func(t *testing.T) {
			lie.requireFound(t, w.Node, func(all, last check.Node) *check.Checker { return verify(t, all, last) })
		})
	}
}
