// Package zk proves that a board is legal and that an answer is true, and shows nothing else of the board. The proofs
// are verified by the package verify, which is all that a node links; its package comment has the statements and the
// bytes. Here are the circuits, the commitments and the prover.
//
// # Commitment
//
// A board is committed to with one hash:
//
//	commitment = compress(fleet + 2^64*tag, salt)
//
// compress is Poseidon2 over the scalar field of BLS12-381, two numbers wide, with 8 full and 56 partial rounds. The
// fleet is packed into at most 64 bits: of each ship the coordinate along it, the coordinate across it and its
// direction. The tag is 184 bits of a hash of chain, player, board nonce and ruleset, so the commitment is of no use
// for another board. The salt is 252 bits that follow from the board secret and the fleet. Binding holds as long as
// compress is free of collisions, hiding as long as it looks random to anyone without the salt.
//
// # Circuits
//
// A circuit is a function over a table of rows, with two implementations: gnark's builder, and the tests' arithmetic,
// which tries lies by the hundred thousand. It computes only what follows from its inputs; whatever a prover may choose
// is an input, so that a test can choose it, too. The functions boardRows and answerRows have the arguments why their
// rows are enough; docs/zk.md has them in one place, with what is not proven.
//
// # Prover
//
// A [Prover] holds compiled circuits and proving keys. It checks each statement natively before it proves it and
// verifies each proof before it returns it. Proofs hide the board in the statistical sense: gnark's option for that is
// set, and a test fails without it. Take the prover as not constant in time: it runs where the secret is.
package zk
