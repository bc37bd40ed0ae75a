package cli

import (
	"errors"

	"github.com/battleship-chain/battleship/game/channel"
	"github.com/battleship-chain/battleship/player/session"
)

// close releases the command's session.
func (e *env) close() error {
	if e.playing == nil {
		return nil
	}
	return e.playing.Close()
}

// explainOffChain words an error of an off-chain game as one sentence. It returns nil for other errors.
func explainOffChain(err error, s subject) error {
	var lost *session.LogLostError
	switch {
	case errors.As(err, &lost):
		return unsent(err, "%s", lost)
	case errors.Is(err, session.ErrShotToo):
		return unsent(err, "off chain an answer goes with your shot: battleshipd shoot %d TILE sends both",
			s.game)
	case errors.Is(err, session.ErrTurnOffChain):
		return unsent(err, "%s (battleshipd channel submit %d)", session.ErrTurnOffChain, s.game)
	case errors.Is(err, session.ErrOffChain):
		return unsent(err, "%s (battleshipd channel submit %d)", session.ErrOffChain, s.game)
	case errors.Is(err, session.ErrNotSubmitted):
		return unsent(err, "the chain has an older state of game %d than you: battleshipd channel submit %d "+
			"submits yours first", s.game, s.game)
	case errors.Is(err, channel.ErrNoResponse):
		return unsent(err, "game %d has come on chain, and your opponent has neither moved nor submitted a state "+
			"there: it may know a newer one, so nobody ends the game before", s.game)
	case errors.Is(err, session.ErrNotOffChain):
		return unsent(err, "game %d is played on chain, which has nothing older (%s shows it)", s.game,
			s.look())
	}
	return nil
}
