package duel

import (
	"context"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/payoff"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// OpenGames implements types.QueryServer.
func (s QueryServer) OpenGames(
	ctx context.Context, req *types.QueryOpenGamesRequest,
) (*types.QueryOpenGamesResponse, error) {
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
	filter, err := newLobbyFilter(ctx, s.k, params, req)
	if err != nil {
		return nil, core.QueryError(err)
	}
	games, next, err := filter.list(req.Opponent, p)
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryOpenGamesResponse{Games: games, Pagination: next}, nil
}

// lobbyFilter lists open games.
type lobbyFilter struct {
	k      *Keeper
	ctx    context.Context
	params types.Params
	// rulesetID, stake and turnBlocks are the terms of the wanted games; 0, nil and 0 match any.
	rulesetID  uint32
	stake      *sdk.Coin
	turnBlocks int64
	// low and high bound the creator's rating.
	low, high uint32
}

// newLobbyFilter reads a request.
func newLobbyFilter(
	ctx context.Context, k *Keeper, params types.Params, req *types.QueryOpenGamesRequest,
) (lobbyFilter, error) {
	f := lobbyFilter{
		k: k, ctx: ctx, params: params,
		rulesetID: req.RulesetId, turnBlocks: req.TurnBlocks, low: req.MinRating, high: req.MaxRating,
	}
	if f.high == 0 {
		f.high = rating.Max
	}
	switch {
	case f.low > f.high:
		return f, status.Errorf(codes.InvalidArgument, "expected min_rating <= max_rating, got %d, %d", f.low, f.high)
	case f.turnBlocks < 0:
		return f, status.Errorf(codes.InvalidArgument, "turn_blocks: expected at least 1, or 0 for any, got %d", f.turnBlocks)
	}
	if _, err := game.RulesetByID(f.rulesetID); f.rulesetID != 0 && err != nil {
		return f, status.Errorf(codes.InvalidArgument, "ruleset_id: %s", err)
	}
	stake, err := core.StakeFilter(params, req.Stake)
	f.stake = stake
	return f, err
}

// list returns a page of the games open to all, or of those open to one player alone.
func (f lobbyFilter) list(opponent string, p core.Page) ([]types.OpenGame, *query.PageResponse, error) {
	if opponent != "" {
		return core.ScanPlayer(f.ctx, f.k.Core, f.k.Lobby.Invitations(), opponent, p, f.game)
	}
	return core.Scan(f.ctx, f.k.Lobby.Open(), f.prefix(), p,
		func(key types.OpenKey, _ collections.Iterator[types.OpenKey, types.Listing]) (types.OpenGame, bool, error) {
			if !f.wants(key) {
				return types.OpenGame{}, false, nil
			}
			return f.game(key.ID)
		})
}

// prefix returns the beginning of the keys of all games that the filter wants, as far as it is one.
func (f lobbyFilter) prefix() []byte {
	if f.rulesetID == 0 {
		return nil
	}
	return types.OpenPrefix(f.rulesetID, f.stake, f.turnBlocks)
}

// wants reports whether games at a place are listed. Those for one player have such a place, too, though no index of
// places holds them.
func (f lobbyFilter) wants(key types.OpenKey) bool {
	return (f.rulesetID == 0 || key.Pool.RulesetID == f.rulesetID) &&
		(f.stake == nil || (key.Pool.Stake.Denom == f.stake.Denom && key.Pool.Stake.Amount.Equal(f.stake.Amount))) &&
		(f.turnBlocks == 0 || key.Pool.TurnBlocks == f.turnBlocks) &&
		f.low <= key.Rating && key.Rating <= f.high
}

// game returns the listing of an open game, and whether it matches. It skips games whose records are damaged, so that
// they do not hide the others, and games that can no longer be joined.
func (f lobbyFilter) game(id uint64) (types.OpenGame, bool, error) {
	g, x, err := f.k.view(f.ctx, id)
	if err != nil || g.Offer == nil || !f.wants(g.OpenKey()) {
		return types.OpenGame{}, false, nil //nolint:nilerr // it is left out
	}
	s := x.State
	left := core.SecondsLeft(f.ctx, f.params, s.Deadline)
	open := types.OpenGame{
		Id:          g.Id,
		RulesetId:   g.RulesetId,
		Creator:     g.Participants[game.Creator].Address,
		TurnBlocks:  g.TurnBlocks,
		TurnSeconds: f.params.Seconds(g.TurnBlocks),
		Terms:       g.Terms,
		Offer:       *g.Offer,
		RematchOf:   g.RematchOf,
		Deadline:    s.Deadline,
		SecondsLeft: left,
		First:       g.First,
		Channel:     g.Participants[game.Creator].Channel,
	}
	return open, !game.Late(s.Deadline, sdk.UnwrapSDKContext(f.ctx).BlockHeight()+1), nil
}

// expectedWithheld returns why a win of a game that was joined would bring no reward if it ended now, shots apart; the
// winner's own limit is that of whichever player has reached it. Of a game that waits for a proof that is decided.
func (k *Keeper) expectedWithheld(ctx context.Context, g types.Game, phase game.Phase) (types.Withheld, error) {
	if phase == game.PhaseClaim {
		award, err := k.awards.Get(ctx, g.Id)
		return award.Withheld, core.AsCorrupt(err)
	}
	if g.Terms.Casual {
		return types.WITHHELD_CASUAL, nil
	}
	if len(g.Participants) < types.PlayersPerGame {
		return types.WITHHELD_NONE, nil
	}
	params, err := k.Params(ctx)
	if err != nil {
		return types.WITHHELD_NONE, err
	}
	rewards, err := k.Rewards(ctx)
	if err != nil {
		return types.WITHHELD_NONE, err
	}
	l, err := k.limits(ctx, g, params, rewards, sdk.UnwrapSDKContext(ctx).BlockHeight()+1)
	if err != nil {
		return types.WITHHELD_NONE, err
	}
	left := payoff.Leaving{Reason: types.REASON_SUNK, Height: l.height}
	if err := k.limit(ctx, l, &left, game.Creator); err != nil {
		return types.WITHHELD_NONE, err
	}
	if !left.Full[0] {
		if left.Full[0], err = k.full(ctx, l, game.Joiner); err != nil {
			return types.WITHHELD_NONE, err
		}
	}
	return payoff.NewAward(params, l.rewards, g.Terms, left).Withheld, nil
}
