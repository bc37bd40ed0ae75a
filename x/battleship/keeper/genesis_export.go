package keeper

import (
	"context"
	"fmt"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ExportGenesis returns all that the module keeps, but for the indexes and the expiry queue, which follow from the
// rest.
func (k *Keeper) ExportGenesis(ctx context.Context) (*types.GenesisState, error) {
	gs := &types.GenesisState{ChainId: sdk.UnwrapSDKContext(ctx).ChainID()}
	var err error
	if gs.Params, err = k.Params.Get(ctx); err != nil {
		return nil, err
	}
	if gs.Rewards, err = k.Rewards.Get(ctx); err != nil {
		return nil, err
	}
	if gs.NextGameId, err = k.NextGameID.Peek(ctx); err != nil {
		return nil, err
	}
	if gs.Games, err = k.exportGames(ctx); err != nil {
		return nil, err
	}
	if gs.Results, err = values(ctx, k.Results); err != nil {
		return nil, err
	}
	if gs.Players, err = k.exportPlayers(ctx); err != nil {
		return nil, err
	}
	if gs.Quarantined, err = values(ctx, k.Quarantined); err != nil {
		return nil, err
	}
	return gs, nil
}

func (k *Keeper) exportGames(ctx context.Context) ([]types.GenesisGame, error) {
	games, err := values(ctx, k.Games)
	if err != nil {
		return nil, err
	}
	exported := make([]types.GenesisGame, 0, len(games))
	for _, g := range games {
		m, err := k.Matches.Get(ctx, g.Id)
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", g.Id, err)
		}
		recoveries, err := k.recoveries(ctx, g)
		if err != nil {
			return nil, fmt.Errorf("recoveries of game %d: %w", g.Id, err)
		}
		exported = append(exported, types.GenesisGame{Game: g, Match: m, Recoveries: recoveries})
	}
	return exported, nil
}

// exportPlayers returns the players in the order of their addresses as text, which is what a genesis file is sorted
// by.
func (k *Keeper) exportPlayers(ctx context.Context) ([]types.GenesisPlayer, error) {
	var players []types.GenesisPlayer
	err := k.Players.Walk(ctx, nil, func(address sdk.AccAddress, p types.Player) (bool, error) {
		text, err := k.addressCodec.BytesToString(address)
		if err != nil {
			return true, err
		}
		players = append(players, types.GenesisPlayer{Address: text, Player: p})
		return false, nil
	})
	types.SortPlayers(players)
	return players, err
}

// values returns all values of a collection in the order of their keys.
func values[K, V any](ctx context.Context, m collections.Map[K, V]) ([]V, error) {
	records, err := m.Iterate(ctx, nil)
	if err != nil {
		return nil, err
	}
	return records.Values()
}
