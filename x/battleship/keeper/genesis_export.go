package keeper

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ExportGenesis returns the state of the module, except the indexes and the expiry queue, which follow from the rest.
func (k *Keeper) ExportGenesis(ctx context.Context) (*types.GenesisState, error) {
	gs := &types.GenesisState{ChainId: sdk.UnwrapSDKContext(ctx).ChainID()}
	var err error
	if gs.Params, err = k.core.Params(ctx); err != nil {
		return nil, err
	}
	if gs.Rewards, err = k.core.Rewards(ctx); err != nil {
		return nil, err
	}
	if gs.NextGameId, err = k.core.PeekID(ctx); err != nil {
		return nil, err
	}
	if gs.Players, err = k.exportPlayers(ctx); err != nil {
		return nil, err
	}
	if gs.Quarantined, err = k.core.Queue.Quarantined().Values(ctx); err != nil {
		return nil, err
	}
	if gs.Unpaid, err = k.core.Escrow.Export(ctx); err != nil {
		return nil, err
	}
	if gs.Names, err = k.exportNames(ctx); err != nil {
		return nil, err
	}
	for _, of := range k.core.Kinds {
		if err := of.Export(ctx, gs); err != nil {
			return nil, err
		}
	}
	gs.Sort()
	return gs, nil
}

func (k *Keeper) exportPlayers(ctx context.Context) ([]types.GenesisPlayer, error) {
	return records.List(ctx, k.core.Records().Players,
		func(who sdk.AccAddress, p types.Player) (types.GenesisPlayer, error) {
			account, err := k.core.Addresses.Of(who)
			return types.GenesisPlayer{Address: account.Text, Player: p}, err
		})
}
