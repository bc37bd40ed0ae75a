package types

import (
	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/game/channel"
)

// NextAction returns who owes what in an unfinished duel after the block of a height. The params convert blocks to
// seconds.
func NextAction(g Game, x channel.ChainState, p Params, height int64) *QueryNextActionResponse {
	s := x.State
	next := &QueryNextActionResponse{
		Phase:      Phase(s.Phase),
		Obligation: Obligation(s.Owes),
		Deadline:   s.Deadline,
		BlocksLeft: max(s.Deadline-height, 0),
		Withdrawn:  s.Withdrawn(),
		Second:     SecondClaim(s.Second),
	}
	next.SecondsLeft = p.Seconds(next.BlocksLeft)
	for _, participant := range g.Participants {
		next.Players = append(next.Players, participant.Address)
	}
	switch {
	case x.OffChain:
		next.OffChain, next.Obligation = true, OBLIGATION_NONE
	case s.Owes != game.OwesNothing:
		next.Player = next.Players[s.Actor]
	}
	if s.HasPending {
		next.Target = s.Ruleset.TileName(s.Pending)
	}
	if s.Phase == game.PhaseOpen && g.Offer != nil && g.Offer.Opponent != "" {
		next.Invited = []string{g.Offer.Opponent}
	}
	return next
}
