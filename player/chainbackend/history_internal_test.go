package chainbackend

import (
	"context"
	"errors"
	"testing"

	abci "github.com/cometbft/cometbft/abci/types"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
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

func feedOver(i *index) (*feed, *history) {
	h := new(history)
	return &feed{id: 7, backend: &Backend{o: Options{Node: i}, events: make(map[int64][]txEvents)}, into: h}, h
}

// One search that failed once lost what had happened for good.
func TestASearchThatFailsIsMadeAgain(t *testing.T) {
	i := &index{err: errors.New("the index is busy")}
	f, h := feedOver(i)
	for range 3 {
		require.ErrorIs(t, f.read(t.Context(), 10, 200), errSearch)
	}
	require.Equal(t, 1, i.searches, "not more than once in a block")
	require.EqualValues(t, 9, f.readTo)
	i.err = nil
	require.NoError(t, f.read(t.Context(), 10, 201))
	require.NotNil(t, h.over)
	require.EqualValues(t, 201, f.readTo)
}

func TestANodeWithoutAnIndexIsNotAskedAgain(t *testing.T) {
	i := &index{err: errors.New("transaction indexing is disabled")}
	f, _ := feedOver(i)
	require.NoError(t, f.read(t.Context(), 10, 200))
	require.Equal(t, "this node does not know the moves before block 181", f.note)
	require.NoError(t, f.read(t.Context(), 10, 201))
	require.Equal(t, 1, i.searches)
}

// The bill of a game that had not been joined, or whose fees had no grantee, named a bot that did not exist.
func TestRegressionAFeeWithoutAGranteeIsNotThatOfABot(t *testing.T) {
	h := &history{me: "alice"}
	paid := func(grantee string) eventsAt {
		fee := watch.Fee{Payer: h.me, Grantee: grantee, Coins: sdk.NewCoins(sdk.NewInt64Coin("uanchor", 5))}
		return eventsAt{1, txEvents{fee: fee, events: []proto.Message{&types.EventGameCreated{Creator: h.me}}}}
	}
	h.add(paid(""))
	require.Zero(t, h.bots.txs)
	h.players[game.Joiner] = "bot"
	h.add(paid("delegate"))
	require.Zero(t, h.bots.txs)
	h.add(paid("bot"))
	require.Equal(t, 1, h.bots.txs)
}

// Events were once dropped only when a block was looked at exactly so many blocks later.
func TestOldEventsAreDropped(t *testing.T) {
	f, _ := feedOver(new(index))
	b := f.backend
	for height := int64(1); height < 10*keptBlocks; height += 7 {
		b.head.Height = height
		_, err := b.eventsOf(t.Context(), height)
		require.NoError(t, err)
	}
	require.LessOrEqual(t, len(b.events), keptBlocks/7+1)
}

// What the lobby has to say once was shown for good.
func TestANoticeIsForgottenOnceItWasShown(t *testing.T) {
	b := &Backend{changed: make(chan struct{}), duels: map[uint64]*duelRunner{1: {}, 2: {}}}
	b.kinds = newKinds(b)
	for _, r := range b.duels {
		r.wake = make(chan struct{}, 1)
	}
	b.lobby.Notice = "back it up"
	b.Focus(1)
	require.NotEmpty(t, b.lobby.Notice, "the lobby was not shown yet")
	b.Focus(0)
	require.NotEmpty(t, b.lobby.Notice)
	b.Focus(2)
	require.Empty(t, b.lobby.Notice)
}
