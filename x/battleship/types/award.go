package types

import (
	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
)

// Leaving is how a game has left play, as far as what it brings depends on that.
type Leaving struct {
	// Reason is why.
	Reason Reason
	// Shots is how many answered shots the side has that has shot more often.
	Shots int
	// Height is the block in which it did.
	Height int64
	// Withheld forbids a reward to whoever wins, unless it is WITHHELD_NONE.
	Withheld Withheld
	// Full tells of the first claimant and of the other player whether they have been promised all rewards of their
	// period. The other one's limit counts only after a challenge, of which either can be the winner.
	Full [PlayersPerGame]bool
	// Room is how many uship the chain may still promise in the period; nil for any number.
	Room *math.Int
}

// NewAward decides what the end of a game brings, in the block in which play ends. Where the two have paid for the
// reward, a win by silence is settled like any other but for the loser's share, so that nobody gains by silence or by
// forcing it; where rewards cost nothing it pays a part. What was promised to others and not minted yet must be among
// what the mint says was minted.
func NewAward(p Params, r Rewards, t Terms, l Leaving) Award {
	a := Award{
		Withheld: l.Withheld, Cost: math.ZeroInt(), Forfeit: math.ZeroInt(), Rebate: math.ZeroInt(), Height: l.Height,
	}
	if t.Fee != nil {
		a.Forfeit = forfeit(p, t.Fee.Amount, l.Shots)
		a.Rebate = math.MinInt(rebate(p, t.Fee.Amount), a.Forfeit)
	}
	challenged := l.Reason == REASON_CHALLENGED
	if a.Withheld == WITHHELD_NONE && l.Full[0] && (!challenged || l.Full[1]) {
		a.Withheld = WITHHELD_PLAYER
	}
	if a.Withheld != WITHHELD_NONE {
		return a
	}
	a.decide(p, r, t, l)
	if challenged && a.Promised() {
		a.withholdOne(l.Full)
	}
	return a
}

// decide sets what is minted, and what it costs, for a game whose reward no limit of its players withholds.
func (a *Award) decide(p Params, r Rewards, t Terms, l Leaving) {
	due := r.Payment(p, REASON_SUNK)
	if t.Fee == nil {
		due = r.Payment(p, l.Reason)
	}
	most := math.NewIntFromUint64(t.backing(p)).MulRaw(PlayersPerGame)
	paid := due.within(most)
	switch {
	case paid.Total().IsPositive() && l.Room != nil && paid.Total().GT(*l.Room):
		a.Withheld = WITHHELD_CHAIN
		return
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
	a.WinnerReward, a.Grows = paid.Winner.Uint64(), paid.Grows && !l.Reason.late()
	if l.Reason == REASON_SUNK || l.Reason == REASON_CONCEDED {
		a.LoserReward = paid.Loser.Uint64()
	}
	if t.Fee == nil {
		a.SecondReward = math.MinInt(r.Payment(p, REASON_UNPROVEN).within(most).Winner, paid.Total()).Uint64()
		return
	}
	// All of what is minted was paid for by both, rounded up. What a loser who does not get its share has paid for is
	// burned all the same.
	a.Cost = ceilQuo(paid.Total().Mul(t.Fee.Amount), most)
	if l.Reason == REASON_CHALLENGED {
		a.SecondReward = a.WinnerReward
	}
}

// withholdOne takes the reward of a challenged game from the one player who has had all of its own.
func (a *Award) withholdOne(full [PlayersPerGame]bool) {
	if full[0] {
		a.Withheld, a.WinnerReward, a.LoserReward, a.Grows = WITHHELD_PLAYER, 0, 0, false
	}
	if full[1] {
		a.SecondWithheld, a.SecondReward = WITHHELD_PLAYER, 0
	}
}

// Promised reports whether a win of one of the players brings a reward.
func (a Award) Promised() bool { return a.Total() > 0 }

// Total returns how many uship are promised at most, whoever wins.
func (a Award) Total() uint64 { return max(a.WinnerReward+a.LoserReward, a.SecondReward) }

// Places returns against the limit of which seats the promise counts: of who can win the reward. Where rewards cost
// nothing a second claimant gets a part of what was promised to the first, for which that one's place is enough.
func (a Award) Places(reason Reason, first game.Seat) [PlayersPerGame]bool {
	var places [PlayersPerGame]bool
	places[first] = a.WinnerReward > 0
	places[first.Other()] = a.SecondReward > 0 && reason == REASON_CHALLENGED
	return places
}

// Payable returns the award as far as it can be minted now. It is less than what was promised only if governance has
// lowered the cap below it since, or has raised the price, or has given rewards one.
func (a Award) Payable(p Params, r Rewards, t Terms) Award {
	if !a.Promised() {
		return a
	}
	remaining, backed := r.Remaining(p), a.backed(p, t)
	switch {
	case remaining.IsZero():
		return a.withhold(WITHHELD_CAP)
	case backed.IsZero():
		return a.withhold(WITHHELD_UNBACKED)
	}
	// A higher price buys less for the same cost, whereas what there is no room for is not paid for.
	bought := a.within(backed)
	minted := bought.within(remaining)
	minted.Cost = ceilQuo(a.Cost.Mul(math.NewIntFromUint64(minted.Total())), math.NewIntFromUint64(bought.Total()))
	// Each growth is paid for by a full win at the payout that grows. Else promises could be saved up and claimed
	// together, each for a growth at the payout of long ago.
	minted.Grows = minted.Grows && !r.Payout.GT(math.NewIntFromUint64(minted.WinnerReward))
	return minted
}

// backed returns how many uship what is burned for the award is worth at today's price, or at that of the decision if
// that gives less.
func (a Award) backed(p Params, t Terms) math.Int {
	most := math.NewIntFromUint64(t.backing(p)).MulRaw(PlayersPerGame)
	if t.Fee == nil {
		return most
	}
	return most.Mul(a.Cost).Quo(t.Fee.Amount)
}

// within returns the award cut down so that no more is minted, whoever wins.
func (a Award) within(most math.Int) Award {
	paid := Payment{
		Winner: math.NewIntFromUint64(a.WinnerReward), Loser: math.NewIntFromUint64(a.LoserReward), Grows: a.Grows,
	}.within(most)
	a.WinnerReward, a.LoserReward, a.Grows = paid.Winner.Uint64(), paid.Loser.Uint64(), paid.Grows
	a.SecondReward = math.MinInt(math.NewIntFromUint64(a.SecondReward), most).Uint64()
	return a
}

// withhold returns the award without what it has promised.
func (a Award) withhold(why Withheld) Award {
	a.Withheld, a.SecondWithheld = why, WITHHELD_NONE
	a.WinnerReward, a.LoserReward, a.SecondReward, a.Grows, a.Cost = 0, 0, 0, false, math.ZeroInt()
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

// ceilQuo returns a quotient of positive numbers, rounded up.
func ceilQuo(a, b math.Int) math.Int { return a.Add(b).SubRaw(1).Quo(b) }
