package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	storetypes "github.com/cosmos/cosmos-sdk/store/v2/types"
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"
	upgradetypes "github.com/cosmos/cosmos-sdk/x/upgrade/types"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// softwareUpgrade is a software upgrade that this binary can carry out on a chain that the binary before it has run.
type softwareUpgrade struct {
	// name is the name of the plan that governance schedules.
	name string
	// stores are the stores that come, go or change their name with it.
	stores storetypes.StoreUpgrades
	// change changes the state of other modules before the migrations. It is nil if there is nothing to change.
	change func(*App, sdk.Context)
}

// upgrades returns all upgrades since the first release, oldest first. An upgrade stays in the list after it was
// carried out: x/upgrade refuses to run a binary that does not know the last one. To prepare one, bump ConsensusVersion
// of the modules whose state changes, register their migrations, and add a line here.
func upgrades() []softwareUpgrade {
	return []softwareUpgrade{
		{name: "ibc", stores: storetypes.StoreUpgrades{Added: ibcStores()}},
		{name: "names", change: (*App).allowSetName},
	}
}

// setUpgrades makes the application ready to carry out upgrades. It must be called before the stores are loaded: if the
// binary before this one has stopped at the height of one of them, its store changes are applied while loading.
func (app *App) setUpgrades(home string, list []softwareUpgrade) error {
	pending, err := app.pendingUpgrade(home)
	if err != nil {
		return fmt.Errorf("read the pending upgrade: %w", err)
	}
	for _, u := range list {
		app.UpgradeKeeper.SetUpgradeHandler(u.name, app.handler(u))
		if u.name == pending.Name && !app.UpgradeKeeper.IsSkipHeight(pending.Height) {
			app.SetStoreLoader(upgradetypes.UpgradeStoreLoader(pending.Height, &u.stores))
		}
	}
	return nil
}

// pendingUpgrade returns the upgrade for which the binary before this one has stopped, an empty plan if for none. It
// looks for the file itself first, because x/upgrade creates the directory that it looks into, and an application that
// only serves a command line must not leave one behind.
func (app *App) pendingUpgrade(home string) (upgradetypes.Plan, error) {
	if _, err := os.Stat(filepath.Join(home, "data", upgradetypes.UpgradeInfoFilename)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return upgradetypes.Plan{}, nil
		}
		return upgradetypes.Plan{}, err
	}
	return app.UpgradeKeeper.ReadUpgradeInfoFromDisk()
}

// handler returns the handler of an upgrade.
func (app *App) handler(u softwareUpgrade) upgradetypes.UpgradeHandler {
	return func(ctx context.Context, plan upgradetypes.Plan, from module.VersionMap) (module.VersionMap, error) {
		if u.change != nil {
			u.change(app, sdk.UnwrapSDKContext(ctx))
		}
		return app.migrate(ctx, plan, from)
	}
}

// allowSetName lets accounts on other chains set their names, as on a new chain: the list of their messages is state.
func (app *App) allowSetName(ctx sdk.Context) {
	params := app.ICAHostKeeper.GetParams(ctx)
	if name := sdk.MsgTypeURL(&types.MsgSetName{}); !slices.Contains(params.AllowMessages, name) {
		params.AllowMessages = append(params.AllowMessages, name)
		app.ICAHostKeeper.SetParams(ctx, params)
	}
}

// migrate runs the migrations of every module whose version has changed, and the default genesis of every new one.
func (app *App) migrate(ctx context.Context, _ upgradetypes.Plan, from module.VersionMap) (module.VersionMap, error) {
	return app.modules.RunMigrations(ctx, app.configurator, from)
}
