package session

import (
	"fmt"
	"slices"
	"strings"

	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// CheckStake returns an ErrInvalidStake unless a game of the params can be played for a stake.
func CheckStake(p types.Params, stake sdk.Coin) error {
	if slices.Contains(p.StakeDenoms, stake.Denom) {
		if err := p.CheckStake(stake); err != nil {
			return Untraced(err)
		}
		return nil
	}
	names := make([]string, len(p.StakeDenoms))
	for i, denom := range p.StakeDenoms {
		names[i] = denom
		for _, u := range text.Units() {
			if u.Base == denom {
				names[i] = u.Display
			}
		}
	}
	return fmt.Errorf("%w: expected an amount of %s, got %s", types.ErrInvalidStake, strings.Join(names, " or "),
		text.Coin(stake))
}

// ParseCoin reads a coin as people or as the chain write it: "5ship", "0.5 SHIP" and "500000uship".
func ParseCoin(typed string) (sdk.Coin, error) {
	number := strings.TrimRight(typed, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	dec, err := sdk.ParseDecCoin(number + strings.ToLower(typed[len(number):]))
	if err != nil || dec.Amount.TruncateInt().BigInt().BitLen() > types.MaxStakeBits {
		return sdk.Coin{}, fmt.Errorf("expected a coin such as 5anchor or 5000000uanchor, got %q", typed)
	}
	denom, amount, decimals := dec.Denom, dec.Amount, 0
	for _, u := range text.Units() {
		if dec.Denom == u.Display {
			denom, amount, decimals = u.Base, amount.Mul(math.LegacyNewDec(10).Power(uint64(u.Exponent))), u.Exponent
		}
	}
	if !amount.IsInteger() {
		return sdk.Coin{}, fmt.Errorf("expected at most %d decimals of %s, got %q", decimals, dec.Denom, typed)
	}
	return sdk.NewCoin(denom, amount.TruncateInt()), nil
}
