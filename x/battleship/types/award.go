package types

import (
	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
)

// Promised reports whether a win of one of the players brings a reward.
func (a Award) Promised() bool { return a.Total() > 0 }

// Total returns the largest promised amount of uship, for either winner.
func (a Award) Total() uint64 { return max(a.WinnerReward+a.LoserReward, a.SecondReward) }

// Places reports against which seats' limits the promise counts: those that can win the reward. If rewards cost nothing
// a second claimant gets a part of the first one's promise, for which that one's place is enough.
func (a Award) Places(reason Reason, first game.Seat) [PlayersPerGame]bool {
	var places [PlayersPerGame]bool
	places[first] = a.WinnerReward > 0
	places[first.Other()] = a.SecondReward > 0 && reason == REASON_CHALLENGED
	return places
}

// Validate returns ErrInvalidGenesis unless NewAward could have made the award under some params, for a game of these
// terms that left play for that reason.
func (a Award) Validate(t Terms, reason Reason) error {
	if a.WinnerReward > MaxRewardCap || a.LoserReward > MaxRewardCap || a.SecondReward > MaxRewardCap {
		return invalidGenesis("award: expected rewards of at most %d, got %d, %d and %d",
			int64(MaxRewardCap), a.WinnerReward, a.LoserReward, a.SecondReward)
	}
	if _, known := Withheld_name[int32(a.Withheld)]; !known || a.Withheld == WITHHELD_SECOND {
		return invalidGenesis("award: expected why it is withheld, got %d", a.Withheld)
	}
	fee := math.ZeroInt()
	if t.Fee != nil {
		fee = t.Fee.Amount
	}
	if !inRange(a.Cost, fee) || !inRange(a.Forfeit, fee) || !inRange(a.Rebate, a.Forfeit) {
		return invalidGenesis("award: expected cost and forfeit of at most the fee %s, and a rebate of at most the forfeit, "+
			"got %s, %s and %s", fee, a.Cost, a.Forfeit, a.Rebate)
	}
	if want := a.Promised() && t.Fee != nil; a.Cost.IsPositive() != want {
		return invalidGenesis("award: expected a cost if and only if fees pay for what is promised, got %s for %d",
			a.Cost, a.Total())
	}
	return a.validateReason(t, reason)
}

// validateReason checks which of the players are promised something: of fees that pay for a reward, only those of a
// challenged game pay for a second claim, and only there a limit can withhold the reward of one player alone.
func (a Award) validateReason(t Terms, reason Reason) error {
	challenged := reason == REASON_CHALLENGED
	if a.LoserReward > 0 && reason != REASON_SUNK && reason != REASON_CONCEDED {
		return invalidGenesis("award: expected no loser's share in a game that left play as %s, got %d",
			reason, a.LoserReward)
	}
	if a.SecondReward > 0 && t.Fee != nil && !challenged {
		return invalidGenesis("award: expected nothing for the second claim in a game that left play as %s, got %d",
			reason, a.SecondReward)
	}
	if first := a.Withheld == WITHHELD_NONE; first != (a.WinnerReward > 0) || (!first && (a.LoserReward > 0 || a.Grows)) {
		return invalidGenesis("award: expected a reward for the first claimant unless withheld, got %d and %d as %s",
			a.WinnerReward, a.LoserReward, a.Withheld)
	}
	if a.Withheld != WITHHELD_NONE && a.SecondReward > 0 && (!challenged || a.Withheld != WITHHELD_PLAYER) {
		return invalidGenesis("award: expected nothing for the second claim where all is withheld, got %d", a.SecondReward)
	}
	switch {
	case a.SecondWithheld == WITHHELD_NONE:
	case a.SecondWithheld != WITHHELD_PLAYER || !challenged || a.SecondReward > 0 || a.WinnerReward == 0:
		return invalidGenesis("award: expected a challenger's own limit, got %s in a game that left play as %s",
			a.SecondWithheld, reason)
	}
	return nil
}
