package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Unit is a coin of the chain's that people know by another name.
type Unit struct {
	// Base is the denom on the chain, Display the unit that people count in, which is 10 to the power of Exponent of it.
	Base, Display string
	Exponent      int
}

// Units are the chain's own coins.
func Units() []Unit {
	return []Unit{
		{types.RewardDenom, types.RewardDisplayDenom, types.RewardExponent},
		{"uanchor", "anchor", 6},
	}
}

// unitOf returns the unit of a base denom, and false if it has none.
func unitOf(denom string) (Unit, bool) {
	units := Units()
	if i := slices.IndexFunc(units, func(u Unit) bool { return u.Base == denom }); i >= 0 {
		return units[i], true
	}
	return Unit{}, false
}

// Coin writes a coin as people do: "42 SHIP", "0.5 ANCHOR". A coin that is not the chain's own stays as it is.
func Coin(c sdk.Coin) string {
	u, known := unitOf(c.Denom)
	if !known || c.Amount.IsNil() || c.Amount.IsNegative() {
		return c.String()
	}
	return decimal(c.Amount, u.Exponent, u.Exponent) + " " + strings.ToUpper(u.Display)
}

// Amount writes how much of a coin there is, with all decimals, for a column of a table.
func Amount(c sdk.Coin) string {
	if u, known := unitOf(c.Denom); known {
		return fixed(c.Amount, u.Exponent)
	}
	return c.Amount.String()
}

// RoundCoin is Coin for where there is little room: from 1 on it has two decimals, rounded down.
func RoundCoin(c sdk.Coin) string {
	const places = 2
	u, known := unitOf(c.Denom)
	if known && !c.Amount.IsNil() && c.Amount.GTE(math.NewIntWithDecimal(1, u.Exponent)) {
		return decimal(c.Amount, u.Exponent, places) + " " + strings.ToUpper(u.Display)
	}
	return Coin(c)
}

// AtMost returns coins with at most two decimals, rounded up, for a limit: 0.06 for 0.05615 ANCHOR.
func AtMost(coins sdk.Coins) sdk.Coins {
	const places = 2
	rounded := make(sdk.Coins, len(coins))
	for i, c := range coins {
		rounded[i] = c
		if u, known := unitOf(c.Denom); known {
			step := math.NewIntWithDecimal(1, u.Exponent-places)
			rounded[i].Amount = c.Amount.Add(step).SubRaw(1).Quo(step).Mul(step)
		}
	}
	return rounded
}

// decimal writes an amount with a decimal point and at most the given decimal places, without trailing zeros.
func decimal(amount math.Int, exponent, places int) string {
	digits := fixed(amount, exponent)
	whole, part := digits[:len(digits)-exponent-1], digits[len(digits)-exponent:]
	if part = strings.TrimRight(part[:min(places, len(part))], "0"); part == "" {
		return whole
	}
	return whole + "." + part
}

// fixed writes an amount with a decimal point before exponent digits.
func fixed(amount math.Int, exponent int) string {
	digits := fmt.Sprintf("%0*s", exponent+1, amount)
	return digits[:len(digits)-exponent] + "." + digits[len(digits)-exponent:]
}

// Coins writes coins: "5 SHIP and 0.1 ANCHOR", or "nothing".
func Coins(all sdk.Coins) string { return cmp.Or(List(eachCoin(all, Coin)), nothing) }

// RoundCoins is Coins for where there is little room.
func RoundCoins(all sdk.Coins) string {
	return cmp.Or(strings.Join(eachCoin(all, RoundCoin), ", "), nothing)
}

const nothing = "nothing"

func eachCoin(all sdk.Coins, write func(sdk.Coin) string) (texts []string) {
	for _, c := range all {
		if c.IsPositive() {
			texts = append(texts, write(c))
		}
	}
	return texts
}

// OptionalCoin writes a coin, or "none".
func OptionalCoin(c *sdk.Coin) string {
	if c == nil || !c.IsPositive() {
		return "none"
	}
	return Coin(*c)
}

// Net writes the difference between coins received and coins paid: "+5 SHIP and -0.31 ANCHOR", or "nothing".
func Net(got, paid sdk.Coins) string {
	var texts []string
	for _, coin := range got.Add(paid...) {
		switch change := got.AmountOf(coin.Denom).Sub(paid.AmountOf(coin.Denom)); {
		case change.IsPositive():
			texts = append(texts, "+"+Coin(sdk.NewCoin(coin.Denom, change)))
		case change.IsNegative():
			texts = append(texts, "-"+Coin(sdk.NewCoin(coin.Denom, change.Neg())))
		}
	}
	return cmp.Or(List(texts), nothing)
}
