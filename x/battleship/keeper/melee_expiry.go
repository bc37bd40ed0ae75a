package keeper

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// melees are the games for many.
type melees struct{ *Keeper }

// deadline implements expiring.
func (k melees) deadline(ctx context.Context, id uint64) (int64, error) {
	progress, err := k.meleeProgress.Get(ctx, id)
	if err != nil {
		return 0, err
	}
	_, deadline, err := melee.Glance(progress)
	return deadline, types.RuleError(err)
}

// settleLate implements expiring.
func (k melees) settleLate(ctx sdk.Context, id uint64) (expiryResult, error) {
	before, err := k.loadTable(ctx, id)
	settled := expiryResult{seats: len(before.Players)}
	if err != nil {
		return settled, err
	}
	var after table
	var events []melee.Event
	if err := recoverPanic(func() error {
		state, happened, err := before.step(ctx, melee.Expire{})
		after, events = before.then(state), happened
		return err
	}); err != nil {
		return settled, err
	}
	settled = expiryResult{
		ended: after.state.Stage.Ended(), next: after.state.Deadline, seats: settlement.Seats(before.state, after.state),
	}
	return settled, k.applyMelee(ctx, before, after, stepEffects{events: events})
}
