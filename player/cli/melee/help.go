package melee

import (
	"strings"

	"github.com/battleship-chain/battleship/player/bot"
)

// Help implements act.Kind.
func (Kind) Help(command string) string { return help[command] }

// help is what melees add to the help of commands for all kinds.
var help = map[string]string{
	"games":        " and melees",
	"open-games":   ", and melees that wait for players",
	"result":       " or a melee",
	"decline":      ", or a place at a melee",
	"play":         " or melee",
	"practice":     "\n\nWith --players it is a melee, in which bots have the other seats.",
	"recover":      ", and in a melee the\nconfirmation, the opening of the aim and the report",
	"board":        " Of a melee it draws all boards, and shows\nwhat you aim at in this round.",
	"concede":      "\n\nIn a melee you are out, your stake stays in the pot, and the others play on.",
	"claim":        " In a melee all whose boards may win can prove them.",
	"set-delegate": ", or confirm, aim, fire, report, concede\nand claim in one melee",
	"bot": "\n\nIf game ID is a melee in which you have a seat, it confirms, aims, fires, reports, and proves the " +
		"board. There the\nstrategies are " + strings.Join(bot.MeleeNames(), " and ") + ".",
}
