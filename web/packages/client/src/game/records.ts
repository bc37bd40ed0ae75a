// Records of the module's store, as a chain proves them.

import { concatBytes, equal } from "../bytes.js";
import { BadAnswer } from "../chain/errors.js";
import { fromBinary, type Message, type Schema, toBinary } from "../proto/codec.js";

/** prefixes are the first bytes of keys, as in x/battleship/types/keys.go; kinds of games have more. */
export const prefixes = {
  Params: 0,
  Games: 2,
  Progress: 3,
  Recoveries: 4,
  Results: 8,
  Players: 9,
  Rematches: 21,
  Names: 30,
  NameOwners: 31,
} as const;

/** keyOf is the key of a record, behind a prefix. */
export const keyOf = (prefix: number, ...parts: Uint8Array[]): Uint8Array =>
  concatBytes(Uint8Array.of(prefix), ...parts);

/** recordOf reads a record; nothing if there is none. */
export function recordOf<M extends Message>(schema: Schema<M>, bytes: Uint8Array | undefined): M | undefined {
  if (!bytes || bytes.length === 0) {
    return undefined;
  }
  try {
    return fromBinary(schema, bytes);
  } catch {
    throw new BadAnswer("The chain has a record that this page does not understand. Reload the page.");
  }
}

/** same reports whether two messages are. */
export function same<M extends Message>(schema: Schema<M>, a: M | undefined, b: M | undefined): boolean {
  return a === b || (!!a && !!b && equal(toBinary(schema, a), toBinary(schema, b)));
}

/** untrue is for what a node shows of a game otherwise than its chain has it. */
export const untrue = () =>
  new BadAnswer("The node shows this game otherwise than its chain has it, so nothing was sent. Ask another node.");
