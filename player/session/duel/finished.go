package duel

import (
	"slices"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/player/session"
	"github.com/battleship-chain/battleship/player/text"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Finished returns a duel in the history of a player. It returns false for another game, or one without the player.
func Finished(ending types.FinishedGame, player string) (session.Finished, bool) {
	over := ending.Duel
	if over == nil || !slices.Contains(over.Result.Players, player) {
		return session.Finished{}, false
	}
	r := over.Result
	seat := game.Seat(slices.Index(r.Players, player))
	return session.Finished{
		ID: over.GameId, Kind: text.Duel, Ruleset: r.RulesetId, Reason: text.Reason(game.Reason(r.Reason)),
		Result:  text.ForPlayer(r.Winner != types.SEAT_UNSPECIFIED, r.Winner == types.SeatOf(seat), false),
		Account: AccountOf(over, seat), Withheld: over.Withheld,
		Against: slices.DeleteFunc(slices.Clone(r.Players), func(p string) bool { return p == player }),
	}, true
}
