package e2e_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"

	dbm "github.com/cosmos/cosmos-db"
	"github.com/creack/pty"
	"github.com/stretchr/testify/require"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	servercmd "github.com/cosmos/cosmos-sdk/server/cmd"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/testutil/terminal"
)

// childEnv makes the test binary battleshipd.
const childEnv = "BATTLESHIP_TEST_BINARY"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	home, err := app.DefaultHome()
	if err == nil {
		root, newErr := cmd.New(home)
		if err = newErr; err == nil {
			err = servercmd.Execute(root, app.EnvPrefix, home)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

// program returns the command that runs battleshipd in a process of its own.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Env = append(os.Environ(), childEnv+"=1", "HOME="+t.TempDir())
	return cmd
}

// run runs battleshipd to its end.
func run(t *testing.T, args ...string) {
	t.Helper()
	out, err := program(t, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// person is a user at a terminal with battleshipd.
type person struct {
	*terminal.Terminal

	t   *testing.T
	cmd *exec.Cmd
}

// onTerminal starts battleshipd on a terminal.
func onTerminal(t *testing.T, args ...string) *person {
	t.Helper()
	m := &person{t: t, cmd: program(t, args...)}
	m.cmd.Env = append(m.cmd.Env, "TERM=linux", "LC_ALL=C.UTF-8")
	file, err := pty.StartWithSize(m.cmd, terminal.Size())
	require.NoError(t, err)
	m.Terminal = terminal.Follow(t, file, m.cmd.Wait)
	t.Cleanup(m.kill)
	return m
}

// kill ends the program as the loss of its machine would.
func (m *person) kill() {
	_ = m.cmd.Process.Signal(syscall.SIGKILL) // it may have ended
	_ = m.End(context.Background())
}

// leave leaves the screens.
func (m *person) leave(ctx context.Context) {
	m.t.Helper()
	m.Press("\x03")
	require.NoError(m.t, m.End(ctx))
}

// keyOf copies the key of a devnet's account into the keyring of a new home, as its words would.
func keyOf(t *testing.T, d *devnet.Devnet, name string) string {
	t.Helper()
	home := t.TempDir()
	template := app.New(log.NewNopLogger(), dbm.NewMemDB(), false, simtestutil.NewAppOptionsWithFlagHome(t.TempDir()))
	defer func() { require.NoError(t, template.Close()) }()
	keys, err := keyring.New(app.Name, keyring.BackendTest, home, nil, template.AppCodec())
	require.NoError(t, err)
	exported, err := d.Keyring.ExportPrivKeyArmor(name, "passphrase")
	require.NoError(t, err)
	require.NoError(t, keys.ImportPrivKey(name, exported, "passphrase"))
	return home
}
