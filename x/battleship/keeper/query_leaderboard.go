package keeper

import (
	"context"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Leaderboard implements types.QueryServer.
func (s queryServer) Leaderboard(
	ctx context.Context, req *types.QueryLeaderboardRequest,
) (*types.QueryLeaderboardResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	p, err := core.ParsePage(req.Pagination, false)
	if err != nil {
		return nil, err
	}
	at, given, err := core.FromKey(s.k.core.Ladder.Places(), nil, p)
	if err != nil || (given && (at.K1() > rating.Max || sdk.VerifyAddressFormat(at.K2()) != nil)) {
		return nil, core.ErrNotAKey
	}
	p = p.Descending()
	r := ranker{k: s.k, ctx: ctx}
	standings, next, err := core.Scan(ctx, s.k.core.Ladder.Places(), nil, p,
		func(at ladder.Place, _ collections.Iterator[ladder.Place, collections.NoValue]) (types.Standing, bool, error) {
			standing, err := r.next(at)
			return standing, true, err
		})
	if err != nil {
		return nil, core.QueryError(err)
	}
	return &types.QueryLeaderboardResponse{Standings: standings, Pagination: next}, nil
}

// Rank implements types.QueryServer.
func (s queryServer) Rank(ctx context.Context, req *types.QueryRankRequest) (*types.QueryRankResponse, error) {
	if req == nil {
		return nil, core.ErrNoRequest
	}
	who, err := s.k.core.Addresses.Parse(req.Address)
	if err != nil {
		return nil, core.QueryError(err)
	}
	player, err := s.k.core.Player(ctx, who.Address)
	if err != nil {
		return nil, core.QueryError(err)
	}
	if player.RatedGames == 0 {
		return nil, status.Errorf(codes.NotFound, "%s has no rated game yet", who.Text)
	}
	own := collections.Join(player.Rating, who.Address)
	above, below, err := s.k.core.Ladder.Neighbours(ctx, own, types.MaxNeighbours)
	if err != nil {
		return nil, core.QueryError(err)
	}
	res := &types.QueryRankResponse{}
	r := ranker{k: s.k, ctx: ctx}
	for _, at := range slices.Concat(above, []ladder.Place{own}, below) {
		standing, err := r.next(at)
		switch {
		case err != nil:
			return nil, core.QueryError(err)
		case standing.Address == who.Text:
			res.Standing = standing
		case res.Standing.Address == "":
			res.Above = append(res.Above, standing)
		default:
			res.Below = append(res.Below, standing)
		}
	}
	return res, nil
}

// ranker computes the ranks of neighbouring places, from the best to the worst.
type ranker struct {
	k   *Keeper
	ctx context.Context
	// rank is that of rating, which was asked for last, if there was one.
	rank   uint64
	rating uint32
}

// next returns the standing at a place. Players of one rating share a rank. Only the first rank takes counting: all
// that are between one rating and the next have the first of the two.
func (r *ranker) next(at ladder.Place) (types.Standing, error) {
	switch {
	case r.rank == 0:
		above, err := r.k.core.Ladder.Above(r.ctx, at.K1())
		if err != nil {
			return types.Standing{}, err
		}
		r.rank = above + 1
	case at.K1() != r.rating:
		equal, err := r.k.core.Ladder.At(r.ctx, r.rating)
		if err != nil {
			return types.Standing{}, err
		}
		r.rank += equal
	}
	r.rating = at.K1()
	who, err := r.k.core.Addresses.Of(at.K2())
	if err != nil {
		return types.Standing{}, err
	}
	player, err := r.k.core.Player(r.ctx, who.Address)
	if err != nil {
		return types.Standing{}, err
	}
	return types.Standing{
		Address:     who.Text,
		Rank:        r.rank,
		Rating:      at.K1(),
		Provisional: player.Standing().Provisional(),
		RatedGames:  player.RatedGames,
		Won:         player.Won,
		Lost:        player.Lost,
	}, nil
}
