package duel

import (
	"time"

	"github.com/battleship-chain/battleship/player/channel"
)

// Newest returns the newest update that the player has.
func (s *Session) Newest() []byte {
	update, _ := s.channel.table.Resend()
	return channel.MarshalUpdate(update)
}

// Answers reports whether an update that arrives is answered with the newest.
func (s *Session) Answers(update []byte) bool {
	s.channel.behind, s.channel.inbox = false, [][]byte{update}
	s.channel.receive()
	return s.channel.behind
}

// OwedSince returns the time since when the next move is owed.
func (s *Session) OwedSince() time.Time { return s.channel.since }

// LineEnded reports whether the line to the relay has ended.
func (s *Session) LineEnded() bool { return s.channel.line.Err() != nil }
