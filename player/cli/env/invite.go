package env

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/player/invite"
)

// Invited returns the id of the game of an argument, a number or an invite code. The chain and the node of a code take
// the place of flags that are not set.
func Invited(cmd *cobra.Command, arg string) (string, error) {
	if _, err := strconv.ParseUint(arg, 10, 64); err == nil {
		return arg, nil
	}
	i, err := invite.Decode(arg)
	switch {
	case errors.Is(err, invite.ErrNoCode):
		return "", fmt.Errorf("%q is neither the number of a game nor an invite code", arg)
	case err != nil:
		return "", err
	}
	f := cmd.Flags()
	if chain := ValueOf[string](f, flags.FlagChainID); f.Changed(flags.FlagChainID) && chain != i.Chain {
		return "", fmt.Errorf("--%s: this invite is to a game on %s, not on %s", flags.FlagChainID, i.Chain, chain)
	}
	if err := f.Set(flags.FlagChainID, i.Chain); err != nil {
		return "", err
	}
	if node := i.Node; node != "" && !f.Changed(flags.FlagNode) {
		if !strings.Contains(node, "://") {
			node = "tcp://" + node
		}
		if err := f.Set(flags.FlagNode, node); err != nil {
			return "", err
		}
	}
	return strconv.FormatUint(i.Game, 10), nil
}
