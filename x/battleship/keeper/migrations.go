package keeper

import (
	sdk "github.com/cosmos/cosmos-sdk/types"
	"github.com/cosmos/cosmos-sdk/types/module"

	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Migrator carries the module's state from one ConsensusVersion to the next. A release that raises the version adds one
// migration from the version before to Register. A migration is consensus code: it runs once, in the first block of the
// new binary and before its transactions, and a chain whose migration fails stops. One that rewrites records walks them
// in the order of their keys.
type Migrator struct{ keeper *Keeper }

// NewMigrator returns the migrator of a keeper.
func NewMigrator(k *Keeper) Migrator { return Migrator{keeper: k} }

// Register registers the migrations.
func (m Migrator) Register(c module.Configurator) error {
	return c.RegisterMigration(types.ModuleName, 1, m.AddNames)
}

// AddNames fills the params that came with names, as on a new network.
func (m Migrator) AddNames(ctx sdk.Context) error {
	return m.ChangeParams(func(p *types.Params) {
		of := types.DefaultParams()
		if p.LocalNetwork {
			of = types.LocalParams()
		}
		p.NamePrice, p.NamePeriodBlocks = of.NamePrice, of.NamePeriodBlocks
	})(ctx)
}

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
