package melee

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// load returns an unfinished melee: its fixed part, and its state for the rules.
func (k *Keeper) load(ctx context.Context, id uint64) (types.Melee, melee.State, error) {
	m, err := k.melees.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Melee{}, melee.State{}, k.missing(ctx, id)
	}
	if err != nil {
		return types.Melee{}, melee.State{}, core.AsCorrupt(err)
	}
	progress, err := k.progress.Get(ctx, id)
	if err != nil {
		return types.Melee{}, melee.State{}, core.AsCorrupt(err)
	}
	s, err := m.State(progress)
	if err != nil {
		return types.Melee{}, melee.State{}, err
	}
	return m, s, nil
}

// missing returns an error that explains why there is no unfinished melee of that id.
func (k *Keeper) missing(ctx context.Context, id uint64) error {
	if err := k.Kinds.Find(ctx, id); err != nil {
		return err
	}
	return errors.Wrapf(types.ErrGameNotFound, "melee %d was never created, or cancelled", id)
}

// seatKey is the key of the records of a seat of a melee.
func seatKey(id uint64, seat melee.Seat) collections.Pair[uint64, uint32] {
	return collections.Join(id, uint32(seat)) //nolint:gosec // seats have small numbers
}

// bySeat maps the records of the seats of a melee by a function, by seat.
func bySeat[V, R any](
	ctx context.Context, from records.Map[collections.Pair[uint64, uint32], V], id uint64, of func(uint32, V) R,
) ([]R, error) {
	var all []R
	err := from.Walk(ctx, collections.NewPrefixedPairRange[uint64, uint32](id),
		func(key collections.Pair[uint64, uint32], value V) (bool, error) {
			all = append(all, of(key.K2(), value))
			return false, nil
		})
	return all, err
}

// boardsOf returns the boards of a melee by seat.
func (k *Keeper) boardsOf(ctx context.Context, id uint64) ([]types.MeleeBoard, error) {
	return bySeat(ctx, records.Of(k.boards), id, func(seat uint32, board types.BoardCommitment) types.MeleeBoard {
		return types.MeleeBoard{Seat: seat, Board: board}
	})
}

// aimsOf returns the aims of a melee that were not opened yet by seat.
func (k *Keeper) aimsOf(ctx context.Context, id uint64) ([]types.MeleeAim, error) {
	return bySeat(ctx, records.Of(k.aims), id, func(seat uint32, aim []byte) types.MeleeAim {
		return types.MeleeAim{Seat: seat, Aim: aim}
	})
}

// recoveriesOf returns the sealed fleets of a melee by seat.
func (k *Keeper) recoveriesOf(ctx context.Context, id uint64) ([]types.MeleeRecovery, error) {
	return bySeat(ctx, k.Core.Records().Recoveries, id, func(number uint32, recovery []byte) types.MeleeRecovery {
		return types.MeleeRecovery{Seat: number - 1, Recovery: recovery}
	})
}
