package types

import (
	"cosmossdk.io/math"
)

// Leaving is how a game has left play, as far as what it brings depends on that.
type Leaving struct {
	// Reason is why.
	Reason Reason
	// Shots is how many answered shots the side has that has shot more often.
	Shots int
	// Height is the block in which it did.
	Height int64
	// Withheld forbids a reward, unless it is WITHHELD_NONE.
	Withheld Withheld
}

// NewAward decides what the end of a game brings, in the block in which play ends. Where the two have paid for the
// reward, a win by silence is settled like any other but for the loser's share, so that nobody gains by silence or by
// forcing it; where rewards cost nothing it pays a part.
func NewAward(p Params, r Rewards, t Terms, l Leaving) Award {
	a := Award{
		Withheld: l.Withheld, Cost: math.ZeroInt(), Forfeit: math.ZeroInt(), Rebate: math.ZeroInt(), Height: l.Height,
	}
	if t.Fee != nil {
		a.Forfeit = forfeit(p, t.Fee.Amount, l.Shots)
		a.Rebate = math.MinInt(rebate(p, t.Fee.Amount), a.Forfeit)
	}
	if l.Withheld == WITHHELD_NONE {
		a.decide(p, r, t, l.Reason)
	}
	return a
}

// decide sets what is minted, and what it costs, for a game whose reward nothing withholds.
func (a *Award) decide(p Params, r Rewards, t Terms, reason Reason) {
	due := r.Payment(p, REASON_SUNK)
	if t.Fee == nil {
		due = r.Payment(p, reason)
	}
	most := math.NewIntFromUint64(t.backing(p)).MulRaw(PlayersPerGame)
	paid := due.within(most)
	switch {
	case paid.Total().IsPositive():
	case due.Total().IsPositive():
		a.Withheld = WITHHELD_UNBACKED
		return
	case r.Remaining(p).IsZero():
		a.Withheld = WITHHELD_CAP
		return
	default:
		a.Withheld = WITHHELD_PARAMS
		return
	}
	a.Winner, a.Grows = paid.Winner.Uint64(), paid.Grows && !reason.late()
	if reason == REASON_SUNK || reason == REASON_CONCEDED {
		a.Loser = paid.Loser.Uint64()
	}
	if t.Fee == nil {
		a.Second = r.Payment(p, REASON_UNPROVEN).within(most).Winner.Uint64()
		return
	}
	// All of what is minted was paid for by both, rounded up. What a loser who does not get its share has paid for is
	// burned all the same.
	a.Cost = paid.Total().Mul(t.Fee.Amount).Add(most).SubRaw(1).Quo(most)
	if reason == REASON_CHALLENGED {
		a.Second = a.Winner
	}
}

// Rewarded reports whether a win brings a reward.
func (a Award) Rewarded() bool { return a.Withheld == WITHHELD_NONE }

// Backed returns how many uship what is burned for the award is worth at today's price, or at that of the decision if
// that gives less: the price may have changed since play ended, or rewards may have come to cost something.
func (a Award) Backed(p Params, t Terms) math.Int {
	most := math.NewIntFromUint64(t.backing(p)).MulRaw(PlayersPerGame)
	if t.Fee == nil {
		return most
	}
	return most.Mul(a.Cost).Quo(t.Fee.Amount)
}

// Withhold returns the award if its reward is withheld after it was decided.
func (a Award) Withhold(why Withheld) Award {
	a.Withheld, a.Winner, a.Loser, a.Second, a.Grows, a.Cost = why, 0, 0, 0, false, math.ZeroInt()
	return a
}

// limited reports whether the reward is withheld for what the players have done, so that whoever leaves has to pay.
func (a Award) limited() bool {
	switch a.Withheld {
	case WITHHELD_SHOTS, WITHHELD_PAIR, WITHHELD_PLAYER, WITHHELD_CHAIN:
		return true
	default:
		return false
	}
}

// Validate returns ErrInvalidGenesis unless NewAward could have made the award for a game of these terms, under some
// params.
func (a Award) Validate(t Terms) error {
	if a.Winner > MaxRewardCap || a.Loser > MaxRewardCap || a.Second > MaxRewardCap {
		return invalidGenesis("award: expected rewards of at most %d, got %d, %d and %d",
			int64(MaxRewardCap), a.Winner, a.Loser, a.Second)
	}
	if a.Withheld != WITHHELD_NONE && a.Winner+a.Loser+a.Second > 0 {
		return invalidGenesis("award: expected no reward where it is withheld, got %d, %d and %d",
			a.Winner, a.Loser, a.Second)
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
	return nil
}

// validateReason returns ErrInvalidGenesis if the award mints what NewAward mints for no game that left play for that
// reason: of fees that pay for a reward, only those of a challenged game pay for a second claim.
func (a Award) validateReason(t Terms, reason Reason) error {
	if a.Loser > 0 && reason != REASON_SUNK && reason != REASON_CONCEDED {
		return invalidGenesis("award: expected no loser's share in a game that left play as %s, got %d", reason, a.Loser)
	}
	if a.Second > 0 && t.Fee != nil && reason != REASON_CHALLENGED {
		return invalidGenesis("award: expected nothing for the second claim in a game that left play as %s, got %d",
			reason, a.Second)
	}
	return nil
}

// forfeit returns how much of its fee a player loses who leaves a game whose reward a limit withholds: the more, the
// longer the game has lasted, and all of it from the least number of shots on. Else leaving would be free until then.
func forfeit(p Params, fee math.Int, shots int) math.Int {
	if shots+1 >= int(p.RewardMinShots) {
		return fee
	}
	return fee.MulRaw(int64(shots) + 1).QuoRaw(int64(p.RewardMinShots))
}

// rebate returns what a loser's share is worth in the coin of the fee, so that who loses by a message is better off
// than who falls silent.
func rebate(p Params, fee math.Int) math.Int {
	return fee.MulRaw(2 * int64(p.LoserShareBps)).QuoRaw(BasisPoints + int64(p.LoserShareBps))
}

// late reports whether a player was silent, or has shown that its board is illegal.
func (r Reason) late() bool { return r == REASON_TIMEOUT || r == REASON_UNPROVEN }
