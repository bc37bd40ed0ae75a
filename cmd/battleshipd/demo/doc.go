// Package demo stages a whole game for a person to watch: a new chain, two new players that are bots, and a spectator
// that shows the public game and counts its cost.
//
// The shown events and counts come from the blocks alone, not from the players. The package does not know how to start
// a chain; the caller passes a function that does.
package demo
