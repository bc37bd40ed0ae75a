package melee

import (
	"github.com/cosmos/gogoproto/proto"

	"cosmossdk.io/errors"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// typedEvents returns the typed events of a step of a melee, but for its end, which comes with the result. The melee is
// the one before the step, with the players who are leaving.
func (t table) typedEvents(all stepEffects) ([]proto.Message, error) {
	events := make([]proto.Message, 0, len(all.events)+1)
	for _, event := range all.events {
		if _, over := event.(melee.Over); over {
			continue
		}
		typed, err := t.typedEvent(event, all)
		if err != nil {
			return nil, err
		}
		events = append(events, typed)
	}
	return events, nil
}

// typedEvent returns the typed event of one event of the rules.
func (t table) typedEvent(event melee.Event, all stepEffects) (proto.Message, error) {
	if typed := t.gatheringEvent(event, all); typed != nil {
		return typed, nil
	}
	if typed := t.roundEvent(event, all.aim); typed != nil {
		return typed, nil
	}
	switch e := event.(type) {
	case melee.StageBegan:
		return &types.EventStageBegan{
			GameId: t.Id, Stage: types.Stage(e.Stage), Round: uint32(e.Round), //nolint:gosec // at most 255
			Owes: uint32(e.Owes), Deadline: e.Deadline,
		}, nil
	case melee.StageExtended:
		return &types.EventStageExtended{GameId: t.Id, Deadline: e.Deadline}, nil
	case melee.Forfeited:
		return &types.EventPotForfeited{GameId: t.Id, Kept: types.NewFraction(e.Kept)}, nil
	case melee.PlayEnded:
		return &types.EventPlayEnded{GameId: t.Id, Emptied: e.Emptied, Unreported: uint32(e.Unreported)}, nil
	default:
		return nil, errors.Wrapf(types.ErrCorrupt, "expected an event of the rules, got %T", event)
	}
}

// gatheringEvent returns an event from before the first round, or nil for any other.
func (t table) gatheringEvent(event melee.Event, all stepEffects) proto.Message {
	switch e := event.(type) {
	case melee.Joined:
		p := t.Players[e.By]
		return &types.EventMeleeJoined{
			GameId: t.Id, Seat: seatNumber(e.By), Player: p.Address, Delegate: p.Delegate, Board: all.board,
		}
	case melee.Declined:
		return &types.EventMeleeDeclined{GameId: t.Id, Seat: seatNumber(e.Place), Player: all.decliner}
	case melee.Left:
		return &types.EventMeleeLeft{GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By)}
	case melee.Withdrawn:
		return &types.EventMeleeWithdrawn{
			GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By), Deadline: e.Deadline,
		}
	case melee.Confirmed:
		return &types.EventMeleeConfirmed{GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By)}
	case melee.Cancelled:
		cancelled := &types.EventMeleeCancelled{GameId: t.Id, Cause: types.CancelCause(e.Cause)}
		for seat := range t.state.Seats(melee.Afloat).All() {
			cancelled.Players = append(cancelled.Players, t.AddressOf(seat))
		}
		return cancelled
	default:
		return nil
	}
}

// roundEvent returns an event of one seat after the first round has begun, or nil for any other.
func (t table) roundEvent(event melee.Event, aim []byte) proto.Message {
	r := t.state.Ruleset
	switch e := event.(type) {
	case melee.Aimed:
		return &types.EventAimed{GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By), Aim: aim}
	case melee.Fired:
		return &types.EventFired{
			GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By), Target: r.TileName(e.Tile),
		}
	case melee.Reported:
		return &types.EventReported{
			GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By), Hits: types.TileNames(r, e.Hits),
		}
	case melee.Strike:
		return &types.EventStruck{GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By)}
	case melee.Lost:
		return &types.EventFleetLost{
			GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By),
			Round: uint32(e.Round), Standing: types.SeatStanding(e.How), //nolint:gosec // at most 255
		}
	case melee.Proven:
		return &types.EventBoardProven{
			GameId: t.Id, Seat: seatNumber(e.By), Player: t.AddressOf(e.By),
			Fleet: r.FleetString(e.Fleet), Owes: uint32(e.Owes),
		}
	default:
		return nil
	}
}

// delegateSet is the event of a player's new delegate.
func (t table) delegateSet(seat melee.Seat) *types.EventDelegateSet {
	p := t.Players[seat]
	return &types.EventDelegateSet{GameId: t.Id, Player: p.Address, Delegate: p.Delegate}
}

// created is the event of an opened melee.
func created(t table, board types.BoardCommitment) *types.EventMeleeCreated {
	creator := t.Players[0]
	return &types.EventMeleeCreated{
		GameId:      t.Id,
		Creator:     creator.Address,
		Delegate:    creator.Delegate,
		Board:       board,
		RulesetId:   t.RulesetId,
		Players:     uint32(len(t.Players)), //nolint:gosec // at most 16
		TurnBlocks:  t.TurnBlocks,
		ClaimBlocks: t.ClaimBlocks,
		Deadline:    t.state.Deadline,
		Terms:       t.Terms,
		Deposit:     t.Deposit,
		Invited:     t.Invited,
	}
}

// seatNumber returns the number of a seat on the wire.
func seatNumber(seat melee.Seat) uint32 { return uint32(seat) } //nolint:gosec // a seat is 0 to 15
