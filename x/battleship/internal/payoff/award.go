// Package payoff computes what a duel pays: its award when play ends, and its settlement. All its functions are pure.
package payoff

import (
	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Leaving is the part of the end of play that the award depends on.
type Leaving struct {
	// Reason is why.
	Reason types.Reason
	// Begun reports whether a shot was fired, answered or not.
	Begun bool
	// Height is the block in which it did.
	Height int64
	// Withheld forbids a reward to either winner, unless it is WITHHELD_NONE.
	Withheld types.Withheld
	// Full reports whether the first claimant and the other player have been promised all rewards of their period. The
	// other one's limit counts only after a challenge, of which either can be the winner.
	Full [types.PlayersPerGame]bool
	// Room is the amount of uship that the chain may still promise in the period. It is nil for any amount.
	Room *math.Int
}

// NewAward decides the award of a game, in the block in which play ends. If both players have paid for the reward, a
// win by silence is settled like any other except for the loser's share, so that neither silence nor forcing it pays;
// if rewards cost nothing it pays a part. The mint must count promises to others that are not minted yet.
func NewAward(p types.Params, r types.Rewards, t types.Terms, l Leaving) types.Award {
	a := types.Award{
		Withheld: l.Withheld, Cost: math.ZeroInt(), Forfeit: math.ZeroInt(), Rebate: math.ZeroInt(), Height: l.Height,
	}
	if t.Fee != nil {
		a.Forfeit = forfeit(t.Fee.Amount, l.Begun)
		a.Rebate = math.MinInt(rebate(p, t.Fee.Amount), a.Forfeit)
	}
	challenged := l.Reason == types.REASON_CHALLENGED
	if a.Withheld == types.WITHHELD_NONE && l.Full[0] && (!challenged || l.Full[1]) {
		a.Withheld = types.WITHHELD_PLAYER
	}
	if t.Fee != nil && limited(a) {
		// If no win could mint anything, staying costs nothing, and neither must leaving.
		due := r.Payment(p, types.REASON_SUNK)
		if why := unpaid(p, r, due, due.Within(math.NewIntFromUint64(t.BackingAt(p)))); why != types.WITHHELD_NONE {
			a.Withheld = why
		}
	}
	if a.Withheld != types.WITHHELD_NONE {
		return a
	}
	decide(&a, p, r, t, l)
	if challenged && a.Promised() {
		withholdOne(&a, l.Full)
	}
	return a
}

// decide sets the rewards and their cost, for a game whose reward no limit of its players withholds.
func decide(a *types.Award, p types.Params, r types.Rewards, t types.Terms, l Leaving) {
	due := r.Payment(p, types.REASON_SUNK)
	if t.Fee == nil {
		due = r.Payment(p, l.Reason)
	}
	most := math.NewIntFromUint64(t.BackingAt(p))
	paid := due.Within(most)
	a.Withheld = unpaid(p, r, due, paid)
	if a.Withheld == types.WITHHELD_NONE && l.Room != nil && paid.Total().GT(*l.Room) {
		a.Withheld = types.WITHHELD_CHAIN
	}
	if a.Withheld != types.WITHHELD_NONE {
		return
	}
	a.WinnerReward, a.Grows = paid.Winner.Uint64(), paid.Grows && !late(l.Reason)
	if l.Reason == types.REASON_SUNK || l.Reason == types.REASON_CONCEDED {
		a.LoserReward = paid.Loser.Uint64()
	}
	if t.Fee == nil {
		a.SecondReward = math.MinInt(r.Payment(p, types.REASON_UNPROVEN).Within(most).Winner, paid.Total()).Uint64()
		return
	}
	// Both have paid for the minted amount, rounded up. The price of a share that the loser does not get is burned all the
	// same.
	a.Cost = ceilQuo(paid.Total().Mul(t.Fee.Amount), most)
	if l.Reason == types.REASON_CHALLENGED {
		a.SecondReward = a.WinnerReward
	}
}

// unpaid returns why nothing is paid of a due payment, or WITHHELD_NONE.
func unpaid(p types.Params, r types.Rewards, due, paid types.Payment) types.Withheld {
	switch {
	case paid.Total().IsPositive():
		return types.WITHHELD_NONE
	case due.Total().IsPositive():
		return types.WITHHELD_UNBACKED
	case r.Remaining(p).IsZero():
		return types.WITHHELD_CAP
	default:
		return types.WITHHELD_PARAMS
	}
}

// withholdOne takes the reward of a challenged game from the one player who has had all of its own.
func withholdOne(a *types.Award, full [types.PlayersPerGame]bool) {
	if full[0] {
		a.Withheld, a.WinnerReward, a.LoserReward, a.Grows = types.WITHHELD_PLAYER, 0, 0, false
	}
	if full[1] {
		a.SecondWithheld, a.SecondReward = types.WITHHELD_PLAYER, 0
	}
}

// Payable returns the mintable part of the award. It is less than the promise only if governance has lowered the cap
// below it since, has raised the price, or has introduced one.
func Payable(a types.Award, p types.Params, r types.Rewards, t types.Terms) types.Award {
	if !a.Promised() {
		return a
	}
	remaining, backed := r.Remaining(p), backed(a, p, t)
	switch {
	case remaining.IsZero():
		return withhold(a, types.WITHHELD_CAP)
	case backed.IsZero():
		return withhold(a, types.WITHHELD_UNBACKED)
	}
	// A higher price buys less for the same cost, whereas an amount without room is not paid for.
	bought := cutTo(a, backed)
	minted := cutTo(bought, remaining)
	minted.Cost = ceilQuo(a.Cost.Mul(math.NewIntFromUint64(minted.Total())), math.NewIntFromUint64(bought.Total()))
	// Each growth is paid for by a full win at the payout that grows. Else promises could be saved up and claimed
	// together, each for a growth at the payout of long ago.
	minted.Grows = minted.Grows && !r.Payout.GT(math.NewIntFromUint64(minted.WinnerReward))
	return minted
}

// backed returns the worth in uship of the coins burned for the award, at today's price, or at that of the decision if
// that gives less.
func backed(a types.Award, p types.Params, t types.Terms) math.Int {
	most := math.NewIntFromUint64(t.BackingAt(p))
	if t.Fee == nil {
		return most
	}
	return most.Mul(a.Cost).Quo(t.Fee.Amount)
}

// cutTo returns the award cut down to a minted amount, for either winner.
func cutTo(a types.Award, most math.Int) types.Award {
	paid := types.Payment{
		Winner: math.NewIntFromUint64(a.WinnerReward), Loser: math.NewIntFromUint64(a.LoserReward), Grows: a.Grows,
	}.Within(most)
	a.WinnerReward, a.LoserReward, a.Grows = paid.Winner.Uint64(), paid.Loser.Uint64(), paid.Grows
	a.SecondReward = math.MinInt(math.NewIntFromUint64(a.SecondReward), most).Uint64()
	return a
}

// withhold returns the award without its promises.
func withhold(a types.Award, why types.Withheld) types.Award {
	a.Withheld, a.SecondWithheld = why, types.WITHHELD_NONE
	a.WinnerReward, a.LoserReward, a.SecondReward, a.Grows, a.Cost = 0, 0, 0, false, math.ZeroInt()
	return a
}

// limited reports whether the players' own acts withhold the reward, so that a player who leaves has to pay.
func limited(a types.Award) bool {
	switch a.Withheld {
	case types.WITHHELD_SHOTS, types.WITHHELD_PAIR, types.WITHHELD_PLAYER, types.WITHHELD_CHAIN:
		return true
	default:
		return false
	}
}

// forfeit returns the part of its fee that a player loses by leaving a game whose reward a limit withholds. Once a shot
// was fired it is the whole fee, as much as being sunk costs: one hit can decide a game, so with any less leaving could
// be cheaper than staying. Before that it is the most that the seat can be worth, with a margin.
func forfeit(fee math.Int, begun bool) math.Int {
	if begun {
		return fee
	}
	return fee.MulRaw(types.EarlyForfeitBps).QuoRaw(types.BasisPoints)
}

// rebate returns the worth of a loser's share in the coin of the fee, so that losing by a message is better than
// falling silent.
func rebate(p types.Params, fee math.Int) math.Int {
	return fee.MulRaw(2 * int64(p.LoserShareBps)).QuoRaw(types.BasisPoints + int64(p.LoserShareBps))
}

// late reports whether a player was silent, or has shown that its board is illegal.
func late(r types.Reason) bool { return r == types.REASON_TIMEOUT || r == types.REASON_UNPROVEN }

// ceilQuo returns a quotient of positive numbers, rounded up.
func ceilQuo(a, b math.Int) math.Int { return a.Add(b).SubRaw(1).Quo(b) }
