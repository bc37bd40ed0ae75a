package client

import (
	"encoding/hex"
	"fmt"

	abci "github.com/cometbft/cometbft/abci/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"
)

// Receipt is what became of a transaction that is in a block.
type Receipt struct {
	Hash   string `json:"tx_hash"`
	Height int64  `json:"height"`
	// GasWanted is the paid limit, GasUsed the gas of the transaction.
	GasWanted int64 `json:"gas_wanted"`
	GasUsed   int64 `json:"gas_used"`
	// Bytes is the size of the signed transaction.
	Bytes int `json:"bytes"`
	// Bids is how many dearer transactions had to be sent for the same messages.
	Bids int `json:"bids,omitempty"`
	// Fees is what all transactions for these messages have cost that are in a block. FeesPending is what those would
	// cost in addition that may still get into one.
	Fees        sdk.Coins `json:"fees"`
	FeesPending sdk.Coins `json:"fees_pending,omitempty"`

	Events []abci.Event `json:"-"`
	data   string
}

// Response decodes the response of the transaction's first message.
func (r Receipt) Response(into proto.Message) error {
	raw, err := hex.DecodeString(r.data)
	if err != nil {
		return fmt.Errorf("data of transaction %s: %w", r.Hash, err)
	}
	var data sdk.TxMsgData
	if err := proto.Unmarshal(raw, &data); err != nil {
		return fmt.Errorf("data of transaction %s: %w", r.Hash, err)
	}
	if len(data.MsgResponses) == 0 {
		return fmt.Errorf("data of transaction %s holds no response", r.Hash)
	}
	if err := proto.Unmarshal(data.MsgResponses[0].Value, into); err != nil {
		return fmt.Errorf("response of transaction %s: %w", r.Hash, err)
	}
	return nil
}

func receiptOf(r *sdk.TxResponse) (Receipt, error) {
	receipt := Receipt{
		Hash:      r.TxHash,
		Height:    r.Height,
		GasWanted: r.GasWanted,
		GasUsed:   r.GasUsed,
		Events:    r.Events,
		data:      r.Data,
	}
	if r.Code != 0 {
		return receipt, &RefusedError{
			Hash: r.TxHash, Height: r.Height, Codespace: r.Codespace, Code: r.Code, Log: plainText(r.RawLog),
		}
	}
	return receipt, nil
}
