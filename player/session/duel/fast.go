package duel

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MaxFastTurn is the longest turn of a fast game, whose players are both present. Their games are off-chain unless they
// say otherwise.
const MaxFastTurn = 5 * time.Minute

// IsFast reports whether a clock is one for a fast game. Zero is the chain's default clock.
func IsFast(p types.Params, turnBlocks int64) bool {
	return p.Duration(cmp.Or(turnBlocks, p.TurnBlocksDefault)) <= MaxFastTurn
}

// Probe returns a *CutOffError if the game of a wish is off-chain and its relay does not answer.
func (w Wish) Probe(ctx context.Context, p session.Player) error {
	if !w.Channel {
		return nil
	}
	w = w.withRelay(p)
	if err := relay.Probe(ctx, w.Relay); err != nil {
		return &CutOffError{Relay: w.Relay, Err: err}
	}
	return nil
}

// maxSeekTries is how many open games a match tries to join by their ids.
const maxSeekTries = 3

// maxSeekPages is how many pages of open games a match reads.
const maxSeekPages = 10

// matchEither is Match for a wish that is OrOnChain. It joins the open game that fits best: one off-chain over the
// player's own relay, of a creator who is present if possible, else one on-chain. If there is none, it opens one
// off-chain. Relays of others are not dialled, because the player has not seen their URLs.
func matchEither(ctx context.Context, p session.Player, w Wish, q session.Quote) (*Session, session.Done, error) {
	found, err := w.seek(ctx, p, q)
	if err != nil {
		return nil, session.Done{}, fmt.Errorf("match: %w", err)
	}
	w.OrOnChain = false
	first := func(games []types.OpenGame) []types.OpenGame { return games[:min(len(games), maxSeekTries)] }
	for _, g := range slices.Concat(first(found.near), first(found.onChain)) {
		s := Open(p, g.Id)
		v, err := s.Look(ctx)
		if err != nil || !w.accepts(v, q) || s.CheckJoin(ctx, v) != nil {
			continue // it has gone, or the list was false
		}
		done, err := s.Join(ctx, w.Delegate, func(*game.Ruleset) (game.Fleet, error) { return w.Fleet, nil })
		if session.MovedOn(err) {
			continue // another player was faster
		}
		done.Act = text.ActMatch
		return s, done, err
	}
	if found.far { // a match would join one of these
		s, done, err := Create(ctx, p, w)
		done.Act = text.ActMatch
		return s, done, err
	}
	return matchOrOpen(ctx, p, w, q)
}

// accepts reports whether an open game is one that the wish asks for: on-chain, or off-chain over the player's relay.
func (w Wish) accepts(v View, q session.Quote) bool {
	return v.Game.RulesetId == w.Ruleset.ID && v.Game.TurnBlocks == q.TurnBlocks && w.agrees(v.Game.Terms, q) &&
		(!v.Game.IsChannel() || relayNamed(v.Game.Participants[game.Creator].Channel) == w.Relay)
}

// agrees reports whether the terms of a game are those of the wish, and cost no more than was quoted.
func (w Wish) agrees(t types.Terms, q session.Quote) bool {
	return w.SameStakes(t) && t.ProvenClaims == q.Terms.ProvenClaims &&
		t.CheckLimits(q.Terms.Fee, q.Terms.HouseShareBps) == nil
}

// relayNamed returns the relay that the channel of a creator names.
func relayNamed(c *types.Channel) string { return cmp.Or(c.Relay, relay.DefaultURL) }

// openGames are the open games that fit a wish.
type openGames struct {
	// near are off-chain over the player's own relay: first those whose creators are present, then the nearest ratings.
	near []types.OpenGame
	// onChain are on-chain, nearest ratings first.
	onChain []types.OpenGame
	// far reports whether there are others off-chain.
	far bool
}

// seek looks for open games that fit a wish, among the first types.MaxPageItems of its ruleset, stake and clock.
func (w Wish) seek(ctx context.Context, p session.Player, q session.Quote) (found openGames, err error) {
	me, stake := p.Key().Address.String(), "none"
	if w.Stake != nil {
		stake = w.Stake.String()
	}
	chain := types.NewQueryClient(p.Chain.Conn())
	var games []types.OpenGame
	page := &query.PageRequest{Limit: types.MaxPageItems}
	for range maxSeekPages {
		res, err := chain.OpenGames(ctx, &types.QueryOpenGamesRequest{
			RulesetId: w.Ruleset.ID, Stake: stake, TurnBlocks: q.TurnBlocks, Pagination: page,
		})
		if err != nil {
			return found, fmt.Errorf("look for open games: %w", err)
		}
		games = append(games, res.Games...)
		if res.Pagination == nil || len(res.Pagination.NextKey) == 0 {
			break
		}
		page.Key = res.Pagination.NextKey
	}
	player, err := chain.Player(ctx, &types.QueryPlayerRequest{Address: me})
	if err != nil {
		return found, fmt.Errorf("look up your rating: %w", err)
	}
	apart := func(g types.OpenGame) uint32 {
		return types.RatingDistance(g.Offer.Rating, player.Player.Standing().Rating)
	}
	within := func(limit, apart uint32) bool { return limit == 0 || apart <= limit }
	for _, g := range games {
		switch {
		case g.Creator == me, !w.agrees(g.Terms, q),
			!within(w.RatingRange, apart(g)), !within(g.Offer.RatingRange, apart(g)):
		case g.Channel == nil:
			found.onChain = append(found.onChain, g)
		case relayNamed(g.Channel) != w.Relay:
			found.far = true
		default:
			found.near = append(found.near, g)
		}
	}
	nearest := func(a, b types.OpenGame) int { return cmp.Compare(apart(a), apart(b)) }
	slices.SortStableFunc(found.near, nearest)
	slices.SortStableFunc(found.onChain, nearest)
	present := relay.PresentAt(ctx, w.Relay, CreatorKeys(found.near, me))
	absent := func(g types.OpenGame) int {
		if present[string(g.Channel.Key)] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(found.near, func(a, b types.OpenGame) int { return cmp.Compare(absent(a), absent(b)) })
	return found, nil
}
