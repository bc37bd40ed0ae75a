package chainbackend

import (
	"context"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/cosmos/gogoproto/proto"

	sdk "github.com/cosmos/cosmos-sdk/types"

	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/player/watch"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// entry returns the player's latest entry to a game that was played between these blocks and is over. It returns nil if
// the node does not have it.
func (h *feed) entry(ctx context.Context, created, ended int64) (entry *types.Entry, err error) {
	me, decode := h.backend.key.Address.String(), h.backend.o.Link.TxConfig.TxDecoder()
	span := watch.Span{After: created - 1, Until: ended}
	at := int64(0)
	err = watch.Search(ctx, h.backend.o.Node, h.id, span,
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
				if e, sender := entryOf(msg); e != nil && sender == me {
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
