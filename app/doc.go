// Package app wires the modules into one application, in plain Go.
//
// It decides which modules there are, in which order they run, what each module account may do, which transactions and
// proposals are accepted, and how a chain starts. It holds no rule of the game: those stand in package game, and what
// the chain keeps of a game in x/battleship.
package app
