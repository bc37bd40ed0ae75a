package melee

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Deadline implements kind.Kind.
func (k *Keeper) Deadline(ctx context.Context, id uint64) (int64, error) {
	progress, err := k.progress.Get(ctx, id)
	if err != nil {
		return 0, err
	}
	_, deadline, err := melee.Glance(progress)
	return deadline, types.RuleError(err)
}

// SettleLate implements kind.Kind.
func (k *Keeper) SettleLate(ctx sdk.Context, id uint64) (kind.Lapse, error) {
	before, err := k.loadTable(ctx, id)
	settled := kind.Lapse{Seats: len(before.Players)}
	if err != nil {
		return settled, err
	}
	var after table
	var events []melee.Event
	if err := core.RecoverPanic(func() error {
		state, happened, err := before.step(ctx, melee.Expire{})
		after, events = before.then(state), happened
		return err
	}); err != nil {
		return settled, err
	}
	settled = kind.Lapse{
		Ended: after.state.Stage.Ended(), Next: after.state.Deadline, Seats: settledSeats(before.state, after.state),
	}
	return settled, k.apply(ctx, before, after, stepEffects{events: events})
}
