package watch

import (
	"errors"
	"fmt"

	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// ErrDuel means that a game is a duel, where a melee is expected.
var ErrDuel = errors.New("the game is no melee")

// MeleeNews is one thing that happened in a melee, and the melee after all that has followed from the same cause.
type MeleeNews struct {
	Height int64
	// Message is the event as the chain tells it.
	Message proto.Message
	// Last says that this is the end.
	Last bool
	// Event is the same as the rules tell it: nil for the opening, and for what changes no board.
	Event melee.Event
	State melee.State
	// Opened says that this is the opening.
	Opened bool
}

// MeleeReplay turns the events of one melee into news. The zero MeleeReplay waits for the opening.
type MeleeReplay struct {
	replay *types.ReplayMelee
}

// Players are the addresses by seat; empty for a seat that nobody has.
func (m *MeleeReplay) Players() []string {
	var players []string
	for _, p := range m.replay.Melee().Players {
		players = append(players, p.Address)
	}
	return players
}

// Over reports whether the melee has ended, and all of that has been heard.
func (m *MeleeReplay) Over() bool {
	return m.replay != nil && m.replay.State().Stage.Ended() && m.replay.Told()
}

// Hear is what an event tells, of the block of a height. The error says that it cannot follow.
func (m *MeleeReplay) Hear(height int64, event proto.Message) (MeleeNews, error) {
	switch e := event.(type) {
	case *types.EventGameCreated:
		return MeleeNews{}, ErrDuel
	case *types.EventMeleeCreated:
		replay, err := types.NewReplayMelee(e, height)
		if err != nil {
			return MeleeNews{}, err
		}
		m.replay = replay
		return MeleeNews{Height: height, Message: event, State: replay.State(), Opened: true}, nil
	}
	if m.replay == nil {
		return MeleeNews{}, fmt.Errorf("%w: the opening is missing", ErrUnknownGame)
	}
	if err := m.replay.Apply(event, height); err != nil {
		return MeleeNews{}, err
	}
	s := m.replay.State()
	told, err := meleeEventOf(s, event)
	return MeleeNews{Height: height, Message: event, Last: m.Over(), Event: told, State: s}, err
}

// meleeEventOf returns an event of the chain as the rules of melees tell it, after which a melee is in that state; nil
// for one that changes no board.
func meleeEventOf(s melee.State, event proto.Message) (melee.Event, error) {
	r := s.Ruleset
	switch e := event.(type) {
	case *types.EventMeleeJoined:
		return melee.Joined{By: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeDeclined:
		return melee.Declined{Place: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeLeft:
		return melee.Left{By: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeWithdrawn:
		return melee.Withdrawn{By: melee.Seat(e.Seat), Deadline: e.Deadline}, nil
	case *types.EventMeleeConfirmed:
		return melee.Confirmed{By: melee.Seat(e.Seat)}, nil
	case *types.EventMeleeCancelled:
		return melee.Cancelled{Cause: melee.CancelCause(e.Cause)}, nil
	case *types.EventStageBegan:
		owes, err := types.ParseSeats(e.Owes)
		return melee.StageBegan{
			Stage: melee.Stage(e.Stage), Round: int(e.Round), Owes: owes, Deadline: e.Deadline,
		}, err
	case *types.EventStageExtended:
		return melee.StageExtended{Deadline: e.Deadline}, nil
	case *types.EventAimed:
		return melee.Aimed{By: melee.Seat(e.Seat)}, nil
	case *types.EventFired:
		tile, err := r.ParseTile(e.Target)
		return melee.Fired{By: melee.Seat(e.Seat), Tile: tile}, err
	case *types.EventReported:
		hits, err := types.ParseTiles(r, e.Hits)
		return melee.Reported{By: melee.Seat(e.Seat), Hits: hits}, err
	case *types.EventStruck:
		return melee.Strike{By: melee.Seat(e.Seat)}, nil
	case *types.EventFleetLost:
		return melee.Lost{By: melee.Seat(e.Seat), Round: int(e.Round), How: melee.Standing(e.Standing)}, nil
	case *types.EventPotForfeited:
		return melee.Forfeited{Kept: e.Kept.Parse()}, nil
	case *types.EventPlayEnded:
		unreported, err := types.ParseSeats(e.Unreported)
		return melee.PlayEnded{Emptied: e.Emptied, Unreported: unreported}, err
	case *types.EventBoardProven:
		fleet, err := r.ParseFleet(e.Fleet)
		if err != nil {
			return nil, err
		}
		owes, err := types.ParseSeats(e.Owes)
		return melee.Proven{By: melee.Seat(e.Seat), Fleet: fleet, Owes: owes}, err
	case *types.EventMeleeOver:
		winners, err := types.ParseSeats(e.Result.Winners)
		return melee.Over{Winners: winners, Kept: s.Kept}, err
	}
	return nil, nil
}
