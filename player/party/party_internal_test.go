package party

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/grpc"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// offersNode answers with a page for each of its lists of games.
type offersNode struct {
	types.QueryClient

	pages [][]types.OpenGame
	asked []*types.QueryOpenGamesRequest
}

func (n *offersNode) OpenGames(
	_ context.Context, req *types.QueryOpenGamesRequest, _ ...grpc.CallOption,
) (*types.QueryOpenGamesResponse, error) {
	asked, page := *req, *req.Pagination
	asked.Pagination = &page
	n.asked = append(n.asked, &asked)
	res := &types.QueryOpenGamesResponse{Games: n.pages[len(n.asked)-1], Pagination: &query.PageResponse{}}
	if len(n.asked) < len(n.pages) {
		res.Pagination.NextKey = fmt.Append(nil, len(n.asked))
	}
	return res, nil
}

func offer(id uint64, creator string, ratingRange uint32) types.OpenGame {
	return types.OpenGame{
		Id: id, RulesetId: Ruleset().ID, Creator: creator, Terms: types.Terms{Casual: true}, Deadline: 400,
		Offer: types.Offer{RatingRange: ratingRange},
	}
}

// A hundred invitations by strangers hid the offer of a player of the party.
func TestRegressionInvitationsOfStrangersHideNoOffer(t *testing.T) {
	pair := Rounds(3)[0][0]
	p := Party{ID: 5, Seats: 3, Players: []string{"a", "b", "c"}, TurnBlocks: 60, Clock: Clock{Wait: 300}}
	strangers := make([]types.OpenGame, types.MaxPageItems)
	for i := range strangers {
		strangers[i] = offer(uint64(6+i), "stranger", 0)
	}
	n := &offersNode{pages: [][]types.OpenGame{strangers, nil, {offer(200, p.Players[pair.Creator], 0)}}}
	games := make(map[Pair]Game)
	require.NoError(t, p.lookForOffers(t.Context(), n, p.Players[pair.Joiner], games))
	require.Equal(t, map[Pair]Game{pair: {ID: 200, Offered: 100}}, games)
	require.Len(t, n.asked, 3)
	require.Equal(t, []byte("2"), n.asked[2].Pagination.Key)
	require.Equal(t, p.TurnBlocks, n.asked[0].TurnBlocks, "a game with a clock of its own keeps the joiner waiting")
}

func TestAnOfferForARangeOfRatingsDoesNotCount(t *testing.T) {
	pair := Rounds(3)[0][0]
	p := Party{ID: 5, Seats: 3, Players: []string{"a", "b", "c"}, Clock: Clock{Wait: 300}}
	n := &offersNode{pages: [][]types.OpenGame{{offer(200, p.Players[pair.Creator], 50)}}}
	games := make(map[Pair]Game)
	require.NoError(t, p.lookForOffers(t.Context(), n, p.Players[pair.Joiner], games))
	require.Empty(t, games)
}
