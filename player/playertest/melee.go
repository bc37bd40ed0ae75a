package playertest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	meleesession "github.com/battleship-chain/battleship/player/session/melee"
)

// PlayRound has players aim at tiles, in the order of names, then fire and report.
func (w *World) PlayRound(id uint64, tiles []string, names ...string) {
	w.Helper()
	for i, name := range names {
		_, err := w.OpenMelee(name, id).Aim(w.Context(), tiles[i], true)
		require.NoError(w, err)
	}
	w.PlayVolley(id, names...)
}

// PlayVolley has players who have aimed fire and report.
func (w *World) PlayVolley(id uint64, names ...string) {
	w.Helper()
	for _, name := range names {
		_, err := w.OpenMelee(name, id).Fire(w.Context())
		require.NoError(w, err)
	}
	for _, name := range names {
		_, err := w.OpenMelee(name, id).Report(w.Context())
		require.NoError(w, err)
	}
}

// MeleeFleet is the fleet of every player of a melee, with water on row 10.
const MeleeFleet = "A1h,A3h,A5h,A7h"

// OpenMelee returns a player's session of a melee, as after a restart.
func (w *World) OpenMelee(name string, id uint64) *meleesession.Session {
	w.Helper()
	return meleesession.Open(w.Player(name), id)
}

// ChooseMeleeFleet chooses MeleeFleet.
func ChooseMeleeFleet(r *game.Ruleset) (game.Fleet, error) { return r.ParseFleet(MeleeFleet) }

// MeleeWish returns a wish for a melee of a number of players.
func MeleeWish(t *testing.T, players int) meleesession.Wish {
	t.Helper()
	r := melee.Ruleset()
	fleet, err := ChooseMeleeFleet(r)
	require.NoError(t, err)
	return meleesession.Wish{Ruleset: r, Fleet: fleet, Players: players}
}

// FullMelee fills a melee with players, who have not confirmed.
func (w *World) FullMelee(names ...string) uint64 {
	w.Helper()
	_, done, err := meleesession.Create(w.Context(), w.Player(names[0]), MeleeWish(w.T, len(names)))
	require.NoError(w, err)
	for _, name := range names[1:] {
		_, err := w.OpenMelee(name, done.GameID).Join(w.Context(), "", ChooseMeleeFleet)
		require.NoError(w, err)
	}
	return done.GameID
}

// MeleeInRound begins a melee of players, up to its first round.
func (w *World) MeleeInRound(names ...string) uint64 {
	w.Helper()
	id := w.FullMelee(names...)
	for _, name := range names {
		_, err := w.OpenMelee(name, id).Confirm(w.Context())
		require.NoError(w, err)
	}
	return id
}

// AimedMelee begins a melee in which each player has aimed at its tile.
func (w *World) AimedMelee(tiles []string, names ...string) uint64 {
	w.Helper()
	id := w.MeleeInRound(names...)
	for i, name := range names {
		_, err := w.OpenMelee(name, id).Aim(w.Context(), tiles[i], true)
		require.NoError(w, err)
	}
	return id
}

// MeleeStage returns the stage of a melee.
func (w *World) MeleeStage(id uint64) melee.Stage {
	w.Helper()
	v, err := w.OpenMelee(alice, id).Look(w.Context())
	require.NoError(w, err)
	return v.State.Stage
}
