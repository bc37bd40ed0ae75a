package notify_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/notify"
	"github.com/battleship-chain/battleship/player/text"
)

var turn = notify.Event{Kind: text.Turn, Game: notify.Game{ID: 7}}

// The words of a notification hold names, which a shell must not read as commands.
func TestExecPassesTheWordsAsValues(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "out")
	words := `$(touch /tmp/x) "; rm -rf . #`
	command := `printf '%s|%s|%s' "$BATTLESHIP_EVENT" "$BATTLESHIP_GAME" "$BATTLESHIP_TEXT" > ` + file
	require.NoError(t, notify.Exec(t.Context(), command, turn, words))
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "turn|7|"+words, string(got))
}

func TestExecReportsAFailedCommand(t *testing.T) {
	t.Parallel()
	err := notify.Exec(t.Context(), "echo no display >&2; exit 3", turn, "")
	require.EqualError(t, err, "the command failed: exit status 3: no display")
}

// It was found out with the first notification, and the player was not called.
func TestRegressionAMissingCommandIsNoticedAtOnce(t *testing.T) {
	t.Parallel()
	err := notify.CheckCommand(t.Context(), "/no/such/program --now")
	require.ErrorIs(t, err, notify.ErrNoCommand)
	require.EqualError(t, err, "there is no such program: /no/such/program")
	for _, command := range []string{"/bin/sh -c true", "cd / && pwd", "X=1 /no/such", "$(echo true)", ": quiet"} {
		require.NoError(t, notify.CheckCommand(t.Context(), command), command)
	}
}

func TestPostSendsTheWordsToAWebhook(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	var body, title, event, id string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bz, _ := io.ReadAll(r.Body)
		body, title = r.Method+" "+string(bz), r.Header.Get("Title")
		event, id = r.Header.Get("X-Battleship-Event"), r.Header.Get("X-Battleship-Game")
		w.WriteHeader(status)
	}))
	defer server.Close()
	require.NoError(t, notify.Post(t.Context(), server.URL, turn, "Game 7. Your turn."))
	require.Equal(t, []string{"POST Game 7. Your turn.", "Battleship", "turn", "7"}, []string{body, title, event, id})

	for code, words := range map[int]string{
		http.StatusForbidden: "403 Forbidden", http.StatusNotModified: "304 Not Modified",
	} {
		status = code
		require.EqualError(t, notify.Post(t.Context(), server.URL, turn, ""), "the webhook answered "+words)
	}
}

func TestAURLOfAWebhookHasASchemeAndAHost(t *testing.T) {
	t.Parallel()
	require.NoError(t, notify.CheckURL("https://ntfy.sh/my-battleship"))
	for _, url := range []string{"ntfy.sh/x", "file:///etc/passwd", "http://", "://"} {
		require.ErrorIs(t, notify.CheckURL(url), notify.ErrURL, url)
	}
}
