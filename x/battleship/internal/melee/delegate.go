package melee

import (
	"context"

	"cosmossdk.io/errors"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// SetDelegate implements kind.Kind: it sets or removes the account that may act for the sender in one melee. While the
// table is open a delegate can only be removed, as in a duel.
func (k *Keeper) SetDelegate(ctx context.Context, msg *types.MsgSetDelegate) error {
	t, err := k.loadTable(ctx, msg.GameId)
	if err != nil {
		return err
	}
	by, err := t.seatOf(k, msg, msg.Sender)
	if err != nil {
		return err
	}
	delegate, err := k.ParseDelegate(t.Players[by].Address, msg.Delegate)
	if err != nil {
		return err
	}
	if err := t.checkDelegate(by, delegate); err != nil {
		return err
	}
	t = t.then(t.state)
	t.Players[by].Delegate = delegate
	return core.ChargeAtLeast(ctx, namingGas(t), "naming", func() error {
		if err := k.melees.Set(ctx, t.Id, t.Melee); err != nil {
			return err
		}
		return core.Emit(ctx, t.delegateSet(by))
	})
}

// namingGas is the least gas of naming a delegate, without reading the melee: about that of writing a record in which
// every seat has one. Otherwise it would run out of gas if others have named theirs since it was simulated.
func namingGas(t table) storetypes.Gas { return 3_500 + 3_500*storetypes.Gas(len(t.Players)) }

// checkDelegate returns an ErrInvalidDelegate unless an account can act for a seat from now on: it must have no other
// part in the melee. A player that left before the first round is still named as the player of a seat, and is refused.
func (t table) checkDelegate(by melee.Seat, delegate string) error {
	if delegate == "" {
		return nil
	}
	if t.state.Stage == melee.StageOpen {
		return errors.Wrapf(types.ErrInvalidDelegate,
			"melee %d is open, so %s cannot be named yet: name it once the table is full", t.Id, delegate)
	}
	for i, p := range t.Players {
		if i != int(by) && (delegate == p.Address || delegate == p.Delegate) {
			return errors.Wrapf(types.ErrInvalidDelegate,
				"%s has or had seat %d of melee %d, or acts for it: name another address", delegate, i, t.Id)
		}
	}
	return nil
}
