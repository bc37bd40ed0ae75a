package melee

import (
	"context"
	"fmt"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// CheckImport implements kind.Kind.
func (k *Keeper) CheckImport(gs types.GenesisState, height int64) error {
	for _, r := range gs.MeleeResults {
		if r.EndedHeight > height {
			return errors.Wrapf(types.ErrInvalidGenesis,
				"result %d: expected a melee that ended by the chain's height %d, got %d", r.GameId, height, r.EndedHeight)
		}
	}
	for _, g := range gs.Melees {
		if err := checkHeights(g, height); err != nil {
			return errors.Wrapf(err, "melee %d", g.Melee.Id)
		}
	}
	return nil
}

// Import implements kind.Kind.
func (k *Keeper) Import(ctx context.Context, gs types.GenesisState) error {
	for _, result := range gs.MeleeResults {
		if err := k.results.Set(ctx, result.GameId, result); err != nil {
			return err
		}
	}
	for _, g := range gs.Melees {
		if err := k.importGame(ctx, g); err != nil {
			return errors.Wrapf(err, "melee %d", g.Melee.Id)
		}
	}
	return nil
}

// Export implements kind.Kind.
func (k *Keeper) Export(ctx context.Context, gs *types.GenesisState) (err error) {
	if gs.Melees, err = k.exportGames(ctx); err != nil {
		return err
	}
	gs.MeleeResults, err = records.Of(k.results).Values(ctx)
	return err
}

// checkHeights returns ErrInvalidGenesis unless a melee belongs to a chain at this height.
func checkHeights(g types.GenesisMelee, height int64) error {
	if past := max(g.Melee.CreatedHeight, g.Melee.StartedHeight); past > height {
		return errors.Wrapf(types.ErrInvalidGenesis, "expected a melee created and begun by the chain's height %d, got %d",
			height, past)
	}
	s, err := g.Melee.State(g.Progress)
	if err != nil {
		return err
	}
	wait := s.Clock.TurnBlocks
	switch s.Stage {
	case melee.StageOpen:
		// How long it may be open is not kept, but has a bound.
		wait = types.MaxClockBlocks
		if s.Withdrawn {
			wait = game.WithdrawBlocks
		}
	case melee.StageReady:
		wait = max(s.Clock.TurnBlocks, s.Clock.ClaimBlocks)
	case melee.StageClaim, melee.StageSecond:
		wait = s.Clock.ClaimBlocks
	default:
	}
	if last := height + wait; s.Deadline > last {
		return errors.Wrapf(types.ErrInvalidGenesis, "expected a deadline of at most %d, %d blocks from now, got %d",
			last, wait, s.Deadline)
	}
	return nil
}

// importGame writes one unfinished melee and its entries in the indexes.
func (k *Keeper) importGame(ctx context.Context, g types.GenesisMelee) error {
	id := g.Melee.Id
	s, err := g.Melee.State(g.Progress)
	if err != nil {
		return err
	}
	if err := k.melees.Set(ctx, id, g.Melee); err != nil {
		return err
	}
	if err := k.progress.Set(ctx, id, g.Progress); err != nil {
		return err
	}
	if err := k.Queue.Put(ctx, id, s.Deadline); err != nil {
		return err
	}
	if err := k.offer(ctx, table{}, table{Melee: g.Melee, state: s}); err != nil {
		return err
	}
	for seat := range types.Staked(s).All() {
		who, err := k.Addresses.Parse(g.Melee.AddressOf(seat))
		if err != nil {
			return err
		}
		if err := k.IndexGame(ctx, who.Address, id); err != nil {
			return err
		}
	}
	for _, b := range g.Boards {
		if err := k.boards.Set(ctx, seatKey(id, melee.Seat(b.Seat)), b.Board); err != nil {
			return err
		}
	}
	for _, a := range g.Aims {
		if err := k.aims.Set(ctx, seatKey(id, melee.Seat(a.Seat)), a.Aim); err != nil {
			return err
		}
	}
	for _, r := range g.Recoveries {
		if err := k.SetRecovery(ctx, id, int(r.Seat), r.Recovery); err != nil {
			return err
		}
	}
	return nil
}

func (k *Keeper) exportGames(ctx context.Context) ([]types.GenesisMelee, error) {
	return records.List(ctx, records.Of(k.melees), func(id uint64, m types.Melee) (types.GenesisMelee, error) {
		g := types.GenesisMelee{Melee: m}
		var err error
		if g.Progress, err = k.progress.Get(ctx, id); err != nil {
			return g, fmt.Errorf("progress of melee %d: %w", id, err)
		}
		if g.Boards, err = k.boardsOf(ctx, id); err != nil {
			return g, fmt.Errorf("boards of melee %d: %w", id, err)
		}
		if g.Aims, err = k.aimsOf(ctx, id); err != nil {
			return g, fmt.Errorf("aims of melee %d: %w", id, err)
		}
		if g.Recoveries, err = k.recoveriesOf(ctx, id); err != nil {
			return g, fmt.Errorf("recoveries of melee %d: %w", id, err)
		}
		return g, nil
	})
}
