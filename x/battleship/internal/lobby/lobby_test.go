package lobby_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/collections"
	"cosmossdk.io/collections/colltest"

	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/lobby"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func newLobby(t require.TestingT) (lobby.Lobby, context.Context) {
	service, ctx := colltest.MockStore()
	sb := collections.NewSchemaBuilder(service)
	l := lobby.New(sb, codec.NewProtoCodec(codectypes.NewInterfaceRegistry()))
	_, err := sb.Build()
	require.NoError(t, err)
	return l, ctx
}

// pool returns one of two pools.
func pool(casual bool) types.Pool { return types.NewPool(1, types.Terms{Casual: casual}, 60, false) }

// listed is one open game of a naive lobby.
type listed struct {
	at       types.OpenKey
	listing  types.Listing
	matching bool
}

// naive is what a lobby must be: the open games by id, and who is invited to which.
type naive struct {
	games   map[uint64]listed
	invited map[string]bool
}

// search finds the best of all games that fit.
func (n naive) search(who lobby.Seeker) lobby.Found {
	var found lobby.Found
	// Without a match of its own, a player may join any game that fits.
	for id, g := range n.games {
		apart := types.RatingDistance(g.at.Rating, who.Rating)
		within := who.RatingRange == 0 || apart <= who.RatingRange
		if g.at.Pool.Casual != who.Pool.Casual || g.listing.Deadline < who.Height || !within {
			continue
		}
		if g.listing.Creator == who.Player {
			if g.matching {
				found.Own = max(found.Own, id)
			}
			continue
		}
		if g.listing.RatingRange > 0 && apart > g.listing.RatingRange {
			continue
		}
		best := types.RatingDistance(found.Best.Rating, who.Rating)
		if !found.Fits || apart < best || apart == best && id < found.Best.ID {
			found.Best, found.Fits = g.at, true
		}
	}
	if found.Own > 0 {
		return lobby.Found{Own: found.Own}
	}
	return found
}

func address(who byte) sdk.AccAddress { return bytes.Repeat([]byte{who}, 20) }

// all returns the ids of a collection of open games.
func all(
	ctx context.Context, t require.TestingT, m records.Map[types.OpenKey, types.Listing],
) map[uint64]types.Listing {
	found := make(map[uint64]types.Listing)
	require.NoError(t, m.Walk(ctx, nil, func(at types.OpenKey, l types.Listing) (bool, error) {
		found[at.ID] = l
		return false, nil
	}))
	return found
}

// check compares a lobby with its model.
func (n naive) check(ctx context.Context, t require.TestingT, l lobby.Lobby) {
	open, waiting := make(map[uint64]types.Listing), make(map[uint64]types.Listing)
	for id, g := range n.games {
		open[id] = g.listing
		if g.matching {
			waiting[id] = g.listing
		}
	}
	require.Equal(t, open, all(ctx, t, l.Open()))
	require.Equal(t, waiting, all(ctx, t, l.Waiting()))
	invited := make(map[string]bool)
	require.NoError(t, l.Invitations().Walk(ctx, nil, func(i lobby.Invitation, _ collections.NoValue) (bool, error) {
		invited[invitation(i.K1(), i.K2())] = true
		return false, nil
	}))
	require.Equal(t, n.invited, invited)
}

func invitation(who sdk.AccAddress, id uint64) string { return string(who) + string(rune(id)) }

// Whatever is listed and taken off: the indexes agree, and a search finds what a look at every game would. There are
// fewer games than a search looks at.
func TestASearchFindsTheBestOfAllThatFit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, ctx := newLobby(t)
		n := naive{games: make(map[uint64]listed), invited: make(map[string]bool)}
		id, rating := rapid.Uint64Range(1, types.MaxMatchReads), rapid.Uint32Range(1100, 1300)
		player := rapid.SampledFrom([]string{"ann", "ben", "cid"})
		within := rapid.SampledFrom([]uint32{0, 50, 100})
		height := rapid.Int64Range(1, 5)
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) { n.check(ctx, t, l) },
			"list": func(t *rapid.T) {
				id := id.Draw(t, "id")
				if _, has := n.games[id]; has {
					return
				}
				at := types.OpenKey{Pool: pool(rapid.Bool().Draw(t, "casual")), Rating: rating.Draw(t, "rating"), ID: id}
				g := listed{at, types.Listing{
					Creator: player.Draw(t, "creator"), RatingRange: within.Draw(t, "theirs"), Deadline: height.Draw(t, "deadline"),
				}, rapid.Bool().Draw(t, "matching")}
				n.games[id] = g
				require.NoError(t, l.List(ctx, g.at, g.listing, g.matching))
			},
			"unlist": func(t *rapid.T) {
				g, has := n.games[id.Draw(t, "id")]
				if !has {
					return
				}
				delete(n.games, g.at.ID)
				require.NoError(t, l.Unlist(ctx, g.at, g.matching))
			},
			"invite": func(t *rapid.T) {
				who, id := address(rapid.Byte().Draw(t, "who")), id.Draw(t, "id")
				n.invited[invitation(who, id)] = true
				require.NoError(t, l.Invite(ctx, who, id))
			},
			"uninvite": func(t *rapid.T) {
				who, id := address(rapid.Byte().Draw(t, "who")), id.Draw(t, "id")
				delete(n.invited, invitation(who, id))
				require.NoError(t, l.Uninvite(ctx, who, id))
			},
			"search": func(t *rapid.T) {
				who := lobby.Seeker{
					Player: player.Draw(t, "player"), Rating: rating.Draw(t, "rating"), Pool: pool(rapid.Bool().Draw(t, "casual")),
					RatingRange: within.Draw(t, "mine"), Height: height.Draw(t, "height"),
				}
				got, err := l.Search(ctx, who)
				require.NoError(t, err)
				require.Equal(t, n.search(who), got)
			},
		})
	})
}
