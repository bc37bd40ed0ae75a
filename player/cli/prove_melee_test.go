package cli_test

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
	"github.com/battleship-chain/battleship/player/light/proof"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// sameMelee makes sure that a proven answer about a melee is the chain's.
func sameMelee(w *playertest.World, id uint64, over func(client.Link) client.Link) {
	w.Helper()
	w.Node.Advance(1)
	ask := func() *types.QueryMeleeResponse {
		res, err := types.NewQueryClient(w.Client(alice).Conn()).Melee(w.Context(), &types.QueryMeleeRequest{GameId: id})
		require.NoError(w, err)
		return res
	}
	w.Over = over
	proven := ask()
	w.Over = nil
	plain := ask()
	w.Over = over
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
	w := playertest.New(t)
	w.Prove()
	over, ctx, r := w.Over, t.Context(), melee.Ruleset()
	names := []string{alice, bob, mallory}
	fleet := func(seat int) game.Fleet {
		f, err := r.ParseFleet(fleets[seat])
		require.NoError(t, err)
		return f
	}
	m, _, err := meleesession.Create(ctx, w.Player(alice), meleesession.Wish{Ruleset: r, Players: 3, Fleet: fleet(0)})
	require.NoError(t, err)
	id := m.GameID()
	sameMelee(w, id, over)
	for i, name := range names[1:] {
		_, err := meleesession.Open(w.Player(name), id).Join(ctx, "", func(*game.Ruleset) (game.Fleet, error) {
			return fleet(i + 1), nil
		})
		require.NoError(t, err)
	}
	sameMelee(w, id, over)

	stages := make(map[melee.Stage]bool)
	var ended *meleesession.EndedError
	for turn := 0; ended == nil; turn++ {
		require.Less(t, turn, 1_000)
		s := meleesession.Open(w.Player(names[turn%3]), id)
		v, err := s.Look(ctx)
		if errors.As(err, &ended) {
			break
		}
		require.NoError(t, err)
		if !stages[v.State.Stage] {
			stages[v.State.Stage] = true
			sameMelee(w, id, over)
		}
		target := game.Tile(0)
		for v.State.Bombed.Has(target) {
			target++
		}
		_, _, _, err = s.Advance(ctx, &session.Aim{Tile: target, Turn: v.PositionKey()})
		if errors.As(err, &ended) {
			break
		}
		require.NoError(t, err)
	}
	for _, stage := range []melee.Stage{melee.StageReady, melee.StageAim, melee.StageFire, melee.StageReport} {
		require.True(t, stages[stage], "stage %s was looked at", stage)
	}
	w.Node.Advance(1)
	_, err = w.Open(alice, id).Look(ctx)
	require.ErrorContains(t, err, "a melee, has ended: query melee-result")

	w.Over = nil
	dir := t.TempDir()
	for _, command := range []string{"result", "melee-result"} {
		path, trusted := filepath.Join(dir, command), filepath.Join(dir, "trusted")
		text := must(w, fmt.Sprintf("query battleship %s %d --prove", command, id))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		require.NoError(t, os.WriteFile(trusted, []byte(must(w, "query battleship trusted-header")), 0o600))
		out := must(w, "verify-result "+path+" --trusted-header "+trusted)
		require.Contains(t, out, fmt.Sprintf("Melee %d is over", id))
		file, err := proof.Parse([]byte(text))
		require.NoError(t, err)
		var result types.MeleeResult
		require.NoError(t, result.Unmarshal(file.Value))
		require.Equal(t, ended.Result, result)
	}
}
