package practice_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/practice"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

// atTable begins a melee against bots.
func atTable(t *testing.T, players int, strategy string, seed uint64) (*practice.Backend, uint64) {
	t.Helper()
	b, err := practice.New(practice.Options{Strategy: strategy, Intn: rand.New(rand.NewPCG(seed, 0)).IntN})
	require.NoError(t, err)
	r := melee.Ruleset()
	fleet, err := b.RandomFleet(r)
	require.NoError(t, err)
	wish := tui.Wish{Kind: tui.WishCreate, Of: text.Melee, Ruleset: r, Players: players}
	q, err := b.Quote(t.Context(), wish)
	require.NoError(t, err)
	require.True(t, q.Free)
	id, err := b.Enter(t.Context(), wish, fleet)
	require.NoError(t, err)
	b.Focus(id)
	return b, id
}

// table returns the melee as it is shown.
func tableOf(t *testing.T, b *practice.Backend) tui.Melee {
	t.Helper()
	snap, err := b.Next(t.Context(), 0)
	require.NoError(t, err)
	require.NotNil(t, snap.Melee())
	return *snap.Melee()
}

// A player aims by the same strategy as the bots. Each melee ends, with the boards of all.
func TestAWholeMelee(t *testing.T) {
	for _, players := range []int{2, 4, game.MaxPlayers} {
		won := 0
		for seed := range uint64(8) {
			b, id := atTable(t, players, bot.DensityName, seed)
			strategy, err := bot.NewMelee(bot.DensityName, rand.New(rand.NewPCG(seed, 1)).IntN)
			require.NoError(t, err)
			m := tableOf(t, b)
			require.Len(t, m.Names, players)
			own, err := m.State.Ruleset.FleetTiles(m.Fleets[m.Me])
			require.NoError(t, err)
			for !m.State.Stage.Ended() {
				require.Equal(t, melee.StageAim, m.State.Stage)
				for seat, fleet := range m.Fleets {
					require.Equal(t, melee.Seat(seat) == m.Me, fleet != nil, "the bots' boards are hidden in play")
				}
				tile, err := strategy.Aim(m.State, m.Me, own)
				require.NoError(t, err)
				require.NoError(t, b.Do(t.Context(), id, tui.Aim{Tile: tile}))
				next := tableOf(t, b)
				require.NoError(t, next.State.Validate())
				require.True(t, next.State.Stage.Ended() || next.State.Round > m.State.Round, "the player aims again or is out")
				m = next
			}
			require.NotContains(t, m.Fleets, game.Fleet(nil))
			require.NotEmpty(t, m.State.Winners())
			if m.State.Winners().Has(m.Me) {
				won++
			}
		}
		t.Logf("%d players: %d of 8 won", players, won)
	}
}

// The bots play on when the player is out, and a tile that was bombed is not aimed at again.
func TestAMeleeIsLeftAndATileIsAimedAtOnce(t *testing.T) {
	b, id := atTable(t, 4, bot.HuntName, 1) // a strategy of duels, in whose place the best one plays
	require.NoError(t, b.Do(t.Context(), id, tui.Aim{Tile: 99}))
	require.ErrorContains(t, b.Do(t.Context(), id, tui.Aim{Tile: 99}), "J10 was fired at before")
	require.Error(t, b.Do(t.Context(), id, tui.Aim{Tile: 100}))
	require.Error(t, b.Do(t.Context(), id, tui.Claim{}))
	require.NoError(t, b.Do(t.Context(), id, tui.Concede{}))
	m := tableOf(t, b)
	require.True(t, m.State.Stage.Ended())
	require.False(t, m.State.Winners().Has(m.Me))
	snap, err := b.Next(t.Context(), 0)
	require.NoError(t, err)
	require.Empty(t, snap.Lobby.Running)
	require.Equal(t, []text.Kind{text.Melee}, snap.Lobby.Opens)
}
