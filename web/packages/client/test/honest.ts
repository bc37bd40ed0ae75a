// A chain of one validator with records in a store, whose headers and proofs are true. A node's answers about it may be
// anything.

import { getPublicKey, sign } from "@noble/ed25519";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "../src/base.js";
import { ascii, bytesToHex, concatBytes, equal } from "../src/bytes.js";
import { LightChain, type LightOptions } from "../src/light/chain.js";
import { addressOf, headerHash, type LightBlock, readBlock, signedBytes, validatorsHash } from "../src/light/header.js";
import type { Source } from "../src/light/source.js";
import type { Item } from "../src/light/store.js";

const key = new Uint8Array(32).fill(7);
const start = Date.parse("2026-01-01T00:00:00Z");
const zero = "00".repeat(32);

// Bytes of protobuf, for lengths below 16,384.

const length = (n: number) => (n < 128 ? [n] : [(n & 127) | 128, n >> 7]);
const field = (number: number, bytes: Uint8Array) =>
  concatBytes(Uint8Array.from([number * 8 + 2, ...length(bytes.length)]), bytes);
const sized = (bytes: Uint8Array) => concatBytes(Uint8Array.from(length(bytes.length)), bytes);
const leafOp = (prefix: Uint8Array) => field(3, concatBytes(Uint8Array.of(8, 1, 24, 1, 32, 1), field(5, prefix))); // sha-256, of values too, with lengths

interface Node {
  readonly hash: Uint8Array;
  readonly size: number;
  readonly height: number;
}

interface Leaf {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
  /** path has the bytes around the hash of the node below, from the leaf to the root. */
  readonly path: { prefix: Uint8Array; suffix: Uint8Array }[];
}

const version = 2;
const leafPrefix = Uint8Array.of(0, 2, version);

/** grow makes a tree of IAVL, of at least one leaf. */
function grow(leaves: readonly Leaf[]): Node {
  if (leaves.length === 1) {
    const { key, value } = leaves[0]!;
    const hash = sha256(concatBytes(leafPrefix, sized(key), sized(sha256(value))));
    return { hash, size: 1, height: 0 };
  }
  const middle = leaves.length >> 1;
  const [below, above] = [leaves.slice(0, middle), leaves.slice(middle)];
  const [left, right] = [grow(below), grow(above)];
  const [size, height] = [leaves.length, 1 + Math.max(left.height, right.height)];
  const numbers = Uint8Array.from([2 * height, ...length(2 * size), version, 32]);
  for (const { path } of below) {
    path.push({ prefix: numbers, suffix: concatBytes(Uint8Array.of(32), right.hash) });
  }
  const prefix = concatBytes(numbers, left.hash, Uint8Array.of(32));
  for (const { path } of above) {
    path.push({ prefix, suffix: new Uint8Array() });
  }
  return { hash: sha256(concatBytes(prefix, right.hash)), size, height };
}

function existence({ key, value, path }: Leaf): Uint8Array {
  const steps = path.map(({ prefix, suffix }) =>
    field(4, concatBytes(Uint8Array.of(8, 1), field(2, prefix), suffix.length > 0 ? field(3, suffix) : suffix)),
  );
  return concatBytes(field(1, key), field(2, value), leafOp(leafPrefix), ...steps);
}

const before = (a: Uint8Array, b: Uint8Array) => bytesToHex(a) < bytesToHex(b);

/** signedBlock is a block whose validators have these private keys and one vote each, and have all signed it. */
export function signedBlock(
  chainId: string,
  height: bigint,
  appHash: Uint8Array,
  keys: readonly Uint8Array[],
): LightBlock {
  const members = keys.map((one) => {
    const publicKey = getPublicKey(one);
    return { address: addressOf(publicKey), key: publicKey, power: 1n };
  });
  const validators = members.map(({ address, key, power }) => ({
    address: bytesToHex(address).toUpperCase(),
    pub_key: { type: "tendermint/PubKeyEd25519", value: base64.encode(key) },
    voting_power: String(power),
  }));
  const hash = bytesToHex(validatorsHash(members));
  const id = { hash: zero, parts: { total: 1, hash: zero } };
  const time = new Date(start + Number(height) * 1000).toISOString();
  const header = {
    version: { block: "11" },
    chain_id: chainId,
    height: String(height),
    time,
    last_block_id: id,
    last_commit_hash: zero,
    data_hash: zero,
    validators_hash: hash,
    next_validators_hash: hash,
    consensus_hash: zero,
    app_hash: bytesToHex(appHash),
    last_results_hash: zero,
    evidence_hash: zero,
    proposer_address: validators[0]!.address,
  };
  const commit = (of: string, signature: (key: Uint8Array) => string) => ({
    height: String(height),
    round: 0,
    block_id: { hash: of, parts: { total: 1, hash: zero } },
    signatures: validators.map(({ address }, i) => ({
      block_id_flag: 2,
      validator_address: address,
      timestamp: time,
      signature: signature(keys[i]!),
    })),
  });
  const unsigned = readBlock({ header, commit: commit(zero, () => "AA==") }, validators);
  const of = bytesToHex(headerHash(unsigned.header));
  const { commit: vote } = readBlock({ header, commit: commit(of, () => "AA==") }, validators);
  const bytes = signedBytes(chainId, vote, vote.signatures[0]!);
  return readBlock({ header, commit: commit(of, (one) => base64.encode(sign(bytes, one))) }, validators);
}

export class HonestChain {
  private readonly blocks = new Map<bigint, LightBlock>();
  private readonly states = new Map<bigint, { leaves: Leaf[]; root: Uint8Array }>();
  /** reads counts the requests for headers and records. */
  reads = 0;

  constructor(readonly chainId: string) {
    this.commit(1n, [[Uint8Array.of(0), Uint8Array.of(1)]]);
  }

  /** commit has the store hold records after a block. The next block proves them. */
  commit(height: bigint, records: readonly (readonly [Uint8Array, Uint8Array])[]): void {
    const leaves = [...records]
      .filter(([, value]) => value.length > 0)
      .sort(([a], [b]) => (before(a, b) ? -1 : 1))
      .map(([key, value]): Leaf => ({ key, value, path: [] }));
    const root = grow(leaves).hash;
    const appHash = sha256(concatBytes(Uint8Array.of(0), sized(ascii("battleship")), sized(sha256(root))));
    this.states.set(height, { leaves, root });
    this.blocks.set(height + 1n, signedBlock(this.chainId, height + 1n, appHash, [key]));
  }

  private item(height: bigint, key: Uint8Array): Item {
    const { leaves, root } = this.states.get(height)!;
    const found = leaves.find((leaf) => equal(leaf.key, key));
    const left = leaves.findLast((leaf) => before(leaf.key, key));
    const right = leaves.find((leaf) => before(key, leaf.key));
    const inStore = found
      ? field(1, existence(found))
      : field(
          2,
          concatBytes(
            field(1, key),
            left ? field(2, existence(left)) : new Uint8Array(),
            right ? field(3, existence(right)) : new Uint8Array(),
          ),
        );
    const inApp = concatBytes(field(1, ascii("battleship")), field(2, root), leafOp(Uint8Array.of(0)));
    return {
      key,
      value: found?.value ?? new Uint8Array(),
      steps: [
        { type: "ics23:iavl", key, data: inStore },
        { type: "ics23:simple", key: ascii("battleship"), data: field(1, inApp) },
      ],
    };
  }

  /** source answers truly of the blocks that there are. */
  readonly source: Source = {
    read: async (height, keys) => {
      this.reads++;
      const block = this.blocks.get(height);
      if (!block) {
        throw new Error(`no block ${height}`);
      }
      return [block, keys.map((key) => this.item(height - 1n, key))];
    },
  };

  /** trusted begins at the first block. */
  get trusted(): LightOptions {
    const root = { height: 2n, hash: bytesToHex(headerHash(this.blocks.get(2n)!.header)) };
    return { chainId: this.chainId, root, source: this.source, now: () => start + 60_000 };
  }

  /** light follows the chain, by a source that need not be true. */
  light(source = this.source): LightChain {
    return new LightChain({ ...this.trusted, source });
  }
}
