package duel

// TakeNote lets the session take a note of the opponent's.
func (s *Session) TakeNote(note []byte) { s.channel.foresight.take(note) }

// Note returns the latest note with an opening.
func (s *Session) Note() []byte { return s.channel.foresight.latest() }
