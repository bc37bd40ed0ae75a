// Package prover makes the proofs of a player's program: that of a board when a game is entered, and those of answers,
// if possible before the shots.
//
// A process has one prover for each ruleset, made when it is first needed. [Provers] keeps them, and orders the proofs
// of a process: an owed proof begins at once, and proofs ahead are made one at a time, while none is owed.
//
// [Answers] proves the answers of one board. While [Answers.Run] runs it proves ahead the answers to the opponent's
// likely next shots, the likeliest first by the opponent's knowledge of the board. A proof is stored under all of its
// public inputs, so one made for another state of the game cannot be returned: it is dropped once the game has moved.
// Each is returned for one answer, and again if that one must be resent.
//
// The package has no chain and no node; its caller provides the statements.
package prover
