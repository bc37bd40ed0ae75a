package session

import (
	"fmt"
	"slices"
	"strings"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// unit is a coin that people know by another name than the chain does: one of theirs is scale of the chain's, which is
// a power of ten.
type unit struct {
	base, display string
	exponent      int
	scale         int64
}

// units are the chain's own coins.
var units = []unit{
	{types.RewardDenom, types.RewardDisplayDenom, types.RewardExponent, types.BasePerReward},
	{client.GasDenom, "anchor", 6, 1_000_000},
}

// Coin writes a coin for people, such as 42.000000 SHIP; one that is not the chain's own stays as it is.
func Coin(c sdk.Coin) string {
	for _, u := range units {
		if c.Denom != u.base || c.Amount.IsNil() || c.Amount.IsNegative() {
			continue
		}
		digits := fmt.Sprintf("%0*s", u.exponent+1, c.Amount)
		point := len(digits) - u.exponent
		return fmt.Sprintf("%s.%s %s", digits[:point], digits[point:], strings.ToUpper(u.display))
	}
	return c.String()
}

// Coins writes coins for people; "nothing" if there are none.
func Coins(all sdk.Coins) string {
	if all.IsZero() {
		return "nothing"
	}
	var texts []string
	for _, c := range all {
		texts = append(texts, Coin(c))
	}
	return strings.Join(texts, " and ")
}

// checkStake returns an ErrInvalidStake unless a game of the params can be played for a stake.
func checkStake(p types.Params, stake sdk.Coin) error {
	if slices.Contains(p.StakeDenoms, stake.Denom) {
		if err := p.CheckStake(stake); err != nil {
			return saidPlainly{err}
		}
		return nil
	}
	names := make([]string, len(p.StakeDenoms))
	for i, denom := range p.StakeDenoms {
		names[i] = denom
		if known := slices.IndexFunc(units, func(u unit) bool { return u.base == denom }); known >= 0 {
			names[i] = units[known].display
		}
	}
	return fmt.Errorf("%w: expected an amount of %s, got %s", types.ErrInvalidStake, strings.Join(names, " or "),
		Coin(stake))
}

// ParseCoin reads a coin as people or as the chain write it: "5ship", "0.5 SHIP" and "500000uship".
func ParseCoin(text string) (sdk.Coin, error) {
	number := strings.TrimRight(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	dec, err := sdk.ParseDecCoin(number + strings.ToLower(text[len(number):]))
	if err != nil || dec.Amount.TruncateInt().BigInt().BitLen() > types.MaxStakeBits {
		return sdk.Coin{}, fmt.Errorf("expected a coin such as 5%s or 5000000%s, got %q",
			types.RewardDisplayDenom, types.RewardDenom, text)
	}
	denom, amount, decimals := dec.Denom, dec.Amount, 0
	for _, u := range units {
		if dec.Denom == u.display {
			denom, amount, decimals = u.base, amount.MulInt64(u.scale), u.exponent
		}
	}
	if !amount.IsInteger() {
		return sdk.Coin{}, fmt.Errorf("expected at most %d decimals of %s, got %q", decimals, dec.Denom, text)
	}
	return sdk.NewCoin(denom, amount.TruncateInt()), nil
}
