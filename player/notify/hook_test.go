package notify_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

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

// The shell alone was ended once, and what it had started was left behind with each try.
func TestRegressionACommandEndsWithItsChildren(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, unix.Mkfifo(pipe, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	failed := make(chan error, 1)
	go func() { failed <- notify.Exec(ctx, "(echo; exec sleep 600) >"+pipe+"; true", turn, "") }()
	file, err := os.Open(pipe) // once the child has opened it, too
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	_, err = file.Read(make([]byte, 1))
	require.NoError(t, err)
	cancel()
	require.ErrorIs(t, <-failed, context.Canceled)
	ended := make(chan error, 1)
	go func() {
		_, err := io.ReadAll(file) // until no process has it open
		ended <- err
	}()
	select {
	case err := <-ended:
		require.NoError(t, err)
	case <-time.After(10 * time.Second):
		require.Fail(t, "a child of the command is left")
	}
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
