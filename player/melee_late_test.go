package player_test

import (
	"bytes"
	"context"
	"testing"

	cmtbytes "github.com/cometbft/cometbft/libs/bytes"
	rpcclient "github.com/cometbft/cometbft/rpc/client"
	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/cosmos/gogoproto/proto"
	"github.com/stretchr/testify/require"

	clienttx "github.com/cosmos/cosmos-sdk/client/tx"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
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
	t.Parallel()
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

// The program of a late aim said that somebody had moved with its key. What is signed in the round that is on stays as
// it is.
func TestAnAimForAnotherRoundIsReported(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		again bool
		says  string
	}{
		"an aim is owed":    {true, "melee 1: the aim at J10 was signed for round 1, and round 2 is on: aim again"},
		"an aim was signed": {false, "melee 1: the aim at J10 was signed for round 1, and round 2 is on"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTable(t)
			names := []string{alice, bob}
			id := w.inRound(names...)
			slow, kept := w.openMelee(alice, id), make(chan struct{})
			var late []byte
			w.node.check = func(raw []byte) *coretypes.ResultBroadcastTx {
				decoded, err := w.cctx.TxConfig.TxDecoder()(raw)
				require.NoError(w, err)
				aim, ok := decoded.GetMsgs()[0].(*types.MsgAim)
				if ok && late == nil {
					late = aim.Aim
					close(kept)
				}
				if !ok || !bytes.Equal(late, aim.Aim) {
					return nil
				}
				return &coretypes.ResultBroadcastTx{Hash: cmttypes.Tx(raw).Hash()} // and is lost
			}
			failed := make(chan error, 1)
			go func() {
				_, err := slow.Aim(w.Context(), "J10", false)
				failed <- err
			}()
			<-kept
			device := *w // of the same player, on which nothing of that is known
			device.cctx = w.cctx.WithHomeDir(t.TempDir())
			device.meleeRound(id, []string{"I10", "H10"}, names...)
			if !tc.again {
				_, err := w.openMelee(alice, id).Aim(t.Context(), "G10", false)
				require.NoError(t, err)
			}
			w.node.mu.Lock()
			w.node.check = nil
			w.node.asked = func() { w.node.block() }
			w.node.mu.Unlock()
			err := <-failed
			w.node.mu.Lock()
			w.node.asked = nil
			w.node.mu.Unlock()
			var aim *session.LateAimError
			require.ErrorAs(t, err, &aim)
			require.EqualError(t, err, tc.says)
			require.True(t, session.MovedOn(err), "a bot goes on")
			v, err := w.openMelee(alice, id).Look(t.Context())
			require.NoError(t, err)
			target, aims, err := w.openMelee(alice, id).Target(v)
			require.NoError(t, err)
			require.NotEqual(t, tc.again, aims)
			if tc.again {
				_, err := w.openMelee(alice, id).Aim(t.Context(), "G10", false)
				require.NoError(t, err)
			} else {
				require.Equal(t, "G10", v.State.Ruleset.TileName(target))
			}
			_, err = w.openMelee(bob, id).Aim(t.Context(), "F10", false)
			require.NoError(t, err)
			w.meleeVolley(id, names...)
			require.Equal(t, melee.StageAim, w.stage(id))
		})
	}
}

// lyingTable is a node that lies about melees.
type lyingTable struct {
	*node

	lie func(*types.QueryMeleeResponse)
}

// ABCIQueryWithOptions implements sdkclient.CometRPC.
func (n *lyingTable) ABCIQueryWithOptions(
	ctx context.Context, path string, data cmtbytes.HexBytes, opts rpcclient.ABCIQueryOptions,
) (*coretypes.ResultABCIQuery, error) {
	res, err := n.node.ABCIQueryWithOptions(ctx, path, data, opts)
	if err != nil || n.lie == nil || path != "/battleship.v1.Query/Melee" || len(res.Response.Value) == 0 {
		return res, err
	}
	var shown types.QueryMeleeResponse
	if err := proto.Unmarshal(res.Response.Value, &shown); err != nil {
		return nil, err
	}
	n.lie(&shown)
	res.Response.Value, err = proto.Marshal(&shown)
	return res, err
}

// A node that showed one volley after another for the same round was given a report of each, and so the whole board.
func TestOneVolleyIsReportedForARound(t *testing.T) {
	t.Parallel()
	w := newTable(t)
	names := []string{alice, bob}
	n := &lyingTable{node: w.node}
	w.cctx = w.cctx.WithClient(n)
	id := w.aimed([]string{"I10", "H10"}, names...)
	for _, name := range names {
		_, err := w.openMelee(name, id).Fire(t.Context())
		require.NoError(t, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w.node.check = func(raw []byte) *coretypes.ResultBroadcastTx { // which keeps it for itself
		cancel()
		return &coretypes.ResultBroadcastTx{Hash: cmttypes.Tx(raw).Hash()}
	}
	_, err := w.openMelee(alice, id).Report(ctx)
	require.ErrorIs(t, err, context.Canceled)

	simulations := w.node.simulations
	n.lie = func(m *types.QueryMeleeResponse) { m.State.Seats[1].Target = "A1" }
	var other *session.ReportedError
	_, err = w.openMelee(alice, id).Report(t.Context())
	require.ErrorAs(t, err, &other)
	require.ErrorContains(t, err, "no report of A1,I10: a report of H10,I10 was signed for round 1 before")
	require.Equal(t, simulations, w.node.simulations, "nothing of the board is shown")

	n.lie, w.node.check = nil, nil
	done, err := w.openMelee(alice, id).Report(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"H10", "I10"}, types.TileNames(done.Ruleset, session.ResultOf[text.Reported](done).Volley))
}
