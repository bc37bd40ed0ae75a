package client

import (
	"context"
	"fmt"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
)

// accountState is what signing needs to know of an account, as far as the client knows it.
type accountState struct {
	known    bool
	number   uint64
	sequence uint64
	// hasKey reports whether the chain has the account's public key from an earlier transaction.
	hasKey bool
}

// loadAccount asks the chain unless the client has followed the account since it last asked.
func (c *Client) loadAccount(ctx context.Context) error {
	if c.account.known {
		return nil
	}
	address := c.key.Address.String()
	res, err := authtypes.NewQueryClient(c.conn).AccountInfo(ctx, &authtypes.QueryAccountInfoRequest{Address: address})
	switch {
	case status.Code(err) == codes.NotFound && c.granter != nil:
		return fmt.Errorf("%s (%s) has no account on %s yet: %s must give it a fee allowance first, which makes one",
			c.key.Name, address, c.chainID, c.granter)
	case status.Code(err) == codes.NotFound:
		return &NoAccountError{Name: c.key.Name, Address: address, ChainID: c.chainID}
	case err != nil:
		return fmt.Errorf("account of %s: %w", c.key.Name, err)
	case res.Info == nil:
		return fmt.Errorf("account of %s: the node's answer holds none", c.key.Name)
	}
	c.account = accountState{
		known:    true,
		number:   res.Info.AccountNumber,
		sequence: res.Info.Sequence,
		hasKey:   res.Info.PubKey != nil,
	}
	return nil
}
