package text

// Titles of lists on the screens.
const (
	Ladder       = "Ladder"
	GamesToWatch = "Games to watch"
)

// ProfileOf is the title of a player's record.
func ProfileOf(player string) string { return "Profile of " + player }

// PastGamesOf is the title of the list of a player's finished games.
func PastGamesOf(player string) string { return "Past games of " + player }

// InviteWith is the invite code of a game that was opened, for the prompt.
const InviteWith = "Invite code: %s (for battleshipd join, and i in the lobby of the screens)"

// InviteCode writes the invite code of an open game, for its screen.
func InviteCode(code string) string {
	return fill("invite code: {code} (for battleshipd join, or i in the lobby)", "{code}", code)
}

// RematchOffered writes that the opponent of an ended game wants to play again.
func RematchOffered(opponent string) string { return opponent + " offers a rematch: enter accepts" }

// Lines about joining by an invite code.
const (
	TypeInvite = "Invite code, or the number of a game: %s_"
	OtherChain = "this invite is to a game on %s: battleshipd join takes it"
	// InviteElsewhere is about a game on a chain or at a node that the player has not named yet.
	InviteElsewhere = "this invite is to game %d on %s, at the node %s: to go there, add --%s %s --%s %s"

	NotToJoin = "game %d cannot be joined: it is yours, or has begun"
)
