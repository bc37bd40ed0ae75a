package eventindex_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	dbm "github.com/cosmos/cosmos-db"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var (
	alice = sdk.AccAddress("alice---------------").String()
	bob   = sdk.AccAddress("bob-----------------").String()
)

// counter counts what is read of a database.
type counter struct {
	dbm.DB

	mu           sync.Mutex
	reads, bytes int
	// before, if not nil, is called before each read.
	before func()
}

func (c *counter) count(value []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reads++
	c.bytes += len(value)
	return value
}

func (c *counter) Get(key []byte) ([]byte, error) {
	value, err := c.DB.Get(key)
	return c.count(value), err
}

func (c *counter) Iterator(start, end []byte) (dbm.Iterator, error) {
	it, err := c.DB.Iterator(start, end)
	return iterator{it, c}, err
}

func (c *counter) ReverseIterator(start, end []byte) (dbm.Iterator, error) {
	it, err := c.DB.ReverseIterator(start, end)
	return iterator{it, c}, err
}

type iterator struct {
	dbm.Iterator

	of *counter
}

func (i iterator) Value() []byte {
	if i.of.before != nil {
		i.of.before()
	}
	return i.of.count(i.Iterator.Value())
}

// chronicle is a store with the blocks that were recorded in it.
type chronicle struct {
	testing.TB

	db     *counter
	store  *eventindex.Store
	server types.HistoryServer
	height int64
}

func newChronicle(tb testing.TB) *chronicle {
	tb.Helper()
	db := &counter{DB: dbm.NewMemDB()}
	store := eventindex.NewStore(db)
	return &chronicle{TB: tb, db: db, store: store, server: eventindex.NewServer(store, nil)}
}

// ctx returns the context of a query of the last block's state.
func (c *chronicle) ctx() context.Context {
	return sdk.Context{}.WithContext(c.Context()).WithBlockHeight(c.height)
}

// block records the next block. Each of the transactions is a list of events; own are those of the block.
func (c *chronicle) block(own []proto.Message, txs ...[]proto.Message) {
	c.Helper()
	c.height++
	c.record(c.height, own, txs...)
	c.db.reads, c.db.bytes = 0, 0
}

func (c *chronicle) record(height int64, own []proto.Message, txs ...[]proto.Message) {
	c.Helper()
	req, res := executed(c, height, own, txs...)
	require.NoError(c, c.store.ListenFinalizeBlock(c.Context(), req, res))
}

// executed returns a block and its results.
func executed(
	tb testing.TB, height int64, own []proto.Message, txs ...[]proto.Message,
) (abci.RequestFinalizeBlock, abci.ResponseFinalizeBlock) {
	tb.Helper()
	req := abci.RequestFinalizeBlock{Height: height, Time: time.Unix(height, 0)}
	res := abci.ResponseFinalizeBlock{Events: emitted(tb, own)}
	for i, events := range txs {
		req.Txs = append(req.Txs, fmt.Appendf(nil, "%d/%d %s", height, i, make([]byte, 8_000)))
		res.TxResults = append(res.TxResults, &abci.ExecTxResult{Events: emitted(tb, events)})
	}
	return req, res
}

// emitted returns events as the module emits them: after those of a game comes the game event.
func emitted(tb testing.TB, events []proto.Message) []abci.Event {
	tb.Helper()
	var all sdk.Events
	for _, event := range events {
		typed, err := sdk.TypedEventToEvent(event)
		require.NoError(tb, err)
		all = append(all, typed)
		of, ok := event.(types.GameEvent)
		if !ok {
			continue
		}
		game := sdk.NewEvent(types.EventTypeGame,
			sdk.NewAttribute(types.AttributeKeyGameID, strconv.FormatUint(of.GetGameId(), 10)))
		if over, ok := event.(*types.EventGameOver); ok {
			for _, player := range over.Result.Players {
				game = game.AppendAttributes(sdk.NewAttribute(types.AttributeKeyFinished, player))
			}
		}
		all = append(all, game)
	}
	return all.ToABCIEvents()
}

func shot(gameID uint64, target string) []proto.Message {
	return []proto.Message{&types.EventShotFired{GameId: gameID, Player: alice, Target: target}}
}

func over(gameID uint64, players ...string) proto.Message {
	return &types.EventGameOver{GameId: gameID, Result: types.Result{GameId: gameID, Players: players}}
}

// dense records a block of many large transactions of a game, and another after it.
func (c *chronicle) dense(gameID uint64, txs int) {
	c.Helper()
	for range 2 {
		all := make([][]proto.Message, txs)
		for i := range all {
			all[i] = shot(gameID, fmt.Sprint(i))
		}
		c.block(nil, all...)
	}
}

// targetsOf returns the targets of the shots in a page.
func targetsOf(tb testing.TB, res *types.QueryLogResponse) (targets []string) {
	tb.Helper()
	for _, entry := range res.Entries {
		for _, packed := range entry.Events {
			fired := new(types.EventShotFired)
			require.NoError(tb, proto.Unmarshal(packed.Value, fired))
			targets = append(targets, fmt.Sprint(entry.Height, "/", fired.Target))
		}
	}
	return targets
}
