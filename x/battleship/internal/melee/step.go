package melee

import (
	"context"
	"slices"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// stepEffects holds the rule events of a step and the message data needed to emit them.
type stepEffects struct {
	events []melee.Event
	// board belongs to a player who has joined, aim to one who has aimed. decliner is the address of one who has declined.
	board    types.BoardCommitment
	aim      []byte
	decliner string
}

// apply writes the result of a step, and emits its events.
func (k *Keeper) apply(ctx sdk.Context, before, after table, effects stepEffects) error {
	least := storetypes.Gas(0)
	if before.state.CanEndUnclaimed() {
		least = endingGas(before)
	}
	return core.ChargeAtLeast(ctx, least, "ending", func() error {
		_, err := k.applyClaim(ctx, before, after, effects)
		return err
	})
}

// applyClaim is apply for a step that may end the melee. It returns the shares of an ended melee, by seat.
func (k *Keeper) applyClaim(ctx sdk.Context, before, after table, effects stepEffects) ([]types.Share, error) {
	events, err := after.typedEvents(effects)
	if err != nil {
		return nil, err
	}
	if before.gathers() {
		if after, err = k.gather(ctx, before, after, effects.events); err != nil {
			return nil, err
		}
	}
	if err := k.dropAims(ctx, before, after); err != nil {
		return nil, err
	}
	var shares []types.Share
	switch after.state.Stage {
	case melee.StageOver:
		over, err := k.finish(ctx, after)
		if err != nil {
			return nil, err
		}
		events, shares = append(events, over), over.Shares
	case melee.StageCancelled:
		err = k.prune(ctx, after)
	default:
		err = k.save(ctx, before, after)
	}
	if err != nil {
		return nil, err
	}
	return shares, core.Emit(ctx, events...)
}

// save writes the changes of an unfinished melee: one record while it is played, and the entry in the expiry queue
// only if the deadline has come nearer.
func (k *Keeper) save(ctx context.Context, before, after table) error {
	if before.gathers() && !after.sameTable(before) {
		if err := k.melees.Set(ctx, after.Id, after.Melee); err != nil {
			return err
		}
	}
	if err := k.progress.Set(ctx, after.Id, after.state.AppendProgress(nil)); err != nil {
		return err
	}
	return k.Queue.Move(ctx, after.Id, before.state.Deadline, after.state.Deadline)
}

// sameTable reports whether the parts of a melee that are fixed from its first round on are unchanged: a confirmation,
// for example, changes a player's standing alone.
func (t table) sameTable(before table) bool {
	return slices.Equal(t.Players, before.Players) && len(t.Invited) == len(before.Invited) &&
		t.StartedHeight == before.StartedHeight
}

// dropAims removes the aims that can no longer be opened.
func (k *Keeper) dropAims(ctx context.Context, before, after table) error {
	for seat := range (before.state.Aimed() &^ after.state.Aimed()).All() {
		if err := k.aims.Remove(ctx, seatKey(after.Id, seat)); err != nil {
			return err
		}
	}
	return nil
}

// prune removes the records of an unfinished melee.
func (k *Keeper) prune(ctx context.Context, t table) error {
	if err := k.melees.Remove(ctx, t.Id); err != nil {
		return err
	}
	if err := k.progress.Remove(ctx, t.Id); err != nil {
		return err
	}
	for i := range t.Players {
		if !t.sits(i) {
			continue
		}
		if err := k.clearSeat(ctx, t, melee.Seat(i)); err != nil {
			return err
		}
	}
	released, err := k.Queue.Drop(ctx, t.Id)
	if err != nil || !released {
		return err
	}
	return core.Emit(ctx, core.GameReleased(t.Id))
}
