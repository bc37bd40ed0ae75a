// Package account names accounts: by their addresses, and by the one canonical text of each.
package account

import (
	"cosmossdk.io/core/address"
	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Account is an address and its one canonical text. Bech32 can be written in capitals too, so texts from outside must
// not be compared: two spellings of one address would count as two accounts.
type Account struct {
	Address sdk.AccAddress
	Text    string
}

// Codec knows the texts of addresses.
type Codec struct{ address.Codec }

// Parse returns the account that a text names, or ErrInvalidAddress.
func (c Codec) Parse(text string) (Account, error) {
	raw, err := c.StringToBytes(text)
	if err != nil {
		return Account{}, errors.Wrapf(types.ErrInvalidAddress, "expected an address, got %q: %s",
			Truncate(text, types.MaxErrorBytes), err)
	}
	if len(raw) > types.MaxAddressBytes {
		return Account{}, errors.Wrapf(types.ErrInvalidAddress, "expected at most %d bytes, got %d",
			types.MaxAddressBytes, len(raw))
	}
	return c.Of(raw)
}

// Of returns the account of an address, or ErrInvalidAddress if it has no text.
func (c Codec) Of(raw sdk.AccAddress) (Account, error) {
	canonical, err := c.BytesToString(raw)
	if err != nil {
		return Account{}, errors.Wrap(types.ErrInvalidAddress, err.Error())
	}
	return Account{Address: raw, Text: canonical}, nil
}

// Truncate cuts a text from outside to a number of bytes, for use in an error.
func Truncate(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	return text[:bytes]
}
