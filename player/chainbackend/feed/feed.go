package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
)

const (
	// searchBeyond is the number of blocks that are read one by one; older ones are searched in the node's index.
	searchBeyond = 60
	// indexLag is the number of blocks by which a node's index may be behind.
	indexLag = 20
	// maxSearchPause bounds the pause after failed searches: at most two to that power of blocks.
	maxSearchPause = 5
	// maxEndSearches bounds the searches for the end of a game.
	maxEndSearches = 100
)

// Reader receives the events of a game.
type Reader interface {
	// Add adds the next events.
	Add(one Events)
	// Forget marks the beginning of the history as unknown, and Whole reports whether the history is complete.
	Forget()
	Whole() bool
}

// Feed reads a node's events about one game, in order, for one player.
type Feed struct {
	// Note describes the unknown part of the history, as of the last successful Read. It is empty if there is none.
	Note string
	// Fees are the fees that the player has paid for the transactions of the game.
	Fees Spent

	blocks *Blocks
	id     uint64
	player string
	into   Reader
	// gap describes the blocks that a node without an index does not know. It is empty if there are none.
	gap string
	// readTo is the last block that was read, or zero, and first the first one with an event.
	readTo, first int64
	// searches counts the failed searches in a row, and again is the height from which the next is made.
	searches int
	again    int64
}

// New returns the feed of a game for the player of an address. It hands the events to a reader.
func New(blocks *Blocks, id uint64, player string, into Reader) *Feed {
	return &Feed{blocks: blocks, id: id, player: player, into: into}
}

// Spent is the cost of a number of transactions.
type Spent struct {
	Coins sdk.Coins
	Txs   int
}

// Add adds the fee of another transaction.
func (s *Spent) Add(fee sdk.Coins) { s.Coins, s.Txs = s.Coins.Add(fee...), s.Txs+1 }

// String describes the cost. It returns "" if the cost is zero.
func (s Spent) String() string {
	if s.Coins.IsZero() {
		return ""
	}
	return text.Spent(text.Coins(s.Coins), s.Txs)
}

// Skip skips the blocks between two in which the game was the same. It reports false if the events up to the first one
// were not read.
func (f *Feed) Skip(from, to int64) bool {
	if from == 0 || f.readTo != from {
		return false
	}
	f.readTo = to
	return true
}

// ReadEnd reads the events of a game that is over. It reports whether an error may pass with another call.
func (f *Feed) ReadEnd(ctx context.Context, created, ended int64) (passing bool, err error) {
	f.again = 0 // the end has one height: each call is another attempt
	err = f.Read(ctx, created, ended)
	return errors.Is(err, errSearch) && f.searches < maxEndSearches, err
}

// Read reads the events up to a block, of a game that was created in an earlier one, and notes what is unknown.
func (f *Feed) Read(ctx context.Context, created, to int64) error {
	if f.readTo == 0 {
		f.readTo = created - 1
	}
	if to-f.readTo > searchBeyond {
		if err := f.readIndex(ctx, to-indexLag); err != nil {
			return err
		}
	}
	for height := f.readTo + 1; height <= to; height++ {
		events, err := f.blocks.at(ctx, height)
		if err != nil {
			return err
		}
		for _, one := range events {
			one.Events = eventindex.About(slices.Clone(one.Events), f.id)
			f.take(one)
		}
		f.readTo = height
	}
	if f.Note = ""; !f.into.Whole() {
		f.Note = cmp.Or(f.gap, text.MovesUnknown(cmp.Or(f.first, to+1))) // the node's index has begun after the game
	}
	return nil
}

// take adds the next events and their fee.
func (f *Feed) take(one Events) {
	if len(one.Events) > 0 {
		f.first = cmp.Or(f.first, one.Height)
		if one.Fee.Payer == f.player {
			f.Fees.Add(one.Fee.Coins)
		}
	}
	f.into.Add(one)
}

// errSearch means that a search has failed, and is repeated.
var errSearch = errors.New("the node does not return earlier events: it is asked again")

// readIndex adds the events up to a block from the node's index. A failed search is repeated after a growing pause;
// only a node without an index makes it give up the older events.
func (f *Feed) readIndex(ctx context.Context, until int64) error {
	if until < f.again {
		return errSearch
	}
	found, err := f.search(ctx, f.readTo, until)
	switch {
	case err == nil:
		f.searches = 0
	case ctx.Err() != nil:
		return err
	case errors.Is(err, watch.ErrNoIndex):
		f.gap = text.MovesUnknown(until + 1)
		f.into.Forget()
	default:
		f.searches++
		f.again = until + int64(1)<<min(f.searches-1, maxSearchPause)
		return fmt.Errorf("%w: %w", errSearch, err)
	}
	for _, one := range found {
		f.take(one)
	}
	f.readTo = until
	return nil
}

// search returns the events of the game in the node's index after one block and up to another.
func (f *Feed) search(ctx context.Context, after, until int64) ([]Events, error) {
	var found []Events
	err := watch.Search(ctx, f.blocks.node, f.id, watch.Span{After: after, Until: until},
		func(height int64, tx *coretypes.ResultTx, events []proto.Message) {
			one := Events{Height: height, Events: events}
			if tx != nil {
				one.Fee = watch.FeeOf(tx.TxResult.Events)
			}
			found = append(found, one)
		})
	if err != nil {
		return nil, err
	}
	// The events of the block itself come after those of its transactions.
	slices.SortStableFunc(found, func(a, b Events) int { return cmp.Compare(a.Height, b.Height) })
	return found, nil
}
