package types

import (
	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
)

// Leaving is the part of the end of play that the award depends on.
type Leaving struct {
	// Reason is why.
	Reason Reason
	// Begun reports whether a shot was fired, answered or not.
	Begun bool
	// Height is the block in which it did.
	Height int64
	// Withheld forbids a reward to either winner, unless it is WITHHELD_NONE.
	Withheld Withheld
	// Full reports whether the first claimant and the other player have been promised all rewards of their period. The
	// other one's limit counts only after a challenge, of which either can be the winner.
	Full [PlayersPerGame]bool
	// Room is the amount of uship that the chain may still promise in the period. It is nil for any amount.
	Room *math.Int
}

// NewAward decides the award of a game, in the block in which play ends. If both players have paid for the reward, a
// win by silence is settled like any other except for the loser's share, so that neither silence nor forcing it pays;
// if rewards cost nothing it pays a part. The mint must count promises to others that are not minted yet.
func NewAward(p Params, r Rewards, t Terms, l Leaving) Award {
	a := Award{
		Withheld: l.Withheld, Cost: math.ZeroInt(), Forfeit: math.ZeroInt(), Rebate: math.ZeroInt(), Height: l.Height,
	}
	if t.Fee != nil {
		a.Forfeit = forfeit(t.Fee.Amount, l.Begun)
		a.Rebate = math.MinInt(rebate(p, t.Fee.Amount), a.Forfeit)
	}
	challenged := l.Reason == REASON_CHALLENGED
	if a.Withheld == WITHHELD_NONE && l.Full[0] && (!challenged || l.Full[1]) {
		a.Withheld = WITHHELD_PLAYER
	}
	if t.Fee != nil && a.limited() {
		// If no win could mint anything, staying costs nothing, and neither must leaving.
		due := r.Payment(p, REASON_SUNK)
		if why := unpaid(p, r, due, due.within(math.NewIntFromUint64(t.backing(p)))); why != WITHHELD_NONE {
			a.Withheld = why
		}
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

// decide sets the rewards and their cost, for a game whose reward no limit of its players withholds.
func (a *Award) decide(p Params, r Rewards, t Terms, l Leaving) {
	due := r.Payment(p, REASON_SUNK)
	if t.Fee == nil {
		due = r.Payment(p, l.Reason)
	}
	most := math.NewIntFromUint64(t.backing(p))
	paid := due.within(most)
	a.Withheld = unpaid(p, r, due, paid)
	if a.Withheld == WITHHELD_NONE && l.Room != nil && paid.Total().GT(*l.Room) {
		a.Withheld = WITHHELD_CHAIN
	}
	if a.Withheld != WITHHELD_NONE {
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
	// Both have paid for the minted amount, rounded up. The price of a share that the loser does not get is burned all the
	// same.
	a.Cost = ceilQuo(paid.Total().Mul(t.Fee.Amount), most)
	if l.Reason == REASON_CHALLENGED {
		a.SecondReward = a.WinnerReward
	}
}

// unpaid returns why nothing is paid of a due payment, or WITHHELD_NONE.
func unpaid(p Params, r Rewards, due, paid Payment) Withheld {
	switch {
	case paid.Total().IsPositive():
		return WITHHELD_NONE
	case due.Total().IsPositive():
		return WITHHELD_UNBACKED
	case r.Remaining(p).IsZero():
		return WITHHELD_CAP
	default:
		return WITHHELD_PARAMS
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

// Payable returns the mintable part of the award. It is less than the promise only if governance has lowered the cap
// below it since, has raised the price, or has introduced one.
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
	// A higher price buys less for the same cost, whereas an amount without room is not paid for.
	bought := a.within(backed)
	minted := bought.within(remaining)
	minted.Cost = ceilQuo(a.Cost.Mul(math.NewIntFromUint64(minted.Total())), math.NewIntFromUint64(bought.Total()))
	// Each growth is paid for by a full win at the payout that grows. Else promises could be saved up and claimed
	// together, each for a growth at the payout of long ago.
	minted.Grows = minted.Grows && !r.Payout.GT(math.NewIntFromUint64(minted.WinnerReward))
	return minted
}

// backed returns the worth in uship of the coins burned for the award, at today's price, or at that of the decision if
// that gives less.
func (a Award) backed(p Params, t Terms) math.Int {
	most := math.NewIntFromUint64(t.backing(p))
	if t.Fee == nil {
		return most
	}
	return most.Mul(a.Cost).Quo(t.Fee.Amount)
}

// within returns the award cut down to a minted amount, for either winner.
func (a Award) within(most math.Int) Award {
	paid := Payment{
		Winner: math.NewIntFromUint64(a.WinnerReward), Loser: math.NewIntFromUint64(a.LoserReward), Grows: a.Grows,
	}.within(most)
	a.WinnerReward, a.LoserReward, a.Grows = paid.Winner.Uint64(), paid.Loser.Uint64(), paid.Grows
	a.SecondReward = math.MinInt(math.NewIntFromUint64(a.SecondReward), most).Uint64()
	return a
}

// withhold returns the award without its promises.
func (a Award) withhold(why Withheld) Award {
	a.Withheld, a.SecondWithheld = why, WITHHELD_NONE
	a.WinnerReward, a.LoserReward, a.SecondReward, a.Grows, a.Cost = 0, 0, 0, false, math.ZeroInt()
	return a
}

// limited reports whether the players' own acts withhold the reward, so that a player who leaves has to pay.
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

// forfeit returns the part of its fee that a player loses by leaving a game whose reward a limit withholds. Once a shot
// was fired it is the whole fee, as much as being sunk costs: one hit can decide a game, so with any less leaving could
// be cheaper than staying. Before that it is the most that the seat can be worth, with a margin.
func forfeit(fee math.Int, begun bool) math.Int {
	if begun {
		return fee
	}
	return fee.MulRaw(EarlyForfeitBps).QuoRaw(BasisPoints)
}

// rebate returns the worth of a loser's share in the coin of the fee, so that losing by a message is better than
// falling silent.
func rebate(p Params, fee math.Int) math.Int {
	return fee.MulRaw(2 * int64(p.LoserShareBps)).QuoRaw(BasisPoints + int64(p.LoserShareBps))
}

// late reports whether a player was silent, or has shown that its board is illegal.
func (r Reason) late() bool { return r == REASON_TIMEOUT || r == REASON_UNPROVEN }

// ceilQuo returns a quotient of positive numbers, rounded up.
func ceilQuo(a, b math.Int) math.Int { return a.Add(b).SubRaw(1).Quo(b) }
