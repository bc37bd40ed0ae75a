package duel

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/kind"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Deadline implements kind.Kind.
func (k *Keeper) Deadline(ctx context.Context, id uint64) (int64, error) {
	m, err := k.progress.Get(ctx, id)
	return m.Deadline, err
}

// SettleLate implements kind.Kind.
func (k *Keeper) SettleLate(ctx sdk.Context, id uint64) (kind.Lapse, error) {
	settled := kind.Lapse{Seats: types.PlayersPerGame}
	g, before, err := k.load(ctx, id)
	if err != nil {
		return settled, err
	}
	var after channel.ChainState
	var events []game.Event
	if err := core.RecoverPanic(func() error {
		if before.OffChain {
			after, err = timedOut(ctx, g, before)
		} else {
			after, events, err = step(ctx, before, game.Expire{})
		}
		return err
	}); err != nil {
		return settled, err
	}
	if before.OffChain {
		if err := core.Emit(ctx, stateSubmitted(g, "", nil, after)); err != nil {
			return settled, err
		}
	}
	settled.Ended, settled.Next = after.State.Phase.Ended(), after.State.Deadline
	return settled, k.apply(ctx, g, before, after, events)
}
