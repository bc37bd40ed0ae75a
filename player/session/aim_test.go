package session_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
)

// aimAt is an aim for the current turn of a game.
func aimAt(t *testing.T, g session.Game, tile game.Tile) *session.Aim {
	t.Helper()
	s, err := g.Status(t.Context())
	require.NoError(t, err)
	return &session.Aim{Tile: tile, Turn: s.Turn}
}

// A tile that was chosen in the opponent's turn goes with the next answer. If another program of the player has fired
// in that turn, it is not fired at in a later one.
func TestAnAimIsOfTheTurnForWhichItWasChosen(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	id, first, second := w.Begun(game.Classic())
	shoot := func(name, tile string) {
		_, err := w.Open(name, id).Shoot(t.Context(), tile)
		require.NoError(t, err)
	}
	shoot(first, "A1")
	s := w.Open(first, id)
	aim := aimAt(t, s, 7)
	_, _, acted, err := s.Advance(t.Context(), aim)
	require.NoError(t, err)
	require.False(t, acted, "it is the opponent's turn")

	shoot(second, "A1")
	_, done, acted, err := s.Advance(t.Context(), aim)
	require.NoError(t, err)
	require.True(t, acted)
	require.NotNil(t, done.Moved().Answer)
	require.Equal(t, game.Tile(7), *done.Moved().Shot, "in one message")

	aim = aimAt(t, s, 9)
	shoot(second, "B1")
	shoot(first, "B1") // by another program
	shoot(second, "C1")
	_, done, acted, err = s.Advance(t.Context(), aim)
	require.NoError(t, err)
	require.True(t, acted)
	require.NotNil(t, done.Moved().Answer)
	require.Nil(t, done.Moved().Shot)
}

func TestNoShotGoesWithTheAnswerThatEndsPlay(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	r := game.Classic()
	id, first, second := w.Begun(r)
	ships, err := r.FleetTiles(playertest.FleetOf(t, r))
	require.NoError(t, err)
	sniped := sniper{ships}
	for shots := 1; ; shots++ {
		v, err := w.Open(first, id).Look(t.Context())
		require.NoError(t, err)
		target, err := sniped.Next(v.State, v.State.Actor)
		require.NoError(t, err)
		_, err = w.Open(first, id).Shoot(t.Context(), r.TileName(target))
		require.NoError(t, err)
		s := w.Open(second, id)
		_, done, acted, err := s.Advance(t.Context(), aimAt(t, s, game.Tile(r.Tiles()-shots)))
		require.NoError(t, err)
		require.True(t, acted)
		require.NotNil(t, done.Moved().Answer)
		if shots == r.ShipTiles() {
			require.Nil(t, done.Moved().Shot)
			break
		}
		require.NotNil(t, done.Moved().Shot)
	}
}
