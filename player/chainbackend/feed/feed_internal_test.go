package feed

import (
	"context"
	"errors"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// index is that of a node in which game 7 has ended in block 50, and whose searches fail with err.
type index struct {
	watch.Index // what is not needed panics

	err      error
	searches int
}

func (i *index) TxSearch(
	context.Context, string, bool, *int, *int, string,
) (*coretypes.ResultTxSearch, error) {
	i.searches++
	if i.err != nil {
		return nil, i.err
	}
	event, err := sdk.TypedEventToEvent(&types.EventGameOver{GameId: 7})
	return &coretypes.ResultTxSearch{TotalCount: 1, Txs: []*coretypes.ResultTx{{
		Height: 50, TxResult: abci.ExecTxResult{Events: []abci.Event{abci.Event(event)}},
	}}}, err
}

func (i *index) BlockSearch(context.Context, string, *int, *int, string) (*coretypes.ResultBlockSearch, error) {
	return new(coretypes.ResultBlockSearch), nil
}

func (i *index) BlockResults(context.Context, *int64) (*coretypes.ResultBlockResults, error) {
	return new(coretypes.ResultBlockResults), nil
}

// ending is a Reader that records the end of a game.
type ending struct {
	over    proto.Message
	unknown bool
}

func (e *ending) Add(one Events) {
	if len(one.Events) > 0 {
		e.over = one.Events[0]
	}
}

func (e *ending) Forget() { e.unknown = true }

func (e *ending) Whole() bool { return !e.unknown }

func feedOf(i *index) (*Feed, *ending) {
	end := new(ending)
	return New(NewBlocks(i), 7, "alice", end), end
}

// One search that failed once lost what had happened for good.
func TestASearchThatFailsIsMadeAgain(t *testing.T) {
	i := &index{err: errors.New("the index is busy")}
	f, end := feedOf(i)
	for range 3 {
		require.ErrorIs(t, f.Read(t.Context(), 10, 200), errSearch)
	}
	require.Equal(t, 1, i.searches, "not more than once in a block")
	require.EqualValues(t, 9, f.readTo)
	i.err = nil
	require.NoError(t, f.Read(t.Context(), 10, 201))
	require.NotNil(t, end.over)
	require.EqualValues(t, 201, f.readTo)
}

func TestANodeWithoutAnIndexIsNotAskedAgain(t *testing.T) {
	i := &index{err: errors.New("transaction indexing is disabled")}
	f, _ := feedOf(i)
	require.NoError(t, f.Read(t.Context(), 10, 200))
	require.Equal(t, "this node does not know the moves before block 181", f.Note)
	require.NoError(t, f.Read(t.Context(), 10, 201))
	require.Equal(t, 1, i.searches)
}

// The log of a game began in its middle without a note if the node's index had begun after the game.
func TestRegressionAnIndexThatBeginsAfterTheGameIsNoted(t *testing.T) {
	f, end := feedOf(new(index))
	end.unknown = true // the event of its creation was not among those found
	require.NoError(t, f.Read(t.Context(), 10, 200))
	require.Equal(t, "this node does not know the moves before block 50", f.Note)
}

// Events were once dropped only when a block was looked at exactly so many blocks later.
func TestOldEventsAreDropped(t *testing.T) {
	b := NewBlocks(new(index))
	for height := int64(1); height < 10*keptBlocks; height += 7 {
		_, err := b.at(t.Context(), height)
		require.NoError(t, err)
	}
	require.LessOrEqual(t, len(b.events), keptBlocks/7+1)
}
