package keeper

import (
	"context"
	stderrors "errors"

	"cosmossdk.io/collections"
	"cosmossdk.io/errors"
	"cosmossdk.io/math"

	sdk "github.com/cosmos/cosmos-sdk/types"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// checkFunds returns an error unless an account can pay all of the coins now. It asks for each of them before any is
// taken: an account holds as many other coins as anybody cares to send it, and they are not looked at.
func (k *Keeper) checkFunds(ctx context.Context, who account, coins sdk.Coins) error {
	locked := k.bank.LockedCoins(ctx, who.bytes)
	for _, coin := range coins {
		// More can be locked than there is: the bank's own difference of the two panics then.
		balance := k.bank.GetBalance(ctx, who.bytes, coin.Denom).Amount
		free := math.MaxInt(balance.Sub(locked.AmountOf(coin.Denom)), math.ZeroInt())
		if free.LT(coin.Amount) {
			return errors.Wrapf(types.ErrInsufficientFunds, "%s: expected at least %s to spend, got %s%s",
				who.text, coin, free, coin.Denom)
		}
	}
	if err := k.bank.IsSendEnabledCoins(ctx, coins...); err != nil {
		return errors.Wrapf(types.ErrInsufficientFunds, "expected coins that can be sent, got %s: %s", coins, err)
	}
	return nil
}

// hold takes coins of an account into escrow. checkFunds must have let them pass.
func (k *Keeper) hold(ctx context.Context, who account, coins sdk.Coins) error {
	if coins.IsZero() {
		return nil
	}
	if err := k.bank.SendCoinsFromAccountToModule(ctx, who.bytes, types.ModuleName, coins); err != nil {
		return errors.Wrapf(types.ErrInsufficientFunds, "expected %s to send, got %s: %s", coins, who.text, err)
	}
	return k.addEscrow(ctx, coins)
}

// payer pays coins out of the module's account.
type payer func(context.Context, sdk.Coins) error

// toAccount pays an account.
func (k *Keeper) toAccount(who account) payer {
	return func(ctx context.Context, coins sdk.Coins) error {
		return k.bank.SendCoinsFromModuleToAccount(ctx, types.ModuleName, who.bytes, coins)
	}
}

// toHouse pays the fee collector, which passes it on to those who stake.
func (k *Keeper) toHouse(ctx context.Context, coins sdk.Coins) error {
	return k.bank.SendCoinsFromModuleToModule(ctx, types.ModuleName, authtypes.FeeCollectorName, coins)
}

// toPool pays the community pool, which governance spends.
func (k *Keeper) toPool(ctx context.Context, coins sdk.Coins) error {
	return k.pool.FundCommunityPool(ctx, coins, k.accounts.GetModuleAddress(types.ModuleName))
}

// payOut pays an account what a game holds for it, and what was minted for it. What the bank refuses to pay waits until
// the account withdraws it: whoever cannot be paid must not keep a game from ending.
func (k *Keeper) payOut(ctx context.Context, id uint64, who account, held, minted sdk.Coins) error {
	unpaid := k.pay(ctx, held.Add(minted...), k.toAccount(who))
	if err := k.subEscrow(ctx, held); err != nil {
		return err
	}
	return k.keepFor(ctx, id, who, unpaid)
}

// payHouse pays the network's share of a game's pot to the fee collector.
func (k *Keeper) payHouse(ctx context.Context, id uint64, held sdk.Coins) error {
	return k.payModule(ctx, id, authtypes.FeeCollectorName, held, k.toHouse)
}

// payPool pays the stake of who did not prove what it had to prove to the community pool.
func (k *Keeper) payPool(ctx context.Context, id uint64, held sdk.Coins) error {
	return k.payModule(ctx, id, distrtypes.ModuleName, held, k.toPool)
}

// payModule pays a module what a game has held for it. What cannot be paid waits for the module's account.
func (k *Keeper) payModule(ctx context.Context, id uint64, module string, held sdk.Coins, send payer) error {
	if held.IsZero() {
		return nil
	}
	unpaid := k.pay(ctx, held, send)
	if err := k.subEscrow(ctx, held); err != nil {
		return err
	}
	account, err := k.accountOf(k.accounts.GetModuleAddress(module))
	if err != nil {
		return err
	}
	if !unpaid.IsZero() {
		return k.keepFor(ctx, id, account, unpaid)
	}
	// Nobody can sign for a module, so what waits for it is tried again when it can be paid.
	waiting, err := k.claimable(ctx, account.bytes)
	if err != nil || waiting.IsZero() {
		return err
	}
	_, err = k.payWaiting(ctx, account, account, waiting, send)
	return err
}

// burn destroys coins that are held.
func (k *Keeper) burn(ctx context.Context, held sdk.Coins) error {
	if held.IsZero() {
		return nil
	}
	if err := k.bank.BurnCoins(ctx, types.ModuleName, held); err != nil {
		return err
	}
	return k.subEscrow(ctx, held)
}

// pay pays coins and returns those that the bank refuses to pay. If it refuses them together it is asked for each by
// itself: a coin that it restricts must not hold up the others.
func (k *Keeper) pay(ctx context.Context, coins sdk.Coins, send payer) sdk.Coins {
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
		moduleLogger(sdkCtx).Error("the bank refuses a payment", "err", err)
		return false
	}
	write()
	return true
}

// keepFor lets coins of a game that are in the module's account, but no longer in escrow, wait for an account.
func (k *Keeper) keepFor(ctx context.Context, id uint64, who account, coins sdk.Coins) error {
	if coins.IsZero() {
		return nil
	}
	if err := k.addEscrow(ctx, coins); err != nil {
		return err
	}
	waiting, err := k.claimable(ctx, who.bytes)
	if err != nil {
		return err
	}
	if err := k.Claimables.Set(ctx, who.bytes, types.Claimable{Coins: waiting.Add(coins...)}); err != nil {
		return err
	}
	return emit(ctx, paymentHeld(id, who.text, coins))
}

// Withdraw pays out what waits for the sender because it could not be paid when it was due, to the sender or to whom
// it names. It returns what was paid; what the bank still refuses to pay keeps waiting.
func (k *Keeper) Withdraw(ctx context.Context, msg *types.MsgWithdraw) (sdk.Coins, error) {
	sender, err := k.parseAccount(msg.Sender)
	if err != nil {
		return nil, errors.Wrap(err, "sender")
	}
	recipient := sender
	if msg.Recipient != "" {
		if recipient, err = k.parseAccount(msg.Recipient); err != nil {
			return nil, errors.Wrap(err, "recipient")
		}
	}
	coins, err := k.claimable(ctx, sender.bytes)
	if err != nil {
		return nil, err
	}
	if coins.IsZero() {
		return nil, errors.Wrapf(types.ErrNothingToWithdraw, "expected coins that wait for %s, got none", sender.text)
	}
	paid, err := k.payWaiting(ctx, sender, recipient, coins, k.toAccount(recipient))
	if err != nil {
		return nil, err
	}
	if paid.IsZero() {
		return nil, errors.Wrapf(types.ErrRecipient, "expected an account that can be paid %s, got %s", coins, recipient.text)
	}
	return paid, nil
}

// payWaiting pays a recipient what waits for an account, as far as the bank lets it, and returns what was paid.
func (k *Keeper) payWaiting(
	ctx context.Context, owner, recipient account, waiting sdk.Coins, p payer,
) (sdk.Coins, error) {
	unpaid := k.pay(ctx, waiting, p)
	paid := waiting.Sub(unpaid...)
	if paid.IsZero() {
		return paid, nil
	}
	if err := k.subEscrow(ctx, paid); err != nil {
		return nil, err
	}
	var err error
	if unpaid.IsZero() {
		err = k.Claimables.Remove(ctx, owner.bytes)
	} else {
		err = k.Claimables.Set(ctx, owner.bytes, types.Claimable{Coins: unpaid})
	}
	if err != nil {
		return nil, err
	}
	return paid, emit(ctx, withdrawn(owner.text, recipient.text, paid))
}

// claimable returns what waits for an account.
func (k *Keeper) claimable(ctx context.Context, who sdk.AccAddress) (sdk.Coins, error) {
	c, err := k.Claimables.Get(ctx, who)
	if stderrors.Is(err, collections.ErrNotFound) {
		return sdk.NewCoins(), nil
	}
	return c.Coins, err
}

// held returns how much of a coin is in escrow.
func (k *Keeper) held(ctx context.Context, denom string) (math.Int, error) {
	amount, err := k.Escrow.Get(ctx, denom)
	if stderrors.Is(err, collections.ErrNotFound) {
		return math.ZeroInt(), nil
	}
	return amount, err
}

func (k *Keeper) addEscrow(ctx context.Context, coins sdk.Coins) error {
	for _, coin := range coins {
		amount, err := k.held(ctx, coin.Denom)
		if err != nil {
			return err
		}
		if err := k.Escrow.Set(ctx, coin.Denom, amount.Add(coin.Amount)); err != nil {
			return err
		}
	}
	return nil
}

func (k *Keeper) subEscrow(ctx context.Context, coins sdk.Coins) error {
	for _, coin := range coins {
		amount, err := k.held(ctx, coin.Denom)
		if err != nil {
			return err
		}
		left := amount.Sub(coin.Amount)
		switch {
		case left.IsNegative():
			return errors.Wrapf(types.ErrEscrow, "expected at least %s, got %s", coin, amount)
		case left.IsZero():
			err = k.Escrow.Remove(ctx, coin.Denom)
		default:
			err = k.Escrow.Set(ctx, coin.Denom, left)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
