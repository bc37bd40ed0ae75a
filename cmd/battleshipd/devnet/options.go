package devnet

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"github.com/battleship-chain/battleship/cmd/battleshipd/nodeconfig"
)

// ChainID is the chain id of a devnet that was not given another.
const ChainID = "battleship-devnet-1"

// maxValidators bounds the processes of a devnet.
const maxValidators = 7

// DefaultBlockTime is the pause after a block of a new devnet.
const DefaultBlockTime = 500 * time.Millisecond

// The accounts of every devnet. Their keys are in the home's test keyring, and they hold much of the coin of stake and
// gas but no Shipcoin, which can only be won.
const (
	Alice = "alice"
	Bob   = "bob"
	Carol = "carol"
	// Faucet is there to fund others. It also operates the validator.
	Faucet = "faucet"
	// House is the key of the devnet's bot. It plays with anyone who offers it a game.
	House = "house"
)

// Names returns the names of the accounts that are there for its owner.
func Names() []string { return []string{Alice, Bob, Carol, Faucet} }

// Options configure a devnet.
type Options struct {
	// Home is the directory of the chain. It is made, with its parents, if it is missing.
	Home string
	// ChainID is the id of the chain, which its home keeps; ChainID if empty.
	ChainID string
	// Validators is the number of validators, which its home keeps. Zero leaves the home's: 1 in a new one. Each after
	// the first is a process of its own, "battleshipd start".
	Validators int
	// Fresh starts the chain of a home anew from its genesis file, with the same accounts.
	Fresh bool
	// BlockTime is the pause after a block, and so about the time between blocks. Zero leaves the home's setting:
	// DefaultBlockTime in a new one.
	BlockTime time.Duration
	// Ports are the ports of the servers. The zero value is seven free ports.
	Ports Ports
	// Listen is the IP address of this machine for RPC, gRPC, REST, relay and page. If empty, they listen on loopback.
	Listen string
	// OpenFaucet lets the faucet listen there, too.
	OpenFaucet bool
	// CORS lets pages of every origin use the RPC, REST and gRPC-web servers.
	CORS bool
	// NoBot leaves out the bot that plays for House.
	NoBot bool
	// Log receives the node's log. It is discarded if Log is nil.
	Log io.Writer
	// LogLevel is how serious something must be to be logged: debug, info, warn, error or disabled. Empty is
	// DefaultLogLevel.
	LogLevel string
}

// listening returns the addresses of the servers, of options that are complete.
func (o Options) listening() listening {
	l := listening{node: o.Listen, faucet: loopback}
	if o.OpenFaucet {
		l.faucet = o.Listen
	}
	return l
}

// findPorts returns free ports for the servers of a devnet with count validators.
func (o Options) findPorts(count int) (Ports, error) {
	ports, err := o.Ports.withPeers(count)
	if err != nil {
		return Ports{}, err
	}
	return ports.find(o.listening())
}

// DefaultLogLevel is the level of a devnet that was not given another. Nothing is below it while all is well.
const DefaultLogLevel = "warn"

// complete returns the options with defaults for missing ones, or an error if they are invalid.
func (o Options) complete() (Options, error) {
	if o.Home == "" {
		return o, errors.New("home: name a directory with --home")
	}
	home, err := filepath.Abs(o.Home)
	if err != nil {
		return o, fmt.Errorf("home: %w", err)
	}
	o.Home = home
	// A home behind a link is made behind the link, too.
	if target, err := filepath.EvalSymlinks(home); err == nil {
		o.Home = target
	}
	o.ChainID = cmp.Or(o.ChainID, ChainID)
	if o.Validators < 0 || o.Validators > maxValidators {
		return o, errValidators(o.Validators)
	}
	if err := nodeconfig.CheckChainID(o.ChainID); err != nil {
		return o, err
	}
	if o.BlockTime != 0 {
		if err := nodeconfig.CheckBlockTime(o.BlockTime); err != nil {
			return o, err
		}
	}
	if o.Listen == "" {
		o.Listen = loopback
	}
	if err := checkListen(o.Listen); err != nil {
		return o, err
	}
	if o.Log == nil {
		o.Log = io.Discard
	}
	if o.LogLevel == "" {
		o.LogLevel = DefaultLogLevel
	}
	return o, nil
}

// errValidators returns the error for a number of validators that no devnet has.
func errValidators(n int) error {
	return fmt.Errorf("--%s: expected 1 to %d, got %d", flagValidators, maxValidators, n)
}
