package duel

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// leave concedes or challenges. If beforeFirstShot is set it fails once a shot was fired.
func (k *Keeper) leave(
	ctx context.Context, msg sdk.Msg, id uint64, sender string, beforeFirstShot bool,
	action func(by game.Seat) game.Action,
) error {
	return k.act(ctx, msg, id, sender, action, func(g types.Game, before channel.ChainState, by game.Seat) error {
		if err := checkGiveUp(g, before, by); err != nil {
			return err
		}
		if beforeFirstShot && before.State.Begun() {
			return errors.Wrapf(types.ErrBegun, "game %d: the message is for the time before the first shot", g.Id)
		}
		return nil
	})
}

// act performs an action that needs no proof, unless check refuses it. A nil check refuses nothing.
func (k *Keeper) act(
	ctx context.Context, msg sdk.Msg, id uint64, sender string, action func(by game.Seat) game.Action,
	check func(g types.Game, before channel.ChainState, by game.Seat) error,
) error {
	g, before, err := k.load(ctx, id)
	if err != nil {
		return err
	}
	by, err := k.seatOf(g, msg, sender)
	if err != nil {
		return err
	}
	after, events, err := step(sdk.UnwrapSDKContext(ctx), before, action(by))
	if err != nil {
		return err
	}
	if check != nil {
		if err := check(g, before, by); err != nil {
			return err
		}
	}
	return k.apply(ctx, g, before, after, events)
}

// apply writes the result of a step, and emits its events.
func (k *Keeper) apply(ctx context.Context, g types.Game, before, after channel.ChainState, events []game.Event) error {
	if err := k.recordStats(ctx, g, events); err != nil {
		return err
	}
	switch after.State.Phase {
	case game.PhaseOver:
		least := endingGas
		if before.State.Phase == game.PhaseClaim { // decided when play ended
			least = 0
		}
		return core.ChargeAtLeast(ctx, least, "ending", func() error {
			_, err := k.finish(sdk.UnwrapSDKContext(ctx), g, before.State, after.State, events, nil)
			return err
		})
	case game.PhaseCancelled:
		if err := k.cancel(ctx, g); err != nil {
			return err
		}
	case game.PhaseOpen:
		// A game that was withdrawn can still be joined by a message that is on its way, but is no longer offered.
		if err := k.unlist(ctx, g); err != nil {
			return err
		}
		if err := k.save(ctx, g.Id, before, after); err != nil {
			return err
		}
	case game.PhaseToss, game.PhasePlay, game.PhaseClaim:
		if after.State.Phase == game.PhaseClaim && before.State.Phase != game.PhaseClaim {
			_, err := k.decide(sdk.UnwrapSDKContext(ctx), g, before.State, after.State, keepAward)
			if err != nil {
				return err
			}
		}
		if err := k.save(ctx, g.Id, before, after); err != nil {
			return err
		}
	}
	return k.emitEvents(ctx, g, before.State.Ruleset, events)
}

// save writes the changes of an unfinished game. It is one record, and the entry in the expiry queue only if the
// deadline has come nearer.
func (k *Keeper) save(ctx context.Context, id uint64, before, after channel.ChainState) error {
	if err := k.progress.Set(ctx, id, types.ProgressIn(after)); err != nil {
		return err
	}
	return k.Queue.Move(ctx, id, before.State.Deadline, after.State.Deadline)
}

// cancel ends a game without a joiner: its creator gets everything back, and an ended game whose rematch it was to be
// can have another.
func (k *Keeper) cancel(ctx context.Context, g types.Game) error {
	if err := k.closeOffer(ctx, g, func(*types.Player) {}, g.Terms.Entry()); err != nil {
		return err
	}
	if g.RematchOf > 0 {
		if err := k.rematches.Remove(ctx, g.RematchOf); err != nil {
			return err
		}
	}
	if err := k.awards.Remove(ctx, g.Id); err != nil {
		return err
	}
	return k.prune(ctx, g)
}

// prune removes the records of an unfinished game, except the award of one that leaves play.
func (k *Keeper) prune(ctx context.Context, g types.Game) error {
	if err := k.games.Remove(ctx, g.Id); err != nil {
		return err
	}
	if err := k.progress.Remove(ctx, g.Id); err != nil {
		return err
	}
	for i, participant := range g.Participants {
		player, err := k.Addresses.Parse(participant.Address)
		if err != nil {
			return err
		}
		if err := k.Exit(ctx, g.Id, i, player.Address); err != nil {
			return err
		}
	}
	released, err := k.Queue.Drop(ctx, g.Id)
	if err != nil || !released {
		return err
	}
	return core.Emit(ctx, core.GameReleased(g.Id))
}
