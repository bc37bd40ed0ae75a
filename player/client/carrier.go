package client

import (
	"context"
	"encoding/hex"
	"slices"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// A Carrier has messages carried out for an account that no key of this chain signs for, such as one whose owner is on
// another chain.
type Carrier interface {
	// Carry returns once the messages of an order are carried out, or cannot be. Its errors are those of SendOrder. What
	// an order says of fees is not for a carrier, which pays in its own way.
	Carry(ctx context.Context, o Order) (Receipt, error)
}

// By returns a client on the same line that acts for an account by a carrier. The account goes by the name of its
// owner's key.
func (c *Client) By(carrier Carrier, name string, account sdk.AccAddress) *Client {
	return &Client{
		conn:     c.conn,
		chainID:  c.chainID,
		txConfig: c.txConfig,
		options:  c.options,
		key:      Key{Name: name, Address: slices.Clone(account)},
		prices:   c.prices,
		carrier:  carrier,
	}
}

// CarriedIn returns the receipt of messages that were executed within another account's transaction. Their responses
// are encoded as those of a transaction are, a sdk.TxMsgData.
func CarriedIn(r *sdk.TxResponse, responses []byte) Receipt {
	return Receipt{
		Hash: r.TxHash, Height: r.Height, GasWanted: r.GasWanted, GasUsed: r.GasUsed, Events: r.Events,
		data: hex.EncodeToString(responses),
	}
}
