package duel

import (
	"context"
	"time"

	"github.com/battleship-chain/battleship/player/session"
)

// Session is one game of one player. It is not safe for use by several goroutines at once.
type Session struct {
	session.Base
	// sea is the off-chain game, if it is played there.
	channel *channelSession
	// recovering reports whether the session asks the opponent for the state of an off-chain game, since its own log is
	// lost.
	recovering bool
	// shot is the target that was chosen last.
	shot choice
}

// Open returns the session of a game. It asks nothing: whether there is such a game, and the player in it, shows with
// the first act.
func Open(p session.Player, gameID uint64) *Session {
	return &Session{Base: session.Base{Player: p, ID: gameID}, channel: new(channelSession)}
}

// Sleep pauses for one poll of the session's client, or until an update comes; it returns early with the cause when ctx
// ends.
func (s *Session) Sleep(ctx context.Context) error {
	if !s.channel.begun() || s.channel.news == nil {
		return s.Player.Chain.Sleep(ctx)
	}
	t := time.NewTimer(s.Player.Chain.Poll())
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-s.channel.news:
	case <-t.C:
	}
	return nil
}
