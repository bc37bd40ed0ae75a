package text

import "fmt"

// Lines about melees. Each constant is a format of package fmt, whose values vet checks.
const (
	MeleeIsOver        = "Melee %d is over: %s."
	StartingMelee      = "Starting a chain for a melee of %d, seed %d."
	NoMelees           = "No melees."
	StagesAndClaims    = "about %s a stage, %s to claim, %s left now"
	NoOpenMelees       = "No open melees that fit."
	JoinMeleeOrDecline = "battleshipd join-melee takes an invitation of %s, battleshipd decline refuses it."
	NoFinishedMelees   = "No finished melees."
	YouAreOneOf        = "You are %s."
	YouHaveFired       = "You have fired at %s in this round."
	YouAim             = "You aim at %s in this round."
	MeleeLine          = "Melee %d, block %d, %s."
	MeleeTook          = "%s, blocks %d to %d, %s."
	MeleeReplays       = "Melee %d is over: battleshipd replay %d plays it back."
	MoreMelees         = "There are more melees: battleshipd %s lists them all."
	MeleeLegend        = ". not bombed   o miss   x hit   # sunk   ? not reported yet   - unknown   = ship"
)

// Lines and explanations on the screens of melees, and the meanings of their marks.
const (
	LobbyKeysAll = "b plays a bot, m finds an opponent, c opens a game, e a melee"
	MeleeIntro   = "A table for several: all shoot at once, every bomb hits every board, the last fleet " +
		"afloat wins."
	MeleeClicks = "All aim at once, hidden; then all bombs fall, on every board. The last fleet afloat wins. A " +
		"click on the large board aims. Bombs, reports and boards that you owe are sent automatically while this " +
		"is open."
	MarkFree      = "not bombed yet"
	MarkSunkFleet = "a fleet that is sunk"
	MarkBombed    = "bombed, not reported yet"
	MarkUnknown   = "bombed when its player was out"
	MarkAimed     = "where you have aimed"
	MarkOwes      = "has yet to act"
	MarkStrike    = "has a strike: another is the end"
)

// Reasons why an act is not possible in a melee now.
const (
	HasFired          = "you have fired"
	NoAimToOpen       = "you have no aim to open in this round"
	ConfirmedConcedes = "you have confirmed, and can concede once the first round has begun"
	LeaveNotConcede   = "the first round has not begun, and leave-melee gives your seat up"
	ProvenOrOutranked = "your board is proven, or another one ranks before it"
	NoSeatFree        = "no seat is free"
	NoAim             = "melee %d: no aim at %s: an aim at %s was signed for round %d before and may still get into a " +
		"block, so it is that one or none: aim at %s again"
	NoReport = "melee %d: no report of %s: a report of %s was signed for round %d before, and a round has one " +
		"volley, so one of them is false: read it with proofs"
	ConcedeNotLeave = "it has begun, and concede gives it up"
	ConfirmedBinds  = "you have confirmed, and that binds"
	NoSeatLeft      = "no seat is free any more"
	OnlyRemove      = "while the table is open a delegate can only be removed"
)

// OwnShip writes that a bomb at a tile would hit a ship of the player's own.
func OwnShip(ship, tile string) string {
	return fmt.Sprintf("your own %s lies at %s, and a bomb hits every board", ship, tile)
}

// wrongNumber is the problem of a number of players for which there is no table.
const wrongNumber = "a melee cannot have this number of players: choose another"
