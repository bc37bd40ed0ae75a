package core

import (
	"context"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
)

// PayOut pays an account the coins that a game holds for it, and those minted for it.
func (k *Core) PayOut(ctx context.Context, id uint64, who account.Account, held, minted sdk.Coins) error {
	paid, err := k.Escrow.Pay(ctx, who, held, minted)
	if err != nil {
		return err
	}
	return emitPayment(ctx, id, paid)
}

// PaymentEmitter returns a function that emits the events of a game's payments.
func PaymentEmitter(ctx context.Context, id uint64) settlement.Notify {
	return func(paid escrow.Payment) error { return emitPayment(ctx, id, paid) }
}

// emitPayment emits the events of a game's payment, unless everything was paid as due.
func emitPayment(ctx context.Context, id uint64, p escrow.Payment) error {
	if !p.Kept.IsZero() {
		return Emit(ctx, PaymentFailed(id, p.To.Text, p.Kept))
	}
	if !p.Withdrawn.IsZero() {
		return Emit(ctx, Withdrawn(p.To.Text, p.To.Text, p.Withdrawn))
	}
	return nil
}
