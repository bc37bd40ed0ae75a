package client

import (
	"context"
	"fmt"
	"time"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/text"
)

// UnsignedError carries a transaction that was made, but neither signed nor sent, because Options.Unsigned asks for no
// more.
type UnsignedError struct {
	// JSON is the transaction, as commands that sign one read it.
	JSON []byte
}

// Error implements error.
func (*UnsignedError) Error() string {
	return text.OnlyMade
}

// makeUnsigned returns the transaction of some messages as an *UnsignedError, with a gas limit and a fee.
func (c *Client) makeUnsigned(ctx context.Context, msgs []sdk.Msg) error {
	if err := c.loadPrices(ctx); err != nil {
		return err
	}
	if err := c.loadAccount(ctx); err != nil {
		return err
	}
	gas, err := c.simulate(ctx, msgs, time.Time{})
	if err != nil {
		return c.explain(ctx, err)
	}
	builder, err := c.unsigned(msgs)
	if err != nil {
		return err
	}
	builder.SetGasLimit(gas)
	builder.SetFeeAmount(c.feeFor(gas))
	raw, err := c.txConfig.TxJSONEncoder()(builder.GetTx())
	if err != nil {
		return fmt.Errorf("encode the transaction: %w", err)
	}
	return &UnsignedError{JSON: raw}
}
