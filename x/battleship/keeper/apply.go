package keeper

import (
	"context"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// apply writes what a step has led to, and tells it.
func (k *Keeper) apply(ctx context.Context, g types.Game, before, after game.State, events []game.Event) error {
	switch after.Phase {
	case game.PhaseOver:
		_, err := k.finish(ctx, g, before, after, events, nil)
		return err
	case game.PhaseCancelled:
		if err := k.prune(ctx, g, before); err != nil {
			return err
		}
	case game.PhaseOpen, game.PhaseToss, game.PhasePlay, game.PhaseClaim:
		if err := k.save(ctx, g.Id, before, after); err != nil {
			return err
		}
	}
	return k.emitEvents(ctx, g, before.Ruleset, events)
}

// save writes what has changed of a game that goes on. It is one record, and an entry in the expiry queue only when a
// claim opens: the wait for a claim can end before the entry that is there. Any other new deadline is found by way of
// the old entry.
func (k *Keeper) save(ctx context.Context, id uint64, before, after game.State) error {
	if err := k.Matches.Set(ctx, id, types.MatchOf(after)); err != nil {
		return err
	}
	if after.Phase != game.PhaseClaim || (before.Phase == game.PhaseClaim && before.Actor == after.Actor) {
		return nil
	}
	return k.Expiries.Set(ctx, collections.Join(after.Deadline, id))
}

// finish ends a game that was joined: it pays the winner, if there is one, leaves the result and prunes all else. The
// fleet is the winner's.
func (k *Keeper) finish(
	ctx context.Context, g types.Game, before, after game.State, events []game.Event, fleet game.Fleet,
) (types.Payment, error) {
	payment := types.NoPayment()
	if winner, ok := after.Winner(); ok {
		var err error
		if payment, err = k.reward(ctx, g, winner, types.Reason(after.Reason)); err != nil {
			return types.Payment{}, err
		}
	}
	result := types.NewResult(g, after, sdk.UnwrapSDKContext(ctx).BlockHeight(), payment)
	if err := k.Results.Set(ctx, g.Id, result); err != nil {
		return types.Payment{}, err
	}
	if err := k.prune(ctx, g, before); err != nil {
		return types.Payment{}, err
	}
	if err := k.emitEvents(ctx, g, before.Ruleset, events); err != nil {
		return types.Payment{}, err
	}
	return payment, emit(ctx, gameOver(result, before.Ruleset.FleetString(fleet), payment))
}

// reward pays for a win and counts it for both players.
func (k *Keeper) reward(
	ctx context.Context, g types.Game, winner game.Seat, reason types.Reason,
) (types.Payment, error) {
	won, err := k.updatePlayer(ctx, g.Seats[winner], func(p *types.Player) { p.Won++ })
	if err != nil {
		return types.Payment{}, err
	}
	lost, err := k.updatePlayer(ctx, g.Seats[winner.Other()], func(p *types.Player) { p.Lost++ })
	if err != nil {
		return types.Payment{}, err
	}
	return k.payWin(sdk.UnwrapSDKContext(ctx), won, lost, reason)
}

// updatePlayer changes what is kept of the player in a seat and returns its address.
func (k *Keeper) updatePlayer(
	ctx context.Context, seat types.Seat, change func(*types.Player),
) (sdk.AccAddress, error) {
	who, err := k.parseAccount(seat.Address)
	if err != nil {
		return nil, err
	}
	player, err := k.player(ctx, who.bytes)
	if err != nil {
		return nil, err
	}
	change(&player)
	return who.bytes, k.Players.Set(ctx, who.bytes, player)
}

// prune removes all that is kept of an unfinished game.
func (k *Keeper) prune(ctx context.Context, g types.Game, last game.State) error {
	if err := k.Games.Remove(ctx, g.Id); err != nil {
		return err
	}
	if err := k.Matches.Remove(ctx, g.Id); err != nil {
		return err
	}
	if err := k.Expiries.Remove(ctx, collections.Join(last.Deadline, g.Id)); err != nil {
		return err
	}
	if last.Phase == game.PhaseOpen {
		if err := k.OpenGames.Remove(ctx, collections.Join(g.RulesetId, g.Id)); err != nil {
			return err
		}
	}
	for i, seat := range g.Seats {
		player, err := k.parseAccount(seat.Address)
		if err != nil {
			return err
		}
		if err := k.PlayerGames.Remove(ctx, collections.Join(player.bytes, g.Id)); err != nil {
			return err
		}
		if err := k.Recoveries.Remove(ctx, recoveryKey(g.Id, game.Seat(i))); err != nil {
			return err
		}
	}
	return k.release(ctx, g.Id)
}
