package types

import (
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
)

// Settlement is who gets what when a game has ended. Released, House, Burned and Pooled add up to what the game held in
// escrow; Payment comes on top.
type Settlement struct {
	// Released is what each seat gets out of escrow.
	Released [PlayersPerGame]sdk.Coins
	// House is what goes to the network's fee collector, Burned what is destroyed, Pooled what goes to the community pool.
	House, Burned, Pooled sdk.Coins
	// Payment is what is minted.
	Payment Payment
	// Withheld is why nothing is.
	Withheld Withheld
	// Shares say of each seat what it got and why.
	Shares [PlayersPerGame]Share
}

// Outcome is how a game has ended, as far as its coins are concerned.
type Outcome struct {
	// Reason is why it left play, and First the seat that was first to claim.
	Reason Reason
	First  game.Seat
	// Winner is the seat that won if Won is true; else nobody did.
	Winner game.Seat
	Won    bool
}

// second reports whether the second claimant has won.
func (o Outcome) second() bool { return o.Won && o.Winner != o.First }

// Refunded reports whether the winner had lost the game by being sunk or conceding, and has won by the second claim: it
// gets back what is its own and no more.
func (o Outcome) Refunded() bool { return o.second() && o.Reason != REASON_CHALLENGED }

// Settle divides what a game that was joined holds, and says what is minted. The first claimant who proves its board
// takes the pot, and so does a challenger whose opponent does not. Whoever was first to claim and lets both windows
// pass loses its stake to the community pool if the player proves its board who was sunk or has conceded, and that
// player gets back what is its own. After a silence that nobody wins by the silent player loses stake and fee all the
// same. A reward that was promised has taken its place among those of the period, so that fees pay for it even if it is
// not minted in the end.
func Settle(t Terms, a Award, o Outcome) Settlement {
	payment, withheld := a.payment(o)
	b := newBooks(t)
	b.divideStakes(t, o)
	b.divideFees(t, a, o, payment)
	s := b.settlement(t)
	s.Payment, s.Withheld = payment, withheld
	for i := range s.Shares {
		s.Shares[i].Reward = s.Payment.of(o, game.Seat(i)).Uint64()
	}
	return s
}

// payment returns what is minted for an outcome, and why nothing is.
func (a Award) payment(o Outcome) (Payment, Withheld) {
	paid := NoPayment()
	switch {
	case !o.Won:
		return paid, WITHHELD_NONE
	case o.second():
		paid.Winner = math.NewIntFromUint64(a.Second)
		return paid, a.secondWithheld()
	default:
		paid.Winner, paid.Loser = math.NewIntFromUint64(a.Winner), math.NewIntFromUint64(a.Loser)
		paid.Grows = a.Grows
		return paid, a.Withheld
	}
}

// secondWithheld returns why a win of the second claimant brings no reward.
func (a Award) secondWithheld() Withheld {
	switch {
	case a.Second > 0:
		return WITHHELD_NONE
	case a.SecondWithheld != WITHHELD_NONE:
		return a.SecondWithheld
	case a.Withheld != WITHHELD_NONE:
		return a.Withheld
	default:
		return WITHHELD_SECOND
	}
}

// book is where the stake and the fee of one seat go, and what it gets of the other's.
type book struct {
	pot, stakeBack, stakePooled                 math.Int
	feeBack, feeBurned, forfeitWon, forfeitLost math.Int
}

// books are those of both seats, and what the house gets of the pot.
type books struct {
	seats [PlayersPerGame]book
	house math.Int
}

// newBooks starts with all fees to be returned.
func newBooks(t Terms) *books {
	zero := math.ZeroInt()
	b := &books{house: zero}
	for i := range b.seats {
		b.seats[i] = book{zero, zero, zero, zero, zero, zero, zero}
		if t.Fee != nil {
			b.seats[i].feeBack = t.Fee.Amount
		}
	}
	return b
}

func (b *books) divideStakes(t Terms, o Outcome) {
	if t.Stake == nil {
		return
	}
	stake := t.Stake.Amount
	switch {
	case o.Refunded():
		b.seats[o.Winner].stakeBack = stake
		b.seats[o.First].stakePooled = stake
	case o.Won:
		pot := stake.MulRaw(PlayersPerGame)
		b.house = share(pot, t.HouseShareBps)
		b.seats[o.Winner].pot = pot.Sub(b.house)
	case o.Reason.late():
		b.seats[o.First].stakeBack = stake
		b.seats[o.First.Other()].stakePooled = stake
	default:
		for i := range b.seats {
			b.seats[i].stakeBack = stake
		}
	}
}

func (b *books) divideFees(t Terms, a Award, o Outcome, paid Payment) {
	if t.Fee == nil {
		return
	}
	switch {
	case o.Refunded():
		b.burn(o.First, t.Fee.Amount)
	case o.Won && paid.Total().IsPositive():
		b.burnAll(a.Cost)
	case o.Won && a.Promised():
		// The other player could have won the reward. What it costs to hold its place must not go to the winner, who may
		// belong to the loser.
		b.burn(o.Winner.Other(), t.Fee.Amount)
	case o.Won && a.limited():
		b.forfeit(a, o)
	case !o.Won && o.Reason.late():
		b.burn(o.First.Other(), t.Fee.Amount)
		b.burn(o.First, a.Cost)
	case !o.Won:
		b.burnAll(a.Cost)
	}
}

// forfeit takes from the loser what leaving costs. It goes to the winner if the loser has ended the game by a message;
// if it went there after a silence too, the silence would be worth forcing.
func (b *books) forfeit(a Award, o Outcome) {
	loser := o.Winner.Other()
	if o.Reason.late() || o.second() {
		b.burn(loser, a.Forfeit)
		return
	}
	moved := a.Forfeit.Sub(a.Rebate)
	b.seats[loser].feeBack = b.seats[loser].feeBack.Sub(moved)
	b.seats[loser].forfeitLost = moved
	b.seats[o.Winner].forfeitWon = moved
	if o.Reason == REASON_CHALLENGED {
		b.burn(loser, a.Rebate)
	}
}

// burnAll destroys as much of the fee of each seat.
func (b *books) burnAll(amount math.Int) {
	for i := range b.seats {
		b.burn(game.Seat(i), amount)
	}
}

// burn destroys a part of a seat's fee.
func (b *books) burn(seat game.Seat, amount math.Int) {
	b.seats[seat].feeBack = b.seats[seat].feeBack.Sub(amount)
	b.seats[seat].feeBurned = b.seats[seat].feeBurned.Add(amount)
}

// settlement returns the books in coins.
func (b *books) settlement(t Terms) Settlement {
	s := Settlement{House: sdk.NewCoins(), Burned: sdk.NewCoins(), Pooled: sdk.NewCoins()}
	s.House = s.House.Add(coinsOf(coinOf(t.Stake, b.house))...)
	for i, book := range b.seats {
		got := Share{
			Pot:         coinOf(t.Stake, book.pot),
			StakeBack:   coinOf(t.Stake, book.stakeBack),
			StakePooled: coinOf(t.Stake, book.stakePooled),
			FeeBack:     coinOf(t.Fee, book.feeBack),
			FeeBurned:   coinOf(t.Fee, book.feeBurned),
			ForfeitWon:  coinOf(t.Fee, book.forfeitWon),
			ForfeitLost: coinOf(t.Fee, book.forfeitLost),
		}
		s.Released[i] = got.Released()
		s.Burned = s.Burned.Add(coinsOf(got.FeeBurned)...)
		s.Pooled = s.Pooled.Add(coinsOf(got.StakePooled)...)
		s.Shares[i] = got
	}
	return s
}

// Released returns what a seat got out of escrow.
func (s Share) Released() sdk.Coins { return coinsOf(s.Pot, s.StakeBack, s.FeeBack, s.ForfeitWon) }

// coinOf returns an amount in the denomination of another coin; nil for nothing.
func coinOf(like *sdk.Coin, amount math.Int) *sdk.Coin {
	if like == nil || amount.IsZero() {
		return nil
	}
	coin := sdk.NewCoin(like.Denom, amount)
	return &coin
}
