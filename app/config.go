package app

import (
	"fmt"
	"os"

	"cosmossdk.io/client/v2/helpers"

	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/version"
)

// The names of the chain's software.
const (
	// Name is the name of the binary and of the application.
	Name = "battleshipd"
	// EnvPrefix begins the environment variables that set flags, such as BATTLESHIPD_HOME.
	EnvPrefix = "BATTLESHIPD"
	// softwareName is the name of the software as a whole, in a node's version.
	softwareName = "battleship"
	// homeName is the node's directory within the user's home.
	homeName = "." + Name
)

// The form of addresses. Changing any of these makes another chain.
const (
	// AddressPrefix begins every account address, and with a suffix the other kinds.
	AddressPrefix = "ship"
	// CoinType is the BIP-44 coin type of account keys, the one of the Cosmos Hub, which every wallet and ledger knows.
	CoinType = 118
)

// The coin of stake and gas. The coin of rewards belongs to x/battleship.
const (
	// BondDenom is its base denomination: the unit of all amounts in state.
	BondDenom = "uanchor"
	// BondDisplayDenom is its denomination for people.
	BondDisplayDenom = "anchor"
	// BondExponent is the power of ten between the two.
	BondExponent = 6
)

// The SDK keeps these in package variables, which are read while genesis states, codecs and commands are made. They are
// set here, before main or any test begins, so that nothing that links the application can see other values.
func init() {
	fixConfigScope()
	config := sdk.GetConfig()
	config.SetBech32PrefixForAccount(AddressPrefix, AddressPrefix+"pub")
	config.SetBech32PrefixForValidator(AddressPrefix+"valoper", AddressPrefix+"valoperpub")
	config.SetBech32PrefixForConsensusNode(AddressPrefix+"valcons", AddressPrefix+"valconspub")
	config.SetCoinType(CoinType)
	sdk.DefaultBondDenom = BondDenom
	helpers.EnvPrefix = EnvPrefix
	version.Name, version.AppName = softwareName, Name
}

// fixConfigScope gives the SDK's config a name. Without one the SDK looks the config up by the name of the host and the
// path of the program each time, and once either changes, as by mv of the program of a running node, all addresses have
// the prefix of another chain: the next block fails.
func fixConfigScope() {
	if os.Getenv(sdk.EnvConfigScope) != "" {
		return
	}
	if err := os.Setenv(sdk.EnvConfigScope, Name); err != nil {
		panic(fmt.Errorf("name the SDK's config: %w", err)) // the names are constants
	}
}

// DefaultHome returns the default directory of a node: the --home flag, BATTLESHIPD_HOME, or .battleshipd in the user's
// home.
func DefaultHome() (string, error) { return helpers.GetNodeHomeDirectory(homeName) }
