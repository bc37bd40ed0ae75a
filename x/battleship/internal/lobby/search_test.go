package lobby_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func TestASearchReachesToTheEdgesOfBothRanges(t *testing.T) {
	for rating, fits := range map[uint32]bool{1149: false, 1150: true, 1200: true, 1250: true, 1251: false} {
		for _, ranges := range []struct{ theirs, own uint32 }{{0, 50}, {50, 0}} {
			l, ctx := newLobby(t)
			at := types.OpenKey{Pool: pool(false), Rating: rating, ID: 7}
			listing := types.Listing{Creator: "ann", Deadline: 9, RatingRange: ranges.theirs}
			require.NoError(t, l.List(ctx, at, listing, false))
			found, err := l.Search(ctx, lobby.Seeker{
				Player: "ben", Rating: 1200, Pool: pool(false), RatingRange: ranges.own, Height: 1,
			})
			require.NoError(t, err)
			require.Equal(t, fits, found.Fits, "a game of %d, ranges %v", rating, ranges)
		}
	}
}

// A player who looks for a game agrees to the fee of today, and to less of the same coin.
func TestASearchFindsNoGameThatCostsMore(t *testing.T) {
	fee := func(denom string, n int64) *sdk.Coin {
		c := sdk.NewInt64Coin(denom, n)
		return &c
	}
	for name, tc := range map[string]struct {
		theirs, today *sdk.Coin
		fits          bool
	}{
		"nothing":                   {nil, nil, true},
		"nothing for a fee":         {nil, fee("uship", 5), true},
		"a fee for nothing":         {fee("uship", 5), nil, false},
		"as much":                   {fee("uship", 5), fee("uship", 5), true},
		"less":                      {fee("uship", 4), fee("uship", 5), true},
		"more":                      {fee("uship", 6), fee("uship", 5), false},
		"less, of another coin":     {fee("uatom", 4), fee("uship", 5), false},
		"as much, of another coin":  {fee("uatom", 5), fee("uship", 5), false},
		"one more, of another coin": {fee("uatom", 6), fee("uship", 5), false},
	} {
		l, ctx := newLobby(t)
		at := types.OpenKey{Pool: pool(false), Rating: 1200, ID: 7}
		require.NoError(t, l.List(ctx, at, types.Listing{Creator: "ann", Deadline: 9, Fee: tc.theirs}, false))
		found, err := l.Search(ctx, lobby.Seeker{
			Player: "ben", Rating: 1200, Pool: pool(false), Fee: tc.today, Height: 1,
		})
		require.NoError(t, err)
		require.Equal(t, tc.fits, found.Fits, name)
	}
}

// However many games are listed that do not fit, a search looks at so many and no more.
func TestASearchLooksAtABoundedNumberOfGames(t *testing.T) {
	for late, fits := range map[uint64]bool{types.MaxMatchReads - 1: true, types.MaxMatchReads: false} {
		l, ctx := newLobby(t)
		for id := range late + 1 {
			listing := types.Listing{Creator: "ann", Deadline: 1}
			if id == late {
				listing.Deadline = 9
			}
			at := types.OpenKey{Pool: pool(false), Rating: 1300, ID: id + 1}
			require.NoError(t, l.List(ctx, at, listing, false))
		}
		found, err := l.Search(ctx, lobby.Seeker{Player: "ben", Rating: 1200, Pool: pool(false), Height: 2})
		require.NoError(t, err)
		require.Equal(t, fits, found.Fits, "behind %d that are late", late)
	}
}
