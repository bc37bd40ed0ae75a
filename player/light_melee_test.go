package player_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/x/battleship/storeproof"
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
		proof, trusted := filepath.Join(dir, command), filepath.Join(dir, "trusted")
		text := w.must(fmt.Sprintf("query battleship %s %d --prove", command, id))
		require.NoError(t, os.WriteFile(proof, []byte(text), 0o600))
		require.NoError(t, os.WriteFile(trusted, []byte(w.must("query battleship trusted-header")), 0o600))
		out := w.must("verify-result " + proof + " --trusted-header " + trusted)
		require.Contains(t, out, fmt.Sprintf("Melee %d is over", id))
		file, err := storeproof.Parse([]byte(text))
		require.NoError(t, err)
		var result types.MeleeResult
		require.NoError(t, result.Unmarshal(file.Value))
		require.Equal(t, ended.Result, result)
	}
}

// A node that shows what was not aimed, fired or asked for gets no target and no tile over proofs.
func TestALieAboutAMeleeShowsNothingOverProofs(t *testing.T) {
	w := newWorld(t)
	n := w.proving()
	ctx, r := t.Context(), melee.Ruleset()
	names := []string{alice, bob}
	m, _, err := session.CreateMelee(ctx, w.player(alice), session.MeleeWish{
		Ruleset: r, Players: 2, Fleet: mustFleet(t, r, fleets[0]),
	})
	require.NoError(t, err)
	id := m.GameID()
	_, err = session.OpenMelee(w.player(bob), id).Join(ctx, "", func(*game.Ruleset) (game.Fleet, error) {
		return mustFleet(t, r, fleets[1]), nil
	})
	require.NoError(t, err)
	for _, name := range names {
		_, err := session.OpenMelee(w.player(name), id).Confirm(ctx)
		require.NoError(t, err)
	}
	_, err = session.OpenMelee(w.player(alice), id).Aim(ctx, "C3", true)
	require.NoError(t, err)

	// The stage is said to be the one in which aims are opened, though bob has not aimed.
	v, err := session.OpenMelee(w.player(alice), id).Look(ctx)
	require.NoError(t, err)
	require.Equal(t, melee.StageAim, v.State.Stage)
	lie := v.State
	lie.Stage, lie.Owes = melee.StageFire, melee.Seats(0).With(0)
	shown := lie.AppendProgress(nil)
	n.record = func(key, value []byte) []byte {
		if key[0] == types.MeleeProgressPrefix[0] {
			return shown
		}
		return value
	}
	w.node.simulatedTx = nil
	_, err = session.OpenMelee(w.player(alice), id).Fire(ctx)
	require.ErrorIs(t, err, storeproof.ErrValue)
	require.Nil(t, w.node.simulatedTx)
}

func mustFleet(t *testing.T, r *game.Ruleset, text string) game.Fleet {
	t.Helper()
	f, err := r.ParseFleet(text)
	require.NoError(t, err)
	return f
}
