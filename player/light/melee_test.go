package light_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/interchain/storeproof"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// A node that shows what nobody has aimed, fired or conceded is shown targets, tiles and boards by who believes it, and
// nothing over proofs.
func TestAttackALieAboutAMeleeShowsNothingOverProofs(t *testing.T) {
	r := melee.Ruleset()
	tile := func(name string) game.Tile {
		parsed, err := r.ParseTile(name)
		require.NoError(t, err)
		return parsed
	}
	for name, tc := range map[string]struct {
		lie   []melee.Action
		act   func(*meleesession.Session) error
		shown func(*playertest.World)
	}{
		"an aim that nobody has made": {
			lie: []melee.Action{melee.Aim{By: 1}},
			act: func(m *meleesession.Session) error {
				_, err := m.Fire(t.Context())
				return err
			},
			shown: func(w *playertest.World) { require.Equal(t, "C3", asked[*types.MsgFire](w).Target) },
		},
		"a volley that nobody has fired": {
			lie: []melee.Action{
				melee.Aim{By: 1}, melee.Fire{By: 0, Tile: tile("C3")}, melee.Fire{By: 1, Tile: tile("A1")},
			},
			act: func(m *meleesession.Session) error {
				_, err := m.Report(t.Context())
				return err
			},
			shown: func(w *playertest.World) { require.Len(t, asked[*types.MsgReport](w).Openings, 2) },
		},
		"a claim that is not due": {
			lie: []melee.Action{melee.Concede{By: 1}},
			act: func(m *meleesession.Session) error {
				_, err := m.Claim(t.Context())
				return err
			},
			shown: func(w *playertest.World) { require.Len(t, asked[*types.MsgClaimWin](w).BoardSecret, 32) },
		},
		"any of them, to a program that does what is due": {
			lie: []melee.Action{melee.Concede{By: 1}},
			act: func(m *meleesession.Session) error {
				_, _, _, err := m.Advance(t.Context(), nil)
				return err
			},
			shown: func(w *playertest.World) { require.Len(t, asked[*types.MsgClaimWin](w).BoardSecret, 32) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // who believes the node waits for a simulation that may be a block behind
			w := playertest.New(t)
			n := w.Prove()
			id := onceAimed(w, r)
			n.LieAboutMelees(t, func(s *melee.State) {
				for _, action := range tc.lie {
					next, _, err := melee.Step(*s, action, s.Deadline)
					require.NoError(t, err)
					*s = next
				}
			})
			w.Node.SimulatedTx = nil
			err := tc.act(meleesession.Open(w.Player(alice), id))
			require.ErrorIs(t, err, storeproof.ErrValue)
			require.ErrorContains(t, err, "does not prove what it shows, and nothing was done with it")
			require.Nil(t, w.Node.SimulatedTx)

			w.Over = nil
			require.Error(t, tc.act(meleesession.Open(w.Player(alice), id)), "the chain refuses it")
			tc.shown(w)
		})
	}
}

// A report of a volley was written down after a node had it, to find its gas: one that refused each was shown the whole
// board. A false volley that was reported stands in the way of the true one only until that is proven.
func TestAttackOneVolleyIsShownToANodeThatRefusesIt(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	over, id := w.Over, onceAimed(w, melee.Ruleset())
	_, err := meleesession.Open(w.Player(bob), id).Aim(t.Context(), "D4", true)
	require.NoError(t, err)
	for _, name := range []string{alice, bob} {
		_, err := meleesession.Open(w.Player(name), id).Fire(t.Context())
		require.NoError(t, err)
	}
	report := func() (session.Done, error) { return meleesession.Open(w.Player(alice), id).Report(t.Context()) }
	shows := func(name string) {
		tile, err := melee.Ruleset().ParseTile(name)
		require.NoError(t, err)
		n.LieAboutMelees(t, func(s *melee.State) { s.Players[1].Target = tile })
	}
	w.Over = nil
	shows("A1")
	_, err = report()
	require.Error(t, err, "the chain refuses it")
	require.Len(t, asked[*types.MsgReport](w).Openings, 2)
	shown := w.Node.Simulations
	var other *meleesession.ReportedError
	shows("A2")
	_, err = report()
	require.ErrorAs(t, err, &other)
	require.ErrorContains(t, err, ": a report of A1,C3 was signed for round 1 before")
	n.LieMelee, n.Record = nil, nil
	_, err = report()
	require.ErrorAs(t, err, &other, "nobody knows which is true")
	require.Equal(t, shown, w.Node.Simulations)

	w.Over = over
	done, err := report()
	require.NoError(t, err)
	require.Equal(t, []string{"C3", "D4"}, types.TileNames(done.Ruleset, session.ResultOf[text.Reported](done).Volley))
}

// onceAimed is a melee of alice and bob in the first round of which alice has aimed at C3, and bob has not.
func onceAimed(w *playertest.World, r *game.Ruleset) uint64 {
	w.Helper()
	ctx := w.Context()
	m, _, err := meleesession.Create(ctx, w.Player(alice), meleesession.Wish{
		Ruleset: r, Players: 2, Fleet: mustFleet(w.T, r, fleets[0]),
	})
	require.NoError(w, err)
	id := m.GameID()
	_, err = meleesession.Open(w.Player(bob), id).Join(ctx, "", func(*game.Ruleset) (game.Fleet, error) {
		return mustFleet(w.T, r, fleets[1]), nil
	})
	require.NoError(w, err)
	for _, name := range []string{alice, bob} {
		_, err := meleesession.Open(w.Player(name), id).Confirm(ctx)
		require.NoError(w, err)
	}
	_, err = meleesession.Open(w.Player(alice), id).Aim(ctx, "C3", true)
	require.NoError(w, err)
	return id
}

// Every record of a melee is proven, not only what moves: boards, sealed fleets and aims.
func TestNoRecordOfAMeleeIsBelievedWithoutAProof(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	id := onceAimed(w, melee.Ruleset())
	for name, prefix := range map[string]byte{
		"the table": types.MeleesPrefix[0], "how it stands": types.MeleeProgressPrefix[0],
		"a board": types.MeleeBoardsPrefix[0], "a sealed fleet": types.RecoveriesPrefix[0], "an aim": types.AimsPrefix[0],
		"the params": types.ParamsPrefix[0],
	} {
		lied := false
		n.Record = func(key, value []byte) []byte {
			if key[0] != prefix || len(value) == 0 {
				return value
			}
			lied = true
			value[len(value)-1] ^= 1
			return value
		}
		_, err := meleesession.Open(w.Player(alice), id).Look(t.Context())
		require.ErrorIs(t, err, storeproof.ErrValue, name)
		require.True(t, lied, name)
	}
	// That there is none must be proven, too: an aim that is hidden would be made again, at another tile.
	n.Record = func(key, value []byte) []byte {
		if key[0] == types.AimsPrefix[0] {
			return nil
		}
		return value
	}
	_, err := meleesession.Open(w.Player(alice), id).Look(t.Context())
	require.ErrorIs(t, err, storeproof.ErrValue)
}

// A block between the two reads of a melee has both made again: else its aims could be of a later block than its state.
func TestAMeleeIsReadInOneBlock(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	n := w.Prove()
	id := onceAimed(w, melee.Ruleset())
	var made sync.Once
	n.Record = func(key, value []byte) []byte {
		if key[0] == types.MeleeProgressPrefix[0] {
			made.Do(func() { n.Advance(1) })
		}
		return value
	}
	v, err := meleesession.Open(w.Player(alice), id).Look(t.Context())
	require.NoError(t, err)
	require.Len(t, v.Aims, 1)
	require.Equal(t, w.Node.Chain.Height()-1, v.Height)
}

func mustFleet(t *testing.T, r *game.Ruleset, text string) game.Fleet {
	t.Helper()
	f, err := r.ParseFleet(text)
	require.NoError(t, err)
	return f
}
