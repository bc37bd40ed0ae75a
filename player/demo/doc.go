// Package demo stages a whole game for a person to watch: a real chain of its own, two new players who are bots, and a
// spectator who shows what everybody can see and counts what it cost.
//
// What is shown and counted comes from the blocks alone, not from the players. The package does not know how a chain is
// started; the caller hands it a function that does.
package demo
