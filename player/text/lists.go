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
