package devnet_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	servercmd "github.com/cosmos/cosmos-sdk/server/cmd"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/cmd"
	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
	"github.com/battleship-chain/battleship/internal/freeport"
)

// patience is how long a test waits for something that must happen.
const patience = 3 * time.Minute

// blockTime keeps tests short.
const blockTime = 50 * time.Millisecond

// childEnv tells the test binary to be a devnet, so that a test can send it signals.
const childEnv = "BATTLESHIP_TEST_DEVNET"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	// The default home of the program is the one that --home names, if it is given.
	home := ""
	if i := slices.Index(os.Args, "--home"); i >= 0 && i+1 < len(os.Args) {
		home = os.Args[i+1]
	}
	if len(os.Args) > 1 && os.Args[1] == "start" { // a further validator
		root, err := cmd.New(home)
		if err == nil {
			err = servercmd.Execute(root, app.EnvPrefix, home)
		}
		if err != nil {
			_, _ = fmt.Fprintln(os.Stderr, "Error:", err)
			os.Exit(1)
		}
		return
	}
	devnetCmd := devnet.Command(home)
	devnetCmd.SilenceUsage = true
	devnetCmd.SetArgs(os.Args[1:])
	if err := devnetCmd.Execute(); err != nil {
		os.Exit(1)
	}
}

// within returns a context that ends with the test's patience.
func within(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// start starts a devnet that the test stops, at the latest when it ends.
func start(t testing.TB, home string) *devnet.Devnet {
	t.Helper()
	d, err := devnet.Start(within(t), devnet.Options{Home: home, BlockTime: blockTime, Log: testWriter{t}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Stop()) })
	return d
}

// portOf returns the port that somebody listens on.
func portOf(listener net.Listener) int {
	return int(netip.MustParseAddrPort(listener.Addr().String()).Port())
}

// portBase returns the first of seven free ports in a row, above which those of three further validators are free.
func portBase(t *testing.T) string {
	t.Helper()
	base, err := freeport.Row("127.0.0.1", 304)
	require.NoError(t, err)
	return strconv.Itoa(base)
}

// testWriter writes to the log of a test.
type testWriter struct{ tb testing.TB }

func (w testWriter) Write(p []byte) (int, error) {
	w.tb.Logf("%s", p)
	return len(p), nil
}

// lockedBuffer is a buffer that many may write to.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// tree is what a directory holds, by path: kind, permissions, size, time of change and hash of everything in it.
type tree map[string]string

// treeOf reads a directory.
func treeOf(t *testing.T, root string) tree {
	t.Helper()
	files := make(tree)
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s %d %s", info.Mode(), info.Size(), info.ModTime())
		if info.Mode().IsRegular() {
			bz, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %x", sha256.Sum256(bz))
		}
		files[path] = line
		return nil
	}))
	return files
}

// copyOf returns a copy of a directory.
func copyOf(t *testing.T, home string) string {
	t.Helper()
	parent, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	dir := filepath.Join(parent, "home")
	require.NoError(t, os.CopyFS(dir, os.DirFS(home)))
	return dir
}

// denom is the coin of stake and gas.
const denom = app.BondDenom
