package melee

import (
	"context"
	stderrors "errors"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// QueryServer answers the queries that concern melees alone.
type QueryServer struct{ k *Keeper }

// NewQueryServer returns the query server.
func NewQueryServer(k *Keeper) QueryServer { return QueryServer{k: k} }

// NextAction implements kind.Kind.
func (k *Keeper) NextAction(ctx context.Context, id uint64) (*types.QueryNextActionResponse, error) {
	result, err := k.results.Get(ctx, id)
	if err == nil {
		return &types.QueryNextActionResponse{Stage: types.STAGE_OVER, Round: result.Rounds}, nil
	}
	if !stderrors.Is(err, collections.ErrNotFound) {
		return nil, err
	}
	m, state, err := k.load(ctx, id)
	if err != nil {
		return nil, err
	}
	params, err := k.Params(ctx)
	if err != nil {
		return nil, err
	}
	return types.NextMeleeAction(m, state, params, sdk.UnwrapSDKContext(ctx).BlockHeight()), nil
}

// Melee implements types.QueryServer.
func (s QueryServer) Melee(ctx context.Context, req *types.QueryMeleeRequest) (*types.QueryMeleeResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	m, state, err := s.k.load(ctx, req.GameId)
	if err != nil {
		return nil, core.QueryError(err)
	}
	params, err := s.k.Params(ctx)
	if err != nil {
		return nil, core.QueryError(err)
	}
	res := &types.QueryMeleeResponse{
		Melee:       m,
		State:       types.NewMeleeState(state),
		Drawing:     state.String(),
		Height:      sdk.UnwrapSDKContext(ctx).BlockHeight(),
		SecondsLeft: core.SecondsLeft(ctx, params, state.Deadline),
	}
	if res.Boards, err = s.k.boardsOf(ctx, m.Id); err != nil {
		return nil, core.QueryError(err)
	}
	if res.Aims, err = s.k.aimsOf(ctx, m.Id); err != nil {
		return nil, core.QueryError(err)
	}
	if res.Recoveries, err = s.k.recoveriesOf(ctx, m.Id); err != nil {
		return nil, core.QueryError(err)
	}
	return res, nil
}

// Melees implements types.QueryServer.
func (s QueryServer) Melees(ctx context.Context, req *types.QueryMeleesRequest) (*types.QueryMeleesResponse, error) {
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
	if req.Stage < types.STAGE_UNSPECIFIED || req.Stage > types.STAGE_SECOND_CLAIM {
		return nil, status.Errorf(codes.InvalidArgument, "stage: expected one of unfinished melees, from %s to %s, got %s",
			types.STAGE_OPEN, types.STAGE_SECOND_CLAIM, req.Stage)
	}
	filter := unfinishedMelees{k: s.k, ctx: ctx, params: params, stage: req.Stage}
	melees, next, err := filter.list(req.Player, p)
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryMeleesResponse{Melees: melees, Pagination: next}, nil
}

// unfinishedMelees lists melees that have not ended, of one stage if it names one.
type unfinishedMelees struct {
	k      *Keeper
	ctx    context.Context
	params types.Params
	stage  types.Stage
}

// list returns a page of melees: of one player if there is one, else of all.
func (f unfinishedMelees) list(player string, p core.Page) ([]types.MeleeSummary, *query.PageResponse, error) {
	if player != "" {
		return core.ScanPlayer(f.ctx, f.k.Core, f.k.Core.Records().PlayerGames, player, p, f.summary)
	}
	return core.Scan(f.ctx, f.k.melees, nil, p,
		func(id uint64, _ collections.Iterator[uint64, types.Melee]) (types.MeleeSummary, bool, error) {
			return f.summary(id)
		})
}

// summary returns the line of a melee, and whether it matches. It skips melees whose records are damaged, so that they
// do not hide the others, and duels.
func (f unfinishedMelees) summary(id uint64) (types.MeleeSummary, bool, error) {
	m, s, err := f.k.load(f.ctx, id)
	stage := types.Stage(s.Stage)
	if err != nil || f.stage != types.STAGE_UNSPECIFIED && f.stage != stage {
		return types.MeleeSummary{}, false, nil //nolint:nilerr // it is left out
	}
	players := types.Staked(s)
	return types.MeleeSummary{
		Id:          m.Id,
		RulesetId:   m.RulesetId,
		Players:     m.AddressesOf(players),
		Places:      uint32(players.Len() + s.Seats(melee.Vacant).Len()), //nolint:gosec // at most the number of seats
		Afloat:      uint32(s.Seats(melee.Afloat).Len()),                 //nolint:gosec // at most the number of seats
		Stage:       stage,
		Round:       uint32(s.Round), //nolint:gosec // a round fits a byte
		Owed:        m.AddressesOf(s.Owes),
		Deadline:    s.Deadline,
		SecondsLeft: core.SecondsLeft(f.ctx, f.params, s.Deadline),
		TurnBlocks:  m.TurnBlocks,
		Terms:       m.Terms,
	}, true, nil
}

// OpenMelees implements types.QueryServer.
func (s QueryServer) OpenMelees(
	ctx context.Context, req *types.QueryOpenMeleesRequest,
) (*types.QueryOpenMeleesResponse, error) {
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
	filter := meleeFilter{k: s.k, ctx: ctx, params: params, rulesetID: req.RulesetId}
	if _, err := melee.RulesetByID(req.RulesetId); req.RulesetId != 0 && err != nil {
		return nil, status.Errorf(codes.InvalidArgument, "ruleset_id: %s", err)
	}
	if filter.stake, err = core.StakeFilter(params, req.Stake); err != nil {
		return nil, core.QueryError(err)
	}
	melees, next, err := filter.list(req.Invited, p)
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryOpenMeleesResponse{Melees: melees, Pagination: next}, nil
}

// meleeFilter lists open melees.
type meleeFilter struct {
	k      *Keeper
	ctx    context.Context
	params types.Params
	// rulesetID and stake are the terms of the wanted melees; 0 and nil match any.
	rulesetID uint32
	stake     *sdk.Coin
}

// list returns a page of the melees open to all, or of those to which a player is invited.
func (f meleeFilter) list(invited string, p core.Page) ([]types.OpenMelee, *query.PageResponse, error) {
	if invited != "" {
		return core.ScanPlayer(f.ctx, f.k.Core, f.k.Lobby.Invitations(), invited, p, f.melee)
	}
	return core.Scan(f.ctx, records.Of(f.k.public), nil, p,
		func(id uint64, _ collections.Iterator[uint64, bool]) (types.OpenMelee, bool, error) {
			return f.melee(id)
		})
}

// melee returns the listing of an open melee, and whether it matches. It skips melees whose records are damaged, so
// that they do not hide the others, melees that can no longer be joined, and duels.
func (f meleeFilter) melee(id uint64) (types.OpenMelee, bool, error) {
	m, s, err := f.k.load(f.ctx, id)
	if err != nil || s.Stage != melee.StageOpen || !f.wants(m) {
		return types.OpenMelee{}, false, nil //nolint:nilerr // it is left out
	}
	seated := s.Seats(melee.Afloat)
	open := types.OpenMelee{
		Id:          m.Id,
		RulesetId:   m.RulesetId,
		Creator:     m.Creator,
		Seated:      m.AddressesOf(seated),
		Seats:       uint32(seated.Len() + s.Seats(melee.Vacant).Len()), //nolint:gosec // at most the number of seats
		Invited:     m.Invited,
		TurnBlocks:  m.TurnBlocks,
		TurnSeconds: f.params.Seconds(m.TurnBlocks),
		Terms:       m.Terms,
		Withdrawn:   s.Withdrawn,
		Deadline:    s.Deadline,
		SecondsLeft: core.SecondsLeft(f.ctx, f.params, s.Deadline),
	}
	return open, !game.Late(s.Deadline, sdk.UnwrapSDKContext(f.ctx).BlockHeight()+1), nil
}

// wants reports whether a melee is listed.
func (f meleeFilter) wants(m types.Melee) bool {
	if f.rulesetID != 0 && f.rulesetID != m.RulesetId {
		return false
	}
	switch stake := m.Terms.Stake; {
	case f.stake == nil:
		return true
	case stake == nil:
		return f.stake.IsZero()
	default:
		return f.stake.Denom == stake.Denom && f.stake.Amount.Equal(stake.Amount)
	}
}

// MeleeResult implements types.QueryServer.
func (s QueryServer) MeleeResult(
	ctx context.Context, req *types.QueryMeleeResultRequest,
) (*types.QueryMeleeResultResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	result, err := s.k.results.Get(ctx, req.GameId)
	if stderrors.Is(err, collections.ErrNotFound) {
		if err := s.k.Kinds.Without(s.k).Find(ctx, req.GameId); err != nil {
			return nil, core.QueryError(err)
		}
		return nil, status.Errorf(codes.NotFound, "melee %d has no result: it has not begun, or it has not ended", req.GameId)
	}
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryMeleeResultResponse{Result: result}, nil
}

// MeleeResults implements types.QueryServer.
func (s QueryServer) MeleeResults(
	ctx context.Context, req *types.QueryMeleeResultsRequest,
) (*types.QueryMeleeResultsResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	p, err := core.ParsePage(req.Pagination, true)
	if err != nil {
		return nil, err
	}
	results, next, err := core.Scan(ctx, s.k.results, nil, p, core.Whole[uint64, types.MeleeResult])
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryMeleeResultsResponse{Results: results, Pagination: next}, nil
}
