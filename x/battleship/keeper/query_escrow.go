package keeper

import (
	"context"

	"cosmossdk.io/collections"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Unpaid implements types.QueryServer.
func (s queryServer) Unpaid(
	ctx context.Context, req *types.QueryUnpaidRequest,
) (*types.QueryUnpaidResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	who, err := s.k.addresses.Parse(req.Address)
	if err != nil {
		return nil, queryError(err)
	}
	coins, err := s.k.escrow.WaitingFor(ctx, who.Address)
	if err != nil {
		return nil, queryError(err)
	}
	return &types.QueryUnpaidResponse{Coins: coins}, nil
}

// Escrow implements types.QueryServer.
func (s queryServer) Escrow(ctx context.Context, req *types.QueryEscrowRequest) (*types.QueryEscrowResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	p, err := parsePage(req.Pagination, false)
	if err != nil {
		return nil, err
	}
	denom, given, err := fromKey(s.k.escrow.Held(), nil, p)
	if err != nil || (given && sdk.ValidateDenom(denom) != nil) {
		return nil, errNotAKey
	}
	held, next, err := scan(ctx, s.k.escrow.Held(), nil, p,
		func(denom string, record collections.Iterator[string, math.Int]) (sdk.Coin, bool, error) {
			amount, err := record.Value()
			return sdk.Coin{Denom: denom, Amount: amount}, true, err
		})
	if err != nil {
		return nil, queryError(err)
	}
	module, err := s.k.addresses.Of(s.k.accounts.GetModuleAddress(types.ModuleName))
	if err != nil {
		return nil, queryError(err)
	}
	return &types.QueryEscrowResponse{Held: held, Account: module.Text, Pagination: next}, nil
}
