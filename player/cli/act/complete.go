package act

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
)

// Completions is how many games are offered at most.
const Completions = 50

// Completer finds the completions at a place of the command line.
type Completer func(ctx context.Context, e *env.Env) []cobra.Completion

// CompletedPlayer is the player whose arguments are completed. It is empty if there is no particular one.
func CompletedPlayer(e *env.Env) string {
	if named := env.ValueOf[string](e.Cmd.Flags(), env.FlagFor); named != "" {
		player, _ := e.Address(named)
		return player
	}
	key, _ := e.OwnKey()
	return key.Address.String()
}
