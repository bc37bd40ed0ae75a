package battleship

import (
	"github.com/cosmos/cosmos-sdk/testutil/simsx"
	"github.com/cosmos/cosmos-sdk/types/module"
	simtypes "github.com/cosmos/cosmos-sdk/types/simulation"

	"github.com/battleship-chain/battleship/x/battleship/simulation"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

var (
	_ module.AppModuleSimulation   = AppModule{}
	_ simsx.HasWeightedOperationsX = AppModule{}
	_ simsx.HasProposalMsgsX       = AppModule{}
)

// GenerateGenesisState makes a random genesis state, with games at any stage.
func (AppModule) GenerateGenesisState(s *module.SimulationState) { simulation.RandomizedGenState(s) }

// RegisterStoreDecoder registers what describes entries that differ between two stores.
func (am AppModule) RegisterStoreDecoder(registry simtypes.StoreDecoderRegistry) {
	registry[types.StoreKey] = simulation.NewStoreDecoder(am.keeper.Schema())
}

// WeightedOperations implements module.AppModuleSimulation; WeightedOperationsX takes its place.
func (AppModule) WeightedOperations(module.SimulationState) []simtypes.WeightedOperation { return nil }

// WeightedOperationsX registers the messages of players.
func (am AppModule) WeightedOperationsX(weights simsx.WeightSource, registry simsx.Registry) {
	simulation.Register(weights, registry, am.keeper)
}

// ProposalMsgsX registers the messages of governance.
func (am AppModule) ProposalMsgsX(weights simsx.WeightSource, registry simsx.Registry) {
	registry.Add(weights.Get("msg_update_params", 100), simulation.MsgUpdateParamsFactory(am.keeper.Authority()))
}
