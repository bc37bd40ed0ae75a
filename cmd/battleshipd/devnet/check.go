package devnet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	cmtcfg "github.com/cometbft/cometbft/config"
	cmtjson "github.com/cometbft/cometbft/libs/json"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/privval"
	"github.com/spf13/viper"
	"golang.org/x/sys/unix"

	cryptocodec "github.com/cosmos/cosmos-sdk/crypto/codec"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/player/text"
)

// inspection checks whether a devnet can resume a home directory. It only reads: a home that is refused stays as it is,
// to the byte. It takes as long on an old chain as on a new one.
type inspection struct {
	layout
	chainID  string
	template *app.App

	genesis    *genutiltypes.AppGenesis
	state      app.GenesisState
	validators int
	fresh      bool  // whether the chain's data was or will be removed, so that it starts anew
	signed     int64 // the height for which the first validator has signed last
}

// inspect returns the number of validators of a home directory, or an error if a devnet cannot resume it.
func inspect(o Options, template *app.App) (int, error) {
	l := layout{o.Home}
	i := &inspection{layout: l, chainID: o.ChainID, template: template, fresh: o.Fresh || !l.hasData()}
	for _, step := range []func() error{
		i.checkFiles, i.checkWritable, i.checkConfigs, i.checkGenesis, i.checkKeys, i.checkAccounts, i.checkDatabases,
	} {
		if err := step(); err != nil {
			return 0, err
		}
	}
	if o.Validators != 0 && o.Validators != i.validators {
		return 0, fmt.Errorf("its genesis file has %d validators, and --%s is %d; name another directory with --home",
			i.validators, flagValidators, o.Validators)
	}
	return i.validators, nil
}

// checkFiles makes sure that every file is there that a home has from the start.
func (i *inspection) checkFiles() error {
	var missing []string
	accounts := 0
	for _, path := range i.files() {
		if i.fresh && path == i.validatorState() {
			continue
		}
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, i.relative(path))
			if filepath.Dir(path) == filepath.Dir(i.account(Faucet)) {
				accounts++
			}
		case err != nil:
			return fmt.Errorf("%s cannot be read: %w", i.relative(path), plain(err))
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is no file, but %s", i.relative(path), info.Mode().Type())
		}
	}
	switch {
	case accounts >= len(Names()):
		return errors.New("it is not the home of a devnet, and not empty; name another directory with --home")
	case len(missing) > 0:
		return fmt.Errorf("it lacks %s: put that back, or name another directory with --home", text.List(missing))
	}
	return nil
}

// checkWritable makes sure that the node will not fail in the middle of its work because of a permission.
func (i *inspection) checkWritable() error {
	paths := []string{i.home, i.config(""), i.data("")}
	for _, name := range databases() {
		paths = append(paths, i.database(name))
	}
	for _, path := range append(paths, i.files()...) {
		if err := unix.Access(path, unix.R_OK|unix.W_OK); err != nil && !errors.Is(err, unix.ENOENT) {
			return fmt.Errorf("%s cannot be read and written: %w", i.relative(path), err)
		}
	}
	return nil
}

// checkConfigs makes sure that the configuration can be read, and that the client's is for this chain.
func (i *inspection) checkConfigs() error {
	comet := cmtcfg.DefaultConfig()
	if err := i.readTOML(i.cometConfig(), comet); err != nil {
		return err
	}
	if err := comet.ValidateBasic(); err != nil {
		return fmt.Errorf("%s: %w", i.relative(i.cometConfig()), err)
	}
	application := serverconfig.DefaultConfig()
	if err := i.readTOML(i.appConfig(), application); err != nil {
		return err
	}
	if err := application.ValidateBasic(); err != nil {
		return fmt.Errorf("%s: %w", i.relative(i.appConfig()), err)
	}
	var client struct {
		ChainID string `mapstructure:"chain-id"`
	}
	if err := i.readTOML(i.clientConfig(), &client); err != nil {
		return err
	}
	return i.expectChain(i.clientConfig(), client.ChainID)
}

// checkGenesis makes sure that the genesis file is one that this application can start with.
func (i *inspection) checkGenesis() error {
	genesis, err := genutiltypes.AppGenesisFromFile(i.layout.genesis())
	if err != nil {
		return err
	}
	if err := i.expectChain(i.layout.genesis(), genesis.ChainID); err != nil {
		return err
	}
	name := i.relative(i.layout.genesis())
	if err := genesis.ValidateAndComplete(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := json.Unmarshal(genesis.AppState, &i.state); err != nil {
		return fmt.Errorf("%s: state of the modules: %w", name, err)
	}
	if err := i.template.BasicManager().ValidateGenesis(
		i.template.AppCodec(), i.template.TxConfig(), i.state,
	); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	i.genesis = genesis
	return nil
}

// checkKeys makes sure that the keys of the nodes can be read, and that those of validators are in the genesis file.
func (i *inspection) checkKeys() error {
	var staking stakingtypes.GenesisState
	if err := i.template.AppCodec().UnmarshalJSON(i.state[stakingtypes.ModuleName], &staking); err != nil {
		return err
	}
	if i.validators = len(staking.Validators); i.validators < 1 || i.validators > maxValidators {
		return fmt.Errorf("the genesis file has %d validators, a devnet has 1 to %d", i.validators, maxValidators)
	}
	for n, l := range i.homes(i.validators) {
		want, err := staking.Validators[n].ConsPubKey()
		if err != nil {
			return err
		}
		if err := i.checkKeysOf(l, want); err != nil {
			return err
		}
	}
	if i.fresh {
		return nil
	}
	var last privval.FilePVLastSignState
	if err := i.readJSON(i.validatorState(), &last); err != nil {
		return err
	}
	i.signed = last.Height
	return nil
}

// checkKeysOf makes sure that the keys of one node can be read, and that its validator has the consensus key.
func (i *inspection) checkKeysOf(l layout, want cryptotypes.PubKey) error {
	if _, err := p2p.LoadNodeKey(l.nodeKey()); err != nil {
		return fmt.Errorf("%s: %w", i.relative(l.nodeKey()), plain(err))
	}
	// CometBFT's own functions would end the process on an error.
	var key privval.FilePVKey
	if err := i.readJSON(l.validatorKey(), &key); err != nil {
		return err
	}
	name := i.relative(l.validatorKey())
	if key.PrivKey == nil || key.PubKey == nil || !key.PubKey.Equals(key.PrivKey.PubKey()) {
		return fmt.Errorf("%s holds a public key that is not that of its private key", name)
	}
	got, err := cryptocodec.FromCmtPubKeyInterface(key.PubKey)
	if err != nil {
		return err
	}
	if !got.Equals(want) {
		return fmt.Errorf("%s: the genesis file's validator has the key %s, this is %s", name, want.Address(), got.Address())
	}
	return nil
}

// checkAccounts makes sure that the keyring holds the keys of the accounts to which the genesis file gives coins.
func (i *inspection) checkAccounts() error {
	var bank banktypes.GenesisState
	if err := i.template.AppCodec().UnmarshalJSON(i.state[banktypes.ModuleName], &bank); err != nil {
		return fmt.Errorf("%s: %w", i.relative(i.layout.genesis()), err)
	}
	ring, err := openKeyring(i.layout, i.template)
	if err != nil {
		return err
	}
	for _, name := range Names() {
		file := i.relative(i.account(name))
		record, err := ring.Key(name)
		if err != nil {
			return fmt.Errorf("%s holds no key: %w", file, err)
		}
		address, err := record.GetAddress()
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if record.Name != name {
			return fmt.Errorf("%s holds the key of %s, and should hold that of %s", file, record.Name, name)
		}
		if !slices.ContainsFunc(bank.Balances, func(b banktypes.Balance) bool { return b.Address == address.String() }) {
			return fmt.Errorf("%s holds the key of %s, which has no coins in the genesis file", file, address)
		}
	}
	return nil
}

// expectChain makes sure that a file is for the chain.
func (i *inspection) expectChain(path, id string) error {
	if id != i.chainID {
		return fmt.Errorf("%s: expected chain id %q, got %q", i.relative(path), i.chainID, id)
	}
	return nil
}

// readTOML reads a configuration file into a struct.
func (i *inspection) readTOML(path string, into any) error {
	v := viper.New()
	v.SetConfigFile(path)
	if err := v.ReadInConfig(); err != nil {
		return fmt.Errorf("%s is not TOML: %w", i.relative(path), err)
	}
	if err := v.Unmarshal(into); err != nil {
		return fmt.Errorf("%s: %w", i.relative(path), err)
	}
	return nil
}

// readJSON reads a file of CometBFT into a struct.
func (i *inspection) readJSON(path string, into any) error {
	bz, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := cmtjson.Unmarshal(bz, into); err != nil {
		return fmt.Errorf("%s: %w", i.relative(path), err)
	}
	return nil
}

// relative shortens a path to the part below the home.
func (i *inspection) relative(path string) string {
	short, err := filepath.Rel(i.home, path)
	if err != nil {
		return path
	}
	return short
}

// plain takes the path out of an error of the file system, where the message names it already.
func plain(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}
