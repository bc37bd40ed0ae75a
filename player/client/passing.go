package client

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsmod "cosmossdk.io/errors"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
)

// passingRefusals are those that the same transaction, or the same messages at another sequence, can outlast.
var passingRefusals = []*errorsmod.Error{sdkerrors.ErrWrongSequence, sdkerrors.ErrMempoolIsFull}

// MayPass reports whether an error can be gone when the node is asked again: it was away, or not ready, or had no room
// for a transaction. What failed in a block does not pass.
func MayPass(err error) bool {
	var (
		noNode   *NoNodeError
		notReady *NotReadyError
		refused  *RefusedError
	)
	switch {
	case err == nil:
		return false
	case errors.As(err, &noNode), errors.As(err, &notReady):
		return true
	case errors.As(err, &refused):
		return refused.Height == 0 && slices.ContainsFunc(passingRefusals, refused.OfKind)
	}
	switch status.Code(err) {
	case codes.Unavailable, codes.DeadlineExceeded, codes.ResourceExhausted, codes.Aborted:
		return true
	default:
		return false
	}
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
