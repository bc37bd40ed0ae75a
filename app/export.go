package app

import (
	"encoding/json"
	"errors"
	"fmt"

	servertypes "github.com/cosmos/cosmos-sdk/server/types"
	"github.com/cosmos/cosmos-sdk/x/staking"
)

// ErrZeroHeight refuses an export for height zero.
var ErrZeroHeight = errors.New("deadlines of games are block heights, so a chain cannot restart at height zero: " +
	"export without --for-zero-height and start the new chain at the exported initial height")

// ErrNothingToExport refuses an export of a chain that has no state yet.
var ErrNothingToExport = errors.New("the chain has no block yet: there is nothing to export")

// ExportAppStateAndValidators returns the state of the named modules, or of all if none is named, as a genesis state
// for a chain that continues at the next height, unfinished games included. It fails with ErrZeroHeight if asked for
// height zero and with ErrNothingToExport before the first block. The list of validators not to jail serves only height
// zero and is ignored.
func (app *App) ExportAppStateAndValidators(
	forZeroHeight bool, _, modules []string,
) (servertypes.ExportedApp, error) {
	if forZeroHeight {
		return servertypes.ExportedApp{}, ErrZeroHeight
	}
	if app.LastBlockHeight() == 0 {
		return servertypes.ExportedApp{}, ErrNothingToExport
	}
	ctx := app.NewContext(true).WithBlockHeight(app.LastBlockHeight()).WithChainID(app.ChainID())
	state, err := app.modules.ExportGenesisForModules(ctx, app.cdc, modules)
	if err != nil {
		return servertypes.ExportedApp{}, fmt.Errorf("export the modules: %w", err)
	}
	if err := app.completeExport(state); err != nil {
		return servertypes.ExportedApp{}, err
	}
	if err := app.exportNonces(ctx, state, modules); err != nil {
		return servertypes.ExportedApp{}, err
	}
	appState, err := json.MarshalIndent(state, "", "  ")
	if err != nil {
		return servertypes.ExportedApp{}, fmt.Errorf("encode the genesis state: %w", err)
	}
	validators, err := staking.WriteValidators(ctx, app.StakingKeeper)
	if err != nil {
		return servertypes.ExportedApp{}, fmt.Errorf("export the validators: %w", err)
	}
	return servertypes.ExportedApp{
		AppState:        appState,
		Validators:      validators,
		Height:          app.LastBlockHeight() + 1,
		ConsensusParams: app.GetConsensusParams(ctx),
	}, nil
}
