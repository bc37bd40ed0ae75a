package practice_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/practice"
	"github.com/battleship-chain/battleship/player/tui"
)

// begun begins a game with a random fleet.
func begun(t *testing.T, r *game.Ruleset, strategy string, seed uint64) (*practice.Backend, uint64) {
	t.Helper()
	b, err := practice.New(practice.Options{Strategy: strategy, Intn: rand.New(rand.NewPCG(seed, 0)).IntN})
	require.NoError(t, err)
	fleet, err := b.RandomFleet(r)
	require.NoError(t, err)
	id, err := b.Enter(t.Context(), tui.Wish{Kind: tui.WishCreate, Ruleset: r}, fleet)
	require.NoError(t, err)
	b.Focus(id)
	return b, id
}

// until returns the first snapshot of the game for which something holds.
func until(t *testing.T, b *practice.Backend, holds func(tui.Game) bool) tui.Game {
	t.Helper()
	for seen := uint64(0); ; {
		snap, err := b.Next(t.Context(), seen)
		require.NoError(t, err)
		if snap.Game != nil && holds(*snap.Duel()) {
			return *snap.Duel()
		}
		seen = snap.Version
	}
}

func personDecides(g tui.Game) bool {
	return g.State.Phase.Ended() || g.State.Owes == game.OwesShot && g.State.Actor == g.Me
}

// A player shoots by the same strategy as the bot. Each game ends with a winner, whose board was shown if claims are
// kept.
func TestAWholeGame(t *testing.T) {
	for _, r := range game.Rulesets() {
		winners := map[game.Seat]int{}
		for seed := range uint64(10) {
			b, id := begun(t, r, bot.HuntName, seed)
			player, err := bot.New(bot.HuntName, rand.New(rand.NewPCG(seed, 1)).IntN)
			require.NoError(t, err)
			g := until(t, b, personDecides)
			for !g.State.Phase.Ended() {
				require.Nil(t, g.Fleets[g.Me.Other()], "the bot's board is hidden while the game lasts")
				tile, err := player.Next(g.State, g.Me)
				require.NoError(t, err)
				require.NoError(t, b.Do(t.Context(), id, tui.Shoot{Tile: tile}))
				g = until(t, b, personDecides)
			}
			winner, ok := g.State.Winner()
			require.True(t, ok)
			winners[winner]++
			require.Equal(t, g.State.Claims(), g.Proven[winner])
			require.NoError(t, r.CheckFleet(g.Fleets[g.Me.Other()]))
			require.NoError(t, game.CheckClaim(g.State, winner, g.Fleets[winner]))
		}
		require.Len(t, winners, 2, "both win sometimes: %v", winners)
	}
}

// A tile that is locked in the bot's turn is fired at when it is over.
func TestALockedTileIsFiredAtAfterTheBot(t *testing.T) {
	for seed := range uint64(4) { // either may begin
		b, err := practice.New(practice.Options{
			Strategy: bot.HuntName, Intn: rand.New(rand.NewPCG(seed, 0)).IntN, Pause: time.Hour,
		})
		require.NoError(t, err)
		fleet, err := b.RandomFleet(game.Classic())
		require.NoError(t, err)
		id, err := b.Enter(t.Context(), tui.Wish{Kind: tui.WishCreate, Ruleset: game.Classic()}, fleet)
		require.NoError(t, err)
		b.Focus(id)
		if until(t, b, func(tui.Game) bool { return true }).State.Actor == game.Creator {
			go func() { _ = b.Do(t.Context(), id, tui.Shoot{Tile: 0}) }()
		}
		until(t, b, func(g tui.Game) bool { return g.State.Actor != g.Me })
		require.NoError(t, b.Do(t.Context(), id, tui.Lock{Tile: 4}))
		require.NoError(t, b.Do(t.Context(), id, tui.Lock{Tile: 5}))
		require.Equal(t, game.Tile(5), *until(t, b, func(g tui.Game) bool { return g.Locked != nil }).Locked)
		require.NoError(t, b.BotShoots(id))
		g := until(t, b, func(g tui.Game) bool { return g.Locked == nil })
		require.True(t, g.State.Sides[g.Me.Other()].Answered.Has(5))
		require.NoError(t, b.Do(t.Context(), id, tui.Lock{Tile: 6}))
		require.NoError(t, b.Do(t.Context(), id, tui.Unlock{}))
		require.NoError(t, b.BotShoots(id))
		g = until(t, b, personDecides)
		require.False(t, g.State.Sides[g.Me.Other()].Answered.Has(6))
	}
}

func TestTheSameSeedIsTheSameGame(t *testing.T) {
	play := func() []tui.Entry {
		b, id := begun(t, game.Classic(), bot.RandomName, 3)
		for range 5 {
			g := until(t, b, personDecides)
			require.NoError(t, b.Do(t.Context(), id, tui.Shoot{Tile: game.Tile(g.State.Sides[g.Me.Other()].Answered.Len())}))
		}
		return until(t, b, personDecides).Log
	}
	first, second := play(), play()
	require.Equal(t, first, second)
}

func TestGivingUpAndChallengingEndTheGame(t *testing.T) {
	for want, act := range map[game.Reason]tui.Act{
		game.ReasonConceded: tui.Concede{}, game.ReasonChallenged: tui.Challenge{},
	} {
		b, id := begun(t, game.Xaya(), bot.HuntName, 1)
		until(t, b, personDecides)
		require.NoError(t, b.Do(t.Context(), id, act))
		g := until(t, b, func(g tui.Game) bool { return g.State.Phase.Ended() })
		require.Equal(t, want, g.State.Reason)
		require.True(t, g.CanRematch)
		require.Error(t, b.Do(t.Context(), id, act))
	}
}

// Practice makes no proofs and says so; its game ends as the one on a chain does.
func TestAProvenRulesetIsPractisedWithoutProofs(t *testing.T) {
	b, id := begun(t, game.XayaZK(), bot.HuntName, 1)
	until(t, b, personDecides)
	q, err := b.Quote(t.Context(), tui.Wish{Ruleset: game.XayaZK()})
	require.NoError(t, err)
	require.Contains(t, q.Notes[0], "without proofs")
	require.True(t, q.Free, "not even a transaction is paid for")
	require.ErrorIs(t, b.Do(t.Context(), id, tui.Challenge{}), game.ErrPhase)
	require.NoError(t, b.Do(t.Context(), id, tui.Concede{}))
	g := until(t, b, func(g tui.Game) bool { return g.State.Phase.Ended() })
	require.Equal(t, game.ReasonConceded, g.State.Reason)
}

func TestImpossibleActionsAreRefused(t *testing.T) {
	_, err := practice.New(practice.Options{Strategy: "luck"})
	require.ErrorIs(t, err, bot.ErrUnknownStrategy)

	b, id := begun(t, game.Classic(), bot.HuntName, 1)
	until(t, b, personDecides)
	require.NoError(t, b.Do(t.Context(), id, tui.Shoot{Tile: 7}))
	g := until(t, b, personDecides)
	require.ErrorIs(t, b.Do(t.Context(), id, tui.Shoot{Tile: 7}), game.ErrTileTaken)
	require.ErrorIs(t, b.Do(t.Context(), id, tui.Shoot{Tile: 200}), game.ErrTile)
	require.Error(t, b.Do(t.Context(), id, tui.Claim{}))
	require.Error(t, b.Do(t.Context(), id+1, tui.Concede{}))
	require.Equal(t, g, until(t, b, personDecides), "a refusal changes nothing")

	_, err = b.Enter(t.Context(), tui.Wish{Ruleset: game.Classic()}, nil)
	require.ErrorIs(t, err, game.ErrFleetMissing)
	_, err = b.Enter(t.Context(), tui.Wish{}, nil)
	require.Error(t, err)
	_, err = b.Quote(t.Context(), tui.Wish{})
	require.Error(t, err)
}

func TestWaitingEndsWithItsContext(t *testing.T) {
	b, _ := begun(t, game.Classic(), bot.HuntName, 1)
	until(t, b, personDecides)
	snap, err := b.Next(t.Context(), 0)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = b.Next(ctx, snap.Version)
	require.ErrorIs(t, err, context.Canceled)
}

// A game goes on when nobody looks at it, and can be looked at again.
func TestSeveralGames(t *testing.T) {
	b, first := begun(t, game.Classic(), bot.HuntName, 1)
	fleet, err := b.RandomFleet(game.Xaya())
	require.NoError(t, err)
	second, err := b.Enter(t.Context(), tui.Wish{Kind: tui.WishRematch, Ruleset: game.Xaya()}, fleet)
	require.NoError(t, err)
	require.NotEqual(t, first, second)
	b.Focus(second)
	g := until(t, b, func(g tui.Game) bool { return g.ID == second })
	require.Equal(t, fleet, g.Fleets[g.Me])
	b.Focus(0)
	snap, err := b.Next(t.Context(), 0)
	require.NoError(t, err)
	require.Nil(t, snap.Game)
	require.Len(t, snap.Lobby.Running, 2)
	require.Equal(t, second, snap.Lobby.Running[0].ID)
}
