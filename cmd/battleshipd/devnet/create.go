package devnet

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/crypto/hd"
	"github.com/cosmos/cosmos-sdk/crypto/keyring"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Generous settings of a new devnet, in uanchor and in time.
const (
	accountCoins = 1_000_000_000_000     // of each player
	faucetCoins  = 1_000_000_000_000_000 // of the faucet
	stakedCoins  = 10_000_000_000_000    // of each validator
	votingPeriod = 30 * time.Second      // of proposals
	roundTimeout = time.Second / 2       // of each step of consensus
	gossipPause  = 5 * time.Millisecond  // of a node before it looks again for votes and parts that its peers need
)

// buildingName is the directory within a home in which the home is built, until it is whole.
const buildingName = ".devnet-new"

// create makes the home directory of a new chain and returns it locked. It is built in a directory within, whose
// content is moved to its place when it is whole, so a process that is killed leaves nothing that looks like a home.
// The directory itself is never replaced: it may be a link, a mount point or a shell's current directory.
func create(o Options, ports Ports, template *app.App) (held *lock, err error) {
	home := o.Home
	_, err = os.Lstat(home)
	missing := errors.Is(err, os.ErrNotExist)
	if err := os.MkdirAll(home, 0o755); err != nil {
		return nil, fmt.Errorf("make the directory: %w", plain(err))
	}
	if held, err = acquire(home); err != nil {
		return nil, err
	}
	building := filepath.Join(home, buildingName)
	defer func() {
		if r := recover(); r != nil { // CometBFT and the SDK panic when they cannot write a file
			err = errors.Join(err, fmt.Errorf("write it: %v", r))
		}
		if err == nil {
			return
		}
		err = errors.Join(err, os.RemoveAll(building))
		if missing {
			err = errors.Join(err, os.Remove(home))
		}
		err = errors.Join(err, held.release())
		held = nil
	}()
	// Another process may have made a home between the look and the lock.
	if fresh, err := isFresh(home); err != nil || !fresh {
		return held, errors.Join(err, fmt.Errorf("%s is not empty any more: another process has begun to use it", home))
	}
	// This process holds the lock, so an earlier builder has ended.
	if err := os.RemoveAll(building); err != nil {
		return held, fmt.Errorf("remove what an interrupted start has left: %w", err)
	}
	if err := os.Mkdir(building, 0o700); err != nil {
		return held, fmt.Errorf("make a directory in it: %w", plain(err))
	}
	if err := build(layout{building}, o, ports, template); err != nil {
		return held, err
	}
	return held, moveUp(building, home)
}

// moveUp moves the content of a directory into its parent, and removes it.
func moveUp(dir, parent string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := os.Rename(filepath.Join(dir, entry.Name()), filepath.Join(parent, entry.Name())); err != nil {
			return err
		}
	}
	return os.Remove(dir)
}

// build writes a whole home directory, with those of the further validators.
func build(l layout, o Options, ports Ports, template *app.App) error {
	o.BlockTime = cmp.Or(o.BlockTime, DefaultBlockTime)
	ring, err := openKeyring(l, template)
	if err != nil {
		return err
	}
	accounts := make(map[string]sdk.AccAddress)
	for _, name := range append(Names(), House) {
		if accounts[name], err = newKey(ring, name); err != nil {
			return err
		}
	}
	var validators []app.GenesisValidator
	homes := l.homes(1 + len(ports.Others))
	for n := range homes {
		v := app.GenesisValidator{Moniker: moniker(n), Operator: accounts[Faucet], Stake: math.NewInt(stakedCoins)}
		if n > 0 {
			if v.Operator, err = newKey(ring, v.Moniker); err != nil {
				return err
			}
			accounts[v.Moniker] = v.Operator
		}
		if v.ConsensusKey, err = writeHome(homes[n], n, o, ports); err != nil {
			return err
		}
		validators = append(validators, v)
	}
	return writeGenesis(homes, o, accounts, validators, template)
}

// moniker returns the name of a validator. That of a further one is also the name of its operator's key.
func moniker(n int) string {
	if n == 0 {
		return "devnet"
	}
	return fmt.Sprintf("validator%d", n+1)
}

// writeHome writes the home of one validator and returns its consensus key.
func writeHome(l layout, n int, o Options, ports Ports) (cryptotypes.PubKey, error) {
	at := PeerPorts{RPC: ports.RPC, P2P: ports.P2P}
	if n > 0 {
		at = ports.Others[n-1]
	}
	comet := nodeconfig.Comet(o.BlockTime)
	comet.Moniker = moniker(n)
	if len(ports.Others) == 0 {
		comet.Consensus.TimeoutCommit = o.BlockTime // the validator agrees with itself at once
		// It waits for no other validator, unless it was killed after it had signed a block and before it had recorded
		// that: then it has to let a round pass.
		comet.Consensus.TimeoutPropose = roundTimeout
		comet.Consensus.TimeoutPrevote = roundTimeout
		comet.Consensus.TimeoutPrecommit = roundTimeout
	} else {
		comet.Consensus.PeerGossipSleepDuration = gossipPause
	}
	comet.RPC.ListenAddress = "tcp://" + address(at.RPC)
	comet.RPC.PprofListenAddress = ""
	comet.P2P.ListenAddress = "tcp://" + address(at.P2P)
	comet.P2P.PexReactor = false
	comet.P2P.AddrBookStrict = false
	comet.P2P.AllowDuplicateIP = true
	// Chains of one process would share their metrics.
	comet.Instrumentation.Prometheus = false

	application := nodeconfig.App()
	application.API.Address = "tcp://" + address(ports.REST)
	application.API.Swagger = true
	application.GRPC.Address = address(ports.GRPC)
	//nolint:staticcheck // deprecated for OpenTelemetry, whose metrics need a file of their own
	application.Telemetry.Enabled, application.Telemetry.PrometheusRetentionTime = false, 0
	_, key, err := nodeconfig.WriteHome(l.home, comet, application, nodeconfig.Client{
		ChainID: o.ChainID, Keyring: keyring.BackendTest, Node: comet.RPC.ListenAddress,
	})
	return key, err
}

// writeGenesis writes the genesis file into each home: the accounts, the validators, games at the devnet's pace, and
// governance that does not take days.
func writeGenesis(
	homes []layout, o Options, addresses map[string]sdk.AccAddress, validators []app.GenesisValidator, template *app.App,
) error {
	state := template.DefaultGenesis()
	var accounts []app.GenesisAccount
	for _, name := range slices.Sorted(maps.Keys(addresses)) {
		coins := sdk.NewInt64Coin(app.BondDenom, accountCoins)
		if name == Faucet {
			coins.Amount = math.NewInt(faucetCoins)
		}
		accounts = append(accounts, app.GenesisAccount{Address: addresses[name], Coins: sdk.NewCoins(coins)})
	}
	if err := template.AddToGenesis(state, accounts, validators); err != nil {
		return err
	}
	if err := shortenGovernance(state, template); err != nil {
		return err
	}
	if err := setGames(state, template, o.BlockTime); err != nil {
		return err
	}
	dirs := make([]string, len(homes))
	for n, l := range homes {
		dirs[n] = l.home
	}
	return nodeconfig.WriteGenesis(o.ChainID, state, template.AppCodec(), o.BlockTime, dirs...)
}

// shortenGovernance lets proposals be tried out within a minute.
func shortenGovernance(state app.GenesisState, template *app.App) error {
	var gov govv1.GenesisState
	raw, err := app.EditGenesis(govtypes.ModuleName, state[govtypes.ModuleName], template.AppCodec(), &gov, func() {
		period, expedited := votingPeriod, votingPeriod/2
		gov.Params.VotingPeriod, gov.Params.MaxDepositPeriod = &period, &period
		gov.Params.ExpeditedVotingPeriod = &expedited
	})
	state[govtypes.ModuleName] = raw
	return err
}

// setGames sets the params of games on a devnet, and all settings that depend on the time between blocks.
func setGames(state app.GenesisState, template *app.App, blockTime time.Duration) error {
	games := types.DefaultGenesis()
	games.Params = localParams()
	games.Rewards = types.DefaultRewards(games.Params)
	bz, err := template.AppCodec().MarshalJSON(games)
	if err != nil {
		return fmt.Errorf("write the genesis state of x/%s: %w", types.ModuleName, err)
	}
	state[types.ModuleName] = bz
	return nodeconfig.SetGenesisPace(state, template.AppCodec(), blockTime)
}

// newKey makes a key and returns its address.
func newKey(keys keyring.Keyring, name string) (sdk.AccAddress, error) {
	record, _, err := keys.NewMnemonic(
		name, keyring.English, sdk.GetConfig().GetFullBIP44Path(), keyring.DefaultBIP39Passphrase, hd.Secp256k1,
	)
	if err != nil {
		return nil, fmt.Errorf("make the key of %s: %w", name, err)
	}
	address, err := record.GetAddress()
	if err != nil {
		return nil, fmt.Errorf("address of %s: %w", name, err)
	}
	return address, nil
}

// openKeyring opens the test keyring of a home.
func openKeyring(l layout, template *app.App) (keyring.Keyring, error) {
	ring, err := keyring.New(app.Name, keyring.BackendTest, l.home, nil, template.AppCodec())
	if err != nil {
		return nil, fmt.Errorf("open the keyring: %w", err)
	}
	return ring, nil
}
