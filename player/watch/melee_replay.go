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
	// Told says that nothing more follows from the same cause, Last that the melee is over.
	Told, Last bool
	// Event is the same as the rules tell it: nil for the opening, and for what changes no board.
	Event melee.Event
	State melee.State
	// Opened says that this is the opening.
	Opened bool
}

// MeleeReplay turns the events of one melee into news. The zero MeleeReplay waits for the opening.
type MeleeReplay struct {
	replay  *types.ReplayMelee
	answers melee.Answers
}

// Answers are what the seats have reported in all that was heard.
func (m *MeleeReplay) Answers() melee.Answers { return m.answers }

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
		m.replay, m.answers = replay, melee.Answers{}
		return MeleeNews{Height: height, Message: event, Told: true, State: replay.State(), Opened: true}, nil
	}
	if m.replay == nil {
		return MeleeNews{}, fmt.Errorf("%w: the opening is missing", ErrUnknownGame)
	}
	told, err := m.replay.EventOf(event)
	if err != nil {
		return MeleeNews{}, err
	}
	if err := m.replay.Apply(event, height); err != nil {
		return MeleeNews{}, err
	}
	m.answers.Hear(told, m.replay.State())
	return MeleeNews{
		Height: height, Message: event, Told: m.replay.Told(), Last: m.Over(), Event: told, State: m.replay.State(),
	}, nil
}
