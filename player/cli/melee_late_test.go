package cli_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	clienttx "github.com/cosmos/cosmos-sdk/client/tx"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/testutil/chain"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// signed is a transaction as --generate-only writes it, signed by a player.
func signed(w *playertest.World, name, unsigned string) []byte {
	w.Helper()
	decoded, err := w.ClientCtx.TxConfig.TxJSONDecoder()([]byte(unsigned))
	require.NoError(w, err, unsigned)
	builder, err := w.ClientCtx.TxConfig.WrapTxBuilder(decoded)
	require.NoError(w, err)
	account := w.Node.Chain.App.AccountKeeper.GetAccount(w.Node.Chain.Context(), chain.NewAccount(name).Address)
	factory := clienttx.Factory{}.WithTxConfig(w.ClientCtx.TxConfig).WithKeybase(w.ClientCtx.Keyring).
		WithChainID(w.ClientCtx.ChainID).
		WithAccountNumber(account.GetAccountNumber()).WithSequence(account.GetSequence())
	require.NoError(w, clienttx.Sign(w.Context(), factory, name, builder, true))
	raw, err := w.ClientCtx.TxConfig.TxEncoder()(builder.GetTx())
	require.NoError(w, err)
	return raw
}

// An aim that was signed for round 1 and got in in round 2 stood for one of round 2, could not be opened there, and its
// player's fleet was scuttled.
func TestAnAimThatIsSentARoundLateDoesNotCount(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	names := []string{alice, bob}
	id := w.MeleeInRound(names...)
	unsigned := must(w, "tx battleship aim 1 J10 --from alice --generate-only")
	require.Contains(t, unsigned, `"round":1`)
	w.PlayRound(id, []string{"I10", "H10"}, names...)

	raw := signed(w, alice, unsigned)
	w.Node.Lock()
	w.Node.MakeBlock(raw)
	late := w.Node.Txs[playertest.HashOf(raw)]
	w.Node.Unlock()
	require.Equal(t, types.ErrPhase.ABCICode(), late.Code)
	require.Contains(t, late.RawLog, "expected an aim for round 2, which is on, got one for round 1")

	// It stands in the way of nothing.
	v, err := w.OpenMelee(alice, id).Look(t.Context())
	require.NoError(t, err)
	require.Equal(t, melee.SeatsOf(0, 1), v.State.Owes)
	w.PlayRound(id, []string{"J10", "G10"}, names...)
	require.Equal(t, melee.StageAim, w.MeleeStage(id))
}
