package types

import (
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

func (v *genesisValidator) unpaid() error {
	previous := ""
	for i, c := range v.gs.Unpaid {
		if err := v.nextAddress(c.Address, previous); err != nil {
			return errors.Wrapf(err, "unpaid %d", i)
		}
		previous = c.Address
		if err := checkUnpaid(c.Coins); err != nil {
			return errors.Wrap(err, c.Address)
		}
	}
	return nil
}

func checkUnpaid(coins sdk.Coins) error {
	if len(coins) == 0 {
		return invalidGenesis("coins: expected at least one, got none")
	}
	previous := ""
	for _, coin := range coins {
		if coin.Validate() != nil || !coin.IsPositive() || coin.Amount.BigInt().BitLen() > MaxUnpaidBits {
			return invalidGenesis("coins: expected positive amounts below 2^%d, got %s", MaxUnpaidBits, coinText(coin))
		}
		if coin.Denom <= previous {
			return invalidGenesis("coins: expected ascending denoms, got %s after %q", coin.Denom, previous)
		}
		previous = coin.Denom
	}
	return nil
}
