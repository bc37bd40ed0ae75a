package payoff

import (
	"slices"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Settlement divides the coins of an ended game. FromEscrow, House, Burned and Pooled add up to the coins that the game
// held in escrow; Payment comes on top.
type Settlement struct {
	// FromEscrow are the payments to the seats out of escrow, in the order of the seats of the outcome.
	FromEscrow []sdk.Coins
	// House is for the network's fee collector, Burned is destroyed, Pooled is for the community pool.
	House, Burned, Pooled sdk.Coins
	// Payment is the minted payment.
	Payment types.Payment
	// Withheld is why nothing is.
	Withheld types.Withheld
	// Shares list each seat's payments by cause, in the same order.
	Shares []types.Share
}

// Outcome is how a game has ended, as far as its coins are concerned.
type Outcome struct {
	// Reason is why it left play.
	Reason types.Reason
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
func (o Outcome) Refunded() bool { return o.second() && o.Reason != types.REASON_CHALLENGED }

// Settle divides the coins of a joined game, and returns the minted payment. The first claimant that proves its board
// takes the pot, and so does a challenger whose opponent does not. A first claimant that lets both windows pass loses
// its stake to the community pool if the sunk or conceding player proves its board, and that player gets its own
// payments back. After a silence without a winner the silent player loses stake and fee all the same. Several winners,
// or several losers, divide their sum equally, and a remainder goes unit by unit to the first ones in the list. A
// promised reward has taken its place among those of the period, so that fees pay for it even if it is not minted in
// the end.
func Settle(t types.Terms, a types.Award, o Outcome) Settlement {
	payment, withheld := paymentOf(a, o)
	b := newBooks(t, o.Seats)
	b.divideStakes(t, o)
	b.divideFees(t, a, o, payment)
	s := b.settlement(t)
	s.Payment, s.Withheld = payment, withheld
	losers := o.losers()
	for i, seat := range o.Seats {
		s.Shares[i].Reward = seatPayment(payment, o, losers, seat).Uint64()
	}
	return s
}

// paymentOf returns the minted payment of an outcome, and the cause if there is none.
func paymentOf(a types.Award, o Outcome) (types.Payment, types.Withheld) {
	paid := types.NoPayment()
	switch {
	case !o.won():
		return paid, types.WITHHELD_NONE
	case o.second():
		paid.Winner = math.NewIntFromUint64(a.SecondReward)
		return paid, secondWithheld(a)
	default:
		paid.Winner, paid.Loser = math.NewIntFromUint64(a.WinnerReward), math.NewIntFromUint64(a.LoserReward)
		paid.Grows = a.Grows
		return paid, a.Withheld
	}
}

// secondWithheld returns why a win of the second claimant brings no reward.
func secondWithheld(a types.Award) types.Withheld {
	switch {
	case a.SecondReward > 0:
		return types.WITHHELD_NONE
	case a.SecondWithheld != types.WITHHELD_NONE:
		return a.SecondWithheld
	case a.Withheld != types.WITHHELD_NONE:
		return a.Withheld
	default:
		return types.WITHHELD_SECOND
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
func newBooks(t types.Terms, order []game.Seat) *books {
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

func (b *books) divideStakes(t types.Terms, o Outcome) {
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
	case late(o.Reason):
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

func (b *books) divideFees(t types.Terms, a types.Award, o Outcome, paid types.Payment) {
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
	case o.won() && limited(a):
		b.forfeit(a, o)
	case !o.won() && late(o.Reason):
		b.burn(o.others(), t.Fee.Amount)
		b.burn([]game.Seat{o.First}, a.Cost)
	case !o.won():
		b.burn(o.Seats, a.Cost)
	}
}

// forfeit takes from the losers what leaving costs. It goes to the winners if the losers have ended the game by a
// message; if it went there after a silence too, the silence would be worth forcing.
func (b *books) forfeit(a types.Award, o Outcome) {
	losers := o.losers()
	if late(o.Reason) || o.second() {
		b.burn(losers, a.Forfeit)
		return
	}
	moved := a.Forfeit.Sub(a.Rebate)
	for _, seat := range losers {
		b.of(seat).feeBack = b.of(seat).feeBack.Sub(moved)
		b.of(seat).forfeitLost = moved
	}
	won := types.Divide(moved.MulRaw(int64(len(losers))), len(o.Winners))
	for i, seat := range o.Winners {
		b.of(seat).forfeitWon = won[i]
	}
	if o.Reason == types.REASON_CHALLENGED {
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
func (b *books) settlement(t types.Terms) Settlement {
	s := Settlement{
		FromEscrow: make([]sdk.Coins, len(b.seats)), Shares: make([]types.Share, len(b.seats)),
		House: sdk.NewCoins(), Burned: sdk.NewCoins(), Pooled: sdk.NewCoins(),
	}
	s.House = s.House.Add(types.CoinsOf(coinOf(t.Stake, b.house))...)
	for i, book := range b.seats {
		got := types.Share{
			Pot:         coinOf(t.Stake, book.pot),
			StakeBack:   coinOf(t.Stake, book.stakeBack),
			StakePooled: coinOf(t.Stake, book.stakePooled),
			FeeBack:     coinOf(t.Fee, book.feeBack),
			FeeBurned:   coinOf(t.Fee, book.feeBurned),
			ForfeitWon:  coinOf(t.Fee, book.forfeitWon),
			ForfeitLost: coinOf(t.Fee, book.forfeitLost),
		}
		s.FromEscrow[i] = got.FromEscrow()
		s.Burned = s.Burned.Add(types.CoinsOf(got.FeeBurned)...)
		s.Pooled = s.Pooled.Add(types.CoinsOf(got.StakePooled)...)
		s.Shares[i] = got
	}
	return s
}

// seatPayment returns a seat's part of the payment to the winners, or to the losers.
func seatPayment(p types.Payment, o Outcome, losers []game.Seat, seat game.Seat) math.Int {
	if !o.won() {
		return math.ZeroInt()
	}
	if i := slices.Index(o.Winners, seat); i >= 0 {
		return types.Divide(p.Winner, len(o.Winners))[i]
	}
	return types.Divide(p.Loser, len(losers))[slices.Index(losers, seat)]
}

// coinOf returns an amount in the denomination of another coin, or nil for zero.
func coinOf(like *sdk.Coin, amount math.Int) *sdk.Coin {
	if like == nil || amount.IsZero() {
		return nil
	}
	coin := sdk.NewCoin(like.Denom, amount)
	return &coin
}
