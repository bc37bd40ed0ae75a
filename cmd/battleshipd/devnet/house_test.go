package devnet_test

import (
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// someFleet is any fleet of a ruleset.
func someFleet(r *game.Ruleset) (game.Fleet, error) { return game.RandomFleet(r, mathrand.IntN) }

// offer offers a game to the house.
func offer(t testing.TB, d *devnet.Devnet, p session.Player, change func(*duel.Wish)) *duel.Session {
	t.Helper()
	r := game.Xaya()
	fleet, err := someFleet(r)
	require.NoError(t, err)
	w := duel.Wish{
		Ruleset: r, Fleet: fleet, TurnBlocks: 10_000, Another: true, Opponent: addressOf(t, d, devnet.House).String(),
	}
	change(&w)
	s, _, err := duel.Create(within(t), p, w)
	require.NoError(t, err)
	return s
}

// untilJoined waits until somebody has joined a game.
func untilJoined(t testing.TB, s *duel.Session) duel.View {
	t.Helper()
	for {
		v, err := s.Look(within(t))
		require.NoError(t, err)
		if v.State.Phase != game.PhaseOpen {
			return v
		}
		require.NoError(t, s.Sleep(within(t)))
	}
}

// finish plays games to the end, all at a time.
func finish(t *testing.T, games ...*duel.Session) []types.Result {
	t.Helper()
	group, ctx := errgroup.WithContext(within(t))
	results := make([]types.Result, len(games))
	for i, s := range games {
		group.Go(func() (err error) {
			results[i], err = s.Run(ctx, bot.NewHunt(mathrand.IntN), session.Observer{})
			return err
		})
	}
	require.NoError(t, group.Wait())
	for _, result := range results {
		require.Equal(t, types.REASON_SUNK, result.Reason)
	}
	return results
}

func TestTheHousePlaysGamesOfferedToItAlone(t *testing.T) {
	t.Parallel()
	d := start(t, filepath.Join(t.TempDir(), "home"))
	cctx := clientOf(t, d.Home, d.RPC())
	of := func(name string) session.Player {
		return playerOf(t, cctx, client.Options{From: name, Unordered: true})
	}
	toAll := offer(t, d, of(devnet.Alice), func(w *duel.Wish) { w.Opponent = "" })
	games := []*duel.Session{
		offer(t, d, of(devnet.Alice), func(*duel.Wish) {}),
		offer(t, d, of(devnet.Bob), func(w *duel.Wish) { w.Casual = true }),
	}
	first := finish(t, games...)[0]

	v, err := toAll.Look(within(t))
	require.NoError(t, err)
	require.Equal(t, game.PhaseOpen, v.State.Phase)

	again, _, err := duel.Rematch(within(t), of(devnet.Alice), first.GameId,
		duel.Wish{TurnBlocks: 10_000, Another: true}, someFleet)
	require.NoError(t, err)
	untilJoined(t, again)
}

// The house dials no relay that an offer names: the players meet at that of the devnet.
func TestAttackTheHousePlaysOffChainOverItsOwnRelayAlone(t *testing.T) {
	t.Parallel()
	d := start(t, filepath.Join(t.TempDir(), "home"))
	cctx := clientOf(t, d.Home, d.RPC())
	strange, dialled := relay.NewServer(relay.Options{}), new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		dialled.Add(1)
		strange.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	p := playerOf(t, cctx, client.Options{From: devnet.Carol})
	s := offer(t, d, p, func(w *duel.Wish) { w.Channel, w.Relay = true, "ws"+strings.TrimPrefix(server.URL, "http") })
	require.True(t, untilJoined(t, s).OffChain)
	p.Relay = d.Relay()
	moves := 0
	_, err := duel.Open(p, s.GameID()).Run(within(t), bot.NewHunt(mathrand.IntN), session.Observer{
		Acted: func(done session.Done) {
			if done.OffChain {
				moves++
			}
		},
	})
	require.NoError(t, err)
	require.Positive(t, moves)
	require.EqualValues(t, 1, dialled.Load(), "by Carol, when she made the offer")
}

// One player could take the house from everybody else, with many games or with long turns.
func TestNoPlayerKeepsTheHouseFromOthers(t *testing.T) {
	t.Parallel()
	d := start(t, filepath.Join(t.TempDir(), "home"))
	cctx := clientOf(t, d.Home, d.RPC())
	of := func(name string) session.Player {
		return playerOf(t, cctx, client.Options{From: name, Unordered: true})
	}
	casual := func(w *duel.Wish) { w.Casual = true }
	slow := offer(t, d, of(devnet.Alice), func(w *duel.Wish) {
		w.Casual, w.TurnBlocks = true, types.DefaultParams().TurnBlocksMax
	})
	games := make([]*duel.Session, 5)
	for i := range games {
		games[i] = offer(t, d, of(devnet.Alice), casual)
	}
	for _, s := range games[:4] {
		untilJoined(t, s)
	}
	untilJoined(t, offer(t, d, of(devnet.Bob), casual))
	_, err := slow.Look(within(t))
	require.ErrorContains(t, err, "not found", "declined")
	last := games[4]
	v, err := last.Look(within(t))
	require.NoError(t, err)
	require.Equal(t, game.PhaseOpen, v.State.Phase)

	_, err = games[0].Concede(within(t))
	require.NoError(t, err)
	untilJoined(t, last)
}

func TestTheHouseContinuesAfterARestartOfItsNode(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	d := start(t, home)
	playerAt := func() session.Player {
		return playerOf(t, clientOf(t, home, d.RPC()), client.Options{From: devnet.Alice})
	}
	s := offer(t, d, playerAt(), func(*duel.Wish) {})
	untilJoined(t, s)
	require.True(t, d.HasBot())
	require.NoError(t, d.Stop())

	d, err := devnet.Start(within(t), devnet.Options{Home: home, NoBot: true, Log: testWriter{t}})
	require.NoError(t, err)
	require.False(t, d.HasBot())
	require.NoError(t, d.Stop())

	d = start(t, home)
	finish(t, duel.Open(playerAt(), s.GameID()))
	require.NoError(t, d.Stop())

	// A home from before there was a house has no key of it, and its chain no coins.
	was := addressOf(t, d, devnet.House)
	require.NoError(t, os.Remove(filepath.Join(home, "keyring-test", "house.info")))
	d = start(t, home)
	require.NotEqual(t, was, addressOf(t, d, devnet.House))
	untilJoined(t, offer(t, d, playerAt(), func(*duel.Wish) {}))
}
