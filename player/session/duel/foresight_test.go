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
func (p seated) foresees(ctx context.Context, t *testing.T) (duel.View, game.State) {
	t.Helper()
	_, _, _, err := p.Advance(ctx, nil)
	require.NoError(t, err)
	v, err := p.Look(ctx)
	require.NoError(t, err)
	return v, p.Foreseen(v, p.seat)
}

// Off-chain the joiner once saw a coin toss until the creator had shot. An answer, however, must not be shown ahead:
// the shooter could bring the state before its shot on-chain, and shoot elsewhere.
func TestTheTossIsShownAheadAndNoAnswer(t *testing.T) {
	t.Parallel()
	for _, r := range []*game.Ruleset{game.Classic(), game.ClassicZK()} {
		t.Run(r.Name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			players := meetFirst(ctx, t, r)
			creator, joiner := players[game.Creator], players[game.Joiner]

			var seen game.State
			for seen.Owes != game.OwesShot {
				creator.foresees(ctx, t)
				_, seen = joiner.foresees(ctx, t)
				require.NoError(t, joiner.Sleep(ctx))
			}
			require.Equal(t, game.Creator, seen.Actor)
			v, _ := joiner.foresees(ctx, t)
			require.Equal(t, game.PhaseToss, v.State.Phase, "nothing binds the creator yet")

			// A false opening shows nothing, and neither does one that says more than its player owes.
			note := joiner.Note()
			forgeries := [][]byte{note[:1]}
			for i := 1; i < len(note); i++ {
				forged := slices.Clone(note)
				forged[i] ^= 1
				forgeries = append(forgeries, forged)
			}
			update, err := channel.ParseUpdate(note[1:])
			require.NoError(t, err)
			update.Move.Target = "A1"
			forgeries = append(forgeries, append([]byte{note[0]}, channel.MarshalUpdate(update)...))
			for i, forged := range forgeries {
				joiner.TakeNote(forged)
				_, state := joiner.foresees(ctx, t)
				require.Equal(t, game.PhaseToss, state.Phase, "forgery %d: %x", i, forged)
			}

			// The creator shoots, and sees no answer before the joiner's update.
			status, err := creator.Status(ctx)
			require.NoError(t, err)
			_, _, acted, err := creator.Advance(ctx, &session.Aim{Tile: 7, Turn: status.Turn})
			require.NoError(t, err)
			require.True(t, acted)
			var truth game.State
			for truth.Owes != game.OwesShot || truth.Actor != game.Joiner {
				_, truth = joiner.foresees(ctx, t)
				require.NoError(t, joiner.Sleep(ctx))
			}
			require.True(t, truth.Sides[game.Joiner].Answered.Has(7))
			require.Nil(t, creator.Note())
			_, state := creator.foresees(ctx, t)
			require.True(t, state.HasPending)
		})
	}
}

// meetFirst returns the players of an off-chain game in which the creator shoots first.
func meetFirst(ctx context.Context, t *testing.T, r *game.Ruleset) [2]seated {
	t.Helper()
	h := playertest.NewOffChain(t)
	for {
		id := h.Started(r)
		players := [2]seated{
			{duel.Open(h.ChannelPlayer(chain.Alice), id), game.Creator},
			{duel.Open(h.ChannelPlayer(chain.Bob), id), game.Joiner},
		}
		for _, p := range players {
			t.Cleanup(func() { require.NoError(t, p.Close()) })
		}
		if _, state := players[game.Creator].foresees(ctx, t); state.Actor == game.Creator {
			return players
		}
	}
}
