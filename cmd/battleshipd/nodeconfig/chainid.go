package nodeconfig

import (
	"fmt"
	"regexp"

	"github.com/cosmos/cosmos-sdk/client/flags"
)

// chainIDForm is the form of a chain's id.
var chainIDForm = regexp.MustCompile(`^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,49}$`)

// CheckChainID returns an error about --chain-id if other programs could not name a chain of that id.
func CheckChainID(id string) error {
	if !chainIDForm.MatchString(id) {
		return fmt.Errorf("--%s: expected up to 50 letters, digits, hyphens, underscores and full stops, such as "+
			"battleship-1, got %q", flags.FlagChainID, id)
	}
	return nil
}
