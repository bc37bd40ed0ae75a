package rating

// Bounds and beginnings of ratings, in points and games.
const (
	// Initial is the rating of a player without a rated game.
	Initial = 1200
	// Min is the least rating. A loss does not lead below it.
	Min = 100
	// Max is the greatest rating. A win does not lead above it.
	Max = 4000
	// ProvisionalGames is how many rated games a player has that move its rating by KProvisional.
	ProvisionalGames = 20
	// KProvisional is the factor of a player's first rated games: the points a win would gain if it had been certain to
	// be lost. It is the K of the FIDE Rating Regulations for players new to the list.
	KProvisional = 40
	// KEstablished is the factor from then on, the K of the FIDE Rating Regulations for most players.
	KEstablished = 20
)

// Standing is a player's rating and number of rated games. The zero Standing is invalid; New returns the first.
type Standing struct {
	// Rating is the player's strength in points, Min to Max.
	Rating uint32
	// Games is how many rated games the player has finished.
	Games uint64
}

// New is the standing of a player without a rated game.
func New() Standing { return Standing{Rating: Initial} }

// Provisional reports whether the player's next rated game is one of its first ProvisionalGames, which move its rating
// faster.
func (s Standing) Provisional() bool { return s.Games < ProvisionalGames }

// factor is how many points a game is worth to the player.
func (s Standing) factor() uint32 {
	if s.Provisional() {
		return KProvisional
	}
	return KEstablished
}

// bounded is the standing with the nearest rating that is in bounds.
func (s Standing) bounded() Standing {
	s.Rating = min(max(s.Rating, Min), Max)
	return s
}
