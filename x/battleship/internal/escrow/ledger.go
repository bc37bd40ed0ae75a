// Package escrow keeps the coins that the module holds for others, and pays them out. It is independent of the games
// that bring and take them.
package escrow

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/records"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Bank is the ledger's view of x/bank.
type Bank interface {
	SendCoinsFromModuleToAccount(ctx context.Context, module string, to sdk.AccAddress, coins sdk.Coins) error
	SendCoinsFromAccountToModule(ctx context.Context, from sdk.AccAddress, module string, coins sdk.Coins) error
	SendCoinsFromModuleToModule(ctx context.Context, from, to string, coins sdk.Coins) error
	BurnCoins(ctx context.Context, module string, coins sdk.Coins) error
	LockedCoins(ctx context.Context, addr sdk.AccAddress) sdk.Coins
	GetBalance(ctx context.Context, addr sdk.AccAddress, denom string) sdk.Coin
	IsSendEnabledCoins(ctx context.Context, coins ...sdk.Coin) error
}

// Modules is the ledger's view of x/auth.
type Modules interface {
	// GetModuleAddress returns the address of a module account.
	GetModuleAddress(module string) sdk.AccAddress
}

// Ledger holds the amount of coins in the module's account that belongs to others, and the part of it that waits for
// accounts that could not be paid. Coins sent to the module's account by others are not in it, and never count.
type Ledger struct {
	bank      Bank
	pool      types.CommunityPool
	modules   Modules
	addresses account.Codec
	// held holds the amounts held for others by denom, including waiting payments.
	held collections.Map[string, math.Int]
	// waiting holds the payments that wait for accounts that could not be paid, by address.
	waiting collections.Map[sdk.AccAddress, types.Unpaid]
}

// New returns the ledger that is kept in a store.
func New(
	sb *collections.SchemaBuilder, cdc codec.BinaryCodec,
	bank Bank, pool types.CommunityPool, modules Modules, addresses account.Codec,
) Ledger {
	return Ledger{
		bank: bank, pool: pool, modules: modules, addresses: addresses,
		held: collections.NewMap(sb, types.EscrowPrefix, "escrow", collections.StringKey, sdk.IntValue),
		waiting: collections.NewMap(sb, types.UnpaidPrefix, "unpaid",
			sdk.AccAddressKey, codec.CollValue[types.Unpaid](cdc)),
	}
}

// Held returns how much the module holds for others by denom.
func (l Ledger) Held() records.Map[string, math.Int] { return records.Of(l.held) }

// Waiting returns the waiting payments by address.
func (l Ledger) Waiting() records.Map[sdk.AccAddress, types.Unpaid] { return records.Of(l.waiting) }

// Check returns an error unless an account can pay all of the coins now. It checks each of them before any is taken. It
// does not read the account's other coins, whose number anyone can increase.
func (l Ledger) Check(ctx context.Context, who account.Account, coins sdk.Coins) error {
	locked := l.bank.LockedCoins(ctx, who.Address)
	for _, coin := range coins {
		// More can be locked than there is: the bank's own difference of the two panics then.
		balance := l.bank.GetBalance(ctx, who.Address, coin.Denom).Amount
		free := math.MaxInt(balance.Sub(locked.AmountOf(coin.Denom)), math.ZeroInt())
		if free.LT(coin.Amount) {
			return errors.Wrapf(types.ErrInsufficientFunds, "%s: expected at least %s to spend, got %s%s",
				who.Text, coin, free, coin.Denom)
		}
	}
	if err := l.bank.IsSendEnabledCoins(ctx, coins...); err != nil {
		return errors.Wrapf(types.ErrInsufficientFunds, "expected coins that can be sent, got %s: %s", coins, err)
	}
	return nil
}

// Hold takes coins of an account into escrow. Check must have let them pass.
func (l Ledger) Hold(ctx context.Context, who account.Account, coins sdk.Coins) error {
	if coins.IsZero() {
		return nil
	}
	if err := l.bank.SendCoinsFromAccountToModule(ctx, who.Address, types.ModuleName, coins); err != nil {
		return errors.Wrapf(types.ErrInsufficientFunds, "expected %s to send, got %s: %s", coins, who.Text, err)
	}
	return l.add(ctx, coins)
}

// Burn destroys coins that are held.
func (l Ledger) Burn(ctx context.Context, held sdk.Coins) error {
	if held.IsZero() {
		return nil
	}
	if err := l.bank.BurnCoins(ctx, types.ModuleName, held); err != nil {
		return err
	}
	return l.sub(ctx, held)
}

// Import adds the held coins of a genesis state, and the part of them that waits for accounts. It returns
// ErrInvalidGenesis if the module's account has less. More is no contradiction: anyone can send coins to it.
func (l Ledger) Import(ctx context.Context, held sdk.Coins, waiting []types.GenesisUnpaid) error {
	module := l.modules.GetModuleAddress(types.ModuleName)
	for _, coin := range held {
		if balance := l.bank.GetBalance(ctx, module, coin.Denom); balance.IsLT(coin) {
			return errors.Wrapf(types.ErrInvalidGenesis, "%s of the module's account: expected at least %s, got %s",
				coin.Denom, coin, balance)
		}
	}
	if err := l.add(ctx, held); err != nil {
		return err
	}
	for _, w := range waiting {
		who, err := l.addresses.Parse(w.Address)
		if err != nil {
			return err
		}
		if err := l.waiting.Set(ctx, who.Address, types.Unpaid{Coins: w.Coins}); err != nil {
			return err
		}
	}
	return nil
}

// Export returns the waiting payments. The held coins follow from them and from the games.
func (l Ledger) Export(ctx context.Context) ([]types.GenesisUnpaid, error) {
	return records.List(ctx, l.Waiting(), func(who sdk.AccAddress, c types.Unpaid) (types.GenesisUnpaid, error) {
		account, err := l.addresses.Of(who)
		return types.GenesisUnpaid{Address: account.Text, Coins: c.Coins}, err
	})
}

// amount returns how much of a coin is held.
func (l Ledger) amount(ctx context.Context, denom string) (math.Int, error) {
	amount, err := l.held.Get(ctx, denom)
	if stderrors.Is(err, collections.ErrNotFound) {
		return math.ZeroInt(), nil
	}
	return amount, err
}

func (l Ledger) add(ctx context.Context, coins sdk.Coins) error {
	for _, coin := range coins {
		amount, err := l.amount(ctx, coin.Denom)
		if err != nil {
			return err
		}
		if err := l.held.Set(ctx, coin.Denom, amount.Add(coin.Amount)); err != nil {
			return err
		}
	}
	return nil
}

func (l Ledger) sub(ctx context.Context, coins sdk.Coins) error {
	for _, coin := range coins {
		amount, err := l.amount(ctx, coin.Denom)
		if err != nil {
			return err
		}
		left := amount.Sub(coin.Amount)
		switch {
		case left.IsNegative():
			return errors.Wrapf(types.ErrEscrow, "expected at least %s, got %s", coin, amount)
		case left.IsZero():
			err = l.held.Remove(ctx, coin.Denom)
		default:
			err = l.held.Set(ctx, coin.Denom, left)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
