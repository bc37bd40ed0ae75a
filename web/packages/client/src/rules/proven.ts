// Proven boards: statements about them, checks of their proofs, and the sizes of messages. Commitments and proofs are
// made by the prover, see ../prover.

import type { Binding } from "./commitment.js";

/** Sizes in bytes: of a commitment, of the proof of a board, and of that of an answer. */
export const commitmentSize = 48;
export const boardProofSize = 608;
export const answerProofSize = 48;

/** A statement is about the content of a tile of a board. */
export interface Statement {
  readonly tile: number;
  readonly hit: boolean;
}

/** A check is of a proof, that a player's board is legal or that a statement about it is true. */
export interface Check {
  readonly binding: Binding;
  readonly commitment: Uint8Array;
  readonly proof: Uint8Array;
  readonly statement?: Statement;
}
