// Package zk proves that a board is legal and that an answer is true, and shows nothing else of the board. The proofs
// are verified by the package verify, the only part that the chain imports; its package comment has the commitment,
// the statements, the bytes and the challenges. This package has the circuit and the prover.
//
// # Circuit
//
// The circuit is a function over a table of rows, boardRows, which runs over two tables: one records the rows, the
// other computes with numbers. It computes only values that follow from its inputs; every free choice of a prover is an
// input, so that a test can make it, too. boardRows has the argument why its rows are enough, and docs/zk.md all
// arguments.
//
// # Prover
//
// A [Prover] holds the polynomials of a circuit. It checks each statement natively before it proves it and verifies
// each proof before it returns it. An answer is an opening of the column of tiles, to which the board is committed.
// Proofs hide the board in the statistical sense, by blinds that follow from the board's secret and fleet: a board has
// one proof, and an answer, too. Take the prover as not constant in time: it runs where the secret is.
package zk
