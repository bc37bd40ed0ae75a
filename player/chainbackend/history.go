package chainbackend

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
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// searchBeyond is the number of blocks that are read one by one; older ones are searched in the node's index.
	searchBeyond = 60
	// indexLag is the number of blocks by which a node's index may be behind.
	indexLag = 20
	// maxSearchPause bounds the pause after failed searches: at most two to that power of blocks.
	maxSearchPause = 5
)

// eventsAt holds the events of a transaction, or of a block outside its transactions, about a game.
type eventsAt struct {
	height int64
	txEvents
}

// feed reads a node's events about one game, in order.
type feed struct {
	backend *Backend
	id      uint64
	into    reader
	// readTo is the last block that was read, or zero.
	readTo int64
	// searches counts the failed searches in a row, and again is the height from which the next is made.
	searches int
	again    int64
	// note describes the unknown part of the history. It is empty if there is none.
	note string
	// fees are the fees that the player has paid for the transactions of the game.
	fees spent
}

// reader receives the events of a feed.
type reader interface {
	// add adds the next events.
	add(one eventsAt)
	// forget marks the beginning of the history as unknown, and whole reports whether the history is complete.
	forget()
	whole() bool
	// cancelled reports whether the game was cancelled before its start.
	cancelled() bool
}

// history is the known history of one duel.
type history struct {
	// me is the player's address.
	me     string
	log    []tui.Entry
	replay *replay.Duel // nil if the beginning is not known, or it did not fit
	// rules are the ruleset of the game. They are nil until they are known.
	rules *game.Ruleset
	// players are the addresses by seat.
	players [types.PlayersPerGame]string
	created *types.EventGameCreated
	over    *types.EventGameOver
	fleets  [types.PlayersPerGame]game.Fleet
	// bots are the fees that the player has paid for the transactions of its own bot.
	bots spent
	// cause is why the game was cancelled before it was joined, if it was.
	cause game.CancelCause
}

// forget implements reader.
func (h *history) forget() { h.replay = nil }

// whole implements reader.
func (h *history) whole() bool { return h.replay != nil }

// cancelled implements reader.
func (h *history) cancelled() bool { return h.cause != 0 }

// spent is the cost of a number of transactions.
type spent struct {
	coins sdk.Coins
	txs   int
}

func (s *spent) add(fee sdk.Coins) { s.coins, s.txs = s.coins.Add(fee...), s.txs+1 }

// String describes the cost. It returns "" if the cost is zero.
func (s spent) String() string {
	if s.coins.IsZero() {
		return ""
	}
	return text.Spent(text.Coins(s.coins), s.txs)
}

// follow reads the events of a running game up to a block, and notes a failure.
func (h *feed) follow(ctx context.Context, created, to int64) {
	if err := h.read(ctx, created, to); err != nil && ctx.Err() == nil {
		h.note = text.EventsUnknown
	} else if h.into.whole() {
		h.note = ""
	}
}

// skip skips the blocks between two in which the game was the same. It reports false if the events up to the first one
// were not read.
func (h *feed) skip(from, to int64) bool {
	if from == 0 || h.readTo != from {
		return false
	}
	h.readTo = to
	return true
}

// read reads the events up to a block, of a game that was created in an earlier one.
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
			h.take(eventsAt{height, one})
		}
		h.readTo = height
	}
	return nil
}

// take adds the next events and their fee.
func (h *feed) take(one eventsAt) {
	if len(one.events) > 0 && one.fee.Payer == h.backend.key.Address.String() {
		h.fees.add(one.fee.Coins)
	}
	h.into.add(one)
}

// errSearch means that a search has failed, and is repeated.
var errSearch = errors.New("the node does not return earlier events: it is asked again")

// readIndex adds the events up to a block from the node's index. A failed search is repeated after a growing pause;
// only a node without an index makes it give up the older events.
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
	case errors.Is(err, watch.ErrNoIndex):
		h.note = text.MovesUnknown(until + 1)
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

// search returns the events of the game in the node's index after one block and up to another.
func (h *feed) search(ctx context.Context, after, until int64) ([]eventsAt, error) {
	var found []eventsAt
	err := watch.Search(ctx, h.backend.o.Node, h.id, watch.Span{After: after, Until: until},
		func(height int64, tx *coretypes.ResultTx, events []proto.Message) {
			one := eventsAt{height, txEvents{events: events}}
			if tx != nil {
				one.fee = watch.FeeOf(tx.TxResult.Events)
			}
			found = append(found, one)
		})
	if err != nil {
		return nil, err
	}
	// The events of the block itself come after those of its transactions.
	slices.SortStableFunc(found, func(a, b eventsAt) int { return cmp.Compare(a.height, b.height) })
	return found, nil
}

// add implements reader.
func (h *history) add(one eventsAt) {
	for _, event := range one.events {
		h.addEvent(one.height, event)
	}
	// A delegate has no seat.
	if len(one.events) > 0 && one.fee.Payer == h.me && one.fee.Grantee != "" &&
		slices.Contains(h.players[:], one.fee.Grantee) {
		h.bots.add(one.fee.Coins)
	}
}

// addEvent adds an event.
func (h *history) addEvent(height int64, event proto.Message) {
	switch e := event.(type) {
	case *types.EventGameCreated:
		h.players[game.Creator], h.created = e.Creator, e
		h.rules, _ = types.RulesetByID(e.RulesetId)
		h.replay, _ = replay.NewDuel(e, height) // without it the end is that of the result
		return
	case *types.EventGameJoined:
		h.players[game.Joiner] = e.Joiner
	case *types.EventGameOver:
		h.over = e
	case *types.EventGameCancelled:
		h.cause = game.CancelCause(e.Cause)
	}
	if h.replay != nil && h.replay.Apply(event, height) != nil {
		h.replay = nil
	}
	if translated := h.translate(event); translated != nil {
		h.log = append(h.log, tui.Entry{Height: height, Event: translated})
	}
}

// translate returns an event in terms of the rules, and notes the fleet that it reveals. It returns nil if the event
// does not change the game, or cannot be read.
func (h *history) translate(event proto.Message) game.Event {
	if h.rules == nil {
		return nil
	}
	translated := replay.ParseEvent(h.rules, h.players[:], event)
	switch e := translated.(type) {
	case game.ClaimProven:
		h.show(e.By, e.Fleet)
	case game.Over:
		if fleet, err := h.rules.ParseFleet(h.over.Fleet); e.HasWinner && err == nil {
			h.show(e.Winner, fleet)
		}
	}
	return translated
}

// show notes a proven fleet.
func (h *history) show(seat game.Seat, fleet game.Fleet) {
	if fleet != nil && int(seat) < len(h.fleets) {
		h.fleets[seat] = fleet
	}
}
