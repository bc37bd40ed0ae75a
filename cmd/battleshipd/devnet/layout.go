package devnet

import (
	"cmp"
	"os"
	"path/filepath"
	"strconv"

	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/cometbft/cometbft/privval"
	"github.com/spf13/viper"

	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
)

// layout names the files of a home directory. It is that of any node of the SDK.
type layout struct{ home string }

func (l layout) config(name string) string { return filepath.Join(l.home, "config", name) }
func (l layout) data(name string) string   { return filepath.Join(l.home, "data", name) }

// homes returns the layouts of the homes of count validators. The first is the devnet's own, with the others in it.
func (l layout) homes(count int) []layout {
	homes := []layout{l}
	for n := 2; n <= count; n++ {
		homes = append(homes, layout{filepath.Join(l.home, "validators", strconv.Itoa(n))})
	}
	return homes
}

// log is the file with the log of a node, if the devnet has several.
func (l layout) log() string { return filepath.Join(l.home, "node.log") }

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

// prepareData makes the directory of databases if there is none. If fresh, it removes what is there first.
func (l layout) prepareData(fresh bool) error {
	if fresh {
		if err := os.RemoveAll(l.data("")); err != nil {
			return err
		}
	}
	if l.hasData() {
		return nil
	}
	return l.makeData()
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

// chain returns the chain id of a home's client configuration, or the standard one if it has none.
func (l layout) chain() string {
	v := viper.New()
	v.SetConfigFile(l.clientConfig())
	if err := v.ReadInConfig(); err != nil {
		return ChainID
	}
	return cmp.Or(v.GetString(flags.FlagChainID), ChainID)
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
