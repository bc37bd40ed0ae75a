// Package verify checks proofs that a board is legal and that an answer is true, without seeing the board. It is the
// only part of the zero-knowledge scheme that the chain imports: it holds verification keys and no circuit, and it
// never proves.
//
// # Statements
//
// A player commits to a fleet with a [Commitment], one point of 48 bytes. There are two statements:
//
//   - [Board]: the player knows a column of numbers behind the commitment. Its first row holds the tag of this chain,
//     player, nonce and ruleset, and the next rows report for each tile, with 1 or 0, whether a legal fleet has a ship
//     there.
//   - [Answer]: the column behind the commitment is 1, or 0, in the row of a tile.
//
// An answer is true only beside an accepted Board proof for the same commitment. The caller fills statements from its
// own state; a message provides only the proof, and hit or miss.
//
// # Commitment
//
// The commitment is the KZG commitment [L] to the first column of the table of PLONK, with two blinds. It is part of
// every PLONK proof, and so of the transcript from which the challenges are hashed. The tag is a number of 31 bytes of
// a hash of chain, player, board nonce and ruleset. docs/zk.md has the argument that the column is bound and hidden.
//
// # Bytes of a proof
//
// The proof of a board is PLONK with KZG commitments over BLS12-381, as gnark v0.16.0 makes it. With the commitment
// before it, which is its first point, it has the following parts; without, it has exactly [ProofSize] bytes. Each
// proof has one encoding. Points are 48 bytes, compressed as in the ZCash encoding of BLS12-381; numbers are 32 bytes,
// big-endian, below the order of the group:
//
//	3 points   commitments to the columns L, R, O
//	1 point    commitment to the permutation polynomial Z
//	3 points   commitments to the three parts of the quotient
//	1 point    opening at zeta
//	6 numbers  values at zeta: the linearised polynomial, L, R, O, S1, S2
//	1 point    opening of Z at omega*zeta
//	1 number   value of Z at omega*zeta
//
// The proof of an answer is one point of [OpeningSize] bytes: the opening W of [L] in the row of the tile, with
// e([L] - y*[1] + x*W, G2) = e(W, [tau]G2), y being 1 for a hit and 0 for a miss, and x = omega^(1+tile). It is checked
// as e([L] - y*[1], G2) = e(W, [tau - x]G2). W must be in the group; that [L] is was checked with the board.
//
// A board's is gnark's own encoding without its two length words. A point at infinity is refused: an honest proof,
// whose polynomials are blinded, has none but with a chance of 2^-250. A change of a proof's bytes changes the proof,
// but one statement has many proofs: never use the bytes of a proof as an identifier.
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
