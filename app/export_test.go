package app

import (
	"context"
	"slices"

	dbm "github.com/cosmos/cosmos-db"

	"cosmossdk.io/log/v2"

	"github.com/cosmos/cosmos-sdk/baseapp"
	"github.com/cosmos/cosmos-sdk/client/flags"
	"github.com/cosmos/cosmos-sdk/server"
	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	simtestutil "github.com/cosmos/cosmos-sdk/testutil/sims"
	"github.com/cosmos/cosmos-sdk/types/module"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/x/battleship"
	battleshipkeeper "github.com/battleship-chain/battleship/x/battleship/keeper"
	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// ModulePermissions returns what each module account may do.
func ModulePermissions() map[string][]string { return modulePermissions() }

// MinInitialDepositRatio is the share of a deposit that is due at once.
var MinInitialDepositRatio = minInitialDepositRatio

// NextRelease is the binary that comes after this one, as far as a test needs it: x/battleship one version on, with a
// migration, and one store more.
type NextRelease struct {
	Home, ChainID string
	// Upgrade is the name of the upgrade that leads to it.
	Upgrade string
	// Store is the name of the store that it adds, empty for none.
	Store string
	// Skip is the height of an upgrade that the operator skips, 0 for none.
	Skip int
	// Migrate returns the migration of x/battleship.
	Migrate func(*battleshipkeeper.Keeper) module.MigrationHandler
}

// New returns the application of the next release over a database.
func (r NextRelease) New(db dbm.DB) (*App, error) {
	opts := simtestutil.AppOptionsMap{flags.FlagHome: r.Home, server.FlagUnsafeSkipUpgrades: []int{r.Skip}}
	app, err := newApp(log.NewNopLogger(), db, opts, []func(*baseapp.BaseApp){baseapp.SetChainID(r.ChainID)})
	if err != nil {
		return nil, err
	}
	app.modules.Modules[battleshiptypes.ModuleName] = nextBattleship{battleship.NewAppModule(app.BattleshipKeeper)}
	err = app.configurator.RegisterMigration(
		battleshiptypes.ModuleName, battleship.ConsensusVersion, r.Migrate(app.BattleshipKeeper))
	if err != nil {
		return nil, err
	}
	upgrade := softwareUpgrade{name: r.Upgrade}
	if r.Store != "" {
		app.MountKVStores(storetypes.NewKVStoreKeys(r.Store))
		upgrade.stores.Added = []string{r.Store}
	}
	if err := app.setUpgrades(r.Home, []softwareUpgrade{upgrade}); err != nil {
		return nil, err
	}
	return app, app.LoadLatestVersion()
}

// nextBattleship is x/battleship one version on.
type nextBattleship struct{ battleship.AppModule }

// ConsensusVersion returns the next version.
func (nextBattleship) ConsensusVersion() uint64 { return battleship.ConsensusVersion + 1 }

// Upgrade carries out an upgrade of the list, from the versions of modules before it.
func (app *App) Upgrade(ctx context.Context, name string, from module.VersionMap) (module.VersionMap, error) {
	all := upgrades()
	i := slices.IndexFunc(all, func(u softwareUpgrade) bool { return u.name == name })
	return app.handler(all[i])(ctx, upgradetypes.Plan{Name: name}, from)
}

// EndBlockOrder returns the modules in the order in which they end a block.
func (app *App) EndBlockOrder() []string { return app.modules.OrderEndBlockers }

// CheckHeight is the check of a request's height.
var CheckHeight = checkHeight
