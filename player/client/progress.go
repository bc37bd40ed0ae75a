package client

import sdk "github.com/cosmos/cosmos-sdk/types"

// Stage is how far a transaction is on its way into a block.
type Stage uint8

// The stages. A transaction that meets trouble goes back to an earlier one.
const (
	// StageSigning is that the key is about to sign; a device asks its owner.
	StageSigning Stage = iota + 1
	// StageSent is that the node has the transaction, or may have it, and it waits for a block.
	StageSent
	// StageBid is that it was in none of the last blocks, and was sent again for a higher fee.
	StageBid
	// StageRetry is that a temporary fault keeps it from being sent, and it is tried again.
	StageRetry
)

// Progress is a step of a transaction on its way into a block.
type Progress struct {
	Stage Stage
	// Fee is the fee of the transaction. It is nil while nothing is signed.
	Fee sdk.Coins
	// Waited is for how many blocks it has been under way.
	Waited int64
	// Err is what keeps it, for StageRetry.
	Err error
}

func (c *Client) progress(p Progress) {
	if c.options.Progress != nil {
		c.options.Progress(p)
	}
}
