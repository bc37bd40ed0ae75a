package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game/rating"
)

// Standing returns the player's rating and on how many games it rests; that of a new player before its first.
func (p Player) Standing() rating.Standing {
	if p.RatedGames == 0 {
		return rating.New()
	}
	return rating.Standing{Rating: p.Rating, Games: p.RatedGames}
}

// SetStanding keeps a rating after a rated game.
func (p *Player) SetStanding(s rating.Standing) { p.Rating, p.RatedGames = s.Rating, s.Games }

// Win counts a win.
func (p *Player) Win() {
	p.Won++
	p.Streak++
	p.BestStreak = max(p.BestStreak, p.Streak)
}

// Lose counts a loss.
func (p *Player) Lose() {
	p.Lost++
	p.Streak = 0
}

// Promised returns the pair after a game between them was promised a reward in that block.
func (p Pair) Promised(height int64) Pair {
	p.PromisedHeight = height
	return p
}

// CoolingDown reports whether a game of the pair was promised a reward too short a time ago, in that block, for
// another.
func (p Pair) CoolingDown(params Params, height int64) bool {
	return params.PairCooldownBlocks > 0 && p.PromisedHeight > 0 && height < p.PromisedHeight+params.PairCooldownBlocks
}

// MayBeRated reports whether the pair has had fewer rated games than the params allow in the period that ends with that
// block.
func (p Pair) MayBeRated(params Params, height int64) bool {
	limit := int(params.PairRatedGames)
	if len(p.RatedHeights) < limit {
		return true
	}
	return limit > 0 && !params.InPeriod(p.RatedHeights[len(p.RatedHeights)-limit], height)
}

// Rated returns the pair after a rated game in that block. It remembers no more games than params can ask about.
func (p Pair) Rated(height int64) Pair {
	kept := p.RatedHeights[max(0, len(p.RatedHeights)+1-MaxPairRatedGames):]
	p.RatedHeights = append(append(make([]int64, 0, len(kept)+1), kept...), height)
	return p
}

// InPeriod reports whether an event in one block counts in the period that ends with another.
func (p Params) InPeriod(then, now int64) bool { return then > now-p.RewardPeriodBlocks }

// CheckRatingRange returns ErrInvalidRating unless a player can ask for opponents whose ratings are that far away, 0
// meaning any distance.
func CheckRatingRange(most uint32) error {
	if most > 0 && (most < MinRatingRange || most > rating.Max) {
		return errors.Wrapf(ErrInvalidRating, "rating_range: expected %d to %d, or 0 for any rating, got %d",
			MinRatingRange, rating.Max, most)
	}
	return nil
}

// RatingDistance returns how far two ratings are apart.
func RatingDistance(a, b uint32) uint32 { return max(a, b) - min(a, b) }
