package devnet

import (
	"fmt"
	"io"
	"time"

	"github.com/rs/zerolog"

	"cosmossdk.io/log/v2"
)

// ChainID is the chain id of every devnet.
const ChainID = "battleship-devnet-1"

// DefaultBlockTime is the pause after a block of a new devnet.
const DefaultBlockTime = 500 * time.Millisecond

// minBlockTime is the shortest pause that CometBFT keeps up with on a small machine.
const minBlockTime = 10 * time.Millisecond

// The accounts of every devnet. Their keys are in the home's test keyring, and they hold much of the coin of stake and gas but
// no Shipcoin, which can only be won.
const (
	Alice = "alice"
	Bob   = "bob"
	Carol = "carol"
	// Faucet is there to fund others. It also operates the validator.
	Faucet = "faucet"
)

// Names returns the names of the accounts.
func Names() []string { return []string{Alice, Bob, Carol, Faucet} }

// Options say how a devnet runs.
type Options struct {
	// Home is the directory of the chain. It is made, with its parents, if it is missing.
	Home string
	// BlockTime is the pause after a block, and so about the time between blocks. Zero leaves it at what the home says:
	// DefaultBlockTime in a new one.
	BlockTime time.Duration
	// Ports are what the servers listen on. The zero value is four free ports.
	Ports Ports
	// Logger gets the log of the node. Nil throws it away.
	Logger log.Logger
}

// validate returns what is wrong with the options.
func (o Options) validate() error {
	if o.Home == "" {
		return fmt.Errorf("home: expected a directory, got nothing")
	}
	if o.BlockTime != 0 && o.BlockTime < minBlockTime {
		return fmt.Errorf("block time: expected at least %s, got %s", minBlockTime, o.BlockTime)
	}
	return nil
}

// NewLogger returns a logger that writes plain lines from a level on, such as "warn".
func NewLogger(w io.Writer, level string) (log.Logger, error) {
	parsed, err := zerolog.ParseLevel(level)
	if err != nil {
		return nil, fmt.Errorf("log level: expected debug, info, warn, error or disabled, got %q", level)
	}
	return log.NewLogger(w, log.LevelOption(parsed), log.ColorOption(false)), nil
}
