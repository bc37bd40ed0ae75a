package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
)

const flagPlayers = "players"

// addTableFlag adds the flag for a melee against bots.
func addTableFlag(f *pflag.FlagSet) {
	r := melee.Ruleset()
	f.Int(flagPlayers, 0, fmt.Sprintf("players of a melee, %d to %d (default a duel)", r.MinPlayers, r.MaxPlayers))
}

// tableFlag returns the melee that the flags ask for.
func tableFlag(cmd *cobra.Command, strategy string) (*tui.Wish, error) {
	r, players := melee.Ruleset(), env.ValueOf[int](cmd.Flags(), flagPlayers)
	if players < r.MinPlayers || players > r.MaxPlayers {
		return nil, fmt.Errorf("--%s: expected %d to %d, got %d", flagPlayers, r.MinPlayers, r.MaxPlayers, players)
	}
	if cmd.Flags().Changed(env.FlagRuleset) {
		return nil, fmt.Errorf("--%s is for duels: a melee has a ruleset of its own", env.FlagRuleset)
	}
	if _, err := bot.NewMelee(strategy, nil); err != nil {
		return nil, fmt.Errorf("--%s: %w", env.FlagStrategy, err)
	}
	return &tui.Wish{Kind: tui.WishCreate, Of: text.Melee, Ruleset: r, Players: players}, nil
}
