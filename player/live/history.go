package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// searchBeyond is how many blocks are read one by one; what is older is looked up in the node's index.
	searchBeyond = 60
	// indexLag is how many blocks a node's index may be behind.
	indexLag = 20
	// maxSearchPause bounds the pause after searches that fail to two to that power of blocks.
	maxSearchPause = 5
)

// happened is what a transaction, or a block by itself, has told of a game, and its block.
type happened struct {
	height int64
	told
}

// feed reads what a node tells of one game, in order.
type feed struct {
	backend *Backend
	id      uint64
	into    reader
	// readTo is the last block that was read; 0 at first.
	readTo int64
	// searches counts the searches in a row that have failed, and again is the height from which the next is made.
	searches int
	again    int64
	// note says in words what is not known; empty for nothing.
	note string
	// fees is what the transactions of the game have cost the player.
	fees spent
}

// reader takes what a feed has read.
type reader interface {
	// add adds what has happened next.
	add(one happened)
	// forget is told that the beginning is not known, and whole reports whether all is that has happened.
	forget()
	whole() bool
	// cancelled reports whether it was told that the game has ended before it began.
	cancelled() bool
}

// history is what has happened in one game, as far as it is known.
type history struct {
	// me is the player.
	me     string
	log    []tui.Entry
	replay *types.Replay // nil if the beginning is not known, or it did not fit
	// rules are what is played; nil until they are known.
	rules *game.Ruleset
	// players are the addresses by seat.
	players [types.PlayersPerGame]string
	created *types.EventGameCreated
	over    *types.EventGameOver
	fleets  [types.PlayersPerGame]game.Fleet
	// bots is what those of the game's transactions have cost the player that its own bot has sent.
	bots spent
	// isCancelled tells that the game ended before anybody joined.
	isCancelled bool
}

// forget implements reader.
func (h *history) forget() { h.replay = nil }

// whole implements reader.
func (h *history) whole() bool { return h.replay != nil }

// cancelled implements reader.
func (h *history) cancelled() bool { return h.isCancelled }

// spent is what so many transactions have cost.
type spent struct {
	coins sdk.Coins
	txs   int
}

func (s *spent) add(fee sdk.Coins) { s.coins, s.txs = s.coins.Add(fee...), s.txs+1 }

// String says it in words; nothing if they have cost nothing.
func (s spent) String() string {
	if s.coins.IsZero() {
		return ""
	}
	noun := "transactions"
	if s.txs == 1 {
		noun = "transaction"
	}
	return fmt.Sprintf("%s for %d %s", amounts(s.coins), s.txs, noun)
}

// follow reads what has happened up to a block of a game that goes on, and notes it if that cannot be known.
func (h *feed) follow(ctx context.Context, created, to int64) {
	if err := h.read(ctx, created, to); err != nil && ctx.Err() == nil {
		h.note = "what has happened last is not known yet: the node does not tell"
	} else if h.into.whole() {
		h.note = ""
	}
}

// read reads what has happened up to a block, in a game that was created in an earlier one.
func (h *feed) read(ctx context.Context, created, to int64) error {
	if h.readTo == 0 {
		h.readTo = created - 1
	}
	if to-h.readTo > searchBeyond {
		if err := h.readIndex(ctx, to-indexLag); err != nil {
			return err
		}
	}
	for height := h.readTo + 1; height <= to; height++ {
		events, err := h.backend.eventsOf(ctx, height)
		if err != nil {
			return err
		}
		for _, one := range events {
			one.events = eventindex.About(slices.Clone(one.events), h.id)
			h.take(happened{height, one})
		}
		h.readTo = height
	}
	return nil
}

// take adds what has happened next.
func (h *feed) take(one happened) {
	if len(one.events) > 0 && one.fee.Payer == h.backend.key.Address.String() {
		h.fees.add(one.fee.Coins)
	}
	h.into.add(one)
}

// errSearch means that a search has failed, and is made again.
var errSearch = errors.New("the node does not tell what has happened before: it is asked again")

// readIndex adds what has happened up to a block, as the node's index knows it. A search that fails is made again,
// after a pause that grows; only what a node without an index knows nothing of is given up.
func (h *feed) readIndex(ctx context.Context, until int64) error {
	if until < h.again {
		return errSearch
	}
	found, err := h.search(ctx, h.readTo, until)
	switch {
	case err == nil:
		h.searches = 0
	case ctx.Err() != nil:
		return err
	case errors.Is(err, eventindex.ErrNoIndex):
		h.note = fmt.Sprintf("moves before block %d are not known to this node", until+1)
		h.into.forget()
	default:
		h.searches++
		h.again = until + int64(1)<<min(h.searches-1, maxSearchPause)
		return fmt.Errorf("%w: %w", errSearch, err)
	}
	for _, one := range found {
		h.take(one)
	}
	h.readTo = until
	return nil
}

// search looks up in the node's index what has happened in the game after one block and up to another.
func (h *feed) search(ctx context.Context, after, until int64) ([]happened, error) {
	var found []happened
	err := watch.Search(ctx, h.backend.o.Node, h.id, watch.Span{After: after, Until: until},
		func(height int64, tx *coretypes.ResultTx, events []proto.Message) {
			one := happened{height, told{events: events}}
			if tx != nil {
				one.fee = watch.FeeOf(tx.TxResult.Events)
			}
			found = append(found, one)
		})
	if err != nil {
		return nil, err
	}
	// What a block does by itself comes after its transactions, and so it does here.
	slices.SortStableFunc(found, func(a, b happened) int { return cmp.Compare(a.height, b.height) })
	return found, nil
}

// add implements reader.
func (h *history) add(one happened) {
	for _, event := range one.events {
		h.tell(one.height, event)
	}
	// A delegate has no seat.
	if len(one.events) > 0 && one.fee.Payer == h.me &&
		slices.Contains(h.players[:], one.fee.Grantee) {
		h.bots.add(one.fee.Coins)
	}
}

// tell adds an event.
func (h *history) tell(height int64, event proto.Message) {
	switch e := event.(type) {
	case *types.EventGameCreated:
		h.players[game.Creator], h.created = e.Creator, e
		h.rules, _ = types.RulesetByID(e.RulesetId)
		h.replay, _ = types.NewReplay(e, height) // without it the end is told by its result
		return
	case *types.EventGameJoined:
		h.players[game.Joiner] = e.Joiner
	case *types.EventGameOver:
		h.over = e
	case *types.EventGameCancelled:
		h.isCancelled = true
	}
	if h.replay != nil && h.replay.Apply(event, height) != nil {
		h.replay = nil
	}
	if translated := h.translate(event); translated != nil {
		h.log = append(h.log, tui.Entry{Height: height, Event: translated})
	}
}

// translate returns an event as the rules tell it, and notes a fleet that it shows; nil if it changes nothing in the
// game, or cannot be read.
func (h *history) translate(event proto.Message) game.Event {
	if h.rules == nil {
		return nil
	}
	told := watch.EventOf(h.rules, h.players[:], event)
	switch e := told.(type) {
	case game.ClaimProven:
		h.show(e.By, e.Fleet)
	case game.Over:
		if fleet, err := h.rules.ParseFleet(h.over.Fleet); e.HasWinner && err == nil {
			h.show(e.Winner, fleet)
		}
	}
	return told
}

// show notes a fleet that was proven.
func (h *history) show(seat game.Seat, fleet game.Fleet) {
	if fleet != nil && int(seat) < len(h.fleets) {
		h.fleets[seat] = fleet
	}
}
