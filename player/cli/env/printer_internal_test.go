package env

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/player/client"
	"github.com/battleship-chain/battleship/player/text"
)

// A node that lies could once rename the terminal's window, clear it, or write to the clipboard, by what it says of a
// refusal or of a player.
func TestAttackANodeThatLiesDoesNotReachTheTerminal(t *testing.T) {
	const lie = "\x1b]52;c;aGk=\a\u009b2J\u202ereversed"
	refused := &client.RefusedError{Log: "no " + lie, Codespace: "other", Code: 2}
	var out bytes.Buffer
	p := Printer{Out: &out, Err: &out}
	p.Text("Game 4: %s.", lie)
	p.Note("Not done yet: %s.", Explain(refused, text.Prompt{}))
	p.Table([][]string{{"PLAYER"}, {lie}}, "")
	require.NoError(t, p.Object(map[string]string{"player": lie}))
	err := Ask(bufio.NewReader(strings.NewReader("n\n")), &out, "join a game of "+lie, false)
	require.ErrorIs(t, err, ErrDeclined)
	for _, harmful := range []string{"\x1b", "\a", "\u009b", "\u202e"} {
		require.NotContains(t, out.String(), harmful)
	}
	require.Contains(t, out.String(), `\u001b]52;c;aGk=\u0007\u009b2J\u202ereversed`, "JSON keeps its value")
}

// failing is a writer that fails.
type failing struct{ error }

func (f failing) Write([]byte) (int, error) { return 0, f.error }

// A command whose answer did not reach a full disk succeeded.
func TestRegressionAnAnswerThatCannotBeWrittenIsAnError(t *testing.T) {
	full := errors.New("no space left on device")
	for name, print := range map[string]func(Printer){
		"text":  func(p Printer) { p.Text("Game %d.", 4) },
		"table": func(p Printer) { p.Table([][]string{{"PLAYER"}, {"alice"}}, "") },
	} {
		p := Printer{Out: failing{full}, Err: io.Discard, lost: new(atomic.Pointer[error])}
		p.Note("Waiting.")
		require.NoError(t, p.Lost(), name)
		print(p)
		require.ErrorIs(t, p.Lost(), full, name)
	}
}

func TestAWaitForTheNodeIsShownAfterAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		p := Printer{Err: &out}
		stop := p.NoteSlow("Waiting for %s.", "the node")
		time.Sleep(slowly - 1)
		stop()
		time.Sleep(slowly)
		require.Empty(t, out.String(), "it has answered in time")
		defer p.NoteSlow("Waiting for %s.", "the node")()
		time.Sleep(slowly)
		synctest.Wait()
		require.Equal(t, "Waiting for the node.\n", out.String())
	})
}

// A terminal broke the sentences of commands within words.
func TestRegressionSentencesBreakBetweenWords(t *testing.T) {
	require.Equal(t, "you would\nlose the\ngame", fitted("you would lose the game", 10))
	require.Equal(t, "you would lose the game", fitted("you would lose the game", 0))
	require.Equal(t, "GAME  RULESET  CREATOR", fitted("GAME  RULESET  CREATOR", 10))
}
