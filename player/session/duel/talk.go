package duel

import (
	"errors"
	"time"

	"github.com/battleship-chain/battleship/player/phrase"
	"github.com/battleship-chain/battleship/player/text"
)

// sayPause is the least time between two phrases of a player.
const sayPause = 2 * time.Second

// Errors of Say.
var (
	errNoTalk  = errors.New(text.NoTalk)
	errTooSoon = errors.New(text.TalkTooSoon)
)

// Say sends a phrase to the opponent of an off-chain game, by its number from 1. It is lost if the opponent is away.
func (s *Session) Say(number int) error {
	ch := s.channel
	if !ch.begun() || ch.line == nil {
		return errNoTalk
	}
	now := time.Now()
	if now.Sub(ch.spoke) < sayPause {
		return errTooSoon
	}
	note, err := phrase.Write(ch.rules.ID(), number, now, ch.key.Sign)
	if err == nil {
		err = ch.line.SendNote(ch.peer, note)
	}
	if err == nil {
		ch.spoke = now
	}
	return err
}

// Heard returns the number of the opponent's last phrase. It is 0 if there was none.
func (s *Session) Heard() int {
	s.channel.mu.Lock()
	defer s.channel.mu.Unlock()
	return s.channel.heard
}
