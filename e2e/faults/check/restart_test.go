package check_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/e2e/faults/check"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// withoutInflation keeps the supply as it is in the first block, whose events a node of a test does not have.
func withoutInflation(a *app.App, state app.GenesisState) {
	var mint minttypes.GenesisState
	a.AppCodec().MustUnmarshalJSON(state[minttypes.ModuleName], &mint)
	mint.Minter.Inflation = math.LegacyZeroDec()
	mint.Params.InflationMin, mint.Params.InflationMax = math.LegacyZeroDec(), math.LegacyZeroDec()
	mint.Params.InflationRateChange = math.LegacyZeroDec()
	state[minttypes.ModuleName] = a.AppCodec().MustMarshalJSON(&mint)
}

// conceded plays a game that ends in the last block.
func conceded(t *testing.T, w *playertest.World) uint64 {
	t.Helper()
	id := w.Staked()
	_, err := w.Open("bob", id).Join(t.Context(), "", playertest.Choose(t))
	require.NoError(t, err)
	_, err = w.Open("bob", id).Concede(t.Context())
	require.NoError(t, err)
	_, err = w.Open("alice", id).Claim(t.Context())
	require.NoError(t, err)
	return id
}

// restarted returns a chain with an ended game, a game that waits with a stake, and one whose player is silent, and a
// chain that continues from its export.
func restarted(t *testing.T) (before, after *playertest.World) {
	t.Helper()
	before = playertest.New(t, chain.WithGenesis(withoutInflation))
	conceded(t, before)
	before.Joined(game.Classic())
	before.Staked()
	exported, err := before.Node.Chain.App.ExportAppStateAndValidators(false, nil, nil)
	require.NoError(t, err)
	var state app.GenesisState
	require.NoError(t, json.Unmarshal(exported.AppState, &state))
	after = playertest.New(t, chain.WithInitialHeight(exported.Height+9), chain.WithGenesis(
		func(_ *app.App, fresh app.GenesisState) { maps.Copy(fresh, state) }))
	after.Node.Advance(types.LocalParams().TurnBlocksDefault + 8)
	return before, after
}

// moved is a validator whose chain is replaced by another.
type moved struct{ check.Node }

// verifyBoth returns the findings of a checker of two validators of a chain and then of another one that continues it.
func verifyBoth(t *testing.T, before, after *playertest.World, all, last check.Node) *check.Checker {
	t.Helper()
	a, b := &moved{before.Node}, &moved{before.Node}
	c := check.New([]string{"a", "b"}, []check.Node{a, b})
	require.NoError(t, c.Finish(t.Context()))
	require.Equal(t, before.Node.Chain.Height(), c.Height())
	require.Empty(t, c.Findings())
	c.Restart(before.Node.Chain.Height() + 10)
	a.Node, b.Node = all, last
	require.NoError(t, c.Advance(t.Context()))
	require.NoError(t, c.Final(t.Context()))
	require.Equal(t, after.Node.Chain.Height(), c.Height())
	return c
}

func TestAnHonestRestartHasNoFindings(t *testing.T) {
	before, after := restarted(t)
	c := verifyBoth(t, before, after, after.Node, after.Node)
	require.Empty(t, c.Findings())
	require.Equal(t, 1, c.Games())
	require.Equal(t, 2, c.Open())
}

// What an export loses or changes is found.
func TestEachLieOfARestartIsFound(t *testing.T) {
	before, after := restarted(t)
	one := sdk.NewCoins(sdk.NewInt64Coin(types.DefaultFeeDenom, 1))
	for name, lie := range map[string]lie{
		"a coin more": {
			liar: liar{query: "TotalSupply", reply: change(t, func(r *banktypes.QueryTotalSupplyResponse) {
				r.Supply = r.Supply.Add(one...)
			})}, want: check.Supply,
		},
		"a stake that is missing": {
			liar: liar{query: "AllBalances", reply: change(t, func(r *banktypes.QueryAllBalancesResponse) {
				r.Balances = r.Balances.Sub(one...)
			})}, want: check.Supply,
		},
		"a result that is missing": {liar: liar{query: "Query/Result", reply: missing}, want: check.Lost},
		"a result with another winner": {
			liar: liar{query: "Query/Result", reply: change(t, func(r *types.QueryResultResponse) { r.Result.Winner ^= 3 })},
			want: check.Winner,
		},
		"a game that is missing": {liar: liar{query: "Query/Game", reply: missing}, want: check.Lost},
		"a deadline that passes in silence": {
			liar: liar{events: leaveOut("battleship.v1.EventDeadlinePassed")}, want: check.Unfinished,
		},
		"another state at one": {
			liar:  liar{block: func(h *cmttypes.Header) { h.AppHash = []byte("another hash") }},
			alone: true, want: check.Fork,
		},
	} {
		t.Run(name, func(t *testing.T) {
			lie.requireFound(t, after.Node, func(all, last check.Node) *check.Checker {
				return verifyBoth(t, before, after, all, last)
			})
		})
	}
}

// A validator that is a block behind when all halt leaves no block unverified, and has not lost a game that ended in
// the last one.
func TestTheLastBlockOfOneValidatorIsVerified(t *testing.T) {
	w := playertest.New(t, chain.WithGenesis(withoutInflation))
	id := conceded(t, w)
	require.EqualValues(t, 1, id%2, "so that the second validator is asked for the result")
	behind := &late{w.Node, w.Node.Chain.Height() - 1}
	c := check.New([]string{"a", "b"}, []check.Node{w.Node, behind})
	require.NoError(t, c.Advance(t.Context()))
	require.Equal(t, behind.height, c.Height())
	require.NoError(t, c.Finish(t.Context()))
	require.Equal(t, w.Node.Chain.Height(), c.Height())
	require.Equal(t, int(behind.height), c.Compared())
	require.Empty(t, c.Findings())
}

// late is a validator that has blocks to a height.
type late struct {
	*playertest.Node
	height int64
}

func (l *late) ABCIInfo(context.Context) (*coretypes.ResultABCIInfo, error) {
	return &coretypes.ResultABCIInfo{Response: abci.ResponseInfo{LastBlockHeight: l.height}}, nil
}

func (l *late) Block(ctx context.Context, height *int64) (*coretypes.ResultBlock, error) {
	if *height > l.height {
		return nil, errors.New("a block to come")
	}
	return l.Node.Block(ctx, height)
}

func (l *late) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	if opts.Height > l.height {
		return &coretypes.ResultABCIQuery{Response: abci.ResponseQuery{
			Code: sdkerrors.ErrInvalidHeight.ABCICode(), Log: "cannot query with height in the future",
		}}, nil
	}
	return l.Node.ABCIQueryWithOptions(ctx, path, data, opts)
}
