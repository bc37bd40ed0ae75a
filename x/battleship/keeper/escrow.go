package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/account"
	"github.com/battleship-chain/battleship/x/battleship/internal/escrow"
	"github.com/battleship-chain/battleship/x/battleship/internal/settlement"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// payOut pays an account the coins that a game holds for it, and those minted for it.
func (k *Keeper) payOut(ctx context.Context, id uint64, who account.Account, held, minted sdk.Coins) error {
	paid, err := k.escrow.Pay(ctx, who, held, minted)
	if err != nil {
		return err
	}
	return emitPayment(ctx, id, paid)
}

// paymentEmitter returns a function that emits the events of a game's payments.
func paymentEmitter(ctx context.Context, id uint64) settlement.Notify {
	return func(paid escrow.Payment) error { return emitPayment(ctx, id, paid) }
}

// emitPayment emits the events of a game's payment, unless everything was paid as due.
func emitPayment(ctx context.Context, id uint64, p escrow.Payment) error {
	if !p.Kept.IsZero() {
		return emit(ctx, paymentFailed(id, p.To.Text, p.Kept))
	}
	if !p.Withdrawn.IsZero() {
		return emit(ctx, withdrawn(p.To.Text, p.To.Text, p.Withdrawn))
	}
	return nil
}

// Withdraw pays out the sender's unpaid coins, which could not be paid when they were due, to the sender or to the
// named recipient. It returns the paid coins; an amount that the bank still refuses keeps waiting.
func (k *Keeper) Withdraw(ctx context.Context, msg *types.MsgWithdraw) (sdk.Coins, error) {
	sender, err := k.addresses.Parse(msg.Sender)
	if err != nil {
		return nil, errors.Wrap(err, "sender")
	}
	recipient := sender
	if msg.Recipient != "" {
		if recipient, err = k.addresses.Parse(msg.Recipient); err != nil {
			return nil, errors.Wrap(err, "recipient")
		}
	}
	waiting, paid, err := k.escrow.Withdraw(ctx, sender, recipient)
	if err != nil {
		return nil, err
	}
	if waiting.IsZero() {
		return nil, errors.Wrapf(types.ErrNothingToWithdraw, "nothing waits for %s", sender.Text)
	}
	if paid.IsZero() {
		return nil, errors.Wrapf(types.ErrRecipient, "expected an account that can be paid %s, got %s",
			waiting, recipient.Text)
	}
	return paid, emit(ctx, withdrawn(sender.Text, recipient.Text, paid))
}
