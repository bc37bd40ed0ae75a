package types

import (
	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game/name"
)

// names checks that accounts ascend and that no two have the same name. A name can have been set before it was
// reserved.
func (v *genesisValidator) names() error {
	previous, owners := "", make(map[string]string, len(v.gs.Names))
	for i, n := range v.gs.Names {
		if err := v.nextAddress(n.Address, previous); err != nil {
			return errors.Wrapf(err, "name %d", i)
		}
		previous = n.Address
		if n.ChangedHeight < 0 {
			return invalidGenesis("%s: changed_height: expected at least 0, got %d", n.Address, n.ChangedHeight)
		}
		if n.Name == "" {
			continue
		}
		if err := name.CheckForm(n.Name); err != nil {
			return invalidGenesis("%s: %s", n.Address, err)
		}
		if owner, taken := owners[n.Name]; taken {
			return invalidGenesis("%s: expected one account with the name, got %s and %s", n.Name, owner, n.Address)
		}
		owners[n.Name] = n.Address
	}
	return nil
}
