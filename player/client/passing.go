package client

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsmod "cosmossdk.io/errors"

	sdkerrors "github.com/cosmos/cosmos-sdk/types/errors"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
)

// passingRefusals are those that the same transaction, or the same messages at another sequence, can outlast. The last
// one is that of a node which waits for its first block.
var passingRefusals = []*errorsmod.Error{
	sdkerrors.ErrWrongSequence, sdkerrors.ErrMempoolIsFull, sdkerrors.ErrInvalidHeight,
}

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

// lacksAllowance reports whether a refusal is about the allowance that fees are paid by.
func (c *Client) lacksAllowance(refused *RefusedError) bool {
	return slices.ContainsFunc([]*errorsmod.Error{
		feegrant.ErrFeeLimitExceeded, feegrant.ErrFeeLimitExpired, feegrant.ErrNoAllowance, feegrant.ErrMessageNotAllowed,
	}, refused.OfKind) || strings.Contains(refused.Log, noAllowanceText)
}

// noAllowanceText is the chain's text for an allowance that was never given, was revoked or is used up.
const noAllowanceText = "does not allow to pay fees for"

// explain adds to a refusal the facts that help the user to put it right.
func (c *Client) explain(ctx context.Context, err error) error {
	var refused *RefusedError
	if !errors.As(err, &refused) {
		return err
	}
	if c.granter != nil && c.lacksAllowance(refused) {
		return &NoAllowanceError{Granter: c.granter.String(), Grantee: c.key.Address.String(), Err: refused}
	}
	if !refused.OfKind(sdkerrors.ErrInsufficientFunds) {
		return err
	}
	if c.granter != nil {
		return fmt.Errorf("%s, which pays the fees, or %s has too few coins: %w", c.granter, c.key.Name, err)
	}
	balance, balanceErr := c.Balance(ctx, c.key.Address.String(), GasDenom)
	if balanceErr != nil {
		return err // the refusal itself is the news
	}
	return &PoorError{Name: c.key.Name, Address: c.key.Address.String(), Balance: balance, Err: err}
}
