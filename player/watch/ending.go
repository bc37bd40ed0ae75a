package watch

import (
	"context"
	"fmt"

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
	events, err := eventsAt(ctx, node, r.EndedHeight)
	if err != nil {
		return nil, err
	}
	if over := OverIn(events, r.GameId); over != nil {
		return over, nil
	}
	return nil, fmt.Errorf("block %d: expected the end of game %d, got none", r.EndedHeight, r.GameId)
}

// MeleeOverOf returns the event with which a melee ended, from the block that its result names. A node that has pruned
// the block returns an error.
func MeleeOverOf(ctx context.Context, node Results, r types.MeleeResult) (*types.EventMeleeOver, error) {
	events, err := eventsAt(ctx, node, r.EndedHeight)
	if err != nil {
		return nil, err
	}
	for _, event := range events {
		if over, ok := event.(*types.EventMeleeOver); ok && over.GameId == r.GameId {
			return over, nil
		}
	}
	return nil, fmt.Errorf("block %d: expected the end of melee %d, got none", r.EndedHeight, r.GameId)
}

// CreatedOf returns the event with which an ended game was opened, from the block that its result names. A node that
// has pruned the block returns an error.
func CreatedOf(ctx context.Context, node Results, r types.Result) (*types.EventGameCreated, error) {
	events, err := eventsAt(ctx, node, r.CreatedHeight)
	if err != nil {
		return nil, err
	}
	for _, event := range events {
		if created, ok := event.(*types.EventGameCreated); ok && created.GameId == r.GameId {
			return created, nil
		}
	}
	return nil, fmt.Errorf("block %d: expected the beginning of game %d, got none", r.CreatedHeight, r.GameId)
}

// LastAnswer returns the last answer in the block in which a game ended, or nil if there was none. A node that has
// pruned the block returns an error.
func LastAnswer(ctx context.Context, node Results, r types.Result) (last *types.EventShotAnswered, err error) {
	events, err := eventsAt(ctx, node, r.EndedHeight)
	for _, event := range events {
		if answered, ok := event.(*types.EventShotAnswered); ok && answered.GameId == r.GameId {
			last = answered
		}
	}
	return last, err
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

// OverIn returns the event with which a game ended, nil if it is not among the events.
func OverIn(events []proto.Message, gameID uint64) *types.EventGameOver {
	for _, event := range events {
		if over, ok := event.(*types.EventGameOver); ok && over.Result.GameId == gameID {
			return over
		}
	}
	return nil
}
