package duel

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// load returns an unfinished game: its fixed part, and its state for the rules.
func (k *Keeper) load(ctx context.Context, id uint64) (types.Game, channel.ChainState, error) {
	g, err := k.games.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Game{}, channel.ChainState{}, k.noGame(ctx, id)
	}
	if err != nil {
		return types.Game{}, channel.ChainState{}, core.AsCorrupt(err)
	}
	m, err := k.progress.Get(ctx, id)
	if err != nil {
		return types.Game{}, channel.ChainState{}, core.AsCorrupt(err)
	}
	x, err := g.ChainState(m)
	if err != nil {
		return types.Game{}, channel.ChainState{}, err
	}
	return g, x, nil
}

// view is load for queries. A step validates the state; queries take no step, so a damaged record must be refused here.
func (k *Keeper) view(ctx context.Context, id uint64) (types.Game, channel.ChainState, error) {
	g, x, err := k.load(ctx, id)
	if err != nil {
		return types.Game{}, channel.ChainState{}, err
	}
	if err := x.State.Validate(); err != nil {
		return types.Game{}, channel.ChainState{}, types.WithCode(types.ErrCorrupt, err)
	}
	return g, x, nil
}

// noGame returns an error that explains why there is no unfinished game of that id.
func (k *Keeper) noGame(ctx context.Context, id uint64) error {
	ended, err := k.results.Has(ctx, id)
	if err != nil {
		return err
	}
	if ended {
		return errors.Wrapf(types.ErrGameEnded, "game %d: query result %d", id, id)
	}
	if err := k.Kinds.Without(k).Find(ctx, id); err != nil {
		return err
	}
	return errors.Wrapf(types.ErrGameNotFound,
		"game %d was never created, cancelled or declined", id)
}

// step applies an action in this block by the rules.
func step(ctx sdk.Context, x channel.ChainState, a game.Action) (channel.ChainState, []game.Event, error) {
	next, events, err := game.Step(x.State, a, ctx.BlockHeight())
	if err != nil {
		return channel.ChainState{}, nil, types.RuleError(err)
	}
	x.State = next
	return x, events, nil
}
