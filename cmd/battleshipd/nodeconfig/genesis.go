package nodeconfig

import (
	"encoding/json"
	"fmt"
	"time"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/client"
	"github.com/cosmos/cosmos-sdk/codec"
	"github.com/cosmos/cosmos-sdk/types/module"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"

	"github.com/battleship-chain/battleship/app"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// year is what x/mint pays its yearly inflation over, as the SDK counts it.
const year = 8766 * time.Hour

// absenceWindow is the window over which validators' absence counts. One that misses more than half of it is jailed.
const absenceWindow = 24 * time.Hour

// maxWindowBlocks bounds the record that the state keeps of each validator.
const maxWindowBlocks = 1_000_000

// slashFractionDowntime is the slashed fraction of a validator jailed for its absence, one in ten thousand.
var slashFractionDowntime = math.LegacyNewDecWithPrec(1, 4)

// SetGenesisPace sets every part of a genesis state that depends on the time between blocks: the block time and clocks
// of games, the blocks of a year's inflation, and the blocks over which validators may be away.
func SetGenesisPace(state app.GenesisState, cdc codec.JSONCodec, blockTime time.Duration) error {
	for name, raw := range state {
		paced, err := atPace(name, raw, cdc, blockTime)
		if err != nil {
			return err
		}
		state[name] = paced
	}
	return nil
}

// atPace is SetGenesisPace for one module's state.
func atPace(name string, raw json.RawMessage, cdc codec.JSONCodec, blockTime time.Duration) (json.RawMessage, error) {
	var games types.GenesisState
	var mint minttypes.GenesisState
	var slashing slashingtypes.GenesisState
	switch name {
	case types.ModuleName:
		return app.EditGenesis(name, raw, cdc, &games, func() {
			games.Params = games.Params.AtPace(blockTime)
		})
	case minttypes.ModuleName:
		return app.EditGenesis(name, raw, cdc, &mint, func() {
			mint.Params.BlocksPerYear = uint64(year / blockTime) //nolint:gosec // positive
		})
	case slashingtypes.ModuleName:
		return app.EditGenesis(name, raw, cdc, &slashing, func() {
			slashing.Params.SignedBlocksWindow = min(int64(absenceWindow/blockTime), maxWindowBlocks)
			slashing.Params.SlashFractionDowntime = slashFractionDowntime
		})
	default:
		return raw, nil
	}
}

// GenesisBlockTime returns the time between blocks of a genesis state.
func GenesisBlockTime(state app.GenesisState, cdc codec.JSONCodec) (time.Duration, error) {
	var games types.GenesisState
	if err := cdc.UnmarshalJSON(state[types.ModuleName], &games); err != nil {
		return 0, fmt.Errorf("read the genesis state of x/%s: %w", types.ModuleName, err)
	}
	return games.Params.Duration(1), nil
}

// Basics returns modules whose default genesis states are those of a network with that time between blocks.
func Basics(modules module.BasicManager, blockTime time.Duration) module.BasicManager {
	paced := make(module.BasicManager, len(modules))
	for name, m := range modules {
		if genesis, ok := m.(module.HasGenesisBasics); ok {
			m = pacedBasic{AppModuleBasic: m, genesis: genesis, blockTime: blockTime}
		}
		paced[name] = m
	}
	return paced
}

// pacedBasic is a module with a default genesis state for a time between blocks.
type pacedBasic struct {
	module.AppModuleBasic
	genesis   module.HasGenesisBasics
	blockTime time.Duration
}

// DefaultGenesis returns the module's default genesis state. Like those of the SDK, it panics if that is not one.
func (b pacedBasic) DefaultGenesis(cdc codec.JSONCodec) json.RawMessage {
	raw, err := atPace(b.Name(), b.genesis.DefaultGenesis(cdc), cdc, b.blockTime)
	if err != nil {
		panic(err)
	}
	return raw
}

// ValidateGenesis checks a genesis state of the module.
func (b pacedBasic) ValidateGenesis(
	cdc codec.JSONCodec, config client.TxEncodingConfig, raw json.RawMessage,
) error {
	return b.genesis.ValidateGenesis(cdc, config, raw)
}
