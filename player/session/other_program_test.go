package session_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
)

// On another machine there is no lock to be seen, but what the player has not done by this program shows.
func TestABotReportsAnotherProgramsMove(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	ctx := context.Background()
	id, first, second := w.Begun(game.Classic())
	var troubles []error
	acts := 0
	_, err := w.Open(first, id).Run(ctx, bot.NewRandom(rand.New(rand.NewPCG(1, 1)).IntN), session.Observer{
		Acted: func(session.Done) {
			if acts++; acts > 1 {
				return
			}
			_, err := w.Open(second, id).Shoot(ctx, "A1")
			require.NoError(t, err)
			_, err = w.Open(first, id).Shoot(ctx, "B2")
			require.NoError(t, err)
			_, err = w.Open(second, id).Concede(ctx)
			require.NoError(t, err)
		},
		Trouble: func(err error) { troubles = append(troubles, err) },
	})
	require.NoError(t, err)
	require.Len(t, troubles, 1)
	require.ErrorIs(t, troubles[0], session.ErrOtherProgram)
	require.NotContains(t, strings.TrimSpace(troubles[0].Error()), "\n")
}
