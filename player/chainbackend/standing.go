package chainbackend

import (
	"context"
	"fmt"

	"github.com/battleship-chain/battleship/game/rating"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/player/tui"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// readStandings asks once for the records of the players of a running game. A node that does not answer costs these
// only.
func (r *duelRunner) readStandings(ctx context.Context) {
	if r.readFor == r.history.players {
		return
	}
	r.readFor = r.history.players
	for seat, address := range r.readFor {
		r.standings[seat] = tui.Standing{}
		if address == "" || r.botPlays && seat != int(r.seat) {
			continue
		}
		res, err := types.NewQueryClient(r.backend.asker.Conn()).Player(ctx, &types.QueryPlayerRequest{Address: address})
		if err == nil {
			r.standings[seat] = tui.Standing{Rating: text.Rating(res.Player), Streak: res.Player.Streak}
		}
	}
}

// lastGames is the number of earlier games among which the rating before a game is looked for.
const lastGames = 20

// readRatings reads the ratings of the players before and after a rated game that is over.
func (r *duelRunner) readRatings(ctx context.Context, over *types.EventGameOver) {
	for seat, after := range over.Ratings {
		if seat >= len(r.standings) || seat >= len(over.Result.Players) {
			return
		}
		r.standings[seat].Rating = fmt.Sprint(after)
		earlier, err := types.NewHistoryClient(r.backend.asker.Conn()).Finished(ctx, &types.QueryFinishedRequest{
			Address: over.Result.Players[seat], BeforeHeight: over.Result.EndedHeight, Limit: lastGames,
		})
		if err == nil {
			r.standings[seat].Before = ratingIn(earlier, over.Result.Players[seat])
		}
	}
}

// ratingIn returns the rating of a player after the last of some finished games, the first one if there was no rated
// game. It is empty if the games do not show it.
func ratingIn(earlier *types.QueryFinishedResponse, player string) string {
	for _, g := range earlier.Games {
		if g.Duel == nil {
			continue
		}
		for seat, after := range g.Duel.Ratings {
			if seat < len(g.Duel.Result.Players) && g.Duel.Result.Players[seat] == player {
				return fmt.Sprint(after)
			}
		}
	}
	if len(earlier.NextKey) > 0 {
		return ""
	}
	return fmt.Sprint(rating.New().Rating)
}
