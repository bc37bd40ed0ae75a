package player_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// sameMelee makes sure that a proven answer about a melee is the chain's.
func (w *world) sameMelee(id uint64, over func(client.Link) client.Link) {
	w.Helper()
	w.node.advance(1)
	ask := func() *types.QueryMeleeResponse {
		res, err := types.NewQueryClient(w.client(alice).Conn()).Melee(w.Context(), &types.QueryMeleeRequest{GameId: id})
		require.NoError(w, err)
		return res
	}
	w.over = over
	proven := ask()
	w.over = nil
	plain := ask()
	w.over = over
	require.Equal(w, plain.Height-1, proven.Height)
	plain.Height = proven.Height
	require.InDelta(w, plain.SecondsLeft, proven.SecondsLeft, float64(types.LocalParams().Seconds(1)))
	plain.SecondsLeft = proven.SecondsLeft
	require.Equal(w, plain, proven)
}

// A melee is played over proofs as without, what is proven of it is what the chain has in every stage, and its result
// is proven to somebody without a node.
func TestAMeleeOverProofs(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.proving()
	over, ctx, r := w.over, t.Context(), melee.Ruleset()
	names := []string{alice, bob, mallory}
	fleet := func(seat int) game.Fleet {
		f, err := r.ParseFleet(fleets[seat])
		require.NoError(t, err)
		return f
	}
	m, _, err := session.CreateMelee(ctx, w.player(alice), session.MeleeWish{Ruleset: r, Players: 3, Fleet: fleet(0)})
	require.NoError(t, err)
	id := m.GameID()
	w.sameMelee(id, over)
	for i, name := range names[1:] {
		_, err := session.OpenMelee(w.player(name), id).Join(ctx, "", func(*game.Ruleset) (game.Fleet, error) {
			return fleet(i + 1), nil
		})
		require.NoError(t, err)
	}
	w.sameMelee(id, over)

	stages := make(map[melee.Stage]bool)
	var ended *session.MeleeEndedError
	for turn := 0; ended == nil; turn++ {
		require.Less(t, turn, 1_000)
		s := session.OpenMelee(w.player(names[turn%3]), id)
		v, err := s.Look(ctx)
		if errors.As(err, &ended) {
			break
		}
		require.NoError(t, err)
		if !stages[v.State.Stage] {
			stages[v.State.Stage] = true
			w.sameMelee(id, over)
		}
		target := game.Tile(0)
		for v.State.Bombed.Has(target) {
			target++
		}
		_, _, _, err = s.Advance(ctx, &target)
		if errors.As(err, &ended) {
			break
		}
		require.NoError(t, err)
	}
	for _, stage := range []melee.Stage{melee.StageReady, melee.StageAim, melee.StageFire, melee.StageReport} {
		require.True(t, stages[stage], "stage %s was looked at", stage)
	}
	w.node.advance(1)
	_, err = w.open(alice, id).Look(ctx)
	require.ErrorContains(t, err, "a melee, has ended: query melee-result")

	w.over = nil
	dir := t.TempDir()
	for _, command := range []string{"result", "melee-result"} {
		path, trusted := filepath.Join(dir, command), filepath.Join(dir, "trusted")
		text := w.must(fmt.Sprintf("query battleship %s %d --prove", command, id))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.NoError(t, os.WriteFile(trusted, []byte(w.must("query battleship trusted-header")), 0o600))
		out := w.must("verify-result " + path + " --trusted-header " + trusted)
		require.Contains(t, out, fmt.Sprintf("Melee %d is over", id))
		file, err := proof.Parse([]byte(text))
		require.NoError(t, err)
		var result types.MeleeResult
		require.NoError(t, result.Unmarshal(file.Value))
		require.Equal(t, ended.Result, result)
	}
}

// A node that shows what nobody has aimed, fired or conceded is shown targets, tiles and boards by who believes it, and
// nothing over proofs.
func TestALieAboutAMeleeShowsNothingOverProofs(t *testing.T) {
	r := melee.Ruleset()
	tile := func(name string) game.Tile {
		parsed, err := r.ParseTile(name)
		require.NoError(t, err)
		return parsed
	}
	for name, tc := range map[string]struct {
		lie   []melee.Action
		act   func(*session.Melee) error
		shown func(*world)
	}{
		"an aim that nobody has made": {
			lie: []melee.Action{melee.Aim{By: 1}},
			act: func(m *session.Melee) error {
				_, err := m.Fire(t.Context())
				return err
			},
			shown: func(w *world) { require.Equal(t, "C3", asked[*types.MsgFire](w).Target) },
		},
		"a volley that nobody has fired": {
			lie: []melee.Action{
				melee.Aim{By: 1}, melee.Fire{By: 0, Tile: tile("C3")}, melee.Fire{By: 1, Tile: tile("A1")},
			},
			act: func(m *session.Melee) error {
				_, err := m.Report(t.Context())
				return err
			},
			shown: func(w *world) { require.Len(t, asked[*types.MsgReport](w).Openings, 2) },
		},
		"a claim that is not due": {
			lie: []melee.Action{melee.Concede{By: 1}},
			act: func(m *session.Melee) error {
				_, err := m.Claim(t.Context())
				return err
			},
			shown: func(w *world) { require.Len(t, asked[*types.MsgClaimWin](w).BoardSecret, 32) },
		},
		"any of them, to a program that does what is due": {
			lie: []melee.Action{melee.Concede{By: 1}},
			act: func(m *session.Melee) error {
				_, _, _, err := m.Advance(t.Context(), nil)
				return err
			},
			shown: func(w *world) { require.Len(t, asked[*types.MsgClaimWin](w).BoardSecret, 32) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // who believes the node waits for a simulation that may be a block behind
			w := newWorld(t)
			n := w.proving()
			id := w.onceAimed(r)
			n.liesOfMelees(t, func(s *melee.State) {
				for _, action := range tc.lie {
					next, _, err := melee.Step(*s, action, s.Deadline)
					require.NoError(t, err)
					*s = next
				}
			})
			w.node.simulatedTx = nil
			err := tc.act(session.OpenMelee(w.player(alice), id))
			require.ErrorIs(t, err, storeproof.ErrValue)
			require.ErrorContains(t, err, "does not prove what it shows, and nothing was done with it")
			require.Nil(t, w.node.simulatedTx)

			w.over = nil
			require.Error(t, tc.act(session.OpenMelee(w.player(alice), id)), "the chain refuses it")
			tc.shown(w)
		})
	}
}

// A report of a volley was written down after a node had it, to find its gas: one that refused each was shown the whole
// board. A false volley that was reported stands in the way of the true one only until that is proven.
func TestOneVolleyIsShownToANodeThatRefusesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := w.proving()
	over, id := w.over, w.onceAimed(melee.Ruleset())
	_, err := session.OpenMelee(w.player(bob), id).Aim(t.Context(), "D4", true)
	require.NoError(t, err)
	for _, name := range []string{alice, bob} {
		_, err := session.OpenMelee(w.player(name), id).Fire(t.Context())
		require.NoError(t, err)
	}
	report := func() (session.Done, error) { return session.OpenMelee(w.player(alice), id).Report(t.Context()) }
	shows := func(name string) {
		tile, err := melee.Ruleset().ParseTile(name)
		require.NoError(t, err)
		n.liesOfMelees(t, func(s *melee.State) { s.Players[1].Target = tile })
	}
	w.over = nil
	shows("A1")
	_, err = report()
	require.Error(t, err, "the chain refuses it")
	require.Len(t, asked[*types.MsgReport](w).Openings, 2)
	shown := w.node.simulations
	var other *session.ReportedError
	shows("A2")
	_, err = report()
	require.ErrorAs(t, err, &other)
	require.ErrorContains(t, err, ": a report of A1,C3 was signed for round 1 before")
	n.lieMelee, n.record = nil, nil
	_, err = report()
	require.ErrorAs(t, err, &other, "nobody knows which is true")
	require.Equal(t, shown, w.node.simulations)

	w.over = over
	done, err := report()
	require.NoError(t, err)
	require.Equal(t, []string{"C3", "D4"}, types.TileNames(done.Ruleset, session.ResultOf[text.Reported](done).Volley))
}

// onceAimed is a melee of alice and bob in the first round of which alice has aimed at C3, and bob has not.
func (w *world) onceAimed(r *game.Ruleset) uint64 {
	w.Helper()
	ctx := w.Context()
	m, _, err := session.CreateMelee(ctx, w.player(alice), session.MeleeWish{
		Ruleset: r, Players: 2, Fleet: mustFleet(w.T, r, fleets[0]),
	})
	require.NoError(w, err)
	id := m.GameID()
	_, err = session.OpenMelee(w.player(bob), id).Join(ctx, "", func(*game.Ruleset) (game.Fleet, error) {
		return mustFleet(w.T, r, fleets[1]), nil
	})
	require.NoError(w, err)
	for _, name := range []string{alice, bob} {
		_, err := session.OpenMelee(w.player(name), id).Confirm(ctx)
		require.NoError(w, err)
	}
	_, err = session.OpenMelee(w.player(alice), id).Aim(ctx, "C3", true)
	require.NoError(w, err)
	return id
}

// Every record of a melee is proven, not only what moves: boards, sealed fleets and aims.
func TestNoRecordOfAMeleeIsBelievedWithoutAProof(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	n := w.proving()
	id := w.onceAimed(melee.Ruleset())
	for name, prefix := range map[string]byte{
		"the table": types.MeleesPrefix[0], "how it stands": types.MeleeProgressPrefix[0],
		"a board": types.MeleeBoardsPrefix[0], "a sealed fleet": types.RecoveriesPrefix[0], "an aim": types.AimsPrefix[0],
		"the params": types.ParamsPrefix[0],
	} {
		lied := false
		n.record = func(key, value []byte) []byte {
			if key[0] != prefix || len(value) == 0 {
				return value
			}
			lied = true
			value[len(value)-1] ^= 1
			return value
		}
		_, err := session.OpenMelee(w.player(alice), id).Look(t.Context())
		require.ErrorIs(t, err, storeproof.ErrValue, name)
		require.True(t, lied, name)
	}
	// That there is none must be proven, too: an aim that is hidden would be made again, at another tile.
	n.record = func(key, value []byte) []byte {
		if key[0] == types.AimsPrefix[0] {
			return nil
		}
		return value
	}
	_, err := session.OpenMelee(w.player(alice), id).Look(t.Context())
	require.ErrorIs(t, err, storeproof.ErrValue)
}

func mustFleet(t *testing.T, r *game.Ruleset, text string) game.Fleet {
	t.Helper()
	f, err := r.ParseFleet(text)
	require.NoError(t, err)
	return f
}

// liesOfMelees makes the node show melees otherwise than they are, wherever it is asked for one.
func (n *signedNode) liesOfMelees(t *testing.T, lie func(*melee.State)) {
	t.Helper()
	n.lieMelee = lie
	n.record = func(key, value []byte) []byte {
		if !bytes.HasPrefix(key, types.MeleeProgressPrefix) || len(value) == 0 {
			return value
		}
		m, err := n.chain.App.BattleshipKeeper.Records().Melees.Get(n.chain.Context(), binary.BigEndian.Uint64(key[1:]))
		require.NoError(t, err)
		state, err := m.State(value)
		require.NoError(t, err)
		lie(&state)
		return state.AppendProgress(nil)
	}
}
