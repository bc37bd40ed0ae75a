package duel

import (
	"context"
	stderrors "errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// QueryServer answers the queries that concern duels alone, and the one for the rewards of duels.
type QueryServer struct{ k *Keeper }

// NewQueryServer returns the query server.
func NewQueryServer(k *Keeper) QueryServer { return QueryServer{k: k} }

// NextAction implements kind.Kind.
func (k *Keeper) NextAction(ctx context.Context, id uint64) (*types.QueryNextActionResponse, error) {
	ended, err := k.results.Has(ctx, id)
	if err != nil {
		return nil, err
	}
	if ended {
		return &types.QueryNextActionResponse{Phase: types.PHASE_OVER}, nil
	}
	g, x, err := k.view(ctx, id)
	if err != nil {
		return nil, err
	}
	params, err := k.Params(ctx)
	if err != nil {
		return nil, err
	}
	return types.NextAction(g, x, params, sdk.UnwrapSDKContext(ctx).BlockHeight()), nil
}

// Game implements types.QueryServer.
func (s QueryServer) Game(ctx context.Context, req *types.QueryGameRequest) (*types.QueryGameResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	g, x, err := s.k.view(ctx, req.GameId)
	if err != nil {
		return nil, core.QueryError(err)
	}
	recoveries, err := s.k.recoveriesOf(ctx, g)
	if err != nil {
		return nil, core.QueryError(err)
	}
	withheld, err := s.k.expectedWithheld(ctx, g, x.State.Phase)
	if err != nil {
		return nil, core.QueryError(err)
	}
	params, err := s.k.Params(ctx)
	if err != nil {
		return nil, core.QueryError(err)
	}
	players, err := s.k.summaries(ctx, g)
	if err != nil {
		return nil, core.QueryError(err)
	}
	height := sdk.UnwrapSDKContext(ctx).BlockHeight()
	return &types.QueryGameResponse{
		Withheld:   withheld,
		Game:       g,
		Progress:   types.ProgressIn(x),
		Recoveries: recoveries,
		Drawing:    x.State.String(),
		Height:     height,
		NextAction: *types.NextAction(g, x, params, height),
		Players:    players,
	}, nil
}

// Games implements types.QueryServer.
func (s QueryServer) Games(ctx context.Context, req *types.QueryGamesRequest) (*types.QueryGamesResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	p, err := core.ParsePage(req.Pagination, false)
	if err != nil {
		return nil, err
	}
	params, err := s.k.Params(ctx)
	if err != nil {
		return nil, core.QueryError(err)
	}
	if req.Phase < types.PHASE_UNSPECIFIED || req.Phase > types.PHASE_CLAIM {
		return nil, status.Errorf(codes.InvalidArgument, "phase: expected one of unfinished games, from %s to %s, got %s",
			types.PHASE_OPEN, types.PHASE_CLAIM, req.Phase)
	}
	filter := gameFilter{k: s.k, ctx: ctx, phase: req.Phase, params: params}
	games, next, err := filter.list(req.Player, p)
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryGamesResponse{Games: games, Pagination: next}, nil
}

// Rewards implements types.QueryServer.
func (s QueryServer) Rewards(ctx context.Context, _ *types.QueryRewardsRequest) (*types.QueryRewardsResponse, error) {
	params, err := s.k.Params(ctx)
	if err != nil {
		return nil, core.QueryError(err)
	}
	rewards, err := s.k.Rewards(ctx)
	if err != nil {
		return nil, core.QueryError(err)
	}
	promised, err := s.k.promisedUntil(ctx, sdk.UnwrapSDKContext(ctx).BlockHeight())
	if err != nil {
		return nil, core.QueryError(err)
	}
	next := rewards.Reserved(promised)
	full, late := next.Payment(params, types.REASON_SUNK), next.Payment(params, types.REASON_TIMEOUT)
	return &types.QueryRewardsResponse{
		Minted:        types.RewardCoin(rewards.Minted),
		Remaining:     types.RewardCoin(rewards.Remaining(params)),
		WinnerReward:  types.RewardCoin(full.Winner),
		LoserReward:   types.RewardCoin(full.Loser),
		TimeoutReward: types.RewardCoin(late.Winner),
		Fee:           rewards.Fee(params),
	}, nil
}

// Result implements types.QueryServer.
func (s QueryServer) Result(ctx context.Context, req *types.QueryResultRequest) (*types.QueryResultResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	result, err := s.k.results.Get(ctx, req.GameId)
	if stderrors.Is(err, collections.ErrNotFound) {
		if err := s.k.Kinds.Without(s.k).Find(ctx, req.GameId); err != nil {
			return nil, core.QueryError(err)
		}
		return nil, status.Errorf(codes.NotFound,
			"game %d has no result: nobody has joined it, or it has not ended", req.GameId)
	}
	if err != nil {
		return nil, core.QueryError(err)
	}
	rematch, err := s.k.rematches.Get(ctx, req.GameId)
	if err != nil && !stderrors.Is(err, collections.ErrNotFound) {
		return nil, core.QueryError(err)
	}
	return &types.QueryResultResponse{Result: result, Rematch: rematch}, nil
}

// Results implements types.QueryServer.
func (s QueryServer) Results(ctx context.Context, req *types.QueryResultsRequest) (*types.QueryResultsResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	p, err := core.ParsePage(req.Pagination, true)
	if err != nil {
		return nil, err
	}
	results, next, err := core.Scan(ctx, s.k.results, nil, p, core.Whole[uint64, types.Result])
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryResultsResponse{Results: results, Pagination: next}, nil
}
