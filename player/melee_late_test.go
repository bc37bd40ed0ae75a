package player_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	clienttx "github.com/cosmos/cosmos-sdk/client/tx"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// signed is a transaction as --generate-only writes it, signed by a player.
func (w *world) signed(name, unsigned string) []byte {
	w.Helper()
	decoded, err := w.cctx.TxConfig.TxJSONDecoder()([]byte(unsigned))
	require.NoError(w, err, unsigned)
	builder, err := w.cctx.TxConfig.WrapTxBuilder(decoded)
	require.NoError(w, err)
	account := w.node.chain.App.AccountKeeper.GetAccount(w.node.chain.Context(), chain.NewAccount(name).Address)
	factory := clienttx.Factory{}.WithTxConfig(w.cctx.TxConfig).WithKeybase(w.cctx.Keyring).WithChainID(w.cctx.ChainID).
		WithAccountNumber(account.GetAccountNumber()).WithSequence(account.GetSequence())
	require.NoError(w, clienttx.Sign(w.Context(), factory, name, builder, true))
	raw, err := w.cctx.TxConfig.TxEncoder()(builder.GetTx())
	require.NoError(w, err)
	return raw
}

// meleeRound has players aim, fire and report.
func (w *world) meleeRound(id uint64, tiles []string, names ...string) {
	w.Helper()
	for i, name := range names {
		_, err := w.openMelee(name, id).Aim(w.Context(), tiles[i], true)
		require.NoError(w, err)
	}
	w.meleeVolley(id, names...)
}

// meleeVolley has players who have aimed fire and report.
func (w *world) meleeVolley(id uint64, names ...string) {
	w.Helper()
	for _, name := range names {
		_, err := w.openMelee(name, id).Fire(w.Context())
		require.NoError(w, err)
	}
	for _, name := range names {
		_, err := w.openMelee(name, id).Report(w.Context())
		require.NoError(w, err)
	}
}

// An aim that was signed for round 1 and got in in round 2 stood for one of round 2, could not be opened there, and its
// player's fleet was scuttled.
func TestAnAimThatIsSentARoundLateDoesNotCount(t *testing.T) {
	w := newTable(t)
	names := []string{alice, bob}
	id := w.inRound(names...)
	unsigned := w.must("tx battleship aim 1 J10 --from alice --generate-only")
	require.Contains(t, unsigned, `"round":1`)
	w.meleeRound(id, []string{"I10", "H10"}, names...)

	raw := w.signed(alice, unsigned)
	w.node.mu.Lock()
	w.node.block(raw)
	late := w.node.txs[hashOf(raw)]
	w.node.mu.Unlock()
	require.Equal(t, types.ErrPhase.ABCICode(), late.Code)
	require.Contains(t, late.RawLog, "expected an aim for round 2, which is on, got one for round 1")

	// It stands in the way of nothing.
	v, err := w.openMelee(alice, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, melee.SeatsOf(0, 1), v.State.Owes)
	w.meleeRound(id, []string{"J10", "G10"}, names...)
	require.Equal(t, melee.StageAim, w.stage(id))
}
