package watch

import (
	"context"
	"fmt"
	"slices"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Results is what OverOf and CreatedOf ask of a node's RPC.
type Results interface {
	BlockResults(ctx context.Context, height *int64) (*coretypes.ResultBlockResults, error)
}

// OverOf returns the event with which a game ended, from the block that its result names. A node that has pruned the
// block returns an error.
func OverOf(ctx context.Context, node Results, r types.Result) (*types.EventGameOver, error) {
	return eventAt(ctx, node, r.EndedHeight, func(e *types.EventGameOver) bool { return e.Result.GameId == r.GameId })
}

// CreatedOf returns the event with which an ended game was opened, from the block that its result names. A node that
// has pruned the block returns an error.
func CreatedOf(ctx context.Context, node Results, r types.Result) (*types.EventGameCreated, error) {
	return eventAt(ctx, node, r.CreatedHeight, func(e *types.EventGameCreated) bool { return e.GameId == r.GameId })
}

// LastAnswer returns the last answer in the block in which a game ended, or an error if there is none or the node has
// pruned the block.
func LastAnswer(ctx context.Context, node Results, r types.Result) (*types.EventShotAnswered, error) {
	return eventAt(ctx, node, r.EndedHeight, func(e *types.EventShotAnswered) bool { return e.GameId == r.GameId })
}

// eventAt returns the last event in a block that has a type and passes a test.
func eventAt[E proto.Message](ctx context.Context, node Results, height int64, is func(E) bool) (last E, err error) {
	events, err := eventsAt(ctx, node, height)
	if err != nil {
		return last, err
	}
	last, ok := LastOf(events, is)
	if !ok {
		return last, fmt.Errorf("block %d: expected a %T, got none", height, last)
	}
	return last, nil
}

// LastOf returns the last of some events that has a type and passes a test, and false if there is none.
func LastOf[E proto.Message](events []proto.Message, is func(E) bool) (last E, ok bool) {
	for _, event := range slices.Backward(events) {
		if e, ofType := event.(E); ofType && is(e) {
			return e, true
		}
	}
	return last, false
}

// eventsAt returns the module's events in a block.
func eventsAt(ctx context.Context, node Results, height int64) ([]proto.Message, error) {
	block, err := node.BlockResults(ctx, &height)
	if err != nil {
		return nil, fmt.Errorf("results of block %d: %w", height, err)
	}
	all := block.FinalizeBlockEvents
	for _, tx := range block.TxsResults {
		all = append(all, tx.Events...)
	}
	events, err := eventindex.Typed(all)
	if err != nil {
		return nil, fmt.Errorf("block %d: %w", height, err)
	}
	return events, nil
}
