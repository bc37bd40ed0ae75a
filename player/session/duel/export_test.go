package duel

import "github.com/battleship-chain/battleship/player/channel"

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
