package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// load returns an unfinished game: its fixed part, and where it stands as the rules know it.
func (k *Keeper) load(ctx context.Context, id uint64) (types.Game, channel.Stand, error) {
	g, err := k.games.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Game{}, channel.Stand{}, k.noGame(ctx, id)
	}
	if err != nil {
		return types.Game{}, channel.Stand{}, damage(err)
	}
	m, err := k.progress.Get(ctx, id)
	if err != nil {
		return types.Game{}, channel.Stand{}, damage(err)
	}
	x, err := g.Stand(m)
	if err != nil {
		return types.Game{}, channel.Stand{}, err
	}
	return g, x, nil
}

// damage returns ErrCorrupt for a record that cannot be read or is missing where it must be. An error of the store is
// no damage, and comes back as it is.
func damage(err error) error {
	if stderrors.Is(err, collections.ErrEncoding) || stderrors.Is(err, collections.ErrNotFound) {
		return types.WithCode(types.ErrCorrupt, err)
	}
	return err
}

// view is load for queries. A step refuses a game that cannot be in its state; who only looks takes none, so a damaged
// record must be refused here.
func (k *Keeper) view(ctx context.Context, id uint64) (types.Game, channel.Stand, error) {
	g, x, err := k.load(ctx, id)
	if err != nil {
		return types.Game{}, channel.Stand{}, err
	}
	if err := x.State.Validate(); err != nil {
		return types.Game{}, channel.Stand{}, types.WithCode(types.ErrCorrupt, err)
	}
	return g, x, nil
}

// noGame tells why there is no unfinished game of that id.
func (k *Keeper) noGame(ctx context.Context, id uint64) error {
	ended, err := k.results.Has(ctx, id)
	if err != nil {
		return err
	}
	if ended {
		return errors.Wrapf(types.ErrGameEnded, "game %d: query result %d", id, id)
	}
	if err := k.isMelee(ctx, id); err != nil {
		return err
	}
	return errors.Wrapf(types.ErrGameNotFound,
		"game %d was never created, cancelled or declined", id)
}

// step asks the rules what follows from an action in this block.
func step(ctx sdk.Context, x channel.Stand, a game.Action) (channel.Stand, []game.Event, error) {
	next, events, err := game.Step(x.State, a, ctx.BlockHeight())
	if err != nil {
		return channel.Stand{}, nil, types.RuleError(err)
	}
	x.State = next
	return x, events, nil
}

// player returns what is kept of a player: nothing yet for one who never played.
func (k *Keeper) player(ctx context.Context, address sdk.AccAddress) (types.Player, error) {
	p, err := k.players.Get(ctx, address)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Player{}, nil
	}
	return p, err
}
