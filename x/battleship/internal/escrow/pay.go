package escrow

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Payment is the result of a payment.
type Payment struct {
	// To is the recipient.
	To account.Account
	// Kept is the amount that the bank has refused to pay, which waits for the account from now on.
	Kept sdk.Coins
	// Withdrawn is the amount that had waited for the account and was paid with it.
	Withdrawn sdk.Coins
}

// payer pays coins out of the module's account.
type payer func(context.Context, sdk.Coins) error

// toAccount pays an account.
func (l Ledger) toAccount(who account.Account) payer {
	return func(ctx context.Context, coins sdk.Coins) error {
		return l.bank.SendCoinsFromModuleToAccount(ctx, types.ModuleName, who.Address, coins)
	}
}

// toHouse pays the fee collector, which passes it on to those who stake.
func (l Ledger) toHouse(ctx context.Context, coins sdk.Coins) error {
	return l.bank.SendCoinsFromModuleToModule(ctx, types.ModuleName, authtypes.FeeCollectorName, coins)
}

// toPool pays the community pool, which governance spends.
func (l Ledger) toPool(ctx context.Context, coins sdk.Coins) error {
	return l.pool.FundCommunityPool(ctx, coins, l.modules.GetModuleAddress(types.ModuleName))
}

// Pay pays an account the coins held for it, and those minted for it. An amount that the bank refuses waits until the
// account withdraws it: a failed payment must not keep a game from ending.
func (l Ledger) Pay(ctx context.Context, to account.Account, held, minted sdk.Coins) (Payment, error) {
	unpaid := l.pay(ctx, held.Add(minted...), l.toAccount(to))
	if err := l.sub(ctx, held); err != nil {
		return Payment{}, err
	}
	return Payment{To: to, Kept: unpaid}, l.keep(ctx, to, unpaid)
}

// PayHouse pays held coins to the fee collector.
func (l Ledger) PayHouse(ctx context.Context, held sdk.Coins) (Payment, error) {
	return l.payModule(ctx, authtypes.FeeCollectorName, held, l.toHouse)
}

// PayPool pays held coins to the community pool.
func (l Ledger) PayPool(ctx context.Context, held sdk.Coins) (Payment, error) {
	return l.payModule(ctx, distrtypes.ModuleName, held, l.toPool)
}

// payModule pays a module the coins held for it. A refused payment waits for the module's account.
func (l Ledger) payModule(ctx context.Context, module string, held sdk.Coins, send payer) (Payment, error) {
	if held.IsZero() {
		return Payment{}, nil
	}
	unpaid := l.pay(ctx, held, send)
	if err := l.sub(ctx, held); err != nil {
		return Payment{}, err
	}
	to, err := l.addresses.Of(l.modules.GetModuleAddress(module))
	if err != nil {
		return Payment{}, err
	}
	if !unpaid.IsZero() {
		return Payment{To: to, Kept: unpaid}, l.keep(ctx, to, unpaid)
	}
	// A module cannot sign a withdrawal, so its waiting coins are retried with its next payment.
	waiting, err := l.WaitingFor(ctx, to.Address)
	if err != nil || waiting.IsZero() {
		return Payment{}, err
	}
	paid, err := l.payWaiting(ctx, to, waiting, send)
	return Payment{To: to, Withdrawn: paid}, err
}

// Withdraw pays a recipient the waiting coins of an account, as far as the bank lets it, and returns the waiting and
// the paid coins.
func (l Ledger) Withdraw(ctx context.Context, owner, recipient account.Account) (waiting, paid sdk.Coins, err error) {
	waiting, err = l.WaitingFor(ctx, owner.Address)
	if err != nil || waiting.IsZero() {
		return waiting, sdk.NewCoins(), err
	}
	paid, err = l.payWaiting(ctx, owner, waiting, l.toAccount(recipient))
	return waiting, paid, err
}

// payWaiting pays the waiting coins of an account, as far as the bank lets it, and returns the paid ones.
func (l Ledger) payWaiting(
	ctx context.Context, owner account.Account, waiting sdk.Coins, send payer,
) (sdk.Coins, error) {
	unpaid := l.pay(ctx, waiting, send)
	paid := waiting.Sub(unpaid...)
	if paid.IsZero() {
		return paid, nil
	}
	if err := l.sub(ctx, paid); err != nil {
		return nil, err
	}
	if unpaid.IsZero() {
		return paid, l.waiting.Remove(ctx, owner.Address)
	}
	return paid, l.waiting.Set(ctx, owner.Address, types.Unpaid{Coins: unpaid})
}

// pay pays coins and returns those that the bank refuses to pay. If it refuses them together it is asked for each by
// itself: a coin that it restricts must not hold up the others.
func (l Ledger) pay(ctx context.Context, coins sdk.Coins, send payer) sdk.Coins {
	if coins.IsZero() || try(ctx, func(ctx context.Context) error { return send(ctx, coins) }) {
		return sdk.NewCoins()
	}
	if len(coins) == 1 {
		return coins
	}
	unpaid := sdk.NewCoins()
	for _, coin := range coins {
		if !try(ctx, func(ctx context.Context) error { return send(ctx, sdk.NewCoins(coin)) }) {
			unpaid = unpaid.Add(coin)
		}
	}
	return unpaid
}

// try makes a payment, or leaves everything as it was and returns false.
func try(ctx context.Context, pay func(context.Context) error) bool {
	sdkCtx := sdk.UnwrapSDKContext(ctx)
	cached, write := sdkCtx.CacheContext()
	if err := pay(cached); err != nil {
		logger := sdkCtx.Logger().With("module", "x/"+types.ModuleName)
		logger.Error("the bank refuses a payment", "err", err)
		return false
	}
	write()
	return true
}

// keep lets coins that are in the module's account, but no longer held, wait for an account.
func (l Ledger) keep(ctx context.Context, who account.Account, coins sdk.Coins) error {
	if coins.IsZero() {
		return nil
	}
	if err := l.add(ctx, coins); err != nil {
		return err
	}
	waiting, err := l.WaitingFor(ctx, who.Address)
	if err != nil {
		return err
	}
	return l.waiting.Set(ctx, who.Address, types.Unpaid{Coins: waiting.Add(coins...)})
}

// WaitingFor returns the coins that wait for an account.
func (l Ledger) WaitingFor(ctx context.Context, who sdk.AccAddress) (sdk.Coins, error) {
	c, err := l.waiting.Get(ctx, who)
	if stderrors.Is(err, collections.ErrNotFound) {
		return sdk.NewCoins(), nil
	}
	return c.Coins, err
}
