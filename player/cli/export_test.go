package cli

import "errors"

// ParseClock is parseClock, whose many forms are told apart without a chain.
var ParseClock = parseClock

// Ask is ask.
var Ask = ask

// IsRedraw reports whether an answer asks for another fleet, IsDeclined whether it is a no.
func IsRedraw(err error) bool   { return errors.Is(err, errRedraw) }
func IsDeclined(err error) bool { return errors.Is(err, errDeclined) }

// Explain puts an error of a command that acts for a player in a game into words.
func Explain(err error, command, me string, gameID uint64) error {
	return explain(err, subject{command: command, me: me, game: gameID})
}

// ClockNote is clockNote, ToYou toYou.
var (
	ClockNote = clockNote
	ToYou     = toYou
)

// UTF8Locale is utf8Locale.
var UTF8Locale = utf8Locale
