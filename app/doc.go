// Package app wires the modules into one application, in plain Go.
//
// It decides the set of modules and their order, the permissions of module accounts, the accepted transactions and
// proposals, and the start of a chain. It has no rule of the game: those are in package game, and the state of games is
// in x/battleship.
package app
