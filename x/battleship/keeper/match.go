package keeper

import (
	"context"
	"slices"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/commitment"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// maxWaiting bounds how many of the games in one pool that wait for a match are looked at to each side of a rating. Two
// of them fit each other only if one was opened when a reward cost more than it does now; else their ratings are more
// than types.MinRatingRange apart. So no more than that have room, nor stand before one that fits; entries whose
// deadline has just passed can be between them until their expiry is settled.
const maxWaiting = 128

// matchGas is what a match costs at least, above what the transaction around it costs. Joining costs more than opening.
// A client that looks first and finds nothing would leave too little gas for joining whoever comes before it in the
// same block, and the two who wanted to meet would not; so a match costs the same whatever it finds, and no less than
// entering a game at sea.
const matchGas = 160_000

// MatchGame joins the open game that fits best: same rules, stake, clock and kind, a fee of no more than a game costs
// that is opened now, ratings as near as can be and no further apart than either wants, the one that was opened first
// among equals. If none fits, it opens one. Of two players who ask for a match that would fit, the second one always
// finds the first: the games of those who ask for matches have an index of their own, which nobody else can fill.
func (k *Keeper) MatchGame(ctx context.Context, msg *types.MsgMatchGame) (*types.MsgMatchGameResponse, error) {
	var found *types.MsgMatchGameResponse
	err := chargeAtLeast(ctx, matchGas, "match", func() (err error) {
		found, err = k.match(ctx, msg)
		return err
	})
	return found, err
}

// match is MatchGame at the cost of what it happens to do.
func (k *Keeper) match(ctx context.Context, msg *types.MsgMatchGame) (*types.MsgMatchGameResponse, error) {
	who, err := k.addresses.Parse(msg.Sender)
	if err != nil {
		return nil, errors.Wrap(err, "sender")
	}
	if err := commitment.ValidateTossBytes(msg.Toss); err != nil {
		return nil, types.RuleError(err)
	}
	w, err := k.wish(ctx, msg.RulesetId, msg.TurnBlocks, msg.Stake, msg.Casual, msg.RatingRange)
	if err != nil {
		return nil, err
	}
	w.matching = true
	entrant, err := k.admit(ctx, who, msg.Entry, w.rules)
	if err != nil {
		return nil, err
	}
	id, found, err := k.bestFit(sdk.UnwrapSDKContext(ctx), w, entrant)
	if err != nil {
		return nil, err
	}
	if !found {
		if id, err = k.open(ctx, w, entrant); err != nil {
			return nil, err
		}
		return &types.MsgMatchGameResponse{GameId: id, Delegate: entrant.participant.Delegate}, nil
	}
	g, before, err := k.load(ctx, id)
	if err != nil {
		return nil, err
	}
	entry := msg.Entry
	entry.Delegate = freeDelegate(g, entrant)
	if err := k.join(sdk.UnwrapSDKContext(ctx), g, before, who, entry, msg.Toss); err != nil {
		return nil, err
	}
	return &types.MsgMatchGameResponse{
		GameId: id, Joined: true, Delegate: entry.Delegate, Rating: g.Offer.Rating,
	}, nil
}

// freeDelegate returns the delegate of a player who is matched with a game, unless it acts for the other side already.
// A creator can name any account as its delegate; that must keep no player with the same delegate from being matched.
// The creator keeps its own: otherwise the joiner could remove it, and win by the silence of a player that is away.
func freeDelegate(g types.Game, e entrant) string {
	creator, delegate := g.Participants[game.Creator], e.participant.Delegate
	if delegate == creator.Address || delegate == creator.Delegate {
		return ""
	}
	return e.participant.Delegate
}

// search looks for the open game that fits a player best.
type search struct {
	who    string
	rating uint32
	// most is how far the ratings may be apart, as far as the player is concerned.
	most uint32
	// fee is what a game costs that is opened now; nil for nothing.
	fee    *sdk.Coin
	height int64
	// best fits best so far, if found is true.
	best  types.OpenKey
	found bool
	// own is a game of the player's own that was met, 0 for none.
	own uint64
}

// bestFit returns the id of the open game that fits best, if there is one. What it looks at is bounded, whatever is
// open.
func (k *Keeper) bestFit(ctx sdk.Context, w wish, e entrant) (uint64, bool, error) {
	s := search{
		who: e.account.Text, rating: e.player.Standing().Rating,
		most: w.ratingRange, fee: w.terms.Fee, height: ctx.BlockHeight(),
	}
	if s.most == 0 {
		s.most = maxDistance
	}
	pool := types.NewPool(w.rules.ID, w.terms, w.clock.TurnBlocks, e.participant.Channel != nil)
	below := between(pool, s.rating-min(s.most, s.rating), s.rating).Descending()
	above := between(pool, s.rating, s.rating+s.most)
	for _, in := range []*collections.Range[types.OpenKey]{below, above} {
		if err := s.look(ctx, k.waiting, in, maxWaiting); err != nil {
			return 0, false, err
		}
	}
	if s.own > 0 {
		return 0, false, errors.Wrapf(types.ErrAlreadyWaiting,
			"%s waits for such a game in game %d: cancel it first", s.who, s.own)
	}
	for _, in := range []*collections.Range[types.OpenKey]{below, above} {
		if err := s.look(ctx, k.openGames, in, types.MaxMatchReads); err != nil {
			return 0, false, err
		}
	}
	return s.best.ID, s.found, nil
}

// maxDistance is further than any two ratings are apart.
const maxDistance = 1 << 16

// between returns the range of the games of a pool whose creators' ratings are within these bounds.
func between(pool types.Pool, low, high uint32) *collections.Range[types.OpenKey] {
	return new(collections.Range[types.OpenKey]).
		StartInclusive(types.OpenKey{Pool: pool, Rating: low}).
		EndExclusive(types.OpenKey{Pool: pool, Rating: high + 1})
}

// look considers the games of an index in a range, at most so many.
func (s *search) look(
	ctx context.Context,
	index collections.Map[types.OpenKey, types.Listing], in *collections.Range[types.OpenKey], most int,
) error {
	return index.Walk(ctx, in, func(key types.OpenKey, l types.Listing) (bool, error) {
		most--
		s.consider(key, l)
		return most == 0, nil
	})
}

// consider keeps a game if it fits, and better than the one before.
func (s *search) consider(key types.OpenKey, l types.Listing) {
	if game.Late(l.Deadline, s.height) {
		return
	}
	if l.Creator == s.who {
		s.own = max(s.own, key.ID)
		return
	}
	apart := distance(key.Rating, s.rating)
	if apart > s.most || (l.RatingRange > 0 && apart > l.RatingRange) || costsMore(l.Fee, s.fee) {
		return
	}
	better := !s.found || slices.Compare(
		[]uint64{uint64(apart), key.ID},
		[]uint64{uint64(distance(s.best.Rating, s.rating)), s.best.ID}) < 0
	if better {
		s.best, s.found = key, true
	}
}

// costsMore reports whether a fee is more than another, or of another coin; nil is nothing.
func costsMore(fee, than *sdk.Coin) bool {
	return fee != nil && (than == nil || fee.Denom != than.Denom || fee.Amount.GT(than.Amount))
}
