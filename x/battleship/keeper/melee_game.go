package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// loadMelee returns an unfinished melee: its fixed part, and its state for the rules.
func (k *Keeper) loadMelee(ctx context.Context, id uint64) (types.Melee, melee.State, error) {
	m, err := k.melees.Get(ctx, id)
	if stderrors.Is(err, collections.ErrNotFound) {
		return types.Melee{}, melee.State{}, k.noMelee(ctx, id)
	}
	if err != nil {
		return types.Melee{}, melee.State{}, asCorrupt(err)
	}
	progress, err := k.meleeProgress.Get(ctx, id)
	if err != nil {
		return types.Melee{}, melee.State{}, asCorrupt(err)
	}
	s, err := m.State(progress)
	if err != nil {
		return types.Melee{}, melee.State{}, err
	}
	return m, s, nil
}

// noMelee returns an error that explains why there is no unfinished melee of that id.
func (k *Keeper) noMelee(ctx context.Context, id uint64) error {
	if err := k.errIfDuel(ctx, id); err != nil {
		return err
	}
	if err := k.errIfMelee(ctx, id); err != nil {
		return err
	}
	return errors.Wrapf(types.ErrGameNotFound, "melee %d was never created, or cancelled", id)
}

// errIfDuel returns ErrGameKind if the id belongs to an unfinished duel, or ErrGameEnded if it belongs to an ended one.
func (k *Keeper) errIfDuel(ctx context.Context, id uint64) error {
	if unfinished, err := k.games.Has(ctx, id); err != nil {
		return err
	} else if unfinished {
		return errors.Wrapf(types.ErrGameKind,
			"game %d is a duel: use join, shoot, reveal and claim, and query game %d", id, id)
	}
	ended, err := k.results.Has(ctx, id)
	if err != nil {
		return err
	}
	if ended {
		return errors.Wrapf(types.ErrGameEnded, "game %d, a duel: query result %d", id, id)
	}
	return nil
}

// errIfMelee returns ErrGameKind if the id belongs to an unfinished melee, or ErrGameEnded if it belongs to an ended
// one.
func (k *Keeper) errIfMelee(ctx context.Context, id uint64) error {
	if unfinished, err := k.melees.Has(ctx, id); err != nil {
		return err
	} else if unfinished {
		return errors.Wrapf(types.ErrGameKind,
			"game %d is a melee: use join-melee, leave-melee, confirm-melee, aim, fire and report, and query melee %d", id, id)
	}
	ended, err := k.meleeResults.Has(ctx, id)
	if err != nil {
		return err
	}
	if ended {
		return errors.Wrapf(types.ErrGameEnded, "melee %d: query melee-result %d", id, id)
	}
	return nil
}

// seatKey is the key of the records of a seat of a melee.
func seatKey(id uint64, seat melee.Seat) collections.Pair[uint64, uint32] {
	return collections.Join(id, uint32(seat)) //nolint:gosec // seats have small numbers
}

// meleeRecoveryKey is the key of the sealed fleet of a seat of a melee. Seats of duels count from 1 there.
func meleeRecoveryKey(id uint64, seat melee.Seat) collections.Pair[uint64, uint32] {
	return seatKey(id, seat+1)
}

// bySeat maps the records of the seats of a melee by a function, by seat.
func bySeat[V, R any](
	ctx context.Context, from collections.Map[collections.Pair[uint64, uint32], V], id uint64, of func(uint32, V) R,
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
	return bySeat(ctx, k.meleeBoards, id, func(seat uint32, board types.BoardCommitment) types.MeleeBoard {
		return types.MeleeBoard{Seat: seat, Board: board}
	})
}

// aimsOf returns the aims of a melee that were not opened yet by seat.
func (k *Keeper) aimsOf(ctx context.Context, id uint64) ([]types.MeleeAim, error) {
	return bySeat(ctx, k.aims, id, func(seat uint32, aim []byte) types.MeleeAim {
		return types.MeleeAim{Seat: seat, Aim: aim}
	})
}

// meleeRecoveriesOf returns the sealed fleets of a melee by seat.
func (k *Keeper) meleeRecoveriesOf(ctx context.Context, id uint64) ([]types.MeleeRecovery, error) {
	return bySeat(ctx, k.recoveries, id, func(number uint32, recovery []byte) types.MeleeRecovery {
		return types.MeleeRecovery{Seat: number - 1, Recovery: recovery}
	})
}
