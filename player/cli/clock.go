package cli

import "github.com/battleship-chain/battleship/player/session"

// The clocks of the commands are those of a session.
const (
	clockLive  = session.ClockLive
	clockForms = session.ClockForms
)

var parseClock = session.ParseClock
