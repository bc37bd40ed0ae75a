package types

import (
	"slices"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
)

// Settlement divides the coins of an ended game. FromEscrow, House, Burned and Pooled add up to the coins that the game
// held in escrow; Payment comes on top.
type Settlement struct {
	// FromEscrow are the payments to the seats out of escrow, in the order of the seats of the outcome.
	FromEscrow []sdk.Coins
	// House is for the network's fee collector, Burned is destroyed, Pooled is for the community pool.
	House, Burned, Pooled sdk.Coins
	// Payment is the minted payment.
	Payment Payment
	// Withheld is why nothing is.
	Withheld Withheld
	// Shares list each seat's payments by cause, in the same order.
	Shares []Share
}

// Outcome is how a game has ended, as far as its coins are concerned.
type Outcome struct {
	// Reason is why it left play.
	Reason Reason
	// Seats are those that have paid the entry, First the one of them that was first to claim.
	Seats []game.Seat
	First game.Seat
	// Winners are the winning seats. It is empty if there are none.
	Winners []game.Seat
}

// won reports whether there is a winner.
func (o Outcome) won() bool { return len(o.Winners) > 0 }

// second reports whether a second claimant has won.
func (o Outcome) second() bool { return o.won() && !slices.Contains(o.Winners, o.First) }

// losers returns the seats that have not won.
func (o Outcome) losers() []game.Seat {
	return slices.DeleteFunc(slices.Clone(o.Seats), func(s game.Seat) bool { return slices.Contains(o.Winners, s) })
}

// others returns the seats of those who were not first to claim.
func (o Outcome) others() []game.Seat {
	return slices.DeleteFunc(slices.Clone(o.Seats), func(s game.Seat) bool { return s == o.First })
}

// Refunded reports whether the winner had lost the game by being sunk or conceding, and has won by the second claim: it
// gets its own payments back and no more.
func (o Outcome) Refunded() bool { return o.second() && o.Reason != REASON_CHALLENGED }

// Settle divides the coins of a joined game, and returns the minted payment. The first claimant that proves its board
// takes the pot, and so does a challenger whose opponent does not. A first claimant that lets both windows pass loses
// its stake to the community pool if the sunk or conceding player proves its board, and that player gets its own
// payments back. After a silence without a winner the silent player loses stake and fee all the same. Several winners,
// or several losers, divide their sum equally, and a remainder goes unit by unit to the first ones in the list. A
// promised reward has taken its place among those of the period, so that fees pay for it even if it is not minted in
// the end.
func Settle(t Terms, a Award, o Outcome) Settlement {
	payment, withheld := a.payment(o)
	b := newBooks(t, o.Seats)
	b.divideStakes(t, o)
	b.divideFees(t, a, o, payment)
	s := b.settlement(t)
	s.Payment, s.Withheld = payment, withheld
	losers := o.losers()
	for i, seat := range o.Seats {
		s.Shares[i].Reward = payment.of(o, losers, seat).Uint64()
	}
	return s
}

// payment returns the minted payment of an outcome, and the cause if there is none.
func (a Award) payment(o Outcome) (Payment, Withheld) {
	paid := NoPayment()
	switch {
	case !o.won():
		return paid, WITHHELD_NONE
	case o.second():
		paid.Winner = math.NewIntFromUint64(a.SecondReward)
		return paid, a.secondWithheld()
	default:
		paid.Winner, paid.Loser = math.NewIntFromUint64(a.WinnerReward), math.NewIntFromUint64(a.LoserReward)
		paid.Grows = a.Grows
		return paid, a.Withheld
	}
}

// secondWithheld returns why a win of the second claimant brings no reward.
func (a Award) secondWithheld() Withheld {
	switch {
	case a.SecondReward > 0:
		return WITHHELD_NONE
	case a.SecondWithheld != WITHHELD_NONE:
		return a.SecondWithheld
	case a.Withheld != WITHHELD_NONE:
		return a.Withheld
	default:
		return WITHHELD_SECOND
	}
}

// book lists the uses of one seat's stake and fee, and its gains from the other's.
type book struct {
	pot, stakeBack, stakePooled                 math.Int
	feeBack, feeBurned, forfeitWon, forfeitLost math.Int
}

// books are those of the seats, and the house's share of the pot.
type books struct {
	order []game.Seat
	seats []book
	house math.Int
}

// newBooks starts with all fees to be returned.
func newBooks(t Terms, order []game.Seat) *books {
	zero := math.ZeroInt()
	b := &books{order: order, seats: make([]book, len(order)), house: zero}
	for i := range b.seats {
		b.seats[i] = book{zero, zero, zero, zero, zero, zero, zero}
		if t.Fee != nil {
			b.seats[i].feeBack = t.Fee.Amount
		}
	}
	return b
}

// of returns the book of a seat.
func (b *books) of(seat game.Seat) *book { return &b.seats[slices.Index(b.order, seat)] }

func (b *books) divideStakes(t Terms, o Outcome) {
	if t.Stake == nil {
		return
	}
	stake := t.Stake.Amount
	switch {
	case o.Refunded():
		b.returnStakes(o.Winners, stake)
		b.poolStakes(o.losers(), stake)
	case o.won():
		pot := stake.MulRaw(int64(len(o.Seats)))
		house, pots := t.DividePot(pot, math.ZeroInt(), len(o.Winners))
		b.house = house
		for i, seat := range o.Winners {
			b.of(seat).pot = pots[i]
		}
	case o.Reason.late():
		b.returnStakes([]game.Seat{o.First}, stake)
		b.poolStakes(o.others(), stake)
	default:
		b.returnStakes(o.Seats, stake)
	}
}

func (b *books) returnStakes(seats []game.Seat, stake math.Int) {
	for _, seat := range seats {
		b.of(seat).stakeBack = stake
	}
}

func (b *books) poolStakes(seats []game.Seat, stake math.Int) {
	for _, seat := range seats {
		b.of(seat).stakePooled = stake
	}
}

func (b *books) divideFees(t Terms, a Award, o Outcome, paid Payment) {
	if t.Fee == nil {
		return
	}
	switch {
	case o.Refunded():
		b.burn(o.losers(), t.Fee.Amount)
	case o.won() && paid.Total().IsPositive():
		b.burn(o.Seats, a.Cost)
	case o.won() && a.Promised():
		// Another player could have won the reward. The price of holding its place must not go to the winner, who may belong
		// to the loser.
		b.burn(o.losers(), t.Fee.Amount)
	case o.won() && a.limited():
		b.forfeit(a, o)
	case !o.won() && o.Reason.late():
		b.burn(o.others(), t.Fee.Amount)
		b.burn([]game.Seat{o.First}, a.Cost)
	case !o.won():
		b.burn(o.Seats, a.Cost)
	}
}

// forfeit takes from the losers what leaving costs. It goes to the winners if the losers have ended the game by a
// message; if it went there after a silence too, the silence would be worth forcing.
func (b *books) forfeit(a Award, o Outcome) {
	losers := o.losers()
	if o.Reason.late() || o.second() {
		b.burn(losers, a.Forfeit)
		return
	}
	moved := a.Forfeit.Sub(a.Rebate)
	for _, seat := range losers {
		b.of(seat).feeBack = b.of(seat).feeBack.Sub(moved)
		b.of(seat).forfeitLost = moved
	}
	won := divided(moved.MulRaw(int64(len(losers))), len(o.Winners))
	for i, seat := range o.Winners {
		b.of(seat).forfeitWon = won[i]
	}
	if o.Reason == REASON_CHALLENGED {
		b.burn(losers, a.Rebate)
	}
}

// burn destroys a part of the fee of each of the seats.
func (b *books) burn(seats []game.Seat, amount math.Int) {
	for _, seat := range seats {
		b.of(seat).feeBack = b.of(seat).feeBack.Sub(amount)
		b.of(seat).feeBurned = b.of(seat).feeBurned.Add(amount)
	}
}

// settlement returns the books in coins.
func (b *books) settlement(t Terms) Settlement {
	s := Settlement{
		FromEscrow: make([]sdk.Coins, len(b.seats)), Shares: make([]Share, len(b.seats)),
		House: sdk.NewCoins(), Burned: sdk.NewCoins(), Pooled: sdk.NewCoins(),
	}
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
		s.FromEscrow[i] = got.FromEscrow()
		s.Burned = s.Burned.Add(coinsOf(got.FeeBurned)...)
		s.Pooled = s.Pooled.Add(coinsOf(got.StakePooled)...)
		s.Shares[i] = got
	}
	return s
}

// FromEscrow returns the payment to a seat out of escrow.
func (s Share) FromEscrow() sdk.Coins { return coinsOf(s.Pot, s.StakeBack, s.FeeBack, s.ForfeitWon) }

// coinOf returns an amount in the denomination of another coin, or nil for zero.
func coinOf(like *sdk.Coin, amount math.Int) *sdk.Coin {
	if like == nil || amount.IsZero() {
		return nil
	}
	coin := sdk.NewCoin(like.Denom, amount)
	return &coin
}
