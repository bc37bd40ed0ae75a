package notify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/battleship-chain/battleship/player/text"
)

// Limits of one delivery.
const (
	execLimit = 30 * time.Second
	postLimit = 10 * time.Second
	// execWait is how long the output of a command may stay open after its end.
	execWait = time.Second
	// maxOutput bounds the output of a command in an error, in bytes.
	maxOutput = 200
)

// Exec runs a command of the shell for an event, and waits for its end. Values are in the environment, where the shell
// does not read them as commands: BATTLESHIP_EVENT, BATTLESHIP_GAME and BATTLESHIP_TEXT.
func Exec(ctx context.Context, command string, e Event, words string) error {
	ctx, cancel := context.WithTimeoutCause(ctx, execLimit, fmt.Errorf("no end after %s", execLimit))
	defer cancel()
	cmd := exec.CommandContext(ctx, "/bin/sh", "-c", command) //nolint:gosec // the user's own command
	cmd.Env = append(os.Environ(),
		"BATTLESHIP_EVENT="+e.Kind.String(), "BATTLESHIP_GAME="+strconv.FormatUint(e.Game.ID, 10), "BATTLESHIP_TEXT="+words)
	// A command of several words of the shell has children, which end with it: all of them are in one group.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = execWait
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		out = bytes.TrimSpace(out)
		return fmt.Errorf("the command failed: %w: %s", err, text.OneLine(string(out[:min(len(out), maxOutput)])))
	}
	return nil
}

// ErrNoCommand means that a command of the shell begins with a program that is missing.
var ErrNoCommand = errors.New("there is no such program")

// simpleWord matches words that are nothing but themselves to the shell.
var simpleWord = regexp.MustCompile(`^[A-Za-z0-9_./+@%:,-]+$`)

// CheckCommand returns ErrNoCommand if a command of the shell can never succeed, because its program is missing.
func CheckCommand(ctx context.Context, command string) error {
	words := strings.Fields(command)
	if len(words) == 0 || !simpleWord.MatchString(words[0]) {
		return nil // only the shell knows
	}
	ctx, cancel := context.WithTimeout(ctx, execLimit)
	defer cancel()
	missing := (*exec.ExitError)(nil)
	//nolint:gosec // the word is an argument, which the shell does not read as a command
	err := exec.CommandContext(ctx, "/bin/sh", "-c", `command -v -- "$1"`, "sh", words[0]).Run()
	if errors.As(err, &missing) {
		return fmt.Errorf("%w: %s", ErrNoCommand, words[0])
	}
	return err
}

// ErrURL means that a URL is not one of a webhook.
var ErrURL = errors.New("expected a URL that begins with http:// or https://")

// CheckURL returns ErrURL unless a URL can be one of a webhook.
func CheckURL(raw string) error {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return fmt.Errorf("%w, got %q", ErrURL, raw)
	}
	return nil
}

// Post sends the words to a webhook, as the body of a POST request in plain text, with the title and the event in
// headers. Services such as ntfy show them as they are.
func Post(ctx context.Context, to string, e Event, words string) error {
	ctx, cancel := context.WithTimeout(ctx, postLimit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(words))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "text/plain; charset=utf-8")
	req.Header.Set("Title", text.NotificationTitle)
	req.Header.Set("X-Battleship-Event", e.Kind.String())
	req.Header.Set("X-Battleship-Game", strconv.FormatUint(e.Game.ID, 10))
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }() // nothing of it is read
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return fmt.Errorf("the webhook answered %s", res.Status)
	}
	return nil
}
