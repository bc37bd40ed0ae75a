package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
)

// Rules writes the rules of a ruleset.
func Rules(r *game.Ruleset) string {
	var ships []string
	for _, class := range r.Classes {
		ships = append(ships, fmt.Sprintf("%s of %d", Count(class.Count, class.Name), class.Length))
	}
	text := fmt.Sprintf("%d x %d tiles; ships: %s", r.Width, r.Height, List(ships))
	add := func(which bool, yes, no string) {
		switch {
		case which:
			text += "; " + yes
		case no != "":
			text += "; " + no
		}
	}
	add(r.Touch, "ships may touch", "ships may not touch, not even at a corner")
	if r.Duel() {
		add(r.HitShootsAgain, "a hit shoots again", "you take turns")
	} else {
		add(true, "all shoot at once", "")
	}
	add(r.AnnounceSunk, "a sunk ship is announced", "a sunk ship is not announced")
	add(r.Proven, "boards and answers are proven", "")
	return text
}

// Clash writes that a ship overlaps or touches another one, at a tile.
func Clash(ship, other, tile string, touches bool) string {
	if touches {
		return fmt.Sprintf("the %s touches the %s at %s, and ships may not touch", ship, other, tile)
	}
	return fmt.Sprintf("the %s overlaps the %s at %s", ship, other, tile)
}

// Setting is a setting of a new game, by its name on a form.
type Setting string

// The settings of a duel.
const (
	SettingRuleset  Setting = "Ruleset"
	SettingStake    Setting = "Stake"
	SettingClock    Setting = "Clock"
	SettingKind     Setting = "Kind"
	SettingMoves    Setting = "Moves"
	SettingOpponent Setting = "Opponent"
)

// The kinds of games, where the moves of a duel are made, and the value of an opponent who is not chosen.
const (
	Rated   = "rated"
	Casual  = "casual"
	Fast    = "fast, off-chain"
	OnChain = "on-chain"
	Anybody = "anybody"
)

// Help explains a setting with a value.
func (s Setting) Help(value string) string {
	switch {
	case s == SettingRuleset:
		if r, err := game.RulesetByName(value); err == nil {
			return Rules(r)
		}
		return "a ruleset that this program does not know"
	case s == SettingKind && value == Casual:
		return "no fee, no reward and no rating; a stake is played for all the same"
	case s == SettingMoves && value == OnChain:
		return "each move is in a block, which takes its time and a fee, and all can watch"
	}
	for _, k := range &kinds {
		if help, ok := k.help[s]; ok {
			return help
		}
	}
	return ""
}

const (
	chooseStake = "; choose one, or type one such as 2.5 SHIP"
	chooseClock = "; choose one, or type one such as 90s, 10m or 3d"
	invited     = " who may join, and may decline: addresses or names of your keys"
)

// duelHelp explains the settings of a duel.
//
//exhaustive:ignore
var duelHelp = map[Setting]string{
	SettingRuleset: "",
	SettingStake:   "each player's part of the pot, which the winner takes" + chooseStake,
	SettingClock:   "the time for each move; a player who is late loses" + chooseClock,
	SettingKind:    "counts for the rating, and its fee pays for the winner's reward",
	SettingMoves: "with a live clock you move at once, over a relay: both of you stay until the end, else the chain " +
		"decides, where a watchtower can defend your state",
	SettingOpponent: "the only player" + invited + `; "bot" is a program on this machine that plays against you`,
}

// BotFees writes that the player's own bot needs more fees, which a key allows.
func BotFees(key, amount string) string {
	return fmt.Sprintf("your bot has spent its fees, and waits: %s allows it %s more", key, amount)
}
