package types

import (
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// DividePot divides a pot equally among a number of winners, after the network's share of it and the amount set aside
// for others. The network's share is rounded down, and a remainder goes unit by unit to the first winners.
func (t Terms) DividePot(pot, aside math.Int, winners int) (house math.Int, parts []math.Int) {
	house = ShareOf(pot, t.HouseShareBps)
	return house, Divide(pot.Sub(house).Sub(aside), winners)
}

// ShareOf returns the ten-thousandths of an amount, rounded down.
func ShareOf(amount math.Int, bps uint32) math.Int {
	return amount.MulRaw(int64(bps)).QuoRaw(BasisPoints)
}

// Divide divides an amount into equal parts but for a remainder, which goes unit by unit to the first.
func Divide(amount math.Int, among int) []math.Int {
	parts := make([]math.Int, among)
	for i := range parts {
		parts[i] = amount.QuoRaw(int64(among - i))
		if !amount.ModRaw(int64(among - i)).IsZero() {
			parts[i] = parts[i].AddRaw(1)
		}
		amount = amount.Sub(parts[i])
	}
	return parts
}

// FromEscrow returns the payment to a seat out of escrow.
func (s Share) FromEscrow() sdk.Coins { return CoinsOf(s.Pot, s.StakeBack, s.FeeBack, s.ForfeitWon) }
