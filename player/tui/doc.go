// Package tui has what all terminal screens share: the Backend behind them, the World that they see, and the controls
// of a game. The screen of a kind of game is in a package of the kind, those before a game are in program, which joins
// all.
//
// The screens are pure. They call a Backend through commands, receive messages, and have no I/O, clock or randomness
// themselves, so a test reaches any screen by a sequence of messages and keys. They use the rules, but not chains, keys
// and coins: those arrive as words that are ready to be shown.
package tui
