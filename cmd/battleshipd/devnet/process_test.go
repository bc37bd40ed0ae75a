package devnet_test

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// child is a devnet in a process of its own.
type child struct {
	t      testing.TB
	cmd    *exec.Cmd
	lines  *bufio.Scanner // of its standard output
	stderr *bytes.Buffer
	rpc    string // its address, once it is ready
	web    string // that of the page
}

// spawn runs the devnet command.
func spawn(t testing.TB, args ...string) *child {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	c := &child{t: t, cmd: exec.CommandContext(t.Context(), binary, args...), stderr: &bytes.Buffer{}}
	c.cmd.Env = append(os.Environ(), childEnv+"=1")
	c.cmd.Stderr = c.stderr
	out, err := c.cmd.StdoutPipe()
	require.NoError(t, err)
	c.lines = bufio.NewScanner(out)
	require.NoError(t, c.cmd.Start())
	return c
}

var readyLine = regexp.MustCompile(`^ready chain-id=\S+ height=(\d+) ` +
	`rpc=http://127\.0\.0\.1:(\d+) grpc=127\.0\.0\.1:\d+ rest=http://127\.0\.0\.1:\d+ ` +
	`faucet=http://127\.0\.0\.1:\d+ relay=ws://127\.0\.0\.1:\d+ web=(http://127\.0\.0\.1:\d+) home=\S+$`)

// readyLines are the lines that follow the first.
var readyLines = regexp.MustCompile(`^(account (alice|bob|carol|faucet|house|validator[2-7]) ship1\w{38}|` +
	`try battleshipd .* --home /\S+|to check answers of this node: --trust-height \d+ --trust-hash [0-9A-F]{64})$`)

// waitUntilReady returns the height in the first line of the child's output.
func (c *child) waitUntilReady() int64 {
	c.t.Helper()
	if !c.lines.Scan() {
		_ = c.cmd.Wait() // its standard error says what happened
		c.t.Fatalf("ended before it was ready: %s", c.stderr)
	}
	match := readyLine.FindStringSubmatch(c.lines.Text())
	require.NotNil(c.t, match, "line: %s", c.lines.Text())
	height, err := strconv.ParseInt(match[1], 10, 64)
	require.NoError(c.t, err)
	c.rpc, c.web = "tcp://127.0.0.1:"+match[2], match[3]
	return height
}

// end sends a signal and waits for the end.
func (c *child) end(signal syscall.Signal) error {
	c.t.Helper()
	require.NoError(c.t, c.cmd.Process.Signal(signal))
	return c.wait()
}

// wait reads the rest of the child's output, in which there is nothing but what follows the first line, and waits for
// the end.
func (c *child) wait() error {
	c.t.Helper()
	rest := 0
	for ; c.lines.Scan(); rest++ { // a process that is killed may not have written all of them
		require.Regexp(c.t, readyLines, c.lines.Text())
	}
	require.LessOrEqual(c.t, rest, 11)
	return c.cmd.Wait()
}

func TestSignalsStopTheCommandCleanly(t *testing.T) {
	t.Parallel()
	base := portBase(t)
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
		// A resumed chain may log that its validator does not sign a step again.
		home := filepath.Join(t.TempDir(), "home")
		c := spawn(t, "--home", home, "--block-time", blockTime.String(), "--port-base", base)
		c.waitUntilReady()
		require.NoError(t, c.end(signal), "%s: %s", signal, c.stderr)
		require.Empty(t, c.stderr.String(), "a clean stop has nothing to tell")
	}
}

func TestKilledProcessResumes(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "home")
	base := portBase(t)
	var last int64
	for run := range 3 {
		args := []string{"--home", home, "--block-time", blockTime.String()}
		if run != 1 {
			args = append(args, "--port-base", base)
		}
		c := spawn(t, args...)
		height := c.waitUntilReady()
		require.Equal(t, "tcp://127.0.0.1:"+base, c.rpc, "it goes on on the ports that it had")
		require.Greater(t, height, last)
		last = height
		require.Error(t, c.end(syscall.SIGKILL))
	}
	d := start(t, home)
	require.Greater(t, d.StartHeight, last)
}

func TestCommandRefusesWithAnExitStatus(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	overwrite("holiday.jpg", "sunshine")(t, home)
	for name, args := range map[string][]string{
		"a foreign directory":   {"--home", home},
		"a bad port":            {"--home", filepath.Join(home, "x"), "--port-base", "70000"},
		"a bad block time":      {"--home", filepath.Join(home, "x"), "--block-time", "0s"},
		"a bad address":         {"--home", filepath.Join(home, "x"), "--listen", "my-machine"},
		"an address elsewhere":  {"--home", filepath.Join(home, "x"), "--listen", "192.0.2.1"},
		"a faucet open nowhere": {"--home", filepath.Join(home, "x"), "--open-faucet"},
		"a bad level":           {"--home", filepath.Join(home, "x"), "--log-level", "loud"},
		"an argument too many":  {"--home", filepath.Join(home, "x"), "now"},
		"a flag nobody defined": {"--home", filepath.Join(home, "x"), "--fast"},
	} {
		t.Run(name, func(t *testing.T) {
			c := spawn(t, args...)
			require.False(t, c.lines.Scan(), "printed %s", c.lines.Text())
			var exit *exec.ExitError
			require.ErrorAs(t, c.cmd.Wait(), &exit)
			require.Equal(t, 1, exit.ExitCode())
			require.Contains(t, c.stderr.String(), "Error: ")
		})
	}
	require.Len(t, treeOf(t, home), 2, "the directory and the picture")
}
