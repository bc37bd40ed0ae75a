package client

import (
	"context"
	"errors"
	"fmt"
	"strings"

	errorsmod "cosmossdk.io/errors"

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
	case is(refused, sdkerrors.ErrWrongSequence), is(refused, sdkerrors.ErrMempoolIsFull):
		return true
	case is(refused, sdkerrors.ErrPanic) && c.publicKey() == nil:
		c.wordy = true
		return true
	}
	return false
}

// explain adds to a refusal what the user needs to put it right.
func (c *Client) explain(ctx context.Context, err error) error {
	var refused *RefusedError
	if !errors.As(err, &refused) || !is(refused, sdkerrors.ErrInsufficientFunds) {
		return err
	}
	balance, balanceErr := c.Balance(ctx, c.key.Address.String(), GasDenom)
	if balanceErr != nil {
		return err // the refusal itself is the news
	}
	return fmt.Errorf("%s (%s) has only %s: %w", c.key.Name, c.key.Address, balance, err)
}

// is tells whether a refusal is of a registered kind. A simulation reports only the text, which ends with the kind's.
func is(refused *RefusedError, kind *errorsmod.Error) bool {
	if refused.Code == 0 {
		return strings.HasSuffix(refused.Log, kind.Error())
	}
	return refused.Codespace == kind.Codespace() && refused.Code == kind.ABCICode()
}
