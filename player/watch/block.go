package watch

import (
	"strings"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
)

// Block is what a spectator sees of one block.
type Block struct {
	Height int64
	Time   time.Time
	Txs    []Tx
	// Events are what the module told outside of transactions: games that expired.
	Events []proto.Message
}

// Tx is one transaction of a block.
type Tx struct {
	// Msgs are its messages, Kinds their names without their package, such as "MsgShootAndReveal".
	Msgs  []sdk.Msg
	Kinds []string
	// Code is 0 if it succeeded.
	Code uint32
	// GasUsed is what it took, Bytes its size, Fee what was paid for it.
	GasUsed int64
	Bytes   int
	Fee     Fee
	// Events are what the module told about it, none if it failed.
	Events []proto.Message
}

// kindOf is the name of a message without its package.
func kindOf(msg sdk.Msg) string {
	url := sdk.MsgTypeURL(msg)
	return url[strings.LastIndexByte(url, '.')+1:]
}

// Fee is what a transaction has paid.
type Fee struct {
	Coins sdk.Coins
	// Payer is the address of who has paid; empty if nobody has.
	Payer string
	// Grantee is the address of who has sent the transaction, if it was paid from an allowance of the payer's.
	Grantee string
}

// FeeOf returns what a transaction has paid by its events; nothing if they do not tell.
func FeeOf(events []abci.Event) (fee Fee) {
	for _, e := range events {
		for _, a := range e.Attributes {
			switch {
			case e.Type == feegrant.EventTypeUseFeeGrant && a.Key == feegrant.AttributeKeyGrantee:
				fee.Grantee = a.Value
			case e.Type == sdk.EventTypeTx && a.Key == sdk.AttributeKeyFeePayer:
				fee.Payer = a.Value
			case e.Type == sdk.EventTypeTx && a.Key == sdk.AttributeKeyFee:
				if coins, err := sdk.ParseCoinsNormalized(a.Value); err == nil {
					fee.Coins = coins
				}
			}
		}
	}
	return fee
}
