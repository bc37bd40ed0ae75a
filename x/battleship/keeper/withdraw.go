package keeper

import (
	"context"

	"cosmossdk.io/errors"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/x/battleship/internal/core"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Withdraw pays out the sender's unpaid coins, which could not be paid when they were due, to the sender or to the
// named recipient. It returns the paid coins; an amount that the bank still refuses keeps waiting.
func (k *Keeper) Withdraw(ctx context.Context, msg *types.MsgWithdraw) (sdk.Coins, error) {
	sender, err := k.core.Addresses.Parse(msg.Sender)
	if err != nil {
		return nil, errors.Wrap(err, "sender")
	}
	recipient := sender
	if msg.Recipient != "" {
		if recipient, err = k.core.Addresses.Parse(msg.Recipient); err != nil {
			return nil, errors.Wrap(err, "recipient")
		}
	}
	waiting, paid, err := k.core.Escrow.Withdraw(ctx, sender, recipient)
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
	return paid, core.Emit(ctx, core.Withdrawn(sender.Text, recipient.Text, paid))
}
