package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Unpaid implements types.QueryServer.
func (s queryServer) Unpaid(
	ctx context.Context, req *types.QueryUnpaidRequest,
) (*types.QueryUnpaidResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	who, err := s.k.core.Addresses.Parse(req.Address)
	if err != nil {
		return nil, core.QueryError(err)
	}
	coins, err := s.k.core.Escrow.WaitingFor(ctx, who.Address)
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryUnpaidResponse{Coins: coins}, nil
}

// Escrow implements types.QueryServer.
func (s queryServer) Escrow(ctx context.Context, req *types.QueryEscrowRequest) (*types.QueryEscrowResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	p, err := core.ParsePage(req.Pagination, false)
	if err != nil {
		return nil, err
	}
	denom, given, err := core.FromKey(s.k.core.Escrow.Held(), nil, p)
	if err != nil || (given && sdk.ValidateDenom(denom) != nil) {
		return nil, core.ErrNotAKey
	}
	held, next, err := core.Scan(ctx, s.k.core.Escrow.Held(), nil, p,
		func(denom string, record collections.Iterator[string, math.Int]) (sdk.Coin, bool, error) {
			amount, err := record.Value()
			return sdk.Coin{Denom: denom, Amount: amount}, true, err
		})
	if err != nil {
		return nil, core.QueryError(err)
	}
	module, err := s.k.core.Addresses.Of(s.k.core.Accounts.GetModuleAddress(types.ModuleName))
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryEscrowResponse{Held: held, Account: module.Text, Pagination: next}, nil
}
