package playertest

import (
	"context"

	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"

	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/player/watch"
)

// Codec returns the codec of records.
func (w *World) Codec() record.Codec {
	return record.Codec{TxConfig: w.ClientCtx.TxConfig, Registry: w.ClientCtx.InterfaceRegistry}
}

// RecordOf makes and verifies the record of a game, as the command does.
func (w *World) RecordOf(id uint64) (record.Record, record.Game, error) {
	conn := w.Client(alice).Conn()
	accounts := func(ctx context.Context, address string) (uint64, []byte, error) {
		res, err := authtypes.NewQueryClient(conn).AccountInfo(ctx, &authtypes.QueryAccountInfoRequest{Address: address})
		if err != nil {
			return 0, nil, err
		}
		key, err := res.Info.PubKey.Marshal()
		return res.Info.AccountNumber, key, err
	}
	return watch.RecordOf(w.Context(), w.Index(), accounts, w.Codec(), w.ClientCtx.ChainID, id)
}
