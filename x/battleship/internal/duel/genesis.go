package duel

import (
	"context"
	"fmt"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// CheckImport implements kind.Kind.
func (k *Keeper) CheckImport(gs types.GenesisState, height int64) error {
	// Recent promises and ratings delay later games, and must not do so for longer than before. The heights of pairs and
	// promises are those of results and awards.
	for _, r := range gs.Results {
		if r.EndedHeight > height {
			return errors.Wrapf(types.ErrInvalidGenesis,
				"result %d: expected a game that ended by the chain's height %d, got %d", r.GameId, height, r.EndedHeight)
		}
	}
	for _, g := range gs.Games {
		if err := checkHeights(g, height); err != nil {
			return errors.Wrapf(err, "game %d", g.Game.Id)
		}
	}
	return nil
}

// Import implements kind.Kind.
func (k *Keeper) Import(ctx context.Context, gs types.GenesisState) error {
	for _, result := range gs.Results {
		if err := k.results.Set(ctx, result.GameId, result); err != nil {
			return err
		}
	}
	if err := k.importHistory(ctx, gs); err != nil {
		return err
	}
	for _, g := range gs.Games {
		if err := k.importGame(ctx, g); err != nil {
			return errors.Wrapf(err, "game %d", g.Game.Id)
		}
	}
	return nil
}

// Export implements kind.Kind.
func (k *Keeper) Export(ctx context.Context, gs *types.GenesisState) (err error) {
	if gs.Games, err = k.exportGames(ctx); err != nil {
		return err
	}
	if gs.Results, err = records.Of(k.results).Values(ctx); err != nil {
		return err
	}
	if gs.Pairs, err = k.exportPairs(ctx); err != nil {
		return err
	}
	if gs.Places, err = k.exportPlaces(ctx); err != nil {
		return err
	}
	if gs.Promised, err = k.exportPromised(ctx); err != nil {
		return err
	}
	gs.Rematches, err = k.exportRematches(ctx)
	return err
}

// importHistory writes what ended games have left behind.
func (k *Keeper) importHistory(ctx context.Context, gs types.GenesisState) error {
	for _, p := range gs.Pairs {
		if err := k.importPair(ctx, p); err != nil {
			return err
		}
	}
	for _, p := range gs.Places {
		who, err := k.Addresses.Parse(p.Player)
		if err != nil {
			return err
		}
		if err := k.places.Set(ctx, collections.Join(who.Address, p.Number), p.Height); err != nil {
			return err
		}
	}
	for _, p := range gs.Promised {
		if err := k.promised.Set(ctx, p.Height, p.Uship); err != nil {
			return err
		}
	}
	for _, link := range gs.Rematches {
		if err := k.rematches.Set(ctx, link.Of, link.GameId); err != nil {
			return err
		}
	}
	return nil
}

// checkHeights returns ErrInvalidGenesis unless a game belongs to a chain at this height. On one that starts lower than
// the exported one stopped, the wait for a silent player would be that much longer, and new deadlines would come before
// their entry in the expiry queue.
func checkHeights(g types.GenesisGame, height int64) error {
	if past := max(g.Game.CreatedHeight, g.Game.JoinedHeight); past > height {
		return errors.Wrapf(types.ErrInvalidGenesis, "expected a game created and joined by the chain's height %d, got %d",
			height, past)
	}
	if g.Award != nil && g.Award.Height > height {
		return errors.Wrapf(types.ErrInvalidGenesis, "award: expected one decided by the chain's height %d, got %d",
			height, g.Award.Height)
	}
	wait := g.Game.TurnBlocks
	switch g.Progress.Phase {
	case types.PHASE_OPEN:
		// How long it may be open is not kept, but has a bound. Joining it sets a deadline, and an entry of the queue
		// with it.
		wait = types.MaxClockBlocks
		if g.Progress.Reason == types.REASON_CANCELLED {
			wait = game.WithdrawBlocks
		}
	case types.PHASE_CLAIM:
		wait = g.Game.ClaimBlocks
	default:
		if g.Progress.OffChain {
			wait = g.Game.ChannelTimeoutBlocks
		}
	}
	if last := height + wait; g.Progress.Deadline > last {
		return errors.Wrapf(types.ErrInvalidGenesis, "expected a deadline of at most %d, %d blocks from now, got %d",
			last, wait, g.Progress.Deadline)
	}
	return nil
}

func (k *Keeper) importPair(ctx context.Context, p types.GenesisPair) error {
	lower, err := k.Addresses.Parse(p.Lower)
	if err != nil {
		return err
	}
	higher, err := k.Addresses.Parse(p.Higher)
	if err != nil {
		return err
	}
	return k.pairs.Set(ctx, pairKey(lower, higher), p.Pair)
}

// importGame writes one unfinished game and its entries in the indexes.
func (k *Keeper) importGame(ctx context.Context, g types.GenesisGame) error {
	id := g.Game.Id
	if err := k.games.Set(ctx, id, g.Game); err != nil {
		return err
	}
	if err := k.progress.Set(ctx, id, g.Progress); err != nil {
		return err
	}
	if err := k.Queue.Put(ctx, id, g.Progress.Deadline); err != nil {
		return err
	}
	if g.Award != nil {
		if err := k.awards.Set(ctx, id, *g.Award); err != nil {
			return err
		}
	}
	// A withdrawn game is not offered.
	if g.Progress.Phase == types.PHASE_OPEN && g.Progress.Reason != types.REASON_CANCELLED {
		if err := k.list(ctx, g.Game, g.Progress.Deadline); err != nil {
			return err
		}
	}
	for i, participant := range g.Game.Participants {
		who, err := k.Addresses.Parse(participant.Address)
		if err != nil {
			return err
		}
		if err := k.IndexGame(ctx, who.Address, id); err != nil {
			return err
		}
		if len(g.Recoveries[i]) == 0 {
			continue
		}
		if err := k.SetRecovery(ctx, id, i, g.Recoveries[i]); err != nil {
			return err
		}
	}
	return nil
}

func (k *Keeper) exportGames(ctx context.Context) ([]types.GenesisGame, error) {
	games, err := records.Of(k.games).Values(ctx)
	if err != nil {
		return nil, err
	}
	exported := make([]types.GenesisGame, 0, len(games))
	for _, g := range games {
		m, err := k.progress.Get(ctx, g.Id)
		if err != nil {
			return nil, fmt.Errorf("progress of game %d: %w", g.Id, err)
		}
		recoveries, err := k.recoveriesOf(ctx, g)
		if err != nil {
			return nil, fmt.Errorf("recoveries of game %d: %w", g.Id, err)
		}
		game := types.GenesisGame{Game: g, Progress: m, Recoveries: recoveries}
		if m.Phase == types.PHASE_CLAIM {
			award, err := k.awards.Get(ctx, g.Id)
			if err != nil {
				return nil, fmt.Errorf("award of game %d: %w", g.Id, err)
			}
			game.Award = &award
		}
		exported = append(exported, game)
	}
	return exported, nil
}

func (k *Keeper) exportPairs(ctx context.Context) ([]types.GenesisPair, error) {
	return records.List(ctx, records.Of(k.pairs),
		func(key collections.Pair[sdk.AccAddress, sdk.AccAddress], p types.Pair) (types.GenesisPair, error) {
			first, err := k.Addresses.Of(key.K1())
			if err != nil {
				return types.GenesisPair{}, err
			}
			second, err := k.Addresses.Of(key.K2())
			return types.GenesisPair{Lower: first.Text, Higher: second.Text, Pair: p}, err
		})
}

func (k *Keeper) exportPlaces(ctx context.Context) ([]types.GenesisPlace, error) {
	return records.List(ctx, records.Of(k.places),
		func(key collections.Pair[sdk.AccAddress, uint64], height int64) (types.GenesisPlace, error) {
			account, err := k.Addresses.Of(key.K1())
			return types.GenesisPlace{Player: account.Text, Number: key.K2(), Height: height}, err
		})
}

func (k *Keeper) exportPromised(ctx context.Context) ([]types.GenesisPromised, error) {
	return records.List(ctx, records.Of(k.promised), func(height int64, uship uint64) (types.GenesisPromised, error) {
		return types.GenesisPromised{Height: height, Uship: uship}, nil
	})
}

func (k *Keeper) exportRematches(ctx context.Context) ([]types.GenesisRematch, error) {
	return records.List(ctx, records.Of(k.rematches), func(of, id uint64) (types.GenesisRematch, error) {
		return types.GenesisRematch{Of: of, GameId: id}, nil
	})
}
