package types

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// AccountKeeper is what the module needs of x/auth.
type AccountKeeper interface {
	// GetModuleAddress returns the address of a module account, nil if the app did not declare it.
	GetModuleAddress(module string) sdk.AccAddress
}

// BankKeeper is what the module needs of x/bank. It must be restricted by the keeper's MintRestriction, so that every
// mint of Shipcoin is counted.
type BankKeeper interface {
	// MintCoins creates coins in the account of a module that may mint.
	MintCoins(ctx context.Context, module string, coins sdk.Coins) error
	// SendCoinsFromModuleToAccount pays coins out; it refuses a blocked address.
	SendCoinsFromModuleToAccount(ctx context.Context, module string, to sdk.AccAddress, coins sdk.Coins) error
	// BlockedAddr tells whether an address may not be paid.
	BlockedAddr(addr sdk.AccAddress) bool
	// GetSupply returns how much of a coin there is.
	GetSupply(ctx context.Context, denom string) sdk.Coin
}
