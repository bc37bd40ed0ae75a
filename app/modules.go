package app

import (
	"fmt"
	"maps"

	abci "github.com/cometbft/cometbft/abci/types"
	ica "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts"
	forward "github.com/cosmos/ibc-go/v11/modules/apps/packet-forward-middleware"
	ratelimiting "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting"
	ratelimittypes "github.com/cosmos/ibc-go/v11/modules/apps/rate-limiting/types"
	"github.com/cosmos/ibc-go/v11/modules/apps/transfer"
	ibc "github.com/cosmos/ibc-go/v11/modules/core"
	ibcexported "github.com/cosmos/ibc-go/v11/modules/core/exported"
	ibctm "github.com/cosmos/ibc-go/v11/modules/light-clients/07-tendermint"

	autocliv1 "cosmossdk.io/api/cosmos/autocli/v1"
	reflectionv1 "cosmossdk.io/api/cosmos/reflection/v1"

	runtimeservices "github.com/cosmos/cosmos-sdk/runtime/services"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	"github.com/cosmos/cosmos-sdk/x/auth"
	authsims "github.com/cosmos/cosmos-sdk/x/auth/simulation"
	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	"github.com/cosmos/cosmos-sdk/x/auth/vesting"
	vestingtypes "github.com/cosmos/cosmos-sdk/x/auth/vesting/types"
	"github.com/cosmos/cosmos-sdk/x/authz"
	authzmodule "github.com/cosmos/cosmos-sdk/x/authz/module"
	"github.com/cosmos/cosmos-sdk/x/bank"
	banktypes "github.com/cosmos/cosmos-sdk/x/bank/types"
	"github.com/cosmos/cosmos-sdk/x/consensus"
	consensustypes "github.com/cosmos/cosmos-sdk/x/consensus/types"
	distr "github.com/cosmos/cosmos-sdk/x/distribution"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	"github.com/cosmos/cosmos-sdk/x/evidence"
	evidencetypes "github.com/cosmos/cosmos-sdk/x/evidence/types"
	"github.com/cosmos/cosmos-sdk/x/feegrant"
	feegrantmodule "github.com/cosmos/cosmos-sdk/x/feegrant/module"
	"github.com/cosmos/cosmos-sdk/x/genutil"
	genutiltypes "github.com/cosmos/cosmos-sdk/x/genutil/types"
	"github.com/cosmos/cosmos-sdk/x/gov"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	"github.com/cosmos/cosmos-sdk/x/mint"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	"github.com/cosmos/cosmos-sdk/x/slashing"
	slashingtypes "github.com/cosmos/cosmos-sdk/x/slashing/types"
	"github.com/cosmos/cosmos-sdk/x/staking"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"
	"github.com/cosmos/cosmos-sdk/x/upgrade"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/x/battleship"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// setModules makes the modules, decides their order, and registers their services.
func (app *App) setModules() error {
	app.modules = app.newModuleManager()
	setModuleOrder(app.modules)

	app.basics = app.newBasicManager()
	app.basics.RegisterLegacyAminoCodec(app.amino)
	app.basics.RegisterInterfaces(app.registry)

	app.configurator = module.NewConfigurator(app.cdc, app.MsgServiceRouter(), app.GRPCQueryRouter())
	if err := app.modules.RegisterServices(app.configurator); err != nil {
		return fmt.Errorf("register the modules' services: %w", err)
	}
	autocliv1.RegisterQueryServer(
		app.GRPCQueryRouter(), runtimeservices.NewAutoCLIQueryService(app.modules.Modules),
	)
	reflection, err := runtimeservices.NewReflectionService()
	if err != nil {
		return fmt.Errorf("make the reflection service: %w", err)
	}
	reflectionv1.RegisterReflectionServiceServer(app.GRPCQueryRouter(), reflection)

	app.simulation = module.NewSimulationManagerFromAppModules(app.simulated(), nil)
	app.simulation.RegisterStoreDecoders()
	return nil
}

// simulated returns the modules that take part in a simulation: all those that work on a single chain.
func (app *App) simulated() map[string]any {
	modules := maps.Clone(app.modules.Modules)
	for _, name := range ibcModules() {
		delete(modules, name)
	}
	return modules
}

// newModuleManager returns the modules. Each keeps its own params, hence the nil subspaces.
func (app *App) newModuleManager() *module.Manager {
	cdc, accounts, coins, validators := app.cdc, app.AccountKeeper, app.BankKeeper, app.StakingKeeper
	return module.NewManager(
		genutil.NewAppModule(accounts, validators, app, app.txConfig),
		auth.NewAppModule(cdc, accounts, authsims.RandomGenesisAccounts, nil),
		vesting.NewAppModule(accounts, coins),
		bank.NewAppModule(cdc, coins, accounts, nil),
		feegrantmodule.NewAppModule(cdc, accounts, coins, app.FeeGrantKeeper, app.registry),
		authzmodule.NewAppModule(cdc, app.AuthzKeeper, accounts, coins, app.registry),
		staking.NewAppModule(cdc, validators, accounts, coins, nil),
		mint.NewAppModule(cdc, app.MintKeeper, accounts, nil, nil),
		distr.NewAppModule(cdc, app.DistrKeeper, accounts, coins, validators, nil),
		slashing.NewAppModule(cdc, app.SlashingKeeper, accounts, coins, validators, nil, app.registry),
		evidence.NewAppModule(*app.EvidenceKeeper),
		gov.NewAppModule(cdc, app.GovKeeper, accounts, coins, nil),
		upgrade.NewAppModule(app.UpgradeKeeper, accounts.AddressCodec()),
		consensus.NewAppModule(cdc, app.ConsensusKeeper),
		battleship.NewAppModule(app.BattleshipKeeper),
		ibcModule{ibc.NewAppModule(app.IBCKeeper)},
		ibctm.NewAppModule(app.light),
		transfer.NewAppModule(app.TransferKeeper),
		forward.NewAppModule(app.ForwardKeeper),
		ratelimiting.NewAppModule(app.RateLimitKeeper),
		icaModule{ica.NewAppModule(app.ICAControllerKeeper, app.ICAHostKeeper)},
	)
}

// setModuleOrder decides in which order modules act. The manager panics if a module that acts at a step is missing
// there.
func setModuleOrder(modules *module.Manager) {
	// An upgrade comes before everything that might read the state it migrates.
	modules.SetOrderPreBlockers(upgradetypes.ModuleName, authtypes.ModuleName)
	// Minted coins are distributed in the same block; fees are distributed before a validator is slashed, so that it
	// does not lose rewards it has earned; punishment comes before staking computes the next validators.
	modules.SetOrderBeginBlockers(
		minttypes.ModuleName,
		distrtypes.ModuleName,
		slashingtypes.ModuleName,
		evidencetypes.ModuleName,
		stakingtypes.ModuleName,
		authz.ModuleName,
		ibcexported.ModuleName,
		ratelimittypes.ModuleName,
	)
	// The SDK demands x/bank first. Games are settled by the params of the block they expire in, so before a proposal
	// that passes can change them; proposals act before staking returns the validators of the next block.
	modules.SetOrderEndBlockers(
		banktypes.ModuleName,
		battleshiptypes.ModuleName,
		govtypes.ModuleName,
		stakingtypes.ModuleName,
		feegrant.ModuleName,
	)
	// Games come after the bank, whose supply must not exceed the minted coins. Genesis transactions come last: they need
	// accounts, coins and validators' pools. Clients come before the channels that rest on them.
	genesis := []string{
		authtypes.ModuleName,
		banktypes.ModuleName,
		distrtypes.ModuleName,
		stakingtypes.ModuleName,
		slashingtypes.ModuleName,
		govtypes.ModuleName,
		minttypes.ModuleName,
		evidencetypes.ModuleName,
		feegrant.ModuleName,
		authz.ModuleName,
		upgradetypes.ModuleName,
		vestingtypes.ModuleName,
		consensustypes.ModuleName,
		battleshiptypes.ModuleName,
	}
	genesis = append(append(genesis, ibcModules()...), genutiltypes.ModuleName)
	modules.SetOrderInitGenesis(genesis...)
	modules.SetOrderExportGenesis(genesis...)
}

// PreBlocker runs before the block's transactions and before any module's BeginBlocker.
func (app *App) PreBlocker(ctx sdk.Context, _ *abci.RequestFinalizeBlock) (*sdk.ResponsePreBlock, error) {
	return app.modules.PreBlock(ctx)
}

// BeginBlocker runs before the block's transactions.
func (app *App) BeginBlocker(ctx sdk.Context) (sdk.BeginBlock, error) {
	return app.modules.BeginBlock(ctx)
}

// EndBlocker runs after the block's transactions.
func (app *App) EndBlocker(ctx sdk.Context) (sdk.EndBlock, error) { return app.modules.EndBlock(ctx) }
