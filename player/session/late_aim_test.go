package session_test

import (
	"bytes"
	"context"
	"testing"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	cmttypes "github.com/cometbft/cometbft/types"
	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

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
			w := playertest.New(t)
			names := []string{alice, bob}
			id := w.MeleeInRound(names...)
			slow, kept := w.OpenMelee(alice, id), make(chan struct{})
			var late []byte
			w.Node.Check = func(raw []byte) *coretypes.ResultBroadcastTx {
				decoded, err := w.ClientCtx.TxConfig.TxDecoder()(raw)
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
			device.ClientCtx = w.ClientCtx.WithHomeDir(t.TempDir())
			device.PlayRound(id, []string{"I10", "H10"}, names...)
			if !tc.again {
				_, err := w.OpenMelee(alice, id).Aim(t.Context(), "G10", false)
				require.NoError(t, err)
			}
			w.Node.Lock()
			w.Node.Check = nil
			w.Node.Asked = func() { w.Node.MakeBlock() }
			w.Node.Unlock()
			err := <-failed
			w.Node.Lock()
			w.Node.Asked = nil
			w.Node.Unlock()
			var aim *meleesession.LateAimError
			require.ErrorAs(t, err, &aim)
			require.EqualError(t, err, tc.says)
			require.True(t, session.MovedOn(err), "a bot goes on")
			v, err := w.OpenMelee(alice, id).Look(t.Context())
			require.NoError(t, err)
			target, aims, err := w.OpenMelee(alice, id).Target(v)
			require.NoError(t, err)
			require.NotEqual(t, tc.again, aims)
			if tc.again {
				_, err := w.OpenMelee(alice, id).Aim(t.Context(), "G10", false)
				require.NoError(t, err)
			} else {
				require.Equal(t, "G10", v.State.Ruleset.TileName(target))
			}
			_, err = w.OpenMelee(bob, id).Aim(t.Context(), "F10", false)
			require.NoError(t, err)
			w.PlayVolley(id, names...)
			require.Equal(t, melee.StageAim, w.MeleeStage(id))
		})
	}
}

// A node that showed one volley after another for the same round was given a report of each, and so the whole board.
func TestOneVolleyIsReportedForARound(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	names := []string{alice, bob}
	n := playertest.Lie[types.QueryMeleeResponse](w.Node, "Melee", nil)
	w.ClientCtx = w.ClientCtx.WithClient(n)
	id := w.AimedMelee([]string{"I10", "H10"}, names...)
	for _, name := range names {
		_, err := w.OpenMelee(name, id).Fire(t.Context())
		require.NoError(t, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w.Node.Check = func(raw []byte) *coretypes.ResultBroadcastTx { // which keeps it for itself
		cancel()
		return &coretypes.ResultBroadcastTx{Hash: cmttypes.Tx(raw).Hash()}
	}
	_, err := w.OpenMelee(alice, id).Report(ctx)
	require.ErrorIs(t, err, context.Canceled)

	simulations := w.Node.Simulations
	n.Lie = func(m *types.QueryMeleeResponse) { m.State.Seats[1].Target = "A1" }
	var other *meleesession.ReportedError
	_, err = w.OpenMelee(alice, id).Report(t.Context())
	require.ErrorAs(t, err, &other)
	require.ErrorContains(t, err, "no report of A1,I10: a report of H10,I10 was signed for round 1 before")
	require.Equal(t, simulations, w.Node.Simulations, "nothing of the board is shown")

	n.Lie, w.Node.Check = nil, nil
	done, err := w.OpenMelee(alice, id).Report(t.Context())
	require.NoError(t, err)
	require.Equal(t, []string{"H10", "I10"}, types.TileNames(done.Ruleset, session.ResultOf[text.Reported](done).Volley))
}
