package keeper

import (
	"context"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// apply writes what a step has led to, and tells it.
func (k *Keeper) apply(ctx context.Context, g types.Game, before, after channel.Stand, events []game.Event) error {
	if err := k.tally(ctx, g, events); err != nil {
		return err
	}
	switch after.State.Phase {
	case game.PhaseOver:
		least := endingGas
		if before.State.Phase == game.PhaseClaim { // decided when play ended
			least = 0
		}
		return chargeAtLeast(ctx, least, "ending", func() error {
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
			if _, err := k.decide(sdk.UnwrapSDKContext(ctx), g, after.State, keepAward); err != nil {
				return err
			}
		}
		if err := k.save(ctx, g.Id, before, after); err != nil {
			return err
		}
	}
	return k.emitEvents(ctx, g, before.State.Ruleset, events)
}

// save writes what has changed of a game that goes on. It is one record, and the entry in the expiry queue only if the
// deadline has come nearer.
func (k *Keeper) save(ctx context.Context, id uint64, before, after channel.Stand) error {
	if err := k.progress.Set(ctx, id, types.ProgressIn(after)); err != nil {
		return err
	}
	return k.queue.Move(ctx, id, before.State.Deadline, after.State.Deadline)
}

// cancel ends a game that nobody has joined: its creator gets everything back, and an ended game whose rematch it was
// to be can have another.
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

// prune removes all that is kept of an unfinished game, but for the award of one that leaves play.
func (k *Keeper) prune(ctx context.Context, g types.Game) error {
	if err := k.games.Remove(ctx, g.Id); err != nil {
		return err
	}
	if err := k.progress.Remove(ctx, g.Id); err != nil {
		return err
	}
	for i, participant := range g.Participants {
		player, err := k.addresses.Parse(participant.Address)
		if err != nil {
			return err
		}
		if err := k.playerGames.Remove(ctx, collections.Join(player.Address, g.Id)); err != nil {
			return err
		}
		if err := k.recoveries.Remove(ctx, recoveryKey(g.Id, game.Seat(i))); err != nil {
			return err
		}
	}
	released, err := k.queue.Drop(ctx, g.Id)
	if err != nil || !released {
		return err
	}
	return emit(ctx, gameReleased(g.Id))
}
