package types

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// AccountKeeper is the module's view of x/auth.
type AccountKeeper interface {
	// GetModuleAddress returns the address of a module account, nil if the app did not declare it.
	GetModuleAddress(module string) sdk.AccAddress
	// GetModuleAccount returns a module account that the app declared, and makes it if it is not there yet.
	GetModuleAccount(ctx context.Context, module string) sdk.ModuleAccountI
	// GetAccount returns an account, nil if there is none.
	GetAccount(ctx context.Context, addr sdk.AccAddress) sdk.AccountI
}

// BankKeeper is the module's view of x/bank. It must be restricted by the keeper's MintRestriction, so that every mint
// of Shipcoin is counted.
type BankKeeper interface {
	// MintCoins creates coins in the account of a module that may mint.
	MintCoins(ctx context.Context, module string, coins sdk.Coins) error
	// SendCoinsFromModuleToAccount pays coins out; it refuses a blocked address.
	SendCoinsFromModuleToAccount(ctx context.Context, module string, to sdk.AccAddress, coins sdk.Coins) error
	// SendCoinsFromAccountToModule takes coins in; it refuses coins that an account does not have or cannot spend yet.
	SendCoinsFromAccountToModule(ctx context.Context, from sdk.AccAddress, module string, coins sdk.Coins) error
	// SendCoinsFromModuleToModule pays coins to another module.
	SendCoinsFromModuleToModule(ctx context.Context, from, to string, coins sdk.Coins) error
	// BurnCoins destroys coins in the account of a module that may burn.
	BurnCoins(ctx context.Context, module string, coins sdk.Coins) error
	// LockedCoins returns what of its coins an account cannot spend yet. It can be more than the account has.
	LockedCoins(ctx context.Context, addr sdk.AccAddress) sdk.Coins
	// GetBalance returns how much of a coin an account has.
	GetBalance(ctx context.Context, addr sdk.AccAddress, denom string) sdk.Coin
	// IsSendEnabledCoins returns an error if the bank does not let one of the coins be sent.
	IsSendEnabledCoins(ctx context.Context, coins ...sdk.Coin) error
	// BlockedAddr reports whether an address may not be paid.
	BlockedAddr(addr sdk.AccAddress) bool
	// GetSupply returns how much of a coin there is.
	GetSupply(ctx context.Context, denom string) sdk.Coin
}

// CommunityPool is the module's view of x/distribution.
type CommunityPool interface {
	// FundCommunityPool pays an account's coins into the community pool.
	FundCommunityPool(ctx context.Context, amount sdk.Coins, sender sdk.AccAddress) error
}
