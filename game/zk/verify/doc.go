// Package verify checks proofs that a board is legal and that an answer is true, without seeing the board. It is the
// only part of the zero-knowledge scheme that the chain imports: it holds verification keys and no circuit, and it
// never proves. It also makes the commitments that proofs are about, with [Commit], for players and for the audit of a
// whole board.
//
// # Statements
//
// A player commits to a fleet with a [Commitment], one hash of 32 bytes. There are two statements:
//
//   - [Board]: the player knows a fleet and a salt behind the commitment, the fleet is legal in the ruleset, and the
//     commitment was made for this chain, player, nonce and ruleset.
//   - [Answer]: in the fleet behind the commitment, the tile is a ship or water, as answered; a ship announced as sunk
//     is the one on the tile; and no ship that is now hit on its every tile is left unannounced.
//
// An answer is true only beside an accepted Board proof for the same commitment, because the circuit of the answer
// does not check again that the fleet is legal. Nor does it refuse a ship announced too early, the very ship that was
// hit with tiles still dry: the rules refuse that (game.ErrSunkEarly), on public data alone. So the caller checks an
// answer with the rules as well as with its proof.
//
// Every public input is computed here from the fields of the statement. The caller fills them from its own state; a
// message provides only the proof, hit or miss, and the announced ship.
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
// # Bytes of a proof
//
// A proof is PLONK with KZG commitments over BLS12-381, as gnark v0.16.0 makes it. It has exactly [ProofSize] bytes,
// and each proof has one encoding. Points are 48 bytes, compressed as in the ZCash encoding of BLS12-381; numbers are
// 32 bytes, big-endian, below the order of the group:
//
//	3 points   commitments to the columns L, R, O
//	1 point    commitment to the permutation polynomial Z
//	3 points   commitments to the three parts of the quotient
//	1 point    opening at zeta
//	6 numbers  values at zeta: the linearised polynomial, L, R, O, S1, S2
//	1 point    opening of Z at omega*zeta
//	1 number   value of Z at omega*zeta
//
// That is gnark's own encoding without its two length words. A point at infinity is refused: an honest proof, whose
// polynomials are blinded, has none but with a chance of 2^-250. A change of a proof's bytes changes the proof, but
// one statement has many proofs: never use the bytes of a proof as an identifier.
//
// # Bytes of a key
//
// A verification key is 400 bytes: the size of the domain and the number of public inputs, u64 big-endian each, and
// eight points: S1, S2, S3, Ql, Qr, Qm, Qo, Qk. The keys and the ceremony's point [tau]G2 are embedded, and their
// SHA-256 are constants: a build with other keys refuses every proof.
//
// # Challenges
//
// The random draws of an interactive verifier are hashes. A challenge is a SHA-256, big-endian, modulo the order
// of the group. Each hash begins with a name, which is its bytes in ASCII, and all but two continue with the 32 bytes
// of the previous hash, not reduced. Points are hashed uncompressed, 96 bytes in the ZCash encoding; numbers as above:
//
//	gamma = "gamma" || the key's eight points in their order || public inputs || L || R || O
//	beta  = "beta"  || hash of gamma
//	alpha = "alpha" || hash of beta || Z
//	zeta  = "zeta"  || hash of alpha || the three parts of the quotient
//	v     = "gamma" || zeta || D || L || R || O || S1 || S2 || the six values at zeta || value of Z at omega*zeta
//	u     = "u"     || hash of v || opening at zeta || opening of Z at omega*zeta
//
// Letters are the points of proof and key; D is the commitment to the linearised polynomial, which the verifier
// computes. v folds the six polynomials that are opened at zeta, u the two openings. With r the order of the group and
// n the size of the domain, omega is 7^((r-1)/n), and row i, from 0, is at omega^i, the public inputs in the first
// rows. The cosets of the permutation are shifted by 7 and by 49. The group's generators are those of the standard;
// [tau]G2 is keys/tau.g2, 96 bytes, compressed.
//
// # Assumptions
//
// The verifier is our own, over the curve and the fields of gnark-crypto: plonk.go has the equations, each with the
// step of the paper and the place in gnark that it is taken from, and sum.go the sums of points. The tests compare its
// verdict with that of gnark's verifier, which only tests call. It draws nothing at random, starts no goroutine, and
// its loops depend on the key alone, so every build on every machine gives the same verdict. The circuits behind the
// keys have not been audited. The functions of this package may be called from several goroutines.
package verify
