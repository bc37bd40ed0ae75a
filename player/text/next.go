package text

import (
	"fmt"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// Next writes the next step of a game: "alice's turn: the answer to B7, by block 642 (1m left)".
func (v Voice) Next(n *types.QueryNextActionResponse) string { return kinds[kindOf(n)].next(v, n) }

// nextInDuel writes the next step of a duel.
func (v Voice) nextInDuel(n *types.QueryNextActionResponse) string {
	switch {
	case game.Phase(n.Phase) == game.PhaseOver && n.OffChain:
		return "the game is over off-chain, and is still to be settled on-chain"
	case game.Phase(n.Phase).Ended():
		return "the game is over"
	case n.OffChain && n.Obligation == types.OBLIGATION_NONE && v.Short:
		return "played off-chain"
	case n.OffChain && n.Obligation == types.OBLIGATION_NONE:
		return fmt.Sprintf("%s play off-chain; unless a state is submitted%s, the game starts again on-chain",
			v.List(n.Players), v.until("by", n))
	case n.OffChain && v.Short: // the screen shows where it is played
		return fmt.Sprintf("%s turn: %s", v.Whose(n.Player), v.owed(n))
	case n.OffChain:
		return fmt.Sprintf("%s turn: %s, off-chain", v.Whose(n.Player), v.owed(n))
	case game.Phase(n.Phase) == game.PhaseOpen:
		return v.open(n, v.joiner(n))
	}
	text := fmt.Sprintf("%s turn: %s%s", v.Whose(n.Player), v.owed(n), v.by(n))
	other := ""
	for _, player := range n.Players {
		if player != n.Player {
			other = player
		}
	}
	switch game.SecondClaim(n.Second) {
	case game.SecondOpen:
		return fmt.Sprintf("%s; %s can still prove %s board, which comes first", text, v.Name(other),
			v.verb(other, "your", "a"))
	case game.SecondProven:
		return fmt.Sprintf("%s; else %s by the board already proven", text, v.Name(other)+v.verb(other, " win", " wins"))
	case game.SecondNone:
	}
	return text
}

// owed writes the obligation of a duel's next step.
func (v Voice) owed(n *types.QueryNextActionResponse) string {
	text := Owed(game.Obligation(n.Obligation), n.Target)
	if v.Automatic && v.you(n.Player) && n.Obligation != types.OBLIGATION_SHOT {
		text += ", " + sentAutomatically
	}
	return text
}

const sentAutomatically = "sent automatically"

// Owed writes a player's obligation, with the tile of a pending shot.
func Owed(o game.Obligation, target string) string {
	if o == game.OwesAnswer && target != "" {
		return owed[o] + " to " + target
	}
	return owed[o]
}

var owed = map[game.Obligation]string{
	game.OwesNothing:    nothing,
	game.OwesTossReveal: "the coin toss",
	game.OwesAnswer:     "the answer",
	game.OwesShot:       "the shot",
	game.OwesClaim:      "the proof of the board",
}

// open writes the next step of an open game: those who have to join, by name or by number.
func (v Voice) open(n *types.QueryNextActionResponse, waitsFor string) string {
	if n.Withdrawn {
		return "cancelled; a pending join can still succeed" + v.until("until", n)
	}
	return "waiting for " + waitsFor + v.until("until", n)
}

// joiner writes who may join an open duel.
func (v Voice) joiner(n *types.QueryNextActionResponse) string {
	if len(n.Invited) > 0 {
		return v.Or(n.Invited) + " to join"
	}
	return "an opponent"
}

// until writes the deadline after a preposition, if there is one.
func (v Voice) until(preposition string, n *types.QueryNextActionResponse) string {
	if n.Deadline == 0 {
		return ""
	}
	left := ""
	switch {
	case n.BlocksLeft == 0:
		left = " (time is up)"
	case n.SecondsLeft > 0:
		left = fmt.Sprintf(" (%s left)", Seconds(n.SecondsLeft))
	}
	if v.Short && left != "" {
		return left
	}
	return fmt.Sprintf(" %s block %d%s", preposition, n.Deadline, left)
}

// by writes the deadline of an obligation.
func (v Voice) by(n *types.QueryNextActionResponse) string {
	if v.Short || n.Deadline == 0 {
		return v.until("by", n)
	}
	return "," + v.until("by", n)
}

// Unfinished writes a line of a list of games, with the next step of the game.
func (v Voice) Unfinished(g types.GameSummary) string {
	name := fmt.Sprintf("game %d", g.Id)
	if r, err := types.RulesetByID(g.RulesetId); err == nil {
		name += fmt.Sprintf(" (%s, %s)", r.Name, Terms(g.Terms))
	}
	return name + ": " + v.Next(NextOf(g))
}

// NextOf returns the next step of a game, as far as its summary has it.
func NextOf(g types.GameSummary) *types.QueryNextActionResponse {
	return &types.QueryNextActionResponse{
		Phase: g.Phase, Player: g.Actor, Obligation: g.Owes, Deadline: g.Deadline, SecondsLeft: g.SecondsLeft,
		BlocksLeft: 1, OffChain: g.OffChain, Players: g.Players,
	}
}
