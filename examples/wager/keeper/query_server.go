package keeper

import (
	"context"

	"github.com/battleship-chain/battleship/examples/wager/types"
)

type queryServer struct{ *Keeper }

// NewQueryServer returns the server of the module's queries.
func NewQueryServer(k *Keeper) types.QueryServer { return queryServer{k} }

// Params implements types.QueryServer.
func (k queryServer) Params(ctx context.Context, _ *types.QueryParamsRequest) (*types.QueryParamsResponse, error) {
	params, err := k.params.Get(ctx)
	return &types.QueryParamsResponse{Params: params}, err
}

// Bet implements types.QueryServer.
func (k queryServer) Bet(ctx context.Context, req *types.QueryBetRequest) (*types.QueryBetResponse, error) {
	bet, err := k.bet(ctx, req.BetId)
	return &types.QueryBetResponse{Bet: bet}, err
}
