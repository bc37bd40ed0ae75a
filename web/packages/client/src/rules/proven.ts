// Proven boards: what is said of one, and the public inputs that a proof of it is for, as game/zk/verify has them.
// Commitments and proofs themselves are made by the prover, see ../prover.

import { sha256 } from "@noble/hashes/sha2.js";
import { ascii, bytesToHex, concatBytes, u32 } from "../bytes.js";
import { type Answer, type Side, trueAnswer } from "./answer.js";
import { type Binding, bindingBytes } from "./commitment.js";
import { type Fleet, shipCode } from "./fleet.js";
import { type Ruleset, shipTiles, tiles } from "./rulesets.js";
import type { Tiles } from "./tiles.js";

export const proofSize = 656;

const tagSize = 23;
const numberSize = 32;
/** freeSlot stands for an earlier hit that has not happened. No board has such a tile. */
const freeSlot = 255;

/** A statement says what is on a tile of a board. */
export interface Statement {
  readonly tile: number;
  readonly hit: boolean;
  /** sunk is 0, or 1 and the code of the ship that is announced. */
  readonly sunk: number;
  /** hits are the tiles of this board that were hit before. */
  readonly hits: Tiles;
}

/** statementOf is what must be proven of an answer, after what was answered before. */
export function statementOf(before: Side, tile: number, answer: Answer): Statement {
  return { tile, hit: answer.hit, sunk: answer.sunk ? 1 + shipCode(answer.sunk) : 0, hits: before.hits };
}

function number(low: number): Uint8Array {
  return concatBytes(new Uint8Array(numberSize - 4), u32(low));
}

/** publicInputs are those of a board, or of a statement about it. */
export function publicInputs(b: Binding, commitment: Uint8Array, s?: Statement): Uint8Array[] {
  const hash = sha256(concatBytes(ascii("battleship/zk/tag/v1"), bindingBytes(b)));
  const board = [commitment, concatBytes(new Uint8Array(numberSize - tagSize), hash.slice(0, tagSize))];
  if (!s) {
    return board;
  }
  const numbers = [s.tile, s.hit ? 1 : 0];
  if (b.ruleset.announceSunk) {
    const hits = [...s.hits].sort((x, y) => x - y);
    const free = shipTiles(b.ruleset) - 1 - hits.length;
    numbers.push(s.sunk, ...hits, ...new Array<number>(Math.max(free, 0)).fill(freeSlot));
  }
  return [...board, ...numbers.map(number)];
}

/** keyOf is the same text for statements with the same public inputs, and for no others. */
export function keyOf(b: Binding, commitment: Uint8Array, s: Statement): string {
  return publicInputs(b, commitment, s).map(bytesToHex).join();
}

/** foreseen are the true answers to every shot that can come next at a fleet, in the order in which tiles are likely. */
export function foreseen(r: Ruleset, fleet: Fleet, side: Side, odds: readonly number[]): Statement[] {
  return Array.from({ length: tiles(r) }, (_, tile) => tile)
    .filter((tile) => !side.answered.has(tile))
    .sort((x, y) => odds[y]! - odds[x]! || x - y)
    .map((tile) => statementOf(side, tile, trueAnswer(r, fleet, side, tile)));
}
