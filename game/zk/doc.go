// Package zk proves that a board is legal and that an answer is true, and shows nothing else of the board. The proofs
// are verified by the package verify, the only part that the chain imports; its package comment has the commitment,
// the statements, the bytes and the challenges. This package has the circuits and the prover.
//
// # Circuits
//
// A circuit is a function over a table of rows, with two implementations: gnark's builder, and the tests' arithmetic,
// which tries lies by the hundred thousand. It computes only values that follow from its inputs; every free choice of a
// prover is an input, so that a test can make it, too. The functions boardRows and answerRows have the arguments why
// their rows are enough; docs/zk.md has them in one place, with the limits of the proofs.
//
// # Prover
//
// A [Prover] holds compiled circuits and proving keys. It checks each statement natively before it proves it and
// verifies each proof before it returns it. Proofs hide the board in the statistical sense: gnark's option for that is
// set, and a test fails without it. Take the prover as not constant in time: it runs where the secret is.
package zk
