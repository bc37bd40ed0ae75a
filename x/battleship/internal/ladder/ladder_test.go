package ladder_test

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"cosmossdk.io/collections"
	"cosmossdk.io/collections/colltest"

	"github.com/cosmos/cosmos-sdk/codec"
	codectypes "github.com/cosmos/cosmos-sdk/codec/types"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/x/battleship/internal/ladder"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

func newLadder(t require.TestingT) (ladder.Ladder, context.Context) {
	service, ctx := colltest.MockStore()
	sb := collections.NewSchemaBuilder(service)
	l := ladder.New(sb, codec.NewProtoCodec(codectypes.NewInterfaceRegistry()))
	_, err := sb.Build()
	require.NoError(t, err)
	return l, ctx
}

// standing is one player of a naive ladder.
type standing struct {
	who    byte
	rating uint32
}

// naive is what a ladder must be: the rating of each player in the order of places.
type naive []standing

func (n naive) rating(who byte) uint32 {
	for _, s := range n {
		if s.who == who {
			return s.rating
		}
	}
	return 0
}

func (n naive) move(who byte, to uint32) naive {
	n = slices.DeleteFunc(n, func(s standing) bool { return s.who == who })
	n = append(n, standing{who, to})
	slices.SortFunc(n, func(a, b standing) int {
		return bytes.Compare(
			[]byte{byte(a.rating >> 24), byte(a.rating >> 16), byte(a.rating >> 8), byte(a.rating), a.who},
			[]byte{byte(b.rating >> 24), byte(b.rating >> 16), byte(b.rating >> 8), byte(b.rating), b.who})
	})
	return n
}

func (n naive) count(of func(uint32) bool) uint64 {
	found := uint64(0)
	for _, s := range n {
		if of(s.rating) {
			found++
		}
	}
	return found
}

func address(who byte) sdk.AccAddress { return bytes.Repeat([]byte{who}, 20) }

func places(ctx context.Context, t require.TestingT, l ladder.Ladder) naive {
	var all naive
	require.NoError(t, l.Places().Walk(ctx, nil, func(at ladder.Place, _ collections.NoValue) (bool, error) {
		all = append(all, standing{at.K2()[0], at.K1()})
		return false, nil
	}))
	return all
}

func standings(at []ladder.Place) naive {
	var all naive
	for _, p := range at {
		all = append(all, standing{p.K2()[0], p.K1()})
	}
	return all
}

func TestALadderCountsItsPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, ctx := newLadder(t)
		var twin naive
		ratings := rapid.OneOf(rapid.Uint32Range(1, 100), rapid.Uint32Range(1, rating.Max), rapid.Just(uint32(rating.Max)))
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) { require.Equal(t, twin, places(ctx, t, l)) },
			"move": func(t *rapid.T) {
				who, to := rapid.ByteRange(1, 9).Draw(t, "who"), ratings.Draw(t, "to")
				require.NoError(t, l.Move(ctx, address(who), twin.rating(who), to))
				twin = twin.move(who, to)
			},
			"count": func(t *rapid.T) {
				r := ratings.Draw(t, "rating")
				above, err := l.Above(ctx, r)
				require.NoError(t, err)
				require.Equal(t, twin.count(func(of uint32) bool { return of > r }), above)
				at, err := l.At(ctx, r)
				require.NoError(t, err)
				require.Equal(t, twin.count(func(of uint32) bool { return of == r }), at)
			},
			"neighbours": func(t *rapid.T) {
				if len(twin) == 0 {
					t.Skip("nobody is rated")
				}
				i := rapid.IntRange(0, len(twin)-1).Draw(t, "place")
				most := rapid.IntRange(1, 3).Draw(t, "most")
				own := collections.Join(twin[i].rating, address(twin[i].who))
				above, below, err := l.Neighbours(ctx, own, most)
				require.NoError(t, err)
				best := slices.Clone(twin)
				slices.Reverse(best)
				i = len(best) - 1 - i
				require.Equal(t, append(naive(nil), best[max(0, i-most):i]...), standings(above))
				require.Equal(t, append(naive(nil), best[i+1:min(len(best), i+1+most)]...), standings(below))
			},
		})
	})
}

// Buckets follow from ratings alone, so that a genesis file need not have them: whoever was there and left has left
// nothing.
func TestAnEmptyBucketIsDeleted(t *testing.T) {
	l, ctx := newLadder(t)
	require.NoError(t, l.Move(ctx, address(1), 0, 40))
	require.NoError(t, l.Move(ctx, address(1), 40, 4000))
	var kept []uint32
	require.NoError(t, l.Buckets().Walk(ctx, nil, func(at uint32, _ types.RatingBucket) (bool, error) {
		kept = append(kept, at)
		return false, nil
	}))
	require.Equal(t, []uint32{4000 / types.RatingBucketSize}, kept)
}

func TestALadderThatDoesNotAddUpIsRefused(t *testing.T) {
	l, ctx := newLadder(t)
	require.ErrorIs(t, l.Move(ctx, address(1), 40, 41), types.ErrCorrupt, "nobody is counted at 40")

	service, ctx := colltest.MockStore()
	cdc := codec.NewProtoCodec(codectypes.NewInterfaceRegistry())
	l = ladder.New(collections.NewSchemaBuilder(service), cdc)
	short, err := cdc.Marshal(&types.RatingBucket{Counts: []uint64{1}})
	require.NoError(t, err)
	key := append(types.RatingBucketsPrefix.Bytes(), 0, 0, 0, 40/types.RatingBucketSize)
	require.NoError(t, service.OpenKVStore(ctx).Set(key, short))
	_, err = l.Above(ctx, 40)
	require.ErrorIs(t, err, types.ErrCorrupt)
	_, err = l.At(ctx, 40)
	require.ErrorIs(t, err, types.ErrCorrupt)
}
