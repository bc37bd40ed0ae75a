package kit

import (
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// StrictBank is a bank that begins to refuse payments while games run, as one does whose list of blocked addresses or
// whose restrictions of sending have changed.
type StrictBank struct {
	types.BankKeeper
	// Blocked are addresses, closed coins, broken modules that are not paid.
	Blocked, Closed, Broken map[string]bool
}

// Restrict makes the bank of the fixture a strict one.
func (f *Fixture) Restrict() *StrictBank {
	bank := &StrictBank{
		BankKeeper: f.Payments.BankKeeper,
		Blocked:    make(map[string]bool), Closed: make(map[string]bool), Broken: make(map[string]bool),
	}
	f.Payments.BankKeeper = bank
	return bank
}

func (b *StrictBank) check(to string, coins sdk.Coins) error {
	if b.Blocked[to] || b.Broken[to] {
		return fmt.Errorf("%w: %s is blocked", sdkerrors.ErrUnauthorized, to)
	}
	for _, coin := range coins {
		if b.Closed[coin.Denom] {
			return fmt.Errorf("%w: %s is restricted", sdkerrors.ErrUnauthorized, coin.Denom)
		}
	}
	return nil
}

// BlockedAddr implements types.BankKeeper.
func (b *StrictBank) BlockedAddr(addr sdk.AccAddress) bool {
	return b.Blocked[TextOf(addr)] || b.BankKeeper.BlockedAddr(addr)
}

// SendCoinsFromModuleToAccount implements types.BankKeeper.
func (b *StrictBank) SendCoinsFromModuleToAccount(
	ctx Context, module string, to sdk.AccAddress, coins sdk.Coins,
) error {
	if err := b.check(TextOf(to), coins); err != nil {
		return err
	}
	return b.BankKeeper.SendCoinsFromModuleToAccount(ctx, module, to, coins)
}

// SendCoinsFromAccountToModule implements types.BankKeeper.
func (b *StrictBank) SendCoinsFromAccountToModule(
	ctx Context, from sdk.AccAddress, module string, coins sdk.Coins,
) error {
	if err := b.check(module, coins); err != nil {
		return err
	}
	return b.BankKeeper.SendCoinsFromAccountToModule(ctx, from, module, coins)
}

// SendCoinsFromModuleToModule implements types.BankKeeper.
func (b *StrictBank) SendCoinsFromModuleToModule(ctx Context, from, to string, coins sdk.Coins) error {
	if err := b.check(to, coins); err != nil {
		return err
	}
	return b.BankKeeper.SendCoinsFromModuleToModule(ctx, from, to, coins)
}
