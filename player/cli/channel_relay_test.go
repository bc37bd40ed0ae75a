package cli_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/playertest"
	"github.com/battleship-chain/battleship/player/session/duel"
	"github.com/battleship-chain/battleship/player/text"
)

// Players who named no relay could sit at two without a word: the game did not name the one of its creator.
func TestRegressionAGameNamesTheRelayThatItsCreatorUses(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	relayIn := func(id uint64) string {
		v, err := h.Open(alice, id).Look(t.Context())
		require.NoError(t, err)
		return v.Game.Participants[game.Creator].Channel.Relay
	}
	must(h.World, "create-game --channel --ruleset xaya --from alice -y --relay "+h.URL)
	require.Equal(t, h.URL, relayIn(1))
	must(h.World, "match --channel --ruleset classic --from alice -y --relay "+h.URL)
	require.Equal(t, h.URL, relayIn(2))
	must(h.World, "join-game 1 --from bob -y")
	p, asked := h.Player(alice), ""
	p.Relay, p.Confirm = h.URL, func(i text.Intent) error { asked = text.Voice{}.Question(i); return nil }
	s, _, err := duel.Create(t.Context(), p, duel.Wish{
		Ruleset: game.Xaya(), Fleet: playertest.FleetOf(t, game.Xaya()), Channel: true,
	})
	require.NoError(t, err)
	require.Contains(t, asked, "; played off-chain over "+h.URL)
	require.Equal(t, h.URL, relayIn(s.GameID()))
}

// A game was opened, and paid for, over a relay that did not answer.
func TestAnOffChainGameNeedsARelayThatAnswers(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	for url, says := range map[string]string{
		"ws" + strings.TrimPrefix(other.URL, "http"):  "is no relay (HTTP 404): name another with --relay",
		"ws" + strings.TrimPrefix(closed.URL, "http"): "no relay answers at",
	} {
		for _, line := range []string{"create-game --channel", "match --channel"} {
			_, _, err := run(h.World, line+" --from alice -y --relay "+url)
			require.ErrorContains(t, err, says, line)
		}
	}
	require.Zero(t, h.Transactions())
}

// A relay for a game on-chain was ignored without a word.
func TestRegressionARelayIsNamedForOffChainGamesAlone(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	for line, says := range map[string]string{
		"create-game --clock 6m --relay " + h.URL:     "--relay is for off-chain games: add --channel, or leave it out",
		"match --channel=false --relay " + h.URL:      "--relay is for off-chain games",
		"create-game --channel --relay http://x":      "--relay: expected the URL of a relay, such as ws://",
		"create-game --channel --relay ws://x:123456": "--relay: expected the URL of a relay, such as ws://",
	} {
		_, _, err := run(h.World, line+" --from alice -y")
		require.ErrorContains(t, err, says)
	}
	require.Zero(t, h.Transactions())
}

// A line that was down was not spoken of where the opponent was waited for, at the prompt.
func TestRegressionAWaitForUpdatesEndsWhenTheLineIsDown(t *testing.T) {
	t.Parallel()
	h := playertest.NewOffChain(t)
	id := h.Started(game.Xaya())
	h.Stop()
	says := "no relay answers at " + h.URL + " (connection refused): start one with battleshipd relay, or name another " +
		"with --relay"
	for _, line := range []string{"answer 1", "shoot 1 A1", "concede 1 -y"} {
		_, _, err := run(h.World, line+" --from bob")
		require.ErrorContains(t, err, "nothing was sent: ")
		require.ErrorContains(t, err, says)
		require.Equal(t, 1, strings.Count(err.Error(), "nothing was sent"))
	}
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	url := "ws" + strings.TrimPrefix(web.URL, "http")
	p := h.ChannelPlayer(alice)
	p.Relay = url
	s := duel.Open(p, id)
	defer func() { require.NoError(t, s.Close()) }()
	require.Eventually(t, func() bool {
		_, err := s.AwaitUpdate(t.Context(), 0)
		require.NoError(t, err)
		trouble := s.Trouble()
		return trouble != nil && trouble.Error() == "the server at "+url+" is no relay (HTTP 404): name another with --relay"
	}, time.Minute, time.Millisecond)
}
