package devnet_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/battleship-chain/battleship/cmd/battleshipd/devnet"
)

// damage does something to a home.
type damage func(t *testing.T, home string)

// refusal is a home that a devnet must not touch.
type refusal struct {
	damage damage
	want   string // part of the error
}

func overwrite(path, content string) damage {
	return func(t *testing.T, home string) {
		t.Helper()
		require.NoError(t, os.WriteFile(filepath.Join(home, path), []byte(content), 0o600))
	}
}

func remove(path string) damage {
	return func(t *testing.T, home string) {
		t.Helper()
		require.NoError(t, os.RemoveAll(filepath.Join(home, path)))
	}
}

func replace(path, old, with string) damage {
	return func(t *testing.T, home string) {
		t.Helper()
		file := filepath.Join(home, path)
		bz, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, string(bz), old)
		require.NoError(t, os.WriteFile(file, bytes.ReplaceAll(bz, []byte(old), []byte(with)), 0o600))
	}
}

// truncate cuts a file in half.
func truncate(path string) damage {
	return func(t *testing.T, home string) {
		t.Helper()
		file := filepath.Join(home, path)
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.NoError(t, os.Truncate(file, info.Size()/2))
	}
}

// take copies a file or directory from another home over one's own.
func take(path, from string) damage {
	return func(t *testing.T, home string) {
		t.Helper()
		require.NoError(t, os.RemoveAll(filepath.Join(home, path)))
		info, err := os.Stat(filepath.Join(from, path))
		require.NoError(t, err)
		if info.IsDir() {
			require.NoError(t, os.CopyFS(filepath.Join(home, path), os.DirFS(filepath.Join(from, path))))
			return
		}
		bz, err := os.ReadFile(filepath.Join(from, path))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(home, path), bz, 0o600))
	}
}

// flip changes one byte in the middle of the largest file of a database that has a suffix.
func flip(database, suffix string) damage {
	return func(t *testing.T, home string) {
		t.Helper()
		file := largest(t, filepath.Join(home, "data", database), suffix)
		bz, err := os.ReadFile(file)
		require.NoError(t, err)
		bz[len(bz)/2] ^= 0xff
		require.NoError(t, os.WriteFile(file, bz, 0o600))
	}
}

// garble replaces the largest file of a database that has a suffix.
func garble(database, suffix string) damage {
	return func(t *testing.T, home string) {
		t.Helper()
		file := largest(t, filepath.Join(home, "data", database), suffix)
		require.NoError(t, os.WriteFile(file, []byte("these are not the bytes you are looking for"), 0o600))
	}
}

func largest(t *testing.T, dir, suffix string) string {
	t.Helper()
	var found string
	var size int64 = -1
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	for _, path := range paths {
		info, err := os.Stat(path)
		require.NoError(t, err)
		if base := filepath.Base(path); info.Size() > size &&
			(strings.HasSuffix(base, suffix) || strings.HasPrefix(base, suffix)) {
			found, size = path, info.Size()
		}
	}
	require.NotEmpty(t, found, "no file %s in %s", suffix, dir)
	return found
}

// ranHome returns the home of a devnet that has run and was stopped. It was started twice, so that its databases hold
// tables as well as journals.
func ranHome(t *testing.T) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	require.NoError(t, start(t, home).Stop())
	d := start(t, home)
	send(t, d, devnet.Alice, devnet.Bob, 1)
	require.NoError(t, d.Stop())
	return home
}

func TestDamagedHomeIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	home, other := ranHome(t), ranHome(t)
	tests := map[string]refusal{
		"no genesis file": {
			remove("config/genesis.json"),
			"it lacks config/genesis.json",
		},
		"a genesis file that is not JSON": {overwrite("config/genesis.json", "{"), "config/genesis.json"},
		"an empty genesis file":           {overwrite("config/genesis.json", ""), "config/genesis.json"},
		"half a genesis file":             {truncate("config/genesis.json"), "config/genesis.json"},
		"a genesis file of another chain": {
			replace("config/genesis.json", devnet.ChainID, "pond-1"),
			`expected chain id "battleship-devnet-1", got "pond-1"`,
		},
		"a genesis file of another devnet": {take("config/genesis.json", other), "the genesis file's validator has the key"},
		"a genesis file that was edited": {
			replace("config/genesis.json", `"turn_blocks_default": "1200"`, `"turn_blocks_default": "1201"`),
			"its chain was started with another genesis file",
		},
		"a genesis state that is not valid": {
			replace("config/genesis.json", `"bond_denom": "uanchor"`, `"bond_denom": ""`),
			"config/genesis.json",
		},
		"no node configuration": {remove("config/config.toml"), "it lacks config/config.toml"},
		"a node configuration in no language": {
			overwrite("config/config.toml", "= ="),
			"config/config.toml is not TOML",
		},
		"a node configuration with a bad word": {
			replace("config/config.toml", `timeout_commit = "50ms"`, `timeout_commit = "soon"`),
			"config/config.toml",
		},
		"an application configuration": {
			overwrite("config/app.toml", "= ="),
			"config/app.toml is not TOML",
		},
		"a client configuration": {
			overwrite("config/client.toml", "= ="),
			"config/client.toml is not TOML",
		},
		"a client of another chain": {
			replace("config/client.toml", devnet.ChainID, "pond-1"),
			`config/client.toml: expected chain id "battleship-devnet-1", got "pond-1"`,
		},
		"no node key": {
			remove("config/node_key.json"),
			"it lacks config/node_key.json",
		},
		"a node key that is not one": {overwrite("config/node_key.json", "key"), "config/node_key.json"},
		"no validator key": {
			remove("config/priv_validator_key.json"),
			"it lacks config/priv_validator_key.json",
		},
		"a validator key that is not one": {
			overwrite("config/priv_validator_key.json", "{}"),
			"config/priv_validator_key.json",
		},
		"the validator key of another devnet": {
			take("config/priv_validator_key.json", other),
			"the genesis file's validator has the key",
		},
		"no validator state": {
			remove("data/priv_validator_state.json"),
			"it lacks data/priv_validator_state.json",
		},
		"a validator state that is not one": {
			overwrite("data/priv_validator_state.json", "x"),
			"data/priv_validator_state.json",
		},
		"a validator far ahead": {
			overwrite("data/priv_validator_state.json", `{"height":"100000","round":0,"step":3}`),
			"and the validator has signed block 100000); remove ",
		},
		"no key of an account": {
			remove("keyring-test/bob.info"),
			"it lacks keyring-test/bob.info",
		},
		"a key of an account that is not one": {
			overwrite("keyring-test/bob.info", "bob"),
			"keyring-test/bob.info holds no key",
		},
		"one account's key for another": {
			take("keyring-test/faucet.info", other),
			"which has no coins in the genesis file",
		},
		"a directory instead of a file": {func(t *testing.T, home string) {
			t.Helper()
			remove("config/app.toml")(t, home)
			require.NoError(t, os.Mkdir(filepath.Join(home, "config/app.toml"), 0o700))
		}, "config/app.toml is no file, but d"},
		"the databases of another devnet": {take("data", other), "its chain was started with another genesis file"},
	}
	for _, name := range []string{
		"application.db", "blockstore.db", "state.db", "tx_index.db", "evidence.db", "snapshots/metadata.db",
	} {
		refused := "data/" + name + " cannot be opened ("
		tests["no "+name] = refusal{remove("data/" + name), refused}
		tests["no CURRENT in "+name] = refusal{remove("data/" + name + "/CURRENT"), refused + "CURRENT: no such file"}
		tests["a garbled CURRENT in "+name] = refusal{overwrite("data/"+name+"/CURRENT", "nowhere"), refused}
		tests["a garbled manifest in "+name] = refusal{garble(name, "MANIFEST"), refused}
	}

	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			damaged := copyOf(t, home)
			test.damage(t, damaged)
			before := treeOf(t, filepath.Dir(damaged))
			_, err := devnet.Start(within(t), devnet.Options{Home: damaged})
			require.ErrorContains(t, err, damaged+" is left as it is: ")
			require.ErrorContains(t, err, test.want)
			require.NotContains(t, err.Error(), "\n")
			if strings.Contains(test.want, "cannot be opened") {
				require.ErrorContains(t, err, "; remove "+filepath.Join(damaged, "data")+" to start the chain anew")
			}
			require.Equal(t, before, treeOf(t, filepath.Dir(damaged)))
		})
	}
	t.Run("the same home without damage", func(t *testing.T) { start(t, copyOf(t, home)) })
}

func TestForeignDirectoryIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	overwrite("holiday.jpg", "sunshine")(t, dir)
	before := treeOf(t, dir)
	_, err := devnet.Start(within(t), devnet.Options{Home: dir})
	require.ErrorContains(t, err, "it is not the home of a devnet, and not empty; name another directory with --home")
	require.Equal(t, before, treeOf(t, dir))

	_, err = devnet.Start(within(t), devnet.Options{Home: filepath.Join(dir, "holiday.jpg")})
	require.ErrorContains(t, err, "--home: expected a folder, got ")
	_, err = devnet.Start(within(t), devnet.Options{Home: filepath.Join(dir, "holiday.jpg", "home")})
	require.ErrorContains(t, err, "--home: expected a folder, got ")
	require.Equal(t, before, treeOf(t, dir))
}

func TestHomeInUseIsRefused(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	start(t, home)
	_, err := devnet.Start(within(t), devnet.Options{Home: home})
	require.ErrorContains(t, err, "a devnet runs in "+home+" already, and answers at port ")
}

// A start once read every record of every database, so it took longer with each block. It leaves that to whoever reads
// them: a record of the index that is damaged keeps no chain from going on.
func TestRegressionStartReadsTheWholeChain(t *testing.T) {
	t.Parallel()
	home := ranHome(t)
	flip("tx_index.db", ".ldb")(t, home)
	start(t, home)
}

// What to remove is named, and is enough to begin again: the accounts stay.
func TestDamageFoundByTheNodeNamesTheFileToRemove(t *testing.T) {
	t.Parallel()
	home := ranHome(t)
	alice, err := os.ReadFile(filepath.Join(home, "keyring-test", "alice.info"))
	require.NoError(t, err)
	garble("application.db", ".ldb")(t, home)
	_, err = devnet.Start(within(t), devnet.Options{Home: home})
	data := filepath.Join(home, "data")
	require.ErrorContains(t, err, "if the databases are damaged, remove "+data+" to start the chain anew")

	require.NoError(t, os.RemoveAll(data))
	d := start(t, home)
	require.EqualValues(t, 1, d.StartHeight)
	after, err := os.ReadFile(filepath.Join(home, "keyring-test", "alice.info"))
	require.NoError(t, err)
	require.Equal(t, alice, after)
	send(t, d, devnet.Alice, devnet.Bob, 1)
}

// A process that is killed while it writes leaves the end of a journal torn. Nobody relies on a write that was not
// finished.
func TestTornJournalIsNoDamage(t *testing.T) {
	t.Parallel()
	home := ranHome(t)
	for _, name := range []string{"application.db", "state.db", "tx_index.db"} {
		t.Run(name, func(t *testing.T) {
			torn := copyOf(t, home)
			file := largest(t, filepath.Join(torn, "data", name), ".log")
			info, err := os.Stat(file)
			require.NoError(t, err)
			require.NoError(t, os.Truncate(file, info.Size()-3))
			start(t, torn)
		})
	}
}

// A process that is killed in its very first moments leaves databases that are not made yet.
func TestHalfMadeDatabaseBeforeTheFirstBlockIsNoDamage(t *testing.T) {
	t.Parallel()
	home := ranHome(t)
	for _, name := range []string{"application.db", "blockstore.db", "state.db", "tx_index.db", "evidence.db"} {
		t.Run(name, func(t *testing.T) {
			young := copyOf(t, home)
			remove("data")(t, young)
			require.NoError(t, os.MkdirAll(filepath.Join(young, "data", name), 0o700))
			overwrite("data/priv_validator_state.json", `{"height":"0","round":0,"step":0}`)(t, young)
			overwrite(filepath.Join("data", name, "LOCK"), "")(t, young)
			overwrite(filepath.Join("data", name, "LOG"), "")(t, young)
			require.EqualValues(t, 1, start(t, young).StartHeight)
		})
	}
}
