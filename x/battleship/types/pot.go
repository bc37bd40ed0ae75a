package types

import "cosmossdk.io/math"

// DividePot divides a pot equally among a number of winners, after the network's share of it and the amount set aside
// for others. The network's share is rounded down, and a remainder goes unit by unit to the first winners.
func (t Terms) DividePot(pot, aside math.Int, winners int) (house math.Int, parts []math.Int) {
	house = share(pot, t.HouseShareBps)
	return house, divided(pot.Sub(house).Sub(aside), winners)
}

// share returns the ten-thousandths of an amount, rounded down.
func share(amount math.Int, bps uint32) math.Int {
	return amount.MulRaw(int64(bps)).QuoRaw(BasisPoints)
}

// divided divides an amount into equal parts but for a remainder, which goes unit by unit to the first.
func divided(amount math.Int, among int) []math.Int {
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
