package text

import (
	"cmp"
	"fmt"

	"cosmossdk.io/math"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Reason writes why a duel has ended, in two or three words.
func Reason(r game.Reason) string { return cmp.Or(reasons[r], "still in play") }

var reasons = map[game.Reason]string{
	game.ReasonNone:       "",
	game.ReasonSunk:       "fleet sunk",
	game.ReasonConceded:   "surrender",
	game.ReasonChallenged: "accused of cheating",
	game.ReasonTimeout:    "out of time",
	game.ReasonUnproven:   "board not proven",
	game.ReasonCancelled:  "cancelled",
	game.ReasonVoid:       "no board proven",
}

// Result writes how a duel has ended: "you won (fleet sunk), reward 42 SHIP".
func (v Voice) Result(r types.Result) string {
	winner, won := r.WinnerAddress()
	reason := Reason(game.Reason(r.Reason))
	if !won {
		return fmt.Sprintf("%s (%s)", noWinner, reason)
	}
	text := fmt.Sprintf("%s (%s)", v.won(winner), reason)
	for _, player := range r.Players {
		if v.you(player) && player != winner {
			text = fmt.Sprintf("you lost (%s): %s", reason, v.won(winner))
		}
	}
	if reward := types.RewardCoin(math.NewIntFromUint64(r.Reward)); reward.IsPositive() {
		return text + ", reward " + Coin(reward)
	}
	return text + ", no reward"
}

func ordinal(n uint32) string {
	switch {
	case n%100/10 == 1:
	case n%10 == 1:
		return fmt.Sprintf("%dst", n)
	case n%10 == 2:
		return fmt.Sprintf("%dnd", n)
	case n%10 == 3:
		return fmt.Sprintf("%drd", n)
	}
	return fmt.Sprintf("%dth", n)
}

// Cancelled writes why a duel has ended before it was joined.
func Cancelled(c game.CancelCause) string { return cmp.Or(cancelled[c], "cancelled") }

var cancelled = map[game.CancelCause]string{
	game.CancelWithdrawn: "cancelled by its creator",
	game.CancelExpired:   "no opponent joined in time",
	game.CancelDeclined:  "the invitation was declined",
}

// EndOfPlay writes why a duel has left play. The loser is the player who may claim second, or not at all.
func (v Voice) EndOfPlay(reason game.Reason, winner, loser string) string {
	return v.about(loser, endsOfPlay[reason], "{winner}", v.Name(winner))
}

// endsOfPlay are written about the loser.
var endsOfPlay = map[game.Reason]string{
	game.ReasonNone:       "the game is in play",
	game.ReasonSunk:       "{whose} fleet is sunk",
	game.ReasonConceded:   gaveUp,
	game.ReasonChallenged: "{name} accused {winner} of cheating",
	game.ReasonTimeout:    late,
	game.ReasonUnproven:   "{whose} board is not proven",
	game.ReasonCancelled:  "no opponent joined",
	game.ReasonVoid:       "no board was proven in time",
}

// ShipTiles writes the tiles of a ship by the first one and a direction: "A5 down", "A1 across".
func ShipTiles(r *game.Ruleset, s game.Ship) string {
	if s.Vertical {
		return r.TileName(s.Origin) + " down"
	}
	return r.TileName(s.Origin) + " across"
}

// Verdict writes an answer: "miss", "hit", or "hit, carrier sunk (A5 down)".
func Verdict(r *game.Ruleset, a game.Answer) string {
	if a.Sunk == nil {
		return ShortVerdict(r, a)
	}
	return fmt.Sprintf("%s (%s)", ShortVerdict(r, a), ShipTiles(r, *a.Sunk))
}

// ShortVerdict is Verdict without the tiles of a sunk ship: "hit, carrier sunk".
func ShortVerdict(r *game.Ruleset, a game.Answer) string {
	switch {
	case !a.Hit:
		return "miss"
	case a.Sunk == nil:
		return "hit"
	}
	class, _ := r.ShipString(*a.Sunk)
	return "hit, " + class + " sunk"
}

// SunkBanner writes over a board that a ship of a class was sunk.
func SunkBanner(class string) string { return "SUNK! " + Upper(class) }

// ShotResult writes the result of a shot in a word or two, for programs as well: "miss", "hit" or "sunk: carrier".
func ShotResult(hit bool, sunk string) string {
	switch {
	case sunk != "":
		return "sunk: " + sunk
	case hit:
		return "hit"
	}
	return "miss"
}

// ShotAt writes the result of the reader's shot at a tile, or that it was not answered if that is empty.
func ShotAt(tile, result string) string {
	if result == "" {
		return fill("your shot at {tile} was not answered", "{tile}", tile)
	}
	return fill("your shot at {tile}: {result}", "{tile}", tile, "{result}", result)
}

// EndForPlayer writes why a duel has left play, and what that means for the reader, a player of it: a sentence.
func (v Voice) EndForPlayer(reason game.Reason, first, second string, id uint64) string {
	means := ": you lose, unless your opponent fails to prove its board in time."
	switch {
	case v.you(first):
		means = ": you win by proving your board with battleshipd claim {game}."
	case reason == game.ReasonTimeout:
		means = ": you lose."
	}
	return Upper(v.EndOfPlay(reason, first, second)) + fill(means, "{game}", fmt.Sprint(id))
}
