package watch

import (
	"github.com/cosmos/gogoproto/proto"

	"github.com/battleship-chain/battleship/game/melee"
	"github.com/battleship-chain/battleship/x/battleship/replay"
	"github.com/battleship-chain/battleship/x/battleship/types"
)

// MeleeNews is one event of a melee, and the melee after all consequences of the same cause.
type MeleeNews struct {
	Height int64
	// Message is the chain's event.
	Message proto.Message
	// Told marks the last event of the same cause, Last the end of the melee.
	Told, Last bool
	// Event is the event of the rules. It is nil for the opening, and for one that changes no board.
	Event melee.Event
	State melee.State
	// Opened marks the opening.
	Opened bool
}

// MeleeReplay turns the events of one melee into news. The zero MeleeReplay waits for the opening.
type MeleeReplay struct {
	replay  *replay.Melee
	answers melee.Answers
}

// Replay is the melee after the events so far. It is nil before the opening.
func (m *MeleeReplay) Replay() *replay.Melee { return m.replay }

// Answers are the seats' reports so far.
func (m *MeleeReplay) Answers() melee.Answers { return m.answers }

// Players are the addresses by seat. That of a vacant seat is empty.
func (m *MeleeReplay) Players() []string {
	var players []string
	for _, p := range m.replay.Melee().Players {
		players = append(players, p.Address)
	}
	return players
}

// Over reports whether the melee has ended, and all of that has been heard.
func (m *MeleeReplay) Over() bool {
	return m.replay != nil && m.replay.State().Stage.Ended() && m.replay.Complete()
}

// Hear returns the news of an event in the block of a height, or an error if it does not fit.
func (m *MeleeReplay) Hear(height int64, event proto.Message) (MeleeNews, error) {
	if e, ok := event.(*types.EventMeleeCreated); ok {
		rebuilt, err := replay.NewMelee(e, height)
		if err != nil {
			return MeleeNews{}, err
		}
		m.replay, m.answers = rebuilt, melee.Answers{}
		return MeleeNews{Height: height, Message: event, Told: true, State: rebuilt.State(), Opened: true}, nil
	}
	if m.replay == nil {
		return MeleeNews{}, noOpening(event)
	}
	parsed, err := m.replay.EventOf(event)
	if err != nil {
		return MeleeNews{}, err
	}
	if err := m.replay.Apply(event, height); err != nil {
		return MeleeNews{}, err
	}
	m.answers.Add(parsed, m.replay.State())
	return MeleeNews{
		Height: height, Message: event, Told: m.replay.Complete(), Last: m.Over(), Event: parsed, State: m.replay.State(),
	}, nil
}
