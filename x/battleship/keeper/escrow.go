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

// payOut pays an account what a game holds for it, and what was minted for it.
func (k *Keeper) payOut(ctx context.Context, id uint64, who account.Account, held, minted sdk.Coins) error {
	paid, err := k.escrow.Pay(ctx, who, held, minted)
	if err != nil {
		return err
	}
	return tellPayment(ctx, id, paid)
}

// tellPayments returns what tells a game's payments.
func tellPayments(ctx context.Context, id uint64) settlement.Tell {
	return func(paid escrow.Payment) error { return tellPayment(ctx, id, paid) }
}

// tellPayment tells what a game's payment has led to, unless everything was paid as it should be.
func tellPayment(ctx context.Context, id uint64, p escrow.Payment) error {
	if !p.Kept.IsZero() {
		return emit(ctx, paymentFailed(id, p.To.Text, p.Kept))
	}
	if !p.Withdrawn.IsZero() {
		return emit(ctx, withdrawn(p.To.Text, p.To.Text, p.Withdrawn))
	}
	return nil
}

// Withdraw pays out what waits for the sender because it could not be paid when it was due, to the sender or to whom
// it names. It returns what was paid; what the bank still refuses to pay keeps waiting.
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
