package text

import "github.com/battleship-chain/battleship/game/melee"

// The settings of a melee.
const (
	SettingPlayers Setting = "Players"
	SettingPot     Setting = "Stake each"
	SettingInvited Setting = "Invited"
	SettingStep    Setting = "Step clock"
)

// meleeHelp explains the settings of a melee.
//
//exhaustive:ignore
var meleeHelp = map[Setting]string{
	SettingPlayers: "the number of players, you among them; " + Rules(melee.Ruleset()),
	SettingPot: "each player's part of the pot, which the winner takes and a draw shares" + chooseStake + "; " +
		Collusion,
	SettingInvited: "the only players" + invited + ", with commas between; a melee with a stake needs all of them",
	SettingStep: "the time for each step of a round: all aim, then all fire, then all report; a first missed aim is a " +
		"strike, and a second one, or any other missed step, eliminates the player" + chooseClock,
}

// Lines of a melee in practice.
const (
	BotsPlay         = "the bots play"
	YouAimNext       = "you aim"
	PracticeMeleeEnd = "You are out, and the bots play on. In practice nothing else is lost."
)

// PracticeMelee is the title of a melee against bots.
func PracticeMelee(bots int) string { return "Practice against " + Count(bots, "bot") }
