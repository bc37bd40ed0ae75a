package types

import (
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
)

// Settlement is who gets what when a game has ended. Released, House and Burned add up to what the game held in
// escrow; Minted comes on top.
type Settlement struct {
	// Released is what each seat gets out of escrow.
	Released [PlayersPerGame]sdk.Coins
	// House is what goes to the network's fee collector, Burned what is destroyed.
	House, Burned sdk.Coins
	// Payment is what is minted.
	Payment Payment
	// Withheld is why nothing is.
	Withheld Withheld
}

// Outcome is how a game has ended, as far as its coins are concerned.
type Outcome struct {
	// Winner is the seat that won if Won is true; else nobody did.
	Winner game.Seat
	Won    bool
	Reason Reason
	// Withheld forbids a reward, unless it is WITHHELD_NONE.
	Withheld Withheld
}

// Settle divides what a game that was joined holds. The winner takes the pot, rounded in its favour, but for the
// house's share; without a winner each takes its own stake back. A reward burns what it costs of the fees that pay for
// it and is never worth more than that: of both in a game that was played to its end, of the loser's alone if it stayed
// away or could not prove its board. What is not burned goes back.
func Settle(p Params, r Rewards, t Terms, o Outcome) Settlement {
	s := Settlement{House: sdk.NewCoins(), Burned: sdk.NewCoins(), Payment: NoPayment(), Withheld: o.Withheld}
	for i := range s.Released {
		s.Released[i] = sdk.NewCoins()
	}
	s.divideStakes(t, o)
	s.divideFees(p, r, t, o)
	return s
}

func (s *Settlement) divideStakes(t Terms, o Outcome) {
	if t.Stake == nil {
		return
	}
	if !o.Won {
		for i := range s.Released {
			s.Released[i] = s.Released[i].Add(*t.Stake)
		}
		return
	}
	pot := t.Stake.Add(*t.Stake)
	house := sdk.NewCoin(pot.Denom, share(pot.Amount, t.HouseShareBps))
	s.House = s.House.Add(house)
	s.Released[o.Winner] = s.Released[o.Winner].Add(pot.Sub(house))
}

func (s *Settlement) divideFees(p Params, r Rewards, t Terms, o Outcome) {
	var pays [PlayersPerGame]bool
	if o.Won {
		loser := o.Winner.Other()
		pays[loser], pays[o.Winner] = true, !o.late()
	}
	if o.Won && o.Withheld == WITHHELD_NONE {
		s.Payment, s.Withheld = reward(p, r, t, o.Reason, pays)
	}
	if t.Fee == nil {
		return
	}
	cost := sdk.NewCoin(t.Fee.Denom, math.ZeroInt())
	if minted := s.Payment.Total(); minted.IsPositive() {
		cost.Amount = t.cost(p, minted, pays)
	}
	for i := range s.Released {
		if pays[i] {
			s.Burned = s.Burned.Add(cost)
			s.Released[i] = s.Released[i].Add(t.Fee.Sub(cost))
		} else {
			s.Released[i] = s.Released[i].Add(*t.Fee)
		}
	}
}

// cost returns how much of each fee that pays for a reward is burned: its share of what is minted, rounded up. It is
// all of the fee if all is minted that the fees back.
func (t Terms) cost(p Params, minted math.Int, pays [PlayersPerGame]bool) math.Int {
	all := backed(p, t, pays)
	return minted.Mul(t.Fee.Amount).Add(all).SubRaw(1).Quo(all)
}

// late tells whether the loser stayed away or could not prove its board: the winner should not pay for that.
func (o Outcome) late() bool { return o.Reason == REASON_TIMEOUT || o.Reason == REASON_UNPROVEN }

// reward returns what a win brings for the fees that pay for it or, if that is nothing, why.
func reward(p Params, r Rewards, t Terms, reason Reason, pays [PlayersPerGame]bool) (Payment, Withheld) {
	due := r.Payment(p, reason)
	paid := due.within(backed(p, t, pays))
	switch {
	case paid.Total().IsPositive():
		return paid, WITHHELD_NONE
	case due.Total().IsPositive():
		return NoPayment(), WITHHELD_UNBACKED
	case r.Remaining(p).IsZero():
		return NoPayment(), WITHHELD_CAP
	default:
		return NoPayment(), WITHHELD_PARAMS
	}
}

// backed returns how much may be minted for the fees that pay for it.
func backed(p Params, t Terms, pays [PlayersPerGame]bool) math.Int {
	total := math.ZeroInt()
	for _, paying := range pays {
		if paying {
			total = total.Add(math.NewIntFromUint64(t.backing(p)))
		}
	}
	return total
}
