package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

const (
	// searchBeyond is how many blocks are read one by one; what is older is looked up in the node's index.
	searchBeyond = 60
	// indexLag is how many blocks a node's index may be behind.
	indexLag = 20
	// txsPerPage and blocksPerPage are how many are asked for at once.
	txsPerPage, blocksPerPage = 30, 30
)

// happened is an event of the module and its block.
type happened struct {
	height int64
	event  proto.Message
}

// history is what has happened in one game, as far as it is known.
type history struct {
	t  *Table
	id uint64
	// readTo is the last block that was read; 0 at first.
	readTo int64
	log    []tui.Entry
	replay *types.Replay // nil if the beginning is not known, or it did not fit
	note   string
	// rules are what is played; nil until they are known.
	rules *game.Ruleset
	// players are the addresses by seat.
	players [types.PlayersPerGame]string
	over    *types.EventGameOver
	fleets  [types.PlayersPerGame]game.Fleet
	// cancelled tells that the game ended before anybody joined.
	cancelled bool
}

// read adds what has happened up to a block, in a game that was created in an earlier one.
func (h *history) read(ctx context.Context, created, to int64) error {
	if h.readTo == 0 {
		h.readTo = created - 1
	}
	if to-h.readTo > searchBeyond {
		until := to - indexLag
		found, err := h.search(ctx, h.readTo, until)
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			h.note = fmt.Sprintf("moves before block %d are not known to this node", until+1)
			h.replay = nil
		}
		for _, one := range found {
			h.add(one)
		}
		h.readTo = until
	}
	for height := h.readTo + 1; height <= to; height++ {
		events, err := h.t.eventsOf(ctx, height)
		if err != nil {
			return err
		}
		for _, event := range events {
			if e, ok := event.(interface{ GetGameId() uint64 }); ok && e.GetGameId() == h.id {
				h.add(happened{height, event})
			}
		}
		h.readTo = height
	}
	return nil
}

// search looks up in the node's index what has happened in the game after one block and up to another.
func (h *history) search(ctx context.Context, after, until int64) ([]happened, error) {
	query := func(height string) string {
		return fmt.Sprintf("%s.game_id='%d' AND %s > %d AND %s <= %d",
			types.EventTypeGame, h.id, height, after, height, until)
	}
	var found []happened
	add := func(height int64, events []proto.Message) {
		for _, event := range events {
			if e, ok := event.(interface{ GetGameId() uint64 }); ok && e.GetGameId() == h.id {
				found = append(found, happened{height, event})
			}
		}
	}
	perPage := txsPerPage
	for page, more := 1, true; more; page++ {
		res, err := h.t.o.Node.TxSearch(ctx, query("tx.height"), false, &page, &perPage, "asc")
		if err != nil {
			return nil, err
		}
		for _, tx := range res.Txs {
			events, err := watch.Typed(tx.TxResult.Events)
			if err != nil {
				return nil, err
			}
			add(tx.Height, events)
		}
		more = page*perPage < res.TotalCount
	}
	perPage = blocksPerPage
	for page, more := 1, true; more; page++ {
		res, err := h.t.o.Node.BlockSearch(ctx, query("block.height"), &page, &perPage, "asc")
		if err != nil {
			return nil, err
		}
		for _, block := range res.Blocks {
			height := block.Block.Height
			results, err := h.t.o.Node.BlockResults(ctx, &height)
			if err != nil {
				return nil, err
			}
			events, err := watch.Typed(results.FinalizeBlockEvents)
			if err != nil {
				return nil, err
			}
			add(height, events)
		}
		more = page*perPage < res.TotalCount
	}
	// What a block does by itself comes after its transactions, and so it does here.
	slices.SortStableFunc(found, func(a, b happened) int { return cmp.Compare(a.height, b.height) })
	return found, nil
}

// add adds what has happened next.
func (h *history) add(one happened) {
	switch e := one.event.(type) {
	case *types.EventGameCreated:
		h.players[game.Creator] = e.Creator
		h.rules, _ = types.RulesetByID(e.RulesetId)
		h.replay, _ = types.NewReplay(e, one.height) // without it the end is told by its result
		return
	case *types.EventGameJoined:
		h.players[game.Joiner] = e.Joiner
	case *types.EventGameOver:
		h.over = e
	case *types.EventGameCancelled:
		h.cancelled = true
	}
	if h.replay != nil && h.replay.Apply(one.event, one.height) != nil {
		h.replay = nil
	}
	if event := h.translate(one.event); event != nil {
		h.log = append(h.log, tui.Entry{Height: one.height, Event: event})
	}
}

// translate returns an event as the rules tell it; nil if it changes nothing in the game, or cannot be read.
func (h *history) translate(event proto.Message) game.Event {
	if h.rules == nil {
		return nil
	}
	switch e := event.(type) {
	case *types.EventGameJoined:
		return game.Joined{}
	case *types.EventTossOpened:
		return game.TossOpened{First: h.seat(e.First)}
	case *types.EventShotFired:
		if tile, err := h.rules.ParseTile(e.Target); err == nil {
			return game.ShotFired{By: h.seat(e.Player), Tile: tile}
		}
	case *types.EventShotAnswered:
		return h.answer(e)
	case *types.EventConceded:
		return game.Conceded{By: h.seat(e.Player)}
	case *types.EventChallenged:
		return game.Challenged{By: h.seat(e.Player)}
	case *types.EventDeadlinePassed:
		return game.DeadlinePassed{By: h.seat(e.Player), Obligation: game.Obligation(e.Obligation)}
	case *types.EventClaimOpened:
		return game.ClaimOpened{
			Claimant: h.seat(e.Claimant), Reason: game.Reason(e.Reason), Second: e.Second, Deadline: e.Deadline,
		}
	case *types.EventClaimProven:
		h.show(h.seat(e.Player), e.Fleet)
		return game.ClaimProven{By: h.seat(e.Player), Fleet: h.fleets[h.seat(e.Player)]}
	case *types.EventGameWithdrawn:
		return game.Withdrawn{Deadline: e.Deadline}
	case *types.EventGameCancelled:
		return game.Cancelled{Cause: game.CancelCause(e.Cause)}
	case *types.EventGameOver:
		over := game.Over{Reason: game.Reason(e.Result.Reason), HasWinner: e.Result.Winner > 0}
		if over.HasWinner {
			over.Winner = game.Seat(e.Result.Winner - 1)
			h.show(over.Winner, e.Fleet)
		}
		return over
	}
	return nil
}

func (h *history) answer(e *types.EventShotAnswered) game.Event {
	r := h.rules
	tile, err := r.ParseTile(e.Target)
	if err != nil {
		return nil
	}
	answered := game.ShotAnswered{By: h.seat(e.Player), Tile: tile, Hit: e.Hit}
	if e.Sunk != nil {
		if ship, err := e.Sunk.Parse(r); err == nil {
			answered.Sunk = &ship
		}
	}
	return answered
}

// show notes a fleet that was proven.
func (h *history) show(seat game.Seat, fleet string) {
	if f, err := h.rules.ParseFleet(fleet); err == nil && fleet != "" && int(seat) < len(h.fleets) {
		h.fleets[seat] = f
	}
}

func (h *history) seat(address string) game.Seat {
	if address == h.players[game.Joiner] {
		return game.Joiner
	}
	return game.Creator
}
