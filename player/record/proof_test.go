package record_test

import (
	"encoding/hex"
	"slices"
	"testing"

	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/tx/signing"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/zk/verify"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/record"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// moveAt is the move of a record that has a proof, and where it stands.
func moveAt(t *testing.T, w *playertest.World, r record.Record) (block int, move *types.MsgShootAndReveal) {
	t.Helper()
	for i, b := range r.Blocks {
		require.LessOrEqual(t, len(b.Txs), 1)
		for _, tx := range b.Txs {
			decoded, err := w.ClientCtx.TxConfig.TxDecoder()(tx.Raw)
			require.NoError(t, err)
			m, ok := decoded.GetMsgs()[0].(*types.MsgShootAndReveal)
			if ok && m.Opening != nil && len(m.Opening.Proof) > 0 {
				return i, m
			}
		}
	}
	require.Fail(t, "no move with a proof")
	return 0, nil
}

// A cheat who makes a block of its own, with a move that its player has signed, cannot put a false proof on record.
func TestAttackARecordWithAnotherProofIsRefused(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := t.Context()
	id, first, second := w.Begun(game.ClassicZK())
	_, err := w.Open(first, id).Shoot(ctx, "A9")
	require.NoError(t, err)
	_, err = w.Open(second, id).Answer(ctx)
	require.NoError(t, err)
	_, err = w.Open(first, id).Concede(ctx)
	require.NoError(t, err)
	honest, _, err := w.RecordOf(id)
	require.NoError(t, err)

	at, move := moveAt(t, w, honest)
	forge := func(change func(*types.MsgShootAndReveal)) error {
		forged, changed := clone(t, honest), *move
		opening := *move.Opening
		opening.Proof, changed.Opening = slices.Clone(opening.Proof), &opening
		change(&changed)
		raw := w.Node.Chain.SignWith(signing.SignMode_SIGN_MODE_DIRECT, chain.DefaultGas, []sdk.Msg{&changed},
			w.Node.Chain.Account(second))
		b := &forged.Blocks[at]
		header := w.Node.Blocks[b.Height].Block.Header
		header.DataHash = cmttypes.ToTxs([][]byte{raw}).Hash()
		bz, err := proto.Marshal(header.ToProto())
		require.NoError(t, err)
		b.Header, b.Hash, b.Txs[0].Raw = bz, hex.EncodeToString(header.Hash()), raw
		b.Txs[0].Signers[0].PubKey = nil
		_, err = decoded(forged, w)
		return err
	}
	require.NoError(t, forge(func(*types.MsgShootAndReveal) {}), "so that it is the change which is refused")
	for name, tc := range map[string]struct {
		change func(*types.MsgShootAndReveal)
		want   error
	}{
		"another bit": {func(m *types.MsgShootAndReveal) { m.Opening.Proof[20] ^= 1 }, record.ErrRecord},
		"no proof":    {func(m *types.MsgShootAndReveal) { m.Opening.Proof = nil }, verify.ErrEncoding},
		"another answer": {
			func(m *types.MsgShootAndReveal) { m.Opening.Content = types.CONTENT_WATER }, verify.ErrProof,
		},
		"another ship": {
			func(m *types.MsgShootAndReveal) { m.Sunk = &types.Ship{Class: "destroyer", Placement: "A9h"} },
			game.ErrSunkSilent,
		},
	} {
		err := forge(tc.change)
		require.ErrorIs(t, err, record.ErrRecord, name)
		require.ErrorIs(t, err, tc.want, name)
	}
}
