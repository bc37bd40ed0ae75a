package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Rating writes the rating of a player: "1520". It is empty before the first rated game.
func Rating(p types.Player) string {
	if p.RatedGames == 0 {
		return ""
	}
	return RatingText(p.Rating, p.Standing().Provisional())
}

// RatingText writes a rating, and that it is provisional if it rests on few games: "1246 (provisional)".
func RatingText(rating uint32, provisional bool) string {
	if provisional {
		return fmt.Sprintf("%d (provisional)", rating)
	}
	return fmt.Sprint(rating)
}

// PlayerFacts writes the statistics of a player.
func PlayerFacts(p types.Player) [][2]string {
	standing := p.Standing()
	rated := fmt.Sprintf("%d, rated games: %d", standing.Rating, standing.Games)
	switch {
	case standing.Games == 0:
		rated = fmt.Sprintf("none yet, counts as %d", standing.Rating)
	case standing.Provisional():
		rated += ", provisional"
	}
	aim := ""
	if p.Shots > 0 {
		aim = fmt.Sprintf(" (%d%%)", p.Hits*100/p.Shots)
	}
	return [][2]string{
		{"rating", rated},
		{"games", fmt.Sprint(p.Games)},
		{"won", fmt.Sprint(p.Won)},
		{"lost", fmt.Sprint(p.Lost)},
		{"rewarded", fmt.Sprint(p.Rewarded)},
		{"streak", fmt.Sprintf("%d, at best %d", p.Streak, p.BestStreak)},
		{"shots", fmt.Sprint(p.Shots)},
		{"hits", fmt.Sprint(p.Hits) + aim},
		{"timed out", fmt.Sprint(p.TimedOut)},
		{"conceded", fmt.Sprint(p.Conceded)},
		{"challenges", fmt.Sprintf("%d right, %d wrong", p.ChallengesRight, p.ChallengesWrong)},
	}
}

// Record writes a player with its rating and, if there is one, the streak of games won: "alice 1520, streak 3".
func Record(player, rating string, streak uint64) string {
	words := player + " " + rating
	if streak > 1 {
		words += fmt.Sprintf(", streak %d", streak)
	}
	return words
}

// TurningPoint writes the shot with which the winner of a duel took the lead in hits for good.
func (v Voice) TurningPoint(r *game.Ruleset, winner game.Seat, tile game.Tile, shot int) string {
	return v.about(Duelist(winner), "{name} took the lead for good at {tile}, shot {shot}",
		"{shot}", fmt.Sprint(shot), "{tile}", r.TileName(tile))
}

// ReplayAt writes how far the replay of a duel is.
func ReplayAt(shot, shots int) string { return fmt.Sprintf("replay, shot %d of %d", shot, shots) }

// NoReplay explains why an ended duel cannot be replayed on the screens.
const NoReplay = "no replay: the moves of this game are not known to this node"

// LastFleetSeen explains why a rematch begins with a new fleet, and how to take the last one.
func LastFleetSeen(key string) string {
	return fill("Your last fleet was shown, so this one is new: {key} takes the last one.", "{key}", key)
}
