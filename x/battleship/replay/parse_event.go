package replay

import (
	"slices"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ParseEvent returns an event in the terms of the rules, in a game of these rules whose players have these addresses by
// seat. It returns nil for one that changes no board or cannot be read.
func ParseEvent(r *game.Ruleset, players []string, event proto.Message) game.Event {
	seat := func(address string) game.Seat { return game.Seat(max(slices.Index(players, address), 0)) }
	switch e := event.(type) {
	case *types.EventGameJoined:
		return game.Joined{}
	case *types.EventTossOpened:
		if first, err := e.First.Parse(); err == nil {
			return game.TossOpened{First: first}
		}
	case *types.EventShotFired:
		if tile, err := r.ParseTile(e.Target); err == nil {
			return game.ShotFired{By: seat(e.Player), Tile: tile}
		}
	case *types.EventShotAnswered:
		if tile, err := r.ParseTile(e.Target); err == nil {
			answered := game.ShotAnswered{By: seat(e.Player), Tile: tile, Hit: e.Hit}
			if e.Sunk != nil {
				if ship, err := e.Sunk.Parse(r); err == nil {
					answered.Sunk = &ship
				}
			}
			return answered
		}
	case *types.EventConceded:
		return game.Conceded{By: seat(e.Player)}
	case *types.EventChallenged:
		return game.Challenged{By: seat(e.Player)}
	case *types.EventDeadlinePassed:
		return game.DeadlinePassed{By: seat(e.Player), Obligation: small[game.Obligation](e.Obligation)}
	case *types.EventClaimOpened:
		return game.ClaimOpened{
			Claimant: seat(e.Claimant), Reason: small[game.Reason](e.Reason), Second: e.Second, Deadline: e.Deadline,
		}
	case *types.EventClaimProven:
		fleet, _ := r.ParseFleet(e.Fleet)
		return game.ClaimProven{By: seat(e.Player), Fleet: fleet}
	case *types.EventGameWithdrawn:
		return game.Withdrawn{Deadline: e.Deadline}
	case *types.EventGameCancelled:
		return game.Cancelled{Cause: small[game.CancelCause](e.Cause)}
	case *types.EventGameOver:
		over := game.Over{Reason: small[game.Reason](e.Result.Reason)}
		if winner, err := e.Result.Winner.Parse(); err == nil {
			over.Winner, over.HasWinner = winner, true
		}
		return over
	}
	return nil
}
