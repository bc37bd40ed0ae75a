// Proven boards: what is said of one, and the sizes of what is sent. Commitments and proofs are made by the prover, see
// ../prover.

/** Sizes in bytes: of a commitment, of the proof of a board, and of that of an answer. */
export const commitmentSize = 48;
export const boardProofSize = 608;
export const answerProofSize = 48;

/** A statement says what is on a tile of a board. */
export interface Statement {
  readonly tile: number;
  readonly hit: boolean;
}
