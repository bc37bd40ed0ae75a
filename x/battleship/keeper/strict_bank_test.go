package keeper_test

import (
	"fmt"

	sdk "github.com/cosmos/cosmos-sdk/types"
	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// strictBank is a bank that begins to refuse payments while games run, as one does whose list of blocked addresses or
// whose restrictions of sending have changed.
type strictBank struct {
	types.BankKeeper
	// blocked are addresses, closed coins, broken modules that are not paid.
	blocked, closed, broken map[string]bool
}

// restrict makes the bank of the fixture a strict one.
func (f *fixture) restrict() *strictBank {
	bank := &strictBank{
		BankKeeper: f.payments.BankKeeper,
		blocked:    make(map[string]bool), closed: make(map[string]bool), broken: make(map[string]bool),
	}
	f.payments.BankKeeper = bank
	return bank
}

func (b *strictBank) check(to string, coins sdk.Coins) error {
	if b.blocked[to] || b.broken[to] {
		return fmt.Errorf("%w: %s is blocked", sdkerrors.ErrUnauthorized, to)
	}
	for _, coin := range coins {
		if b.closed[coin.Denom] {
			return fmt.Errorf("%w: %s is restricted", sdkerrors.ErrUnauthorized, coin.Denom)
		}
	}
	return nil
}

func (b *strictBank) BlockedAddr(addr sdk.AccAddress) bool {
	return b.blocked[textOf(addr)] || b.BankKeeper.BlockedAddr(addr)
}

func (b *strictBank) SendCoinsFromModuleToAccount(
	ctx context, module string, to sdk.AccAddress, coins sdk.Coins,
) error {
	if err := b.check(textOf(to), coins); err != nil {
		return err
	}
	return b.BankKeeper.SendCoinsFromModuleToAccount(ctx, module, to, coins)
}

func (b *strictBank) SendCoinsFromAccountToModule(
	ctx context, from sdk.AccAddress, module string, coins sdk.Coins,
) error {
	if err := b.check(module, coins); err != nil {
		return err
	}
	return b.BankKeeper.SendCoinsFromAccountToModule(ctx, from, module, coins)
}

func (b *strictBank) SendCoinsFromModuleToModule(ctx context, from, to string, coins sdk.Coins) error {
	if err := b.check(to, coins); err != nil {
		return err
	}
	return b.BankKeeper.SendCoinsFromModuleToModule(ctx, from, to, coins)
}
