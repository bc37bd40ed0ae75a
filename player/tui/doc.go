// Package tui is the terminal screens of the game: a lobby, the placing of a fleet, the game and its end.
//
// The screens are pure. They ask a Backend through commands, get messages, and do no I/O, know no clock and
// draw no random number themselves, so a test shows any screen by saying what was told and which keys were pressed.
// They know the rules, and nothing of chains, keys and coins: those come as words that are ready to be shown.
package tui
