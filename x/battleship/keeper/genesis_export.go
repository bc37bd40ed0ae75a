package keeper

import (
	"context"
	"fmt"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ExportGenesis returns the state of the module, except the indexes and the expiry queue, which follow from the rest.
func (k *Keeper) ExportGenesis(ctx context.Context) (*types.GenesisState, error) {
	gs := &types.GenesisState{ChainId: sdk.UnwrapSDKContext(ctx).ChainID()}
	var err error
	if gs.Params, err = k.params.Get(ctx); err != nil {
		return nil, err
	}
	if gs.Rewards, err = k.rewards.Get(ctx); err != nil {
		return nil, err
	}
	if gs.NextGameId, err = k.nextGameID.Peek(ctx); err != nil {
		return nil, err
	}
	if gs.Games, err = k.exportGames(ctx); err != nil {
		return nil, err
	}
	if gs.Results, err = records.Of(k.results).Values(ctx); err != nil {
		return nil, err
	}
	if gs.Melees, err = k.exportMelees(ctx); err != nil {
		return nil, err
	}
	if gs.MeleeResults, err = records.Of(k.meleeResults).Values(ctx); err != nil {
		return nil, err
	}
	if gs.Players, err = k.exportPlayers(ctx); err != nil {
		return nil, err
	}
	if gs.Quarantined, err = k.queue.Quarantined().Values(ctx); err != nil {
		return nil, err
	}
	if gs.Pairs, err = k.exportPairs(ctx); err != nil {
		return nil, err
	}
	if gs.Unpaid, err = k.escrow.Export(ctx); err != nil {
		return nil, err
	}
	if gs.Places, err = k.exportPlaces(ctx); err != nil {
		return nil, err
	}
	if gs.Promised, err = k.exportPromised(ctx); err != nil {
		return nil, err
	}
	if gs.Rematches, err = k.exportRematches(ctx); err != nil {
		return nil, err
	}
	gs.Sort()
	return gs, nil
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

func (k *Keeper) exportPlayers(ctx context.Context) ([]types.GenesisPlayer, error) {
	return records.List(ctx, records.Of(k.players), func(who sdk.AccAddress, p types.Player) (types.GenesisPlayer, error) {
		account, err := k.addresses.Of(who)
		return types.GenesisPlayer{Address: account.Text, Player: p}, err
	})
}

func (k *Keeper) exportPairs(ctx context.Context) ([]types.GenesisPair, error) {
	return records.List(ctx, records.Of(k.pairs),
		func(key collections.Pair[sdk.AccAddress, sdk.AccAddress], p types.Pair) (types.GenesisPair, error) {
			first, err := k.addresses.Of(key.K1())
			if err != nil {
				return types.GenesisPair{}, err
			}
			second, err := k.addresses.Of(key.K2())
			return types.GenesisPair{Lower: first.Text, Higher: second.Text, Pair: p}, err
		})
}

func (k *Keeper) exportPlaces(ctx context.Context) ([]types.GenesisPlace, error) {
	return records.List(ctx, records.Of(k.places),
		func(key collections.Pair[sdk.AccAddress, uint64], height int64) (types.GenesisPlace, error) {
			account, err := k.addresses.Of(key.K1())
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
