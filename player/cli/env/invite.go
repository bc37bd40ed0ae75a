package env

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/cosmos/cosmos-sdk/client/flags"

	"github.com/battleship-chain/battleship/player/invite"
	"github.com/battleship-chain/battleship/player/text"
)

// Invited returns the id of the game of an argument, a number or an invite code. The code takes the user to no chain
// and no node that flags and client.toml do not name: the error then has the flags that do.
func Invited(cmd *cobra.Command, arg string) (string, error) {
	i, err := invite.Game(arg)
	if err != nil || i.Chain == "" {
		return strconv.FormatUint(i.Game, 10), err
	}
	f := cmd.Flags()
	chain, node := ValueOf[string](f, flags.FlagChainID), ValueOf[string](f, flags.FlagNode)
	if chain == "" {
		chain = i.Chain // a node of another one is refused
	}
	if f.Changed(flags.FlagChainID) && chain != i.Chain {
		return "", fmt.Errorf("--%s: this invite is to a game on %s, not on %s", flags.FlagChainID, i.Chain, chain)
	}
	there := i.Node
	if there != "" && !strings.Contains(there, "://") {
		there = "tcp://" + there
	}
	if there == "" || f.Changed(flags.FlagNode) {
		there = node
	}
	if chain != i.Chain || there != node {
		return "", fmt.Errorf(text.InviteElsewhere, i.Game, i.Chain, there, flags.FlagChainID, i.Chain, flags.FlagNode, there)
	}
	return strconv.FormatUint(i.Game, 10), f.Set(flags.FlagChainID, i.Chain)
}
