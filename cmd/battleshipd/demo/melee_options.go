package demo

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/bot"
	"github.com/battleship-chain/battleship/player/cli/env"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/text/meleetable"
)

const flagMelee = "melee"

// tableHelp is the part of the command's help about a table of several players.
const tableHelp = "With --melee N, of 2 to 16, they play a melee: everybody aims at the same time and bombs fall on " +
	"every board. It shows\n" +
	`who has hit whom in each round and all boards as everybody knows them, verifies by itself what is shown of them, and
prints at the end who got what of the pot and what it cost each player. It fails unless there is a winner and all
coins are where they belong.
`

func addTableFlag(f *pflag.FlagSet) { f.Int(flagMelee, 0, "play a melee of so many bots, 2 to 16") }

func noteTable(out env.Printer, o Options) { out.Note(text.StartingMelee, o.Players, o.Seed) }

// tableFlag returns the number of players at a table, or 0 for a duel.
func tableFlag(cmd *cobra.Command) (int, error) {
	players, r := env.ValueOf[int](cmd.Flags(), flagMelee), melee.Ruleset()
	if !cmd.Flags().Changed(flagMelee) {
		return players, nil
	}
	for _, other := range []string{env.FlagRuleset, env.FlagChannel} {
		if cmd.Flags().Changed(other) {
			return 0, fmt.Errorf("--%s: expected none with --%s: a melee has rules of its own", other, flagMelee)
		}
	}
	if players < r.MinPlayers || players > r.MaxPlayers {
		return 0, fmt.Errorf("--%s: expected %d to %d players, got %d", flagMelee, r.MinPlayers, r.MaxPlayers, players)
	}
	return players, nil
}

// checkTableStrategy returns an error unless the strategy plays at a table.
func (o *Options) checkTableStrategy() error {
	_, err := bot.NewMelee(o.Strategy, nil)
	return err
}

// fitTable bounds the boards of a table by the terminal.
func (o *Options) fitTable() {
	width, height := env.ScreenSize(o.Progress)
	o.Width = width
	// Boards that do not fit can only scroll by.
	o.Redraw = o.Redraw && meleetable.Lines(melee.Ruleset(), o.Players, width) < height
}
