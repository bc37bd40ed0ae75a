// Package tui has the terminal screens of the game: a lobby, the placing of a fleet, the game and its end.
//
// The screens are pure. They call a Backend through commands, receive messages, and have no I/O, clock or randomness
// themselves, so a test reaches any screen by a sequence of messages and keys. They use the rules, but not chains, keys
// and coins: those arrive as words that are ready to be shown.
package tui
