package devnet_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
	"testing"

	rpchttp "github.com/cometbft/cometbft/rpc/client/http"
	"github.com/stretchr/testify/require"
)

// member is a validator of a devnet with several.
type member struct {
	pid int
	rpc *rpchttp.HTTP
}

var memberLine = regexp.MustCompile(`^validator \w+ pid=(\d+) rpc=(http://127\.0\.0\.1:\d+) log=(/\S+/node\.log)$`)

// members reads the lines of count validators, which follow the first line of the child's output.
func (c *child) members(count int) []member {
	c.t.Helper()
	var all []member
	for range count {
		require.True(c.t, c.lines.Scan(), c.stderr)
		match := memberLine.FindStringSubmatch(c.lines.Text())
		require.NotNil(c.t, match, "line: %s", c.lines.Text())
		require.FileExists(c.t, match[3])
		pid, err := strconv.Atoi(match[1])
		require.NoError(c.t, err)
		rpc, err := rpchttp.New(match[2], "/websocket")
		require.NoError(c.t, err)
		all = append(all, member{pid: pid, rpc: rpc})
	}
	return all
}

// height returns the last height of a validator.
func (m member) height(t *testing.T) int64 {
	t.Helper()
	status, err := m.rpc.Status(within(t))
	require.NoError(t, err)
	return status.SyncInfo.LatestBlockHeight
}

// requireGone waits until no process of some validators is left.
func requireGone(t *testing.T, all []member) {
	t.Helper()
	for _, m := range all {
		require.Eventually(t, func() bool { return syscall.Kill(m.pid, 0) != nil }, patience, blockTime)
	}
}

func TestFourValidatorsOutliveOneAndEndWithTheCommand(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	args := []string{"--home", home, "--port-base", portBase(t)}
	c := spawn(t, append(args, "--validators", "4", "--block-time", "100ms", "--chain-id", "pond-1")...)
	c.waitUntilReady()
	all := c.members(4)
	for _, m := range all {
		require.Positive(t, m.height(t))
		res, err := m.rpc.Validators(within(t), nil, nil, nil)
		require.NoError(t, err)
		require.Len(t, res.Validators, 4)
		for _, v := range res.Validators {
			require.Equal(t, res.Validators[0].VotingPower, v.VotingPower)
		}
	}
	require.NoError(t, syscall.Kill(all[2].pid, syscall.SIGKILL))
	dead := all[0].height(t)
	for _, m := range []member{all[0], all[1], all[3]} {
		require.Eventually(t, func() bool { return m.height(t) > dead+4 }, patience, blockTime)
	}
	require.NoError(t, c.end(syscall.SIGINT), c.stderr)
	require.Contains(t, c.stderr.String(), "validator3 has ended: signal: killed; its log is "+home)
	requireGone(t, all[1:])

	// The home keeps the number of validators and the chain id. The dead validator is back.
	c = spawn(t, args...)
	resumed := c.waitUntilReady()
	require.Greater(t, resumed, dead)
	all = c.members(4)
	for _, m := range all {
		require.GreaterOrEqual(t, m.height(t), resumed)
	}
	require.Error(t, c.end(syscall.SIGKILL))
	requireGone(t, all[1:])

	c = spawn(t, append(args, "--validators", "3")...)
	require.Error(t, c.cmd.Wait())
	require.Contains(t, c.stderr.String(), "its genesis file has 4 validators, and --validators is 3; name another ")

	alice, err := os.ReadFile(filepath.Join(home, "keyring-test", "alice.info"))
	require.NoError(t, err)
	c = spawn(t, append(args, "--fresh")...)
	require.Less(t, c.waitUntilReady(), resumed)
	all = c.members(4)
	require.NoError(t, c.end(syscall.SIGTERM), c.stderr)
	require.Empty(t, c.stderr.String())
	requireGone(t, all[1:])
	after, err := os.ReadFile(filepath.Join(home, "keyring-test", "alice.info"))
	require.NoError(t, err)
	require.Equal(t, alice, after)
}
