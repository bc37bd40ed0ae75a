// Package prover makes the proofs of a player's program: that of a board when a game is entered, and those of answers,
// if possible before the shots.
//
// A process has one prover for each ruleset, made when it is first needed. [Provers] keeps them, and an order among the
// proofs of a process: what is owed begins at once, and what is made ahead is made one proof at a time, while nothing
// is owed.
//
// [Answers] proves the answers of one board. While [Answers.Run] runs it proves ahead the answers to the shots that the
// opponent is likely to fire next, the likeliest first by what the opponent knows of the board. A proof is kept by the
// public inputs that it is for, all of them, so one that was made for another state of the game cannot be returned: it
// is forgotten once the game has gone on. Each is returned for one answer, and for that one again if it must be sent
// again.
//
// The package knows no chain and no node; what it proves it is told.
package prover
