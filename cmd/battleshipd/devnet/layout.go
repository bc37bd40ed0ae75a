package devnet

import (
	"os"
	"path/filepath"

	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/cometbft/cometbft/privval"

	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
)

// layout names the files of a home directory. It is that of any node of the SDK.
type layout struct{ home string }

func (l layout) config(name string) string { return filepath.Join(l.home, "config", name) }
func (l layout) data(name string) string   { return filepath.Join(l.home, "data", name) }

func (l layout) genesis() string        { return l.config("genesis.json") }
func (l layout) cometConfig() string    { return l.config("config.toml") }
func (l layout) appConfig() string      { return l.config("app.toml") }
func (l layout) clientConfig() string   { return l.config("client.toml") }
func (l layout) nodeKey() string        { return l.config("node_key.json") }
func (l layout) validatorKey() string   { return l.config("priv_validator_key.json") }
func (l layout) validatorState() string { return l.data("priv_validator_state.json") }

// hasData reports whether there is a directory of databases. It holds the chain, and nothing that a chain that starts
// anew needs.
func (l layout) hasData() bool {
	_, err := os.Lstat(l.data(""))
	return err == nil
}

// makeData makes the directory of databases of a validator that has signed nothing.
func (l layout) makeData() error {
	if err := os.Mkdir(l.data(""), 0o700); err != nil {
		return err
	}
	bz, err := cmtjson.MarshalIndent(privval.FilePVLastSignState{}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(l.validatorState(), bz, 0o600)
}

// account is the file of an account's key in the test keyring.
func (l layout) account(name string) string {
	return filepath.Join(l.home, "keyring-"+keyring.BackendTest, name+".info")
}

// files returns every file that a home has from the start, relative to it.
func (l layout) files() []string {
	files := []string{
		l.genesis(), l.cometConfig(), l.appConfig(), l.clientConfig(), l.nodeKey(), l.validatorKey(), l.validatorState(),
	}
	for _, name := range Names() {
		files = append(files, l.account(name))
	}
	return files
}

// appOptions are the options of an application that only knows its home.
type appOptions string

// Get returns the home.
func (o appOptions) Get(name string) any {
	if name == flags.FlagHome {
		return string(o)
	}
	return nil
}
