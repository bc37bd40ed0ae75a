package keeper

import (
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Migrator carries the module's state from one ConsensusVersion to the next. A release that raises the version
// registers one migration from the version before, in the module's RegisterServices:
//
//	cfg, ok := registrar.(module.Configurator)
//	...
//	return cfg.RegisterMigration(types.ModuleName, 1, keeper.NewMigrator(am.keeper).ChangeParams(func(p *types.Params) {
//		p.RewardMinShots = 12
//	}))
//
// A migration is consensus code: it runs once, in the first block of the new binary and before its transactions, and a
// chain whose migration fails stops. One that rewrites records walks them in the order of their keys.
type Migrator struct{ keeper *Keeper }

// NewMigrator returns the migrator of a keeper.
func NewMigrator(k *Keeper) Migrator { return Migrator{keeper: k} }

// ChangeParams returns the migration of a release that changes params, or fills those that it adds. It returns an error
// if the changed params are not valid. As after a vote, unfinished games keep their clocks and terms.
func (m Migrator) ChangeParams(change func(*types.Params)) module.MigrationHandler {
	return func(ctx sdk.Context) error {
		params, err := m.keeper.core.Params(ctx)
		if err != nil {
			return err
		}
		change(&params)
		if err := params.Validate(); err != nil {
			return err
		}
		return m.keeper.setParams(ctx, params)
	}
}
