package nodeconfig

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"text/template"
	"time"

	cmtcfg "github.com/cometbft/cometbft/config"

	"github.com/cosmos/cosmos-sdk/codec"
	cryptotypes "github.com/cosmos/cosmos-sdk/crypto/types"
	serverconfig "github.com/cosmos/cosmos-sdk/server/config"
	"github.com/cosmos/cosmos-sdk/x/genutil"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"

	"github.com/battleship-chain/battleship/app"
)

// Client is the configuration of clients in a node's home.
type Client struct {
	ChainID string
	Keyring string // the backend
	Node    string // the address of the RPC server
}

// WriteHome writes the configuration of a node and its clients into a home, with new keys for node and validator. It
// returns the node's id and the validator's consensus key.
func WriteHome(
	home string, comet *cmtcfg.Config, application *serverconfig.Config, client Client,
) (id string, key cryptotypes.PubKey, err error) {
	defer func() {
		if r := recover(); r != nil { // CometBFT and the SDK panic when they cannot write a file
			err = fmt.Errorf("write %s: %v", home, r)
		}
	}()
	for _, dir := range []string{"config", "data"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o700); err != nil {
			return "", nil, err
		}
	}
	config := func(name string) string { return filepath.Join(home, "config", name) }
	cmtcfg.WriteConfigFile(config("config.toml"), comet)
	serverconfig.SetConfigTemplate(AppTemplate())
	serverconfig.WriteConfigFile(config("app.toml"), application)
	var text bytes.Buffer
	if err := clientTemplate.Execute(&text, client); err != nil {
		return "", nil, err
	}
	if err := os.WriteFile(config("client.toml"), text.Bytes(), 0o600); err != nil {
		return "", nil, err
	}
	id, key, err = genutil.InitializeNodeValidatorFiles(comet.SetRoot(home))
	if err != nil {
		return "", nil, fmt.Errorf("make the node's keys: %w", err)
	}
	return id, key, nil
}

// clientTemplate is the client's configuration file, as the SDK writes it.
var clientTemplate = template.Must(template.New("client.toml").Parse(
	`# The configuration of clients of this chain.

# The network chain ID
chain-id = "{{.ChainID}}"
# The keyring's backend, where the keys are stored (os|file|kwallet|pass|test|memory)
keyring-backend = "{{.Keyring}}"
# Default key name, if set, defines the default key to use for signing transaction when the --from flag is not specified
keyring-default-keyname = ""
# CLI output format (text|json)
output = "text"
# <host>:<port> to CometBFT RPC interface for this chain
node = "{{.Node}}"
# Transaction broadcasting mode (sync|async)
broadcast-mode = "sync"
`))

// WriteGenesis writes the genesis file of a new chain into each of some homes.
func WriteGenesis(
	chainID string, state app.GenesisState, cdc codec.JSONCodec, blockTime time.Duration, homes ...string,
) error {
	appState, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the genesis state: %w", err)
	}
	genesis := genutiltypes.NewAppGenesisWithVersion(chainID, appState)
	genesis.GenesisTime = time.Now().UTC().Truncate(time.Second)
	genesis.InitialHeight = 1
	params, err := app.ConsensusParams(cdc, state, blockTime)
	if err != nil {
		return err
	}
	genesis.Consensus = &genutiltypes.ConsensusGenesis{Params: params}
	if err := genesis.ValidateAndComplete(); err != nil {
		return fmt.Errorf("check the genesis file: %w", err)
	}
	for _, home := range homes {
		if err := genesis.SaveAs(filepath.Join(home, "config", "genesis.json")); err != nil {
			return err
		}
	}
	return nil
}
