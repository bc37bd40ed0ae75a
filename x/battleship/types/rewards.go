package types

import (
	"slices"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
)

// Payment is what a win pays, in uship.
type Payment struct {
	// Winner is what the winners get together, Loser what the losers get.
	Winner, Loser math.Int
	// Grows tells that the next full reward is larger by the growth.
	Grows bool
}

// Total returns what both get.
func (p Payment) Total() math.Int { return p.Winner.Add(p.Loser) }

// of returns what a seat gets: its part of what is for the winners, or of what is for the losers.
func (p Payment) of(o Outcome, losers []game.Seat, seat game.Seat) math.Int {
	if !o.won() {
		return math.ZeroInt()
	}
	if i := slices.Index(o.Winners, seat); i >= 0 {
		return divided(p.Winner, len(o.Winners))[i]
	}
	return divided(p.Loser, len(losers))[slices.Index(losers, seat)]
}

// within returns the payment cut down to a total, both parts alike; what rounding leaves is the winner's.
func (p Payment) within(most math.Int) Payment {
	total := p.Total()
	if total.LTE(most) {
		return p
	}
	loser := p.Loser.Mul(most).Quo(total)
	return Payment{Winner: most.Sub(loser), Loser: loser}
}

// NoPayment returns what a game without a winner pays.
func NoPayment() Payment { return Payment{Winner: math.ZeroInt(), Loser: math.ZeroInt()} }

// DefaultRewards returns the mint of a chain on which nothing was won yet.
func DefaultRewards(p Params) Rewards {
	return Rewards{Minted: math.ZeroInt(), Payout: p.RewardInitial}
}

// Remaining returns how many uship may still be minted: none when governance has lowered the cap below what was.
func (r Rewards) Remaining(p Params) math.Int {
	return math.MaxInt(p.RewardCap.Sub(r.Minted), math.ZeroInt())
}

// Full returns what a full win pays both players, as if there were no cap.
func (r Rewards) Full(p Params) math.Int { return r.Payout.Add(share(r.Payout, p.LoserShareBps)) }

// Reserved returns the mint as if what was promised until now had been minted.
func (r Rewards) Reserved(promised uint64) Rewards {
	r.Minted = r.Minted.Add(math.NewIntFromUint64(promised - r.Settled))
	return r
}

// Room returns how many of the uship that the params allow for a period are left after so many; nil if they allow any
// number.
func (r Rewards) Room(p Params, promised uint64) *math.Int {
	if p.ChainRewards == 0 {
		return nil
	}
	room := r.Full(p).MulRaw(int64(p.ChainRewards)).Sub(math.NewIntFromUint64(promised))
	return &room
}

// Payment returns what a win for that reason pays. The winner comes first: near the cap it gets what remains, and
// past it nothing. The loser gets a share only if it stayed to the end or conceded, for then the winner did not have
// to wait for its silence.
func (r Rewards) Payment(p Params, reason Reason) Payment {
	remaining := r.Remaining(p)
	pay := NoPayment()
	switch reason {
	case REASON_SUNK, REASON_CONCEDED:
		pay.Winner = math.MinInt(r.Payout, remaining)
		pay.Loser = math.MinInt(share(r.Payout, p.LoserShareBps), remaining.Sub(pay.Winner))
		pay.Grows = pay.Winner.Equal(r.Payout)
	case REASON_CHALLENGED:
		pay.Winner = math.MinInt(r.Payout, remaining)
		pay.Grows = pay.Winner.Equal(r.Payout)
	case REASON_TIMEOUT, REASON_UNPROVEN:
		pay.Winner = math.MinInt(share(r.Payout, p.TimeoutShareBps), remaining)
	case REASON_UNSPECIFIED, REASON_CANCELLED, REASON_VOID:
		// Nobody won.
	}
	return pay
}

// Grown returns the mint after a win that was paid in full. The growth is rounded down.
func (r Rewards) Grown(p Params) Rewards {
	r.Payout = r.Payout.Add(r.Payout.MulRaw(int64(p.RewardGrowthPpm)).QuoRaw(PartsPerMillion))
	return r
}
