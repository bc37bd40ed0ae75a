package feed

import (
	"context"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Entry returns the player's latest entry to the game, which was played between these blocks and is over. It returns
// nil if the node does not have it.
func (f *Feed) Entry(
	ctx context.Context, decode sdk.TxDecoder, created, ended int64,
) (entry *types.Entry, err error) {
	span := watch.Span{After: created - 1, Until: ended}
	at := int64(0)
	err = watch.Search(ctx, f.blocks.node, f.id, span,
		func(height int64, tx *coretypes.ResultTx, _ []proto.Message) {
			if tx == nil || height < at {
				return
			}
			decoded, err := decode(tx.Tx)
			if err != nil {
				return
			}
			msgs, err := record.Messages(decoded.GetMsgs())
			if err != nil {
				return
			}
			for _, msg := range msgs {
				if e, sender := entryOf(msg); e != nil && sender == f.player {
					entry, at = e, height
				}
			}
		})
	return entry, err
}

// entryOf returns the entry of a message and its sender. It returns nil for a message without one.
func entryOf(msg sdk.Msg) (*types.Entry, string) {
	m, ok := msg.(interface {
		GetEntry() types.Entry
		GetSender() string
	})
	if !ok {
		return nil, ""
	}
	entry := m.GetEntry()
	return &entry, m.GetSender()
}
