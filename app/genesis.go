package app

import (
	"encoding/json"
	"fmt"
	"time"

	abci "github.com/cometbft/cometbft/abci/types"
	cmtproto "github.com/cometbft/cometbft/proto/tendermint/types"
	cmttypes "github.com/cometbft/cometbft/types"

	"cosmossdk.io/math"

	"github.com/cosmos/cosmos-sdk/codec"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/cosmos-sdk/x/bank"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/genutil"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	"github.com/cosmos/cosmos-sdk/x/gov"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	govv1 "github.com/cosmos/cosmos-sdk/x/gov/types/v1"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// GenesisState is the state of every module at the start of a chain, by module name.
type GenesisState map[string]json.RawMessage

const (
	// maxBlockGas is the default block gas limit: the sum of the gas limits of a block's transactions, some 1,600 plain
	// sends. A censor pays for all of it, so it is as high as its execution allows.
	maxBlockGas = 130_000_000
	// maxBlockBytes is the default limit of a block's size. Every byte of a transaction is paid for with about 40 gas at
	// least, so a block is full of gas before it is full of bytes.
	maxBlockBytes = 4 << 20
)

// minInitialDepositRatio is the share of a proposal's deposit that its proposer must pay at once. The SDK's default is
// none, which lets anyone fill the chain with proposals for a fee.
var minInitialDepositRatio = math.LegacyNewDecWithPrec(25, 2)

// ConsensusParams returns the consensus params of a new chain with a genesis state and a time between blocks:
// CometBFT's, with limits to a block's work, and evidence of a fault that is accepted as long as the stake behind it
// can be slashed.
func ConsensusParams(
	cdc codec.JSONCodec, state GenesisState, blockTime time.Duration,
) (*cmttypes.ConsensusParams, error) {
	unbonding, err := unbondingTime(cdc, state)
	if err != nil {
		return nil, err
	}
	return consensusParams(unbonding, blockTime), nil
}

// DefaultConsensusParams returns the consensus params for the default genesis state.
func DefaultConsensusParams() *cmttypes.ConsensusParams {
	return consensusParams(stakingtypes.DefaultUnbondingTime, battleshiptypes.DefaultParams().Duration(1))
}

func consensusParams(unbonding, blockTime time.Duration) *cmttypes.ConsensusParams {
	params := cmttypes.DefaultConsensusParams()
	params.Block.MaxGas, params.Block.MaxBytes = maxBlockGas, maxBlockBytes
	params.Evidence.MaxAgeDuration = unbonding
	params.Evidence.MaxAgeNumBlocks = int64((unbonding + blockTime - 1) / blockTime)
	return params
}

// unbondingTime returns how long stake unbonds according to a genesis state.
func unbondingTime(cdc codec.JSONCodec, state GenesisState) (time.Duration, error) {
	var staking stakingtypes.GenesisState
	if err := cdc.UnmarshalJSON(state[stakingtypes.ModuleName], &staking); err != nil {
		return 0, fmt.Errorf("read the genesis state of x/%s: %w", stakingtypes.ModuleName, err)
	}
	return staking.Params.UnbondingTime, nil
}

// checkEvidence refuses consensus params by which evidence expires before the stake of its author is paid out.
func checkEvidence(params *cmtproto.ConsensusParams, unbonding time.Duration) error {
	if params == nil || params.Evidence == nil || params.Evidence.MaxAgeDuration >= unbonding {
		return nil
	}
	return fmt.Errorf("max_age_duration of the consensus params: expected at least %s (unbonding_time of x/staking), "+
		"got %s", unbonding, params.Evidence.MaxAgeDuration)
}

// DefaultGenesis returns the genesis state of a chain without accounts.
func (app *App) DefaultGenesis() GenesisState { return app.basics.DefaultGenesis(app.cdc) }

// InitChainer writes the genesis state. It runs once, before the first block.
func (app *App) InitChainer(ctx sdk.Context, req *abci.RequestInitChain) (*abci.ResponseInitChain, error) {
	var state GenesisState
	if err := json.Unmarshal(req.AppStateBytes, &state); err != nil {
		return nil, fmt.Errorf("read the genesis state: %w", err)
	}
	unbonding, err := unbondingTime(app.cdc, state)
	if err != nil {
		return nil, err
	}
	if err := checkEvidence(req.ConsensusParams, unbonding); err != nil {
		return nil, err
	}
	// From here on x/upgrade knows the version of each module, and so which migrations an upgrade has to run.
	if err := app.UpgradeKeeper.SetModuleVersionMap(ctx, app.modules.GetVersionMap()); err != nil {
		return nil, fmt.Errorf("record the module versions: %w", err)
	}
	if err := app.initNonces(ctx, state); err != nil {
		return nil, err
	}
	return app.modules.InitGenesis(ctx, app.cdc, state)
}

// newBasicManager returns the part of the modules that needs no keeper, with this chain's defaults instead of the
// SDK's.
func (app *App) newBasicManager() module.BasicManager {
	return module.NewBasicManagerFromManager(app.modules, map[string]module.AppModuleBasic{
		banktypes.ModuleName:    bankBasic{bank.NewAppModule(app.cdc, app.BankKeeper, app.AccountKeeper, nil)},
		govtypes.ModuleName:     govBasic{gov.NewAppModule(app.cdc, app.GovKeeper, app.AccountKeeper, app.BankKeeper, nil)},
		genutiltypes.ModuleName: genutil.NewAppModuleBasic(genutiltypes.DefaultMessageValidator),
	})
}

// bankBasic is x/bank with the descriptions of the chain's two coins in its default genesis.
type bankBasic struct{ bank.AppModule }

// DefaultGenesis returns the default genesis state of x/bank.
func (bankBasic) DefaultGenesis(cdc codec.JSONCodec) json.RawMessage {
	state := banktypes.DefaultGenesisState()
	state.DenomMetadata = []banktypes.Metadata{bondMetadata(), rewardMetadata()}
	return cdc.MustMarshalJSON(state)
}

// bondMetadata describes the coin of stake and gas to the bank and to wallets.
func bondMetadata() banktypes.Metadata {
	return banktypes.Metadata{
		Description: "The coin of stake and gas.",
		Base:        BondDenom,
		Display:     BondDisplayDenom,
		Name:        "Anchor",
		Symbol:      "ANCHOR",
		DenomUnits: []*banktypes.DenomUnit{
			{Denom: BondDenom, Exponent: 0, Aliases: []string{"microanchor"}},
			{Denom: BondDisplayDenom, Exponent: BondExponent},
		},
	}
}

// rewardMetadata describes Shipcoin to the bank and to wallets.
func rewardMetadata() banktypes.Metadata {
	return banktypes.Metadata{
		Description: "The reward for a proven win at Battleship. It is minted for nothing else.",
		Base:        battleshiptypes.RewardDenom,
		Display:     battleshiptypes.RewardDisplayDenom,
		Name:        "Shipcoin",
		Symbol:      "SHIP",
		DenomUnits: []*banktypes.DenomUnit{
			{Denom: battleshiptypes.RewardDenom, Exponent: 0, Aliases: []string{"microship"}},
			{Denom: battleshiptypes.RewardDisplayDenom, Exponent: battleshiptypes.RewardExponent},
		},
	}
}

// govBasic is x/gov with a share of the deposit due at submission.
type govBasic struct{ gov.AppModule }

// DefaultGenesis returns the default genesis state of x/gov.
func (govBasic) DefaultGenesis(cdc codec.JSONCodec) json.RawMessage {
	state := govv1.DefaultGenesisState()
	state.Params.MinInitialDepositRatio = minInitialDepositRatio.String()
	return cdc.MustMarshalJSON(state)
}
