package duel_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/channel"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/testutil/chain"
)

// seated is a player at an off-chain game that chooses its shots later.
type seated struct {
	*duel.Session
	seat game.Seat
}

// foresees lets the player do all that needs no choice, and returns the game as it sees it.
func (p seated) foresees(ctx context.Context, t *testing.T) (duel.View, game.State, []game.Event) {
	t.Helper()
	_, _, _, err := p.Advance(ctx, nil)
	require.NoError(t, err)
	v, err := p.Look(ctx)
	require.NoError(t, err)
	state, events := p.Foreseen(v, p.seat)
	return v, state, events
}

// Off-chain a shot once had no result until the opponent had chosen its own next shot, however long that took, and the
// joiner saw a coin toss until the creator had shot.
func TestRegressionTheResultOfAShotWaitsForTheNextShot(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.ClassicZK()} {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			h := playertest.NewOffChain(t)
			id := h.Started(r)
			players := [2]seated{
				{duel.Open(h.ChannelPlayer(chain.Alice), id), game.Creator},
				{duel.Open(h.ChannelPlayer(chain.Bob), id), game.Joiner},
			}
			for _, p := range players {
				defer func() { require.NoError(t, p.Close()) }()
			}
			until := func(seen func() bool) {
				t.Helper()
				for !seen() {
					require.NoError(t, players[0].Sleep(ctx))
				}
			}

			var first game.Seat
			until(func() bool {
				_, creators, _ := players[game.Creator].foresees(ctx, t)
				_, joiners, _ := players[game.Joiner].foresees(ctx, t)
				first = creators.Actor
				return creators.Owes == game.OwesShot && joiners.Owes == game.OwesShot && joiners.Actor == first
			})
			shooter, target := players[first], players[first.Other()]
			status, err := shooter.Status(ctx)
			require.NoError(t, err)
			_, _, acted, err := shooter.Advance(ctx, &session.Aim{Tile: 7, Turn: status.Turn})
			require.NoError(t, err)
			require.True(t, acted)

			var truth game.State
			until(func() bool {
				v, state, events := shooter.foresees(ctx, t)
				require.True(t, v.State.HasPending, "nothing binds the target yet")
				_, truth, _ = target.foresees(ctx, t)
				if len(events) == 0 {
					return false
				}
				require.Equal(t, truth, state)
				require.IsType(t, game.ShotAnswered{}, events[0])
				return true
			})
			require.True(t, truth.Sides[target.seat].Answered.Has(7))
			require.Equal(t, game.OwesShot, truth.Owes)
			require.Equal(t, target.seat, truth.Actor)

			// A false opening shows nothing, and neither does one that says more than its player owes.
			note := shooter.Note()
			for i := 1; i < len(note); i++ {
				forged := slices.Clone(note)
				forged[i] ^= 1
				shooter.TakeNote(forged)
				_, state, events := shooter.foresees(ctx, t)
				require.True(t, state.HasPending, "byte %d of %x", i, note)
				require.Empty(t, events)
			}
			update, err := channel.ParseUpdate(note[1:])
			require.NoError(t, err)
			update.Move.Target = "A1"
			for _, forged := range [][]byte{note[:1], append([]byte{note[0]}, channel.MarshalUpdate(update)...)} {
				shooter.TakeNote(forged)
				_, state, _ := shooter.foresees(ctx, t)
				require.True(t, state.HasPending)
			}
			shooter.TakeNote(note)
			_, state, _ := shooter.foresees(ctx, t)
			require.False(t, state.HasPending)

			// The update binds what was shown, and what was shown for one position counts in no other.
			status, err = target.Status(ctx)
			require.NoError(t, err)
			_, _, acted, err = target.Advance(ctx, &session.Aim{Tile: 3, Turn: status.Turn})
			require.NoError(t, err)
			require.True(t, acted)
			until(func() bool {
				v, state, events := shooter.foresees(ctx, t)
				return v.State.Sides[target.seat].Answered.Has(7) && state.Owes == game.OwesShot && len(events) == 1
			})
		})
	}
}
