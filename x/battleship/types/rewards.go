package types

import "cosmossdk.io/math"

// Payment is the payment of a win, in uship.
type Payment struct {
	// Winner is for all winners together, Loser for all losers.
	Winner, Loser math.Int
	// Grows reports whether the next full reward is larger by the growth.
	Grows bool
}

// Total returns the sum of both.
func (p Payment) Total() math.Int { return p.Winner.Add(p.Loser) }

// Within returns the payment cut down to a total, both parts alike; what rounding leaves is the winner's.
func (p Payment) Within(most math.Int) Payment {
	total := p.Total()
	if total.LTE(most) {
		return p
	}
	loser := p.Loser.Mul(most).Quo(total)
	return Payment{Winner: most.Sub(loser), Loser: loser}
}

// NoPayment returns the payment of a game without a winner.
func NoPayment() Payment { return Payment{Winner: math.ZeroInt(), Loser: math.ZeroInt()} }

// DefaultRewards returns the mint of a chain on which nothing was won yet.
func DefaultRewards(p Params) Rewards {
	return Rewards{Minted: math.ZeroInt(), Payout: p.RewardInitial}
}

// Remaining returns the amount of uship that may still be minted: none if governance has lowered the cap below the
// minted amount.
func (r Rewards) Remaining(p Params) math.Int {
	return math.MaxInt(p.RewardCap.Sub(r.Minted), math.ZeroInt())
}

// Full returns the payment of a full win to both players, as if there were no cap.
func (r Rewards) Full(p Params) math.Int { return r.Payout.Add(ShareOf(r.Payout, p.LoserShareBps)) }

// Reserved returns the mint as if all promises had been minted.
func (r Rewards) Reserved(promised uint64) Rewards {
	r.Minted = r.Minted.Add(math.NewIntFromUint64(promised - r.Settled))
	return r
}

// Room returns the rest of the amount of uship that the params allow for a period. It returns nil if they allow any
// amount.
func (r Rewards) Room(p Params, promised uint64) *math.Int {
	if p.ChainRewards == 0 {
		return nil
	}
	room := r.Full(p).MulRaw(int64(p.ChainRewards)).Sub(math.NewIntFromUint64(promised))
	return &room
}

// Payment returns the payment of a win for that reason. The winner comes first: near the cap it gets the remainder, and
// past it nothing. The loser gets a share only if it stayed to the end or conceded, for then the winner did not have to
// wait for its silence.
func (r Rewards) Payment(p Params, reason Reason) Payment {
	remaining := r.Remaining(p)
	pay := NoPayment()
	switch reason {
	case REASON_SUNK, REASON_CONCEDED:
		pay.Winner = math.MinInt(r.Payout, remaining)
		pay.Loser = math.MinInt(ShareOf(r.Payout, p.LoserShareBps), remaining.Sub(pay.Winner))
		pay.Grows = pay.Winner.Equal(r.Payout)
	case REASON_CHALLENGED:
		pay.Winner = math.MinInt(r.Payout, remaining)
		pay.Grows = pay.Winner.Equal(r.Payout)
	case REASON_TIMEOUT, REASON_UNPROVEN:
		pay.Winner = math.MinInt(ShareOf(r.Payout, p.TimeoutShareBps), remaining)
	case REASON_UNSPECIFIED, REASON_CANCELLED, REASON_VOID:
		// There is no winner.
	}
	return pay
}

// Grown returns the mint after a win that was paid in full. The growth is rounded down.
func (r Rewards) Grown(p Params) Rewards {
	r.Payout = r.Payout.Add(r.Payout.MulRaw(int64(p.RewardGrowthPpm)).QuoRaw(PartsPerMillion))
	return r
}
