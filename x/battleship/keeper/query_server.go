package keeper

import (
	"context"
	stderrors "errors"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// queryServer answers queries. The cost of a query is bounded for any request and any number of games.
type queryServer struct{ k *Keeper }

var _ types.QueryServer = queryServer{}

// NewQueryServer returns the query server.
func NewQueryServer(k *Keeper) types.QueryServer { return queryServer{k: k} }

// Params implements types.QueryServer.
func (s queryServer) Params(ctx context.Context, _ *types.QueryParamsRequest) (*types.QueryParamsResponse, error) {
	params, err := s.k.params.Get(ctx)
	if err != nil {
		return nil, queryError(err)
	}
	return &types.QueryParamsResponse{Params: params}, nil
}

// Game implements types.QueryServer.
func (s queryServer) Game(ctx context.Context, req *types.QueryGameRequest) (*types.QueryGameResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	g, x, err := s.k.view(ctx, req.GameId)
	if err != nil {
		return nil, queryError(err)
	}
	recoveries, err := s.k.recoveriesOf(ctx, g)
	if err != nil {
		return nil, queryError(err)
	}
	withheld, err := s.k.expectedWithheld(ctx, g, x.State.Phase)
	if err != nil {
		return nil, queryError(err)
	}
	params, err := s.k.params.Get(ctx)
	if err != nil {
		return nil, queryError(err)
	}
	players, err := s.k.summaries(ctx, g)
	if err != nil {
		return nil, queryError(err)
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
func (s queryServer) Games(ctx context.Context, req *types.QueryGamesRequest) (*types.QueryGamesResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	p, err := parsePage(req.Pagination, false)
	if err != nil {
		return nil, err
	}
	params, err := s.k.params.Get(ctx)
	if err != nil {
		return nil, queryError(err)
	}
	if req.Phase < types.PHASE_UNSPECIFIED || req.Phase > types.PHASE_CLAIM {
		return nil, status.Errorf(codes.InvalidArgument, "phase: expected one of unfinished games, from %s to %s, got %s",
			types.PHASE_OPEN, types.PHASE_CLAIM, req.Phase)
	}
	filter := gameFilter{k: s.k, ctx: ctx, phase: req.Phase, params: params}
	games, next, err := filter.list(req.Player, p)
	if err != nil {
		return nil, queryError(err)
	}
	return &types.QueryGamesResponse{Games: games, Pagination: next}, nil
}

// Player implements types.QueryServer.
func (s queryServer) Player(ctx context.Context, req *types.QueryPlayerRequest) (*types.QueryPlayerResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	who, err := s.k.addresses.Parse(req.Address)
	if err != nil {
		return nil, queryError(err)
	}
	player, err := s.k.player(ctx, who.Address)
	if err != nil {
		return nil, queryError(err)
	}
	duels, melees, err := s.k.firstGames(ctx, who)
	if err != nil {
		return nil, queryError(err)
	}
	return &types.QueryPlayerResponse{Player: player, Games: duels, Melees: melees}, nil
}

// NextAction implements types.QueryServer.
func (s queryServer) NextAction(
	ctx context.Context, req *types.QueryNextActionRequest,
) (*types.QueryNextActionResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	g, x, err := s.k.view(ctx, req.GameId)
	if stderrors.Is(err, types.ErrGameKind) {
		m, state, err := s.k.loadMelee(ctx, req.GameId)
		if err != nil {
			return nil, queryError(err)
		}
		params, err := s.k.params.Get(ctx)
		if err != nil {
			return nil, queryError(err)
		}
		return types.NextMeleeAction(m, state, params, sdk.UnwrapSDKContext(ctx).BlockHeight()), nil
	}
	if stderrors.Is(err, types.ErrGameEnded) {
		if melee, err := s.k.meleeResults.Get(ctx, req.GameId); err == nil {
			return &types.QueryNextActionResponse{Stage: types.STAGE_OVER, Round: melee.Rounds}, nil
		} else if !stderrors.Is(err, collections.ErrNotFound) {
			return nil, queryError(err)
		}
		return &types.QueryNextActionResponse{Phase: types.PHASE_OVER}, nil
	}
	if err != nil {
		return nil, queryError(err)
	}
	params, err := s.k.params.Get(ctx)
	if err != nil {
		return nil, queryError(err)
	}
	return types.NextAction(g, x, params, sdk.UnwrapSDKContext(ctx).BlockHeight()), nil
}

// Rewards implements types.QueryServer.
func (s queryServer) Rewards(ctx context.Context, _ *types.QueryRewardsRequest) (*types.QueryRewardsResponse, error) {
	params, err := s.k.params.Get(ctx)
	if err != nil {
		return nil, queryError(err)
	}
	rewards, err := s.k.rewards.Get(ctx)
	if err != nil {
		return nil, queryError(err)
	}
	promised, err := s.k.promisedUntil(ctx, sdk.UnwrapSDKContext(ctx).BlockHeight())
	if err != nil {
		return nil, queryError(err)
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
func (s queryServer) Result(ctx context.Context, req *types.QueryResultRequest) (*types.QueryResultResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	result, err := s.k.results.Get(ctx, req.GameId)
	if stderrors.Is(err, collections.ErrNotFound) {
		if err := s.k.errIfMelee(ctx, req.GameId); err != nil {
			return nil, queryError(err)
		}
		return nil, status.Errorf(codes.NotFound,
			"game %d has no result: nobody has joined it, or it has not ended", req.GameId)
	}
	if err != nil {
		return nil, queryError(err)
	}
	rematch, err := s.k.rematches.Get(ctx, req.GameId)
	if err != nil && !stderrors.Is(err, collections.ErrNotFound) {
		return nil, queryError(err)
	}
	return &types.QueryResultResponse{Result: result, Rematch: rematch}, nil
}

// Results implements types.QueryServer.
func (s queryServer) Results(ctx context.Context, req *types.QueryResultsRequest) (*types.QueryResultsResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	p, err := parsePage(req.Pagination, true)
	if err != nil {
		return nil, err
	}
	results, next, err := scan(ctx, s.k.results, nil, p, whole[uint64, types.Result])
	if err != nil {
		return nil, queryError(err)
	}
	return &types.QueryResultsResponse{Results: results, Pagination: next}, nil
}

// ProofKeys implements types.QueryServer.
func (s queryServer) ProofKeys(
	_ context.Context, req *types.QueryProofKeysRequest,
) (*types.QueryProofKeysResponse, error) {
	if req == nil {
		return nil, errNoRequest
	}
	var all []types.ProofKeys
	for _, r := range game.Rulesets() {
		if !r.Proven {
			continue
		}
		keys, err := verify.KeysOf(r)
		if err != nil {
			return nil, queryError(err)
		}
		all = append(all, types.ProofKeys{
			RulesetId: r.ID, Ruleset: r.Name,
			Board: fmt.Sprintf("%x", keys.Board.Hash()), Answer: fmt.Sprintf("%x", keys.Answer.Hash()),
		})
	}
	return &types.QueryProofKeysResponse{Keys: all}, nil
}

var errNoRequest = status.Error(codes.InvalidArgument, "expected a request, got none")

// queryError returns an error with the status under which a query reports it.
func queryError(err error) error {
	switch {
	case stderrors.Is(err, types.ErrGameNotFound), stderrors.Is(err, types.ErrGameEnded),
		stderrors.Is(err, types.ErrGameKind):
		return status.Error(codes.NotFound, err.Error())
	case stderrors.Is(err, types.ErrInvalidAddress), stderrors.Is(err, types.ErrInvalidStake),
		stderrors.Is(err, types.ErrInvalidRating):
		return status.Error(codes.InvalidArgument, err.Error())
	case status.Code(err) == codes.InvalidArgument, status.Code(err) == codes.NotFound:
		return err
	default:
		return status.Error(codes.Internal, err.Error())
	}
}
