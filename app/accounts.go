package app

import (
	icatypes "github.com/cosmos/ibc-go/v11/modules/apps/27-interchain-accounts/types"
	transfertypes "github.com/cosmos/ibc-go/v11/modules/apps/transfer/types"

	authtypes "github.com/cosmos/cosmos-sdk/x/auth/types"
	distrtypes "github.com/cosmos/cosmos-sdk/x/distribution/types"
	govtypes "github.com/cosmos/cosmos-sdk/x/gov/types"
	minttypes "github.com/cosmos/cosmos-sdk/x/mint/types"
	stakingtypes "github.com/cosmos/cosmos-sdk/x/staking/types"

	battleshiptypes "github.com/battleship-chain/battleship/x/battleship/types"
)

// modulePermissions returns the coin permissions of each module account. An unlisted account does not exist; one
// without a permission can only hold and send.
func modulePermissions() map[string][]string {
	return map[string][]string{
		authtypes.FeeCollectorName:     nil,
		distrtypes.ModuleName:          nil,
		minttypes.ModuleName:           {authtypes.Minter},
		stakingtypes.BondedPoolName:    {authtypes.Burner, authtypes.Staking},
		stakingtypes.NotBondedPoolName: {authtypes.Burner, authtypes.Staking},
		govtypes.ModuleName:            {authtypes.Burner},
		battleshiptypes.ModuleName:     {authtypes.Minter, authtypes.Burner},
		icatypes.ModuleName:            nil,
		transfertypes.ModuleName:       {authtypes.Minter, authtypes.Burner},
	}
}

// blockedAddresses returns the module accounts that cannot receive sends. Coins that arrive in a module account by
// accident are lost at best and break the module's bookkeeping at worst. Governance may receive, because it can spend.
func blockedAddresses() map[string]bool {
	blocked := make(map[string]bool)
	for name := range modulePermissions() {
		if name != govtypes.ModuleName {
			blocked[authtypes.NewModuleAddress(name).String()] = true
		}
	}
	return blocked
}

// authority returns the only account that may change params: governance.
func authority() string { return authtypes.NewModuleAddress(govtypes.ModuleName).String() }
