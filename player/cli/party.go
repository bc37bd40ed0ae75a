package cli

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/party"
)

// partyEntry is the party to enter: the one with that table, or a new one for a number of players. The zero partyEntry
// is none.
type partyEntry struct {
	id      uint64
	players int
}

func addPartyFlag(cmd *cobra.Command) {
	cmd.Flags().String(env.FlagParty, "", "open a party for that many players, or come to the party of a code")
}

// partyFlag returns the party that --party names.
func partyFlag(cmd *cobra.Command) (entry partyEntry, err error) {
	arg := env.ValueOf[string](cmd.Flags(), env.FlagParty)
	if arg == "" {
		return entry, nil
	}
	for _, other := range []string{flagAgainst, flagEmbedded, env.FlagMatch, flagGames} {
		if f := cmd.Flags().Lookup(other); f != nil && f.Changed {
			return entry, fmt.Errorf("expected --%s or --%s, got both", env.FlagParty, other)
		}
	}
	if players, err := strconv.Atoi(arg); err == nil {
		entry.players = players
		return entry, inPartyFlag(party.CheckSize(players))
	}
	id, err := env.Invited(cmd, arg)
	if err != nil {
		return entry, inPartyFlag(err)
	}
	entry.id, err = env.ParseGameID(id)
	return entry, err
}

// inPartyFlag names the flag of an error. It returns nil for nil.
func inPartyFlag(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("--%s: %w", env.FlagParty, err)
}
