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

// WeightedOperationsX registers the messages of players. A game takes dozens of moves and one of each of the others,
// so moves weigh more than all else together.
func (am AppModule) WeightedOperationsX(weights simsx.WeightSource, registry simsx.Registry) {
	registry.Add(weights.Get("msg_create_game", 50), simulation.MsgCreateGameFactory(am.keeper))
	registry.Add(weights.Get("msg_join_game", 50), simulation.MsgJoinGameFactory(am.keeper))
	registry.Add(weights.Get("msg_match_game", 50), simulation.MsgMatchGameFactory(am.keeper))
	registry.Add(weights.Get("msg_decline_game", 20), simulation.MsgDeclineGameFactory(am.keeper))
	registry.Add(weights.Get("msg_set_delegate", 20), simulation.MsgSetDelegateFactory(am.keeper))
	registry.Add(weights.Get("msg_shoot_and_reveal", 2000), simulation.MsgShootAndRevealFactory(am.keeper))
	registry.Add(weights.Get("msg_concede", 5), simulation.MsgConcedeFactory(am.keeper))
	registry.Add(weights.Get("msg_challenge", 5), simulation.MsgChallengeFactory(am.keeper))
	registry.Add(weights.Get("msg_claim_win", 80), simulation.MsgClaimWinFactory(am.keeper))
	registry.Add(weights.Get("msg_submit_state", 60), simulation.MsgSubmitStateFactory(am.keeper))
	registry.Add(weights.Get("msg_cancel_game", 5), simulation.MsgCancelGameFactory(am.keeper))
	registry.Add(weights.Get("msg_create_melee", 15), simulation.MsgCreateMeleeFactory(am.keeper))
	registry.Add(weights.Get("msg_join_melee", 100), simulation.MsgJoinMeleeFactory(am.keeper))
	registry.Add(weights.Get("msg_leave_melee", 10), simulation.MsgLeaveMeleeFactory(am.keeper))
	registry.Add(weights.Get("msg_confirm_melee", 100), simulation.MsgConfirmMeleeFactory(am.keeper))
	registry.Add(weights.Get("msg_aim", 400), simulation.MsgAimFactory(am.keeper))
	registry.Add(weights.Get("msg_fire", 400), simulation.MsgFireFactory(am.keeper))
	registry.Add(weights.Get("msg_report", 400), simulation.MsgReportFactory(am.keeper))
	registry.Add(weights.Get("msg_withdraw", 10), simulation.MsgWithdrawFactory(am.keeper))
}

// ProposalMsgsX registers the messages of governance.
func (am AppModule) ProposalMsgsX(weights simsx.WeightSource, registry simsx.Registry) {
	registry.Add(weights.Get("msg_update_params", 100), simulation.MsgUpdateParamsFactory(am.keeper.Authority()))
}
