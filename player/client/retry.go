package client

import (
	"context"
	"errors"
	"fmt"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
)

// worthAnotherTry tells whether sending the same messages again can end better, and prepares for it. Nothing that has
// been in a block is sent again.
func (c *Client) worthAnotherTry(err error) bool {
	var refused *RefusedError
	if !errors.As(err, &refused) || refused.Height > 0 {
		return false
	}
	switch {
	case refused.OfKind(sdkerrors.ErrWrongSequence), refused.OfKind(sdkerrors.ErrMempoolIsFull):
		return true
	case refused.OfKind(sdkerrors.ErrPanic) && c.publicKey() == nil:
		c.wordy = true
		return true
	}
	return false
}

// explain adds to a refusal what the user needs to put it right.
func (c *Client) explain(ctx context.Context, err error) error {
	var refused *RefusedError
	if !errors.As(err, &refused) || !refused.OfKind(sdkerrors.ErrInsufficientFunds) {
		return err
	}
	balance, balanceErr := c.Balance(ctx, c.key.Address.String(), GasDenom)
	if balanceErr != nil {
		return err // the refusal itself is the news
	}
	return fmt.Errorf("%s (%s) has only %s: %w", c.key.Name, c.key.Address, balance, err)
}
