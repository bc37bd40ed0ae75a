package lobby

import (
	"context"
	"slices"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxWaiting bounds the number of waiting games of a pool that a search reads on each side of a rating. Two of them fit
// each other only if one was opened when a game cost more than it does now; otherwise their ratings are more than
// types.MinRatingRange apart. So no more than that have room before one that fits; entries whose deadline has just
// passed can be between them until their expiry is settled.
const maxWaiting = 128

// maxDistance is further than any two ratings are apart.
const maxDistance = 1 << 16

// Seeker is a player who looks for a game to join.
type Seeker struct {
	// Player is its address, Rating its rating.
	Player string
	Rating uint32
	// Pool is the pool of the wanted game.
	Pool types.Pool
	// RatingRange is the player's limit for the distance of ratings. It is 0 for any distance.
	RatingRange uint32
	// Fee is the fee of a game opened now, nil for none, and HouseShareBps the network's share of its pot.
	Fee           *sdk.Coin
	HouseShareBps uint32
	// Height is the block in which it looks.
	Height int64
}

// Found is the result of a search.
type Found struct {
	// Best is the key of the game that fits best, if Fits.
	Best types.OpenKey
	Fits bool
	// Own is a game of the player's own that waits for a match within its range, 0 for none. Then nothing else counts.
	Own uint64
}

// Search looks for the open game that fits a player best. It reads a bounded number of games.
func (l Lobby) Search(ctx context.Context, who Seeker) (Found, error) {
	s := search{Seeker: who, most: who.RatingRange}
	if s.most == 0 {
		s.most = maxDistance
	}
	below := between(who.Pool, who.Rating-min(s.most, who.Rating), who.Rating).Descending()
	above := between(who.Pool, who.Rating, who.Rating+s.most)
	for _, in := range []*collections.Range[types.OpenKey]{below, above} {
		if err := s.look(ctx, l.waiting, in, maxWaiting); err != nil {
			return Found{}, err
		}
	}
	if s.found.Own > 0 {
		return Found{Own: s.found.Own}, nil
	}
	for _, in := range []*collections.Range[types.OpenKey]{below, above} {
		if err := s.look(ctx, l.open, in, types.MaxMatchReads); err != nil {
			return Found{}, err
		}
	}
	return Found{Best: s.found.Best, Fits: s.found.Fits}, nil
}

// search is a search that is being made.
type search struct {
	Seeker
	// most is how far the ratings may be apart, as far as the player is concerned.
	most uint32
	// found is the result so far. Own may be any game of the player's own.
	found Found
}

// between returns the range of the games of a pool whose creators' ratings are within these bounds.
func between(pool types.Pool, low, high uint32) *collections.Range[types.OpenKey] {
	return new(collections.Range[types.OpenKey]).
		StartInclusive(types.OpenKey{Pool: pool, Rating: low}).
		EndExclusive(types.OpenKey{Pool: pool, Rating: high + 1})
}

// look considers the games of an index in a range, up to a limit.
func (s *search) look(
	ctx context.Context,
	index collections.Map[types.OpenKey, types.Listing], in *collections.Range[types.OpenKey], most int,
) error {
	return index.Walk(ctx, in, func(at types.OpenKey, l types.Listing) (bool, error) {
		most--
		s.consider(at, l)
		return most == 0, nil
	})
}

// consider keeps a game if it fits, and better than the one before.
func (s *search) consider(at types.OpenKey, l types.Listing) {
	if game.Late(l.Deadline, s.Height) {
		return
	}
	if l.Creator == s.Player {
		s.found.Own = max(s.found.Own, at.ID)
		return
	}
	apart := types.RatingDistance(at.Rating, s.Rating)
	costsMore := types.FeeExceeds(l.Fee, s.Fee) || l.HouseShareBps > s.HouseShareBps
	if apart > s.most || (l.RatingRange > 0 && apart > l.RatingRange) || costsMore {
		return
	}
	best := s.found.Best
	better := !s.found.Fits || slices.Compare(
		[]uint64{uint64(apart), at.ID},
		[]uint64{uint64(types.RatingDistance(best.Rating, s.Rating)), best.ID}) < 0
	if better {
		s.found.Best, s.found.Fits = at, true
	}
}
