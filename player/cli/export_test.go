package cli

import "errors"

// ParseClock is parseClock, whose many forms are told apart without a chain.
var ParseClock = parseClock

// Ask is ask.
var Ask = ask

// IsRedraw reports whether an answer asks for another fleet, IsDeclined whether it is a no.
func IsRedraw(err error) bool   { return errors.Is(err, errRedraw) }
func IsDeclined(err error) bool { return errors.Is(err, errDeclined) }
