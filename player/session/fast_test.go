package session_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	coretypes "github.com/cometbft/cometbft/rpc/core/types"
	"github.com/stretchr/testify/require"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/query"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/relay"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// fastWish is the wish for a live game over a relay.
func fastWish(t *testing.T, url string) duel.Wish {
	t.Helper()
	return duel.Wish{
		Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Channel: true, OrOnChain: true, Relay: url,
		Another: true,
	}
}

// A match prefers an open game off-chain, joins one on-chain before it opens another, and opens one off-chain.
func TestAFastMatchTakesTheGameThatWaits(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	match := func(name string, w duel.Wish) (session.Done, types.Game) {
		s, done, err := duel.Match(t.Context(), h.Player(name), w)
		require.NoError(t, err)
		v, err := s.Look(t.Context())
		require.NoError(t, err)
		return done, v.Game
	}
	onChain := fastWish(t, "")
	onChain.Channel, onChain.OrOnChain = false, false
	slow := fastWish(t, h.URL)
	slow.TurnBlocks = 100_000

	waiting, _ := match(mallory, onChain)
	match(mallory, slow)
	done, g := match(alice, fastWish(t, h.URL))
	require.True(t, done.Entered().Joined)
	require.Equal(t, waiting.GameID, g.Id)
	require.False(t, g.IsChannel())

	waiting, g = match(alice, fastWish(t, h.URL))
	require.False(t, waiting.Entered().Joined)
	require.True(t, g.IsChannel())
	match(mallory, onChain)
	done, g = match(bob, fastWish(t, h.URL))
	require.True(t, done.Entered().Joined)
	require.Equal(t, waiting.GameID, g.Id)
	require.Equal(t, h.Address(alice), done.Entered().Opponent)
}

// Nothing proves a list: a node once made a player join a game for a stake that it had listed without one.
func TestAttackAFastMatchJoinsAGameOfOtherTerms(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	stake := sdk.NewInt64Coin(types.DefaultFeeDenom, 5_000_000)
	open := func(channel bool, stake *sdk.Coin, turnBlocks int64) {
		w := fastWish(t, h.URL)
		w.OrOnChain, w.Channel, w.Stake, w.TurnBlocks = false, channel, stake, turnBlocks
		_, _, err := duel.Create(t.Context(), h.Player(mallory), w)
		require.NoError(t, err)
	}
	const slow = 100_000
	open(false, &stake, 0)
	open(true, &stake, 0)
	open(false, nil, 0)
	open(false, nil, slow)
	chain := types.NewQueryClient(h.Player(alice).Chain.Conn())
	baits, err := chain.OpenGames(t.Context(), &types.QueryOpenGamesRequest{Stake: stake.String()})
	require.NoError(t, err)
	require.Len(t, baits.Games, 2)
	clock, err := chain.OpenGames(t.Context(), &types.QueryOpenGamesRequest{Stake: "none", TurnBlocks: slow})
	require.NoError(t, err)
	require.Len(t, clock.Games, 1)
	h.ClientCtx = h.ClientCtx.WithClient(playertest.Lie(h.Node, "OpenGames", func(res *types.QueryOpenGamesResponse) {
		res.Games = append(baits.Games, clock.Games...)
		for i := range res.Games {
			res.Games[i].Terms.Stake = nil
		}
	}))
	had := h.Balance(alice)
	_, done, err := duel.Match(t.Context(), h.Player(alice), fastWish(t, h.URL))
	require.NoError(t, err)
	require.False(t, done.Entered().Joined)
	require.Less(t, had-h.Balance(alice), stake.Amount.Int64())
}

// A match read one page of open games, and missed those after the first hundred.
func TestRegressionAFastMatchReadsTheNextPages(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	waiting := fastWish(t, h.URL)
	waiting.OrOnChain = false
	_, _, err := duel.Create(t.Context(), h.Player(mallory), waiting)
	require.NoError(t, err)
	opened, _, err := duel.Create(t.Context(), h.Player(bob), waiting)
	require.NoError(t, err)
	v, err := opened.Look(t.Context())
	require.NoError(t, err)
	first, err := types.NewQueryClient(h.Player(alice).Chain.Conn()).OpenGames(t.Context(), &types.QueryOpenGamesRequest{
		RulesetId: waiting.Ruleset.ID, Stake: "none", TurnBlocks: v.Game.TurnBlocks,
		Pagination: &query.PageRequest{Limit: 1},
	})
	require.NoError(t, err)
	pages := 0
	h.ClientCtx = h.ClientCtx.WithClient(playertest.Lie(h.Node, "OpenGames", func(res *types.QueryOpenGamesResponse) {
		if pages++; pages == 1 {
			res.Games, res.Pagination = nil, first.Pagination
		}
	}))
	_, done, err := duel.Match(t.Context(), h.Player(alice), fastWish(t, h.URL))
	require.NoError(t, err)
	require.Equal(t, opened.GameID(), done.GameID)
	require.Equal(t, 2, pages)
}

// A match whose join was too late failed, though another open game was there.
func TestRegressionAFastMatchAfterALateJoinTakesTheNextGame(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	waiting := fastWish(t, h.URL)
	waiting.OrOnChain = false
	for _, name := range []string{mallory, bob} {
		_, _, err := duel.Create(t.Context(), h.Player(name), waiting)
		require.NoError(t, err)
	}
	h.Node.Check = func(raw []byte) *coretypes.ResultBroadcastTx {
		h.Node.Check = nil
		return &coretypes.ResultBroadcastTx{Codespace: types.ErrPhase.Codespace(), Code: types.ErrPhase.ABCICode()}
	}
	_, done, err := duel.Match(t.Context(), h.Player(alice), fastWish(t, h.URL))
	require.NoError(t, err)
	require.True(t, done.Entered().Joined)
}

// A stranger's open game names a relay that the player has not agreed to dial.
func TestAttackAFastMatchDialsNoRelayOfStrangers(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	strange, dialled := relay.NewServer(relay.Options{}), new(atomic.Int64)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		dialled.Add(1)
		strange.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	w := fastWish(t, "ws"+strings.TrimPrefix(server.URL, "http"))
	_, _, err := duel.Create(t.Context(), h.Player(mallory), w)
	require.NoError(t, err)
	before := dialled.Load()
	s, done, err := duel.Match(t.Context(), h.Player(alice), fastWish(t, h.URL))
	require.NoError(t, err)
	require.False(t, done.Entered().Joined)
	_, done, err = duel.Match(t.Context(), h.Player(bob), fastWish(t, h.URL))
	require.NoError(t, err)
	require.Equal(t, s.GameID(), done.GameID)
	require.Equal(t, before, dialled.Load())

	// The chain may match a player with the creator of that game all the same, who then comes to the player's relay.
	wish := fastWish(t, h.URL)
	wish.OrOnChain = false
	s, done, err = duel.Match(t.Context(), h.Player(carol), wish)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	require.True(t, done.Entered().Joined)
	require.Equal(t, h.Address(mallory), done.Entered().Opponent)
	v, err := s.AwaitUpdate(t.Context(), 0)
	require.NoError(t, err)
	own := [][]byte{v.Game.Participants[game.Joiner].Channel.Key}
	require.Eventually(t, func() bool { return len(relay.PresentAt(t.Context(), h.URL, own)) == 1 }, time.Minute,
		time.Millisecond)
	require.Equal(t, before, dialled.Load())
}

// A game that was withdrawn stays open for some blocks, and is none that its creator waits in.
func TestAMatchDoesNotWaitInAWithdrawnGame(t *testing.T) {
	t.Parallel()
	w := playertest.New(t)
	match := func() (*duel.Session, session.Done, error) {
		return duel.Match(t.Context(), w.Player(alice), duel.Wish{
			Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()),
		})
	}
	waiting, _, err := match()
	require.NoError(t, err)
	var unfinished *duel.UnfinishedError
	_, _, err = match()
	require.ErrorAs(t, err, &unfinished)
	require.Equal(t, waiting.GameID(), unfinished.Game.Id)
	_, err = waiting.Cancel(t.Context())
	require.NoError(t, err)
	next, done, err := match()
	require.NoError(t, err)
	require.False(t, done.Entered().Joined)
	require.NotEqual(t, waiting.GameID(), next.GameID())
}
