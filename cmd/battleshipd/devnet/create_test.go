package devnet_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
)

// A directory that is given is filled, never replaced, and nothing beside it is touched.
func TestHomeIsMadeInPlace(t *testing.T) {
	tests := map[string]func(t *testing.T, home string){
		"an empty directory": func(t *testing.T, home string) {
			t.Helper()
			require.NoError(t, os.Mkdir(home, 0o755))
		},
		"a link to an empty directory": func(t *testing.T, home string) {
			t.Helper()
			require.NoError(t, os.Symlink(t.TempDir(), home))
		},
		"what an interrupted start has left": func(t *testing.T, home string) {
			t.Helper()
			half := filepath.Join(home, ".devnet-new", "config")
			require.NoError(t, os.MkdirAll(half, 0o755))
			require.NoError(t, os.WriteFile(filepath.Join(half, "genesis.json"), []byte("{"), 0o600))
		},
	}
	for name, prepare := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parent := t.TempDir()
			home := filepath.Join(parent, "home")
			beside := filepath.Join(parent, ".home.new-photos")
			require.NoError(t, os.Mkdir(beside, 0o755))
			prepare(t, home)
			before, err := os.Lstat(home)
			require.NoError(t, err)

			d := start(t, home)
			require.NoError(t, d.Stop())

			after, err := os.Lstat(home)
			require.NoError(t, err)
			require.True(t, os.SameFile(before, after))
			require.DirExists(t, beside)
			require.NoDirExists(t, filepath.Join(home, ".devnet-new"))
			require.FileExists(t, filepath.Join(home, "config", "genesis.json"))
		})
	}
}

// Two chains that are connected with each other need different ids. A home keeps its chain's id.
func TestTwoDevnetsRunAtOnceWithIDsOfTheirOwn(t *testing.T) {
	t.Parallel()
	chains := make(map[string]*devnet.Devnet)
	for _, id := range []string{"one-1", "two-1"} {
		o := devnet.Options{Home: filepath.Join(t.TempDir(), "home"), ChainID: id, BlockTime: blockTime, Log: testWriter{t}}
		d, err := devnet.Start(within(t), o)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Stop()) })
		chains[id] = d
	}
	for id, d := range chains {
		status, err := d.ClientContext().Client.Status(within(t))
		require.NoError(t, err)
		require.Equal(t, id, status.NodeInfo.Network)
		require.Equal(t, id, d.ChainID)
	}
	for id, d := range chains {
		require.NoError(t, d.Stop()) // a home changes while its node runs
		_, err := devnet.Start(within(t), devnet.Options{Home: d.Home, BlockTime: blockTime, Log: testWriter{t}})
		require.ErrorContains(t, err, `expected chain id "battleship-devnet-1", got "`+id+`"`)
	}
}
