// Headers of CometBFT with their commits and validators, as RPC has them in JSON, and their hashes.

import { sha256 } from "@noble/hashes/sha2.js";
import { base64 } from "../base.js";
import { concatBytes, equal, hexToBytes } from "../bytes.js";
import { varint } from "../proto/codec.js";
import { check, Fault } from "./fault.js";

/** Time is in nanoseconds since 1970: proofs count them all. */
export type Time = bigint;

export interface BlockId {
  readonly hash: Uint8Array;
  readonly total: bigint;
  readonly parts: Uint8Array;
}

export interface Header {
  readonly block: bigint;
  readonly app: bigint;
  readonly chainId: string;
  readonly height: bigint;
  readonly time: Time;
  readonly last: BlockId;
  readonly validators: Uint8Array;
  readonly nextValidators: Uint8Array;
  readonly appHash: Uint8Array;
  readonly proposer: Uint8Array;
  /** others are the hashes of the last commit, data, consensus, results and evidence. */
  readonly others: readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
}

/** A Signature is one of a validator. Its flag is 1 if there is none, 2 if it is for the block, and 3 for none of them. */
export interface Signature {
  readonly flag: bigint;
  readonly address: Uint8Array;
  readonly time: Time;
  readonly bytes: Uint8Array;
}

export interface Commit {
  readonly height: bigint;
  readonly round: bigint;
  readonly id: BlockId;
  readonly signatures: readonly Signature[];
}

export interface Validator {
  readonly address: Uint8Array;
  readonly key: Uint8Array;
  readonly power: bigint;
}

/** A LightBlock is a header with its commit and validators. */
export interface LightBlock {
  readonly header: Header;
  readonly commit: Commit;
  readonly validators: readonly Validator[];
  /** json is its source, in the form of Go's programs. */
  readonly json: { readonly signed_header: unknown; readonly validator_set: { readonly validators: unknown } };
}

// Reading JSON.

type Fields = Readonly<Record<string, unknown>>;

function fields(json: unknown): Fields {
  check(json !== null && typeof json === "object" && !Array.isArray(json), "malformed");
  return json as Fields;
}

function list(json: unknown): readonly unknown[] {
  check(Array.isArray(json), "malformed");
  return json;
}

/** whole reads an integer: a text where 64 bits are, or a number. */
export function whole(json: unknown, bits: number): bigint {
  const text = bits === 64 ? json : typeof json === "number" && String(json);
  check(typeof text === "string" && /^(0|-?[1-9]\d{0,18})$/.test(text), "malformed");
  const n = BigInt(text);
  check(n === BigInt.asIntN(bits, n), "malformed");
  return n;
}

function unsigned(json: unknown, bits: number): bigint {
  const n = whole(json, bits);
  check(n >= 0n, "malformed");
  return n;
}

export function hex(json: unknown): Uint8Array {
  check(typeof json === "string" && /^([0-9A-Fa-f]{2})*$/.test(json), "malformed");
  return hexToBytes(json);
}

function packed(json: unknown): Uint8Array {
  if (json === null || json === undefined) {
    return new Uint8Array();
  }
  check(typeof json === "string", "malformed");
  try {
    return base64.decode(json);
  } catch {
    throw new Fault("malformed");
  }
}

/** instant reads a time as JSON has it, in UTC. */
export function instant(json: unknown): Time {
  const [, whole, fraction = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/.exec(typeof json === "string" ? json : "") ?? [];
  const millis = Date.parse(`${whole}Z`);
  check(!Number.isNaN(millis), "malformed");
  return BigInt(millis) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

function blockId(json: unknown): BlockId {
  const { hash, parts } = fields(json);
  const { total, hash: of } = fields(parts);
  return { hash: hex(hash), total: unsigned(total, 33), parts: hex(of) };
}

function header(json: unknown): Header {
  const h = fields(json);
  const { block, app = "0" } = fields(h.version);
  check(typeof h.chain_id === "string", "malformed");
  return {
    block: unsigned(block, 64),
    app: unsigned(app, 64),
    chainId: h.chain_id,
    height: whole(h.height, 64),
    time: instant(h.time),
    last: blockId(h.last_block_id),
    validators: hex(h.validators_hash),
    nextValidators: hex(h.next_validators_hash),
    appHash: hex(h.app_hash),
    proposer: hex(h.proposer_address),
    others: [
      hex(h.last_commit_hash),
      hex(h.data_hash),
      hex(h.consensus_hash),
      hex(h.last_results_hash),
      hex(h.evidence_hash),
    ],
  };
}

function commit(json: unknown): Commit {
  const { height, round, block_id, signatures } = fields(json);
  return {
    height: whole(height, 64),
    round: whole(round, 32),
    id: blockId(block_id),
    signatures: list(signatures).map((json) => {
      const { block_id_flag, validator_address, timestamp, signature } = fields(json);
      return {
        flag: whole(block_id_flag, 32),
        address: hex(validator_address),
        time: instant(timestamp),
        bytes: packed(signature),
      };
    }),
  };
}

function validator(json: unknown): Validator {
  const { address, pub_key, voting_power } = fields(json);
  const { type, value } = fields(pub_key);
  check(type === "tendermint/PubKeyEd25519", "malformed");
  return { address: hex(address), key: packed(value), power: whole(voting_power, 64) };
}

/** readBlock reads a signed header as /commit has it, and validators as /validators has them. It throws a Fault for what
 * cannot be read, and verifies nothing. */
export function readBlock(signedHeader: unknown, validators: unknown): LightBlock {
  const signed = fields(signedHeader);
  return {
    header: header(signed.header),
    commit: commit(signed.commit),
    validators: list(validators).map(validator),
    json: { signed_header: signedHeader, validator_set: { validators } },
  };
}

// Bytes that are hashed and signed: protobuf, without fields that are empty.

const varints = (...list: bigint[]): Uint8Array => {
  const out: number[] = [];
  for (const n of list) {
    varint(out, n);
  }
  return Uint8Array.from(out);
};

/** sized puts the length in front of bytes. */
export const sized = (bytes: Uint8Array): Uint8Array => concatBytes(varints(BigInt(bytes.length)), bytes);

const number = (field: number, n: bigint): Uint8Array => (n === 0n ? new Uint8Array() : varints(BigInt(field * 8), n));

function fixed(field: number, n: bigint): Uint8Array {
  if (n === 0n) {
    return new Uint8Array();
  }
  const out = new Uint8Array(9);
  out[0] = field * 8 + 1;
  new DataView(out.buffer).setBigInt64(1, n, true);
  return out;
}

const message = (field: number, ...parts: Uint8Array[]): Uint8Array =>
  concatBytes(Uint8Array.of(field * 8 + 2), sized(concatBytes(...parts)));

const bytes = (field: number, value: Uint8Array): Uint8Array => (value.length === 0 ? value : message(field, value));

const text = (field: number, value: string): Uint8Array => bytes(field, new TextEncoder().encode(value));

function timestamp(time: Time): Uint8Array {
  const nanos = ((time % 1_000_000_000n) + 1_000_000_000n) % 1_000_000_000n;
  return concatBytes(number(1, (time - nanos) / 1_000_000_000n), number(2, nanos));
}

function idBytes({ hash, total, parts }: BlockId): Uint8Array {
  return concatBytes(bytes(1, hash), message(2, number(1, total), bytes(2, parts)));
}

// Hashes.

/** merkleRoot is the root of a list, as CometBFT and RFC 6962 make it. */
function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
  if (items.length < 2) {
    return sha256(items.length === 0 ? new Uint8Array() : concatBytes(Uint8Array.of(0), items[0]!));
  }
  let split = 1;
  while (2 * split < items.length) {
    split *= 2;
  }
  return sha256(concatBytes(Uint8Array.of(1), merkleRoot(items.slice(0, split)), merkleRoot(items.slice(split))));
}

export function headerHash(h: Header): Uint8Array {
  const [lastCommit, data, consensus, results, evidence] = h.others;
  return merkleRoot([
    concatBytes(number(1, h.block), number(2, h.app)),
    text(1, h.chainId),
    number(1, h.height),
    timestamp(h.time),
    idBytes(h.last),
    bytes(1, lastCommit),
    bytes(1, data),
    bytes(1, h.validators),
    bytes(1, h.nextValidators),
    bytes(1, consensus),
    bytes(1, h.appHash),
    bytes(1, results),
    bytes(1, evidence),
    bytes(1, h.proposer),
  ]);
}

export function validatorsHash(validators: readonly Validator[]): Uint8Array {
  return merkleRoot(validators.map(({ key, power }) => concatBytes(message(1, bytes(1, key)), number(2, power))));
}

/** addressOf is the address of a validator's key. */
export function addressOf(key: Uint8Array): Uint8Array {
  return sha256(key).slice(0, 20);
}

/** signedBytes are those that a validator has signed for the block of a commit. */
export function signedBytes(chainId: string, { height, round, id }: Commit, { time }: Signature): Uint8Array {
  return sized(
    concatBytes(
      number(1, 2n), // a precommit
      fixed(2, height),
      fixed(3, round),
      message(4, idBytes(id)),
      message(5, timestamp(time)),
      text(6, chainId),
    ),
  );
}

// Checks of each part by itself.

const [hashSize, addressSize, keySize] = [32, 20, 32];
const protocol = 11n;
const mostPower = (2n ** 63n - 1n) / 8n;
const zeroTime = instant("0001-01-01T00:00:00Z");

const isHash = (hash: Uint8Array) => hash.length === 0 || hash.length === hashSize;
const isId = ({ hash, parts }: BlockId) => isHash(hash) && isHash(parts);

/** totalPower throws for validators with which CometBFT cannot count. */
export function totalPower(validators: readonly Validator[]): bigint {
  let total = 0n;
  for (const { key, power } of validators) {
    check(key.length === keySize && power >= 0n && power <= mostPower - total, "malformed");
    total += power;
  }
  return total;
}

/** checkForm throws for a block whose parts cannot be, or do not belong together. */
export function checkForm({ header: h, commit: c, validators }: LightBlock): void {
  totalPower(validators);
  check(
    h.block === protocol &&
      new TextEncoder().encode(h.chainId).length <= 50 &&
      h.height > 0n &&
      isId(h.last) &&
      [...h.others, h.validators, h.nextValidators].every(isHash) &&
      h.proposer.length === addressSize,
    "malformed",
  );
  check(c.round >= 0n && c.height === h.height && isId(c.id) && c.signatures.length > 0, "malformed");
  for (const { flag, address, time, bytes } of c.signatures) {
    check(
      flag === 1n
        ? address.length === 0 && time === zeroTime && bytes.length === 0
        : (flag === 2n || flag === 3n) && address.length === addressSize && bytes.length > 0 && bytes.length <= 96,
      "malformed",
    );
  }
  check(h.validators.length > 0 && equal(headerHash(h), c.id.hash), "malformed");
  check(validators.length > 0 && validators.every(({ address, key }) => equal(address, addressOf(key))), "malformed");
  check(equal(validatorsHash(validators), h.validators), "malformed");
}
