package melee

import (
	"fmt"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/eventindex"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Finished returns a melee in the history of a player. It returns false for another game, or one without the player.
func Finished(ending types.FinishedGame, player string) (session.Finished, bool) {
	over := ending.Melee
	if over == nil {
		return session.Finished{}, false
	}
	r := over.Result
	seat, ok := eventindex.PlaceOf(r, player)
	if !ok {
		return session.Finished{}, false
	}
	place, winners := r.Places[seat], melee.Seats(r.Winners)
	f := session.Finished{
		ID: over.GameId, Kind: text.Melee, Ruleset: r.RulesetId, Reason: text.Standing(melee.Standing(place.Standing)),
		Result:  text.ForPlayer(winners != 0, winners.Has(seat), winners.Len() > 1),
		Account: AccountOf(over, seat),
	}
	if place.Round > 0 {
		f.Reason += fmt.Sprintf(" in %d", place.Round)
	}
	for _, p := range r.Places {
		if p.Rank > 0 && p.Player != player {
			f.Against = append(f.Against, p.Player)
		}
	}
	return f, true
}
