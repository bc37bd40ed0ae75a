// Records of the module's store, as a chain proves them.

import { concatBytes, equal } from "../bytes.js";
import { BadAnswer } from "../chain/errors.js";
import type { Node } from "../chain/node.js";
import { fromBinary, type Message, type Schema, toBinary } from "../proto/codec.js";
import type { Proofs } from "./chain.js";

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

/** readEnd reads records that begin to be when a game ends, the first one always. The last block may be newer than the node has said. */
export async function readEnd(node: Node, proofs: Proofs, keys: readonly Uint8Array[]): Promise<Uint8Array[]> {
  const { height } = await node.status();
  const records = await proofs.read(height, keys);
  return records[0]?.length === 0 ? proofs.read(height + 1n, keys) : records;
}

/** onceEach proves each view once, and again only after a failure. */
export function onceEach<V extends object>(prove: (view: V) => Promise<V>): (view: V) => Promise<V> {
  const proven = new WeakMap<V, Promise<V>>();
  return (view) => {
    let found = proven.get(view);
    if (!found) {
      found = prove(view);
      found.catch(() => proven.delete(view));
      proven.set(view, found);
    }
    return found;
  };
}

/** recordOf decodes a record. It returns undefined for an absent one. */
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

/** untrue returns the error for a node whose view of a game differs from its chain's. */
export const untrue = () =>
  new BadAnswer("The node shows this game otherwise than its chain has it, so nothing was sent. Ask another node.");
