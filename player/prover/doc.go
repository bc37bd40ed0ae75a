// Package prover makes the commitments and proofs of a player's program. A process has one prover for each ruleset,
// made when it is first needed; [Provers] keeps them.
//
// The package has no chain and no node; its caller provides the boards.
package prover
