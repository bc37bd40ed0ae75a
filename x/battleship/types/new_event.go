package types

import (
	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
)

// NewEvent returns the typed event of an event of the rules, in a game of these rules whose players have these
// addresses. It returns nil for an event that needs more: a joined game, and the end.
func NewEvent(gameID uint64, r *game.Ruleset, address func(game.Seat) string, event game.Event) proto.Message {
	switch e := event.(type) {
	case game.TossOpened:
		return &EventTossOpened{GameId: gameID, First: SeatOf(e.First)}
	case game.ShotFired:
		return &EventShotFired{GameId: gameID, Player: address(e.By), Target: r.TileName(e.Tile)}
	case game.ShotAnswered:
		answered := &EventShotAnswered{GameId: gameID, Player: address(e.By), Target: r.TileName(e.Tile), Hit: e.Hit}
		if e.Sunk != nil {
			answered.Sunk = NewShip(r, *e.Sunk)
		}
		return answered
	case game.Conceded:
		return &EventConceded{GameId: gameID, Player: address(e.By)}
	case game.Challenged:
		return &EventChallenged{GameId: gameID, Player: address(e.By)}
	case game.DeadlinePassed:
		return &EventDeadlinePassed{GameId: gameID, Player: address(e.By), Obligation: Obligation(e.Obligation)}
	case game.ClaimOpened:
		return &EventClaimOpened{
			GameId: gameID, Claimant: address(e.Claimant), Reason: Reason(e.Reason), Deadline: e.Deadline, Second: e.Second,
		}
	case game.ClaimProven:
		return &EventClaimProven{GameId: gameID, Player: address(e.By), Fleet: r.FleetString(e.Fleet)}
	case game.Withdrawn:
		return &EventGameWithdrawn{GameId: gameID, Creator: address(game.Creator), Deadline: e.Deadline}
	case game.Cancelled:
		return &EventGameCancelled{GameId: gameID, Creator: address(game.Creator), Cause: CancelCause(e.Cause)}
	}
	return nil
}
