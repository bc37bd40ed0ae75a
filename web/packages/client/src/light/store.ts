// Proofs of records: two steps of ICS-23, from the key to the root of the store by the tree of IAVL, and from there to the app
// hash by a simple tree. The rules are those of interchain/storeproof, by which neighbours may have empty values.

import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "../base.js";
import { ascii, concatBytes, equal } from "../bytes.js";
import { fromBinary } from "../proto/codec.js";
import { type Message, message, type Schema } from "../proto/message.js";
import { check, Fault } from "./fault.js";
import { sized } from "./header.js";

/** storeName is the store of the module that keeps the games. */
export const storeName = "battleship";

/** A Step is one of a proof, as a node answers it. */
export interface Step {
  readonly type: string;
  readonly key: Uint8Array;
  readonly data: Uint8Array;
}

/** An Item is a key with its value, empty for none, and the proof of it. */
export interface Item {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly steps: readonly Step[];
}

/** readItem decodes the answer of /abci_query about a key. */
export function readItem(key: Uint8Array, answer: unknown): Item {
  try {
    const { value, proofOps } = answer as {
      value?: string | null;
      proofOps?: { ops?: Record<string, string>[] } | null;
    };
    const bytes = (text: string | null | undefined) => base64.decode(text ?? "");
    const steps = (proofOps?.ops ?? []).map(({ type, key, data }) => ({
      type: String(type),
      key: bytes(key),
      data: bytes(data),
    }));
    return { key, value: bytes(value), steps };
  } catch {
    throw new Fault("malformed");
  }
}

interface Leaf extends Message {
  readonly hash: number;
  readonly prehashKey: number;
  readonly prehashValue: number;
  readonly length: number;
  readonly prefix: Uint8Array;
}

interface Inner extends Message {
  readonly hash: number;
  readonly prefix: Uint8Array;
  readonly suffix: Uint8Array;
}

interface Exists extends Message {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  readonly leaf?: Leaf;
  readonly path: readonly Inner[];
}

interface Absent extends Message {
  readonly left?: Exists;
  readonly right?: Exists;
}

interface Proof extends Message {
  readonly proof:
    | { readonly case: "exist"; readonly value: Exists }
    | { readonly case: "nonexist"; readonly value: Absent }
    | { readonly case: "batch" | "compressed" | undefined };
}

const LeafSchema: Schema<Leaf> = message(
  "cosmos.ics23.v1.LeafOp",
  "",
  "hash:int32 prehash_key:int32 prehash_value:int32 length:int32 prefix:bytes",
);
const InnerSchema: Schema<Inner> = message("cosmos.ics23.v1.InnerOp", "", "hash:int32 prefix:bytes suffix:bytes");
const ExistsSchema: Schema<Exists> = message(
  "cosmos.ics23.v1.ExistenceProof",
  "",
  "key:bytes value:bytes leaf:0 path:1*",
  () => [LeafSchema, InnerSchema],
);
const AbsentSchema: Schema<Absent> = message(
  "cosmos.ics23.v1.NonExistenceProof",
  "",
  "key:bytes left:0 right:0",
  () => [ExistsSchema],
);
const ProofSchema: Schema<Proof> = message(
  "cosmos.ics23.v1.CommitmentProof",
  "",
  "proof/exist:0 proof/nonexist:1 proof/batch:bytes proof/compressed:bytes",
  () => [ExistsSchema, AbsentSchema],
);

/** A Tree has the form of the inner nodes of one kind of tree, of two children each: the lengths of the bytes before
 * the children, and of a child. */
interface Tree {
  readonly least: number;
  readonly most: number;
  readonly child: number;
}

const iavl: Tree = { least: 4, most: 12, child: 33 };
const simple: Tree = { least: 1, most: 1, child: 32 };

const none = 0;
const [sha, varProto] = [1, 1];

/** numbers reads the three numbers before the children of a node of IAVL, its height first, and the number of bytes
 * that follow them; the numbers must not be negative. It returns undefined for other bytes. */
function numbers(prefix: Uint8Array): { height: bigint; rest: number } | undefined {
  let at = 0;
  let height = 0n;
  for (let i = 0; i < 3; i++) {
    let n = 0n;
    for (let shift = 0n; ; shift += 7n, at++) {
      const byte = prefix[at];
      if (byte === undefined || shift > 63n || (shift === 63n && byte > 1)) {
        return undefined;
      }
      n |= BigInt(byte & 127) << shift;
      if (byte < 128) {
        break;
      }
    }
    at++;
    if (n & 1n) {
      return undefined; // zigzag: negative
    }
    if (i === 0) {
      height = n >> 1n;
    }
  }
  return { height, rest: prefix.length - at };
}

function isLeaf(leaf: Leaf, tree: Tree): boolean {
  if (tree === iavl && numbers(leaf.prefix)?.rest !== 0) {
    return false;
  }
  const { hash, prehashKey, prehashValue, length, prefix } = leaf;
  return hash === sha && prehashKey === none && prehashValue === sha && length === varProto && prefix[0] === 0;
}

function isInner({ hash, prefix, suffix }: Inner, tree: Tree, layer: number): boolean {
  if (tree === iavl) {
    const read = numbers(prefix);
    if (!read || read.height < BigInt(layer) || (read.rest !== 1 && read.rest !== 34)) {
      return false;
    }
  }
  return (
    hash === sha &&
    prefix[0] !== 0 &&
    prefix.length >= tree.least &&
    prefix.length <= tree.most + tree.child &&
    suffix.length % tree.child === 0
  );
}

/** rootOf returns the root to which the proof of one key leads, or undefined for a proof of another form. */
function rootOf({ key, value, leaf, path }: Exists, tree: Tree): Uint8Array | undefined {
  if (!leaf || !isLeaf(leaf, tree) || path.length > 128 || !path.every((step, i) => isInner(step, tree, i + 1))) {
    return undefined;
  }
  if (key.length === 0) {
    return undefined;
  }
  let hash = sha256(concatBytes(leaf.prefix, sized(key), sized(sha256(value))));
  for (const { prefix, suffix } of path) {
    hash = sha256(concatBytes(prefix, hash, suffix));
  }
  return hash;
}

/** holds reports whether the proof of one key leads from it and its value to a root. */
function holds(root: Uint8Array, proof: Exists, tree: Tree, key: Uint8Array, value: Uint8Array): boolean {
  const got = rootOf(proof, tree);
  return (
    value.length > 0 && equal(proof.key, key) && equal(proof.value, value) && got !== undefined && equal(got, root)
  );
}

/** child reports whether an inner node of IAVL has the path's node on the left, 0, or on the right, 1. */
function isChild({ prefix, suffix }: Inner, side: 0 | 1): boolean {
  const { least, most, child } = iavl;
  const before = side * child;
  return prefix.length >= before + least && prefix.length <= before + most && suffix.length === (1 - side) * child;
}

/** compare orders keys as the store does. */
function compare(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    if (a[i] !== b[i]) {
      return a[i]! - b[i]!;
    }
  }
  return a.length - b.length;
}

/** areNeighbours reports whether nothing is between two paths of one tree. */
function areNeighbours(left: readonly Inner[], right: readonly Inner[]): boolean {
  let [l, r] = [left.length - 1, right.length - 1];
  while (l >= 0 && r >= 0 && equal(left[l]!.prefix, right[r]!.prefix) && equal(left[l]!.suffix, right[r]!.suffix)) {
    l--;
    r--;
  }
  return (
    l >= 0 &&
    r >= 0 &&
    isChild(left[l]!, 0) &&
    isChild(right[r]!, 1) &&
    left.slice(0, l).every((step) => isChild(step, 1)) &&
    right.slice(0, r).every((step) => isChild(step, 0))
  );
}

/** isAbsent reports whether a proof shows that there is no such key under a root. */
function isAbsent(root: Uint8Array, { left, right }: Absent, key: Uint8Array): boolean {
  const under = (neighbour: Exists) => {
    const got = rootOf(neighbour, iavl);
    return got !== undefined && equal(got, root);
  };
  if (
    (left && (!under(left) || compare(left.key, key) >= 0)) ||
    (right && (!under(right) || compare(key, right.key) >= 0))
  ) {
    return false;
  }
  if (left && right) {
    return areNeighbours(left.path, right.path);
  }
  return left ? left.path.every((step) => isChild(step, 1)) : !!right?.path.every((step) => isChild(step, 0));
}

function decode(step: Step, type: string): Proof["proof"] {
  check(step.type === type, "malformed");
  try {
    return fromBinary(ProofSchema, step.data).proof;
  } catch {
    throw new Fault("malformed");
  }
}

/** checkItem throws a Fault unless an app hash is of a state in which the key has the value, or, if that is empty, in which
 * there is no such key. */
export function checkItem({ key, value, steps }: Item, appHash: Uint8Array): void {
  check(steps.length === 2, "malformed");
  const [inStore, inApp] = [steps[0]!, steps[1]!];
  const store = decode(inStore, "ics23:iavl");
  check(store.case === "exist" || store.case === "nonexist", "malformed");
  const app = decode(inApp, "ics23:simple");
  check(app.case === "exist", "malformed");
  check(equal(inStore.key, key) && equal(inApp.key, ascii(storeName)), "key");
  const leading = store.case === "exist" ? store.value : (store.value.left ?? store.value.right);
  const root = leading && rootOf(leading, iavl);
  check(root !== undefined, "malformed");
  if (value.length > 0) {
    check(store.case === "exist", "value");
    check(equal(store.value.key, key), "key");
    check(holds(root, store.value, iavl, key, value), "value");
  } else {
    check(store.case === "nonexist" && isAbsent(root, store.value, key), "value");
  }
  check(holds(appHash, app.value, simple, ascii(storeName), root), "value");
}
