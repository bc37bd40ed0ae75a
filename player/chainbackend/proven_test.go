package chainbackend_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/tui"
)

// On the screens a bot of the own program plays by a proven ruleset too, both by keys for this game alone.
func TestAProvenGameOnTheScreens(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	table, id := againstBot(w, ctx, game.ClassicZK())
	for _, tile := range []game.Tile{0, 1} {
		turn(t, table)
		require.NoError(t, table.Do(ctx, id, tui.Shoot{Tile: tile}))
		mustShow(t, table, func(s tui.Snapshot) bool {
			st := s.Duel().State
			return st.Owes == game.OwesAnswer && st.Pending == tile || st.Sides[s.Duel().Me.Other()].Answered.Has(tile)
		})
	}
	snap := mustShow(t, table, func(s tui.Snapshot) bool { return s.Game != nil && s.Duel().Sending.Proof != "" })
	require.Regexp(t, `^proven (ahead )?in \d+\.\d\d s$`, snap.Duel().Sending.Proof)
	turn(t, table)
	require.Empty(t, snap.Duel().Risks[tui.Challenge{}])
	require.ErrorContains(t, table.Do(ctx, id, tui.Challenge{}), "there is nothing to challenge")
	require.ErrorContains(t, table.Do(ctx, id, tui.Claim{}), "there is nothing to claim")
	require.NoError(t, table.Do(ctx, id, tui.Concede{}))
	snap = mustShow(t, table, func(s tui.Snapshot) bool { return s.Duel().State.Phase == game.PhaseOver })
	require.NotNil(t, snap.Duel().Fleets[snap.Duel().Me], "the own ships are shown, to their player")
	require.Nil(t, snap.Duel().Fleets[snap.Duel().Me.Other()])
	require.Equal(t, [2]bool{}, snap.Duel().Proven)
}
