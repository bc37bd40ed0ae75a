package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/battleship-chain/battleship/player/cli/look"
	"github.com/battleship-chain/battleship/player/cli/query"
)

// The groups of the root command's help that the commands of a player belong to.
const (
	groupPlay = "play"
	groupLook = "look"
)

// Groups returns the groups that the commands of ShortCmds belong to. The root command needs them.
func Groups() []*cobra.Group {
	return []*cobra.Group{
		{ID: groupPlay, Title: "Play:"},
		{ID: groupLook, Title: "Look:"},
	}
}

// Playing puts a command into the group of those that play.
func Playing(cmd *cobra.Command) *cobra.Command {
	cmd.GroupID = groupPlay
	return cmd
}

// Looking puts a command into the group of those that look.
func Looking(cmd *cobra.Command) *cobra.Command {
	cmd.GroupID = groupLook
	return cmd
}

// ShortCmds returns the short forms of the commands that a player uses, for the root command: "shoot" for "tx
// battleship shoot". They are the same commands; some have shorter names.
func ShortCmds() []*cobra.Command {
	var all []*cobra.Command
	for _, cmd := range sendingCmds() {
		all = append(all, Playing(cmd))
	}
	for _, cmd := range []*cobra.Command{
		look.BoardCmd(Kinds()), query.GamesCmd(Others()), query.OpenGamesCmd(Others()), query.ResultCmd(Others()),
		query.HistoryCmd(Others()), query.PlayerCmd(Others()), query.LeaderboardCmd(), query.RewardsCmd(),
	} {
		all = append(all, Looking(cmd))
	}
	for _, k := range Others() {
		all = append(all, Looking(k.Running()))
	}
	for _, cmd := range all {
		switch cmd.Name() {
		case "create-game":
			rename(cmd, "create")
		case "join-game":
			rename(cmd, "join")
		case "open-games":
			rename(cmd, "lobby")
		case "player":
			rename(cmd, "profile")
		}
	}
	return all
}

// rename gives a command another name; the one that it had stays another name of it.
func rename(cmd *cobra.Command, name string) {
	old := cmd.Name()
	cmd.Use = name + strings.TrimPrefix(cmd.Use, old)
	cmd.Aliases = append(cmd.Aliases, old)
}
