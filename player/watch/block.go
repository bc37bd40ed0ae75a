package watch

import (
	"strings"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
)

// Block is a spectator's view of one block.
type Block struct {
	Height int64
	Time   time.Time
	Txs    []Tx
	// Events are the module's events outside of transactions: games that expired.
	Events []proto.Message
}

// Tx is one transaction of a block.
type Tx struct {
	// Msgs are its messages, Kinds their names without their package, such as "MsgShootAndReveal".
	Msgs  []sdk.Msg
	Kinds []string
	// Code is 0 if it succeeded.
	Code uint32
	// GasUsed is the gas it used, Bytes its size, Fee its fee.
	GasUsed int64
	Bytes   int
	Fee     Fee
	// Events are the module's events in it. There are none if it failed.
	Events []proto.Message
}

// kindOf is the name of a message without its package.
func kindOf(msg sdk.Msg) string {
	url := sdk.MsgTypeURL(msg)
	return url[strings.LastIndexByte(url, '.')+1:]
}

// Fee is the fee of a transaction.
type Fee struct {
	Coins sdk.Coins
	// Payer is the address of the account that paid. It is empty if none did.
	Payer string
	// Grantee is the address of the sender, if the fee was paid from an allowance of the payer's.
	Grantee string
}

// FeeOf returns the fee of a transaction according to its events, or a zero Fee if they have none.
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
