package cli

// ParseClock is parseClock, whose many forms are told apart without a chain.
var ParseClock = parseClock
