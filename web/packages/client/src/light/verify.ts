// The rules by which a trusted header vouches for a later one: those of CometBFT's light client and of player/light/proof.

import { hashes, verify as verifyEd25519 } from "@noble/ed25519";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, equal } from "../bytes.js";
import { check, Fault } from "./fault.js";
import {
  checkForm,
  headerHash,
  hex,
  type LightBlock,
  readBlock,
  signedBytes,
  type Time,
  totalPower,
  type Validator,
  whole,
} from "./header.js";

hashes.sha512 = sha512 as typeof hashes.sha512;

/** period is how long a trusted header vouches for later ones, and drift how far a header may be ahead of the clock. */
export const period: Time = 14n * 24n * 3600n * 1_000_000_000n;
const drift: Time = 10_000_000_000n;

/** Trusted is a header that is believed. Without its block it vouches for its own height alone. */
export interface Trusted {
  readonly chainId: string;
  readonly height: bigint;
  readonly hash: Uint8Array;
  readonly block?: LightBlock;
}

/** trust returns the trusted header that a verified block is. */
export function trust(block: LightBlock): Trusted {
  const { chainId, height } = block.header;
  return { chainId, height, hash: headerHash(block.header), block };
}

/** readTrusted reads a trusted header as Go writes it, with its block if that is there. */
export function readTrusted(json: unknown): Trusted {
  const { chain_id, height, hash, light_block } = (json ?? {}) as Record<string, unknown>;
  check(typeof chain_id === "string", "malformed");
  const block = light_block === undefined || light_block === null ? undefined : readLightBlock(light_block);
  return { chainId: chain_id, height: whole(height, 64), hash: hex(hash), ...(block && { block }) };
}

/** readLightBlock reads a block as Go writes it. */
export function readLightBlock(json: unknown): LightBlock {
  const { signed_header, validator_set } = (json ?? {}) as Record<string, { validators?: unknown } | undefined>;
  return readBlock(signed_header, validator_set?.validators);
}

/** verify throws a Fault unless a block is the trusted one, or a later one of its chain: two thirds of its own validators have
 * signed it, and of those that the trusted header knows more than a third. */
export async function verify(trusted: Trusted, block: LightBlock, now: Time, vouches = period): Promise<void> {
  isAt(trusted, block);
  if (block.header.height === trusted.height) {
    isIt(trusted, block);
    return;
  }
  check(block.header.height > trusted.height, "newer");
  check(trusted.block !== undefined, "only-hash");
  check(trusted.height > 0n && trusted.hash.length > 0, "malformed");
  isAt(trusted, trusted.block);
  isIt(trusted, trusted.block);
  await follows(trusted.block, block, now, vouches);
}

function isAt({ chainId }: Trusted, block: LightBlock): void {
  check(block.header.chainId === chainId, "chain");
  checkForm(block);
}

function isIt({ height, hash }: Trusted, { header }: LightBlock): void {
  check(header.height === height && equal(headerHash(header), hash), "header");
}

async function follows(trusted: LightBlock, block: LightBlock, now: Time, vouches: Time): Promise<void> {
  const [before, after] = [trusted.header, block.header];
  check(before.time + vouches > now, "expired");
  check(after.time < now + drift, "future");
  const next = after.height === before.height + 1n;
  check(!next || equal(after.validators, before.nextValidators), "signatures");
  check(after.time > before.time, "signatures");
  const known = new Set<string>();
  if (!next) {
    const needed = totalPower(trusted.validators) / 3n;
    const places = new Map(trusted.validators.map((validator) => [bytesToHex(validator.address), validator]));
    await signed(block, (_, address) => places.get(bytesToHex(address)), needed, "distant", known);
  }
  const { validators } = block;
  check(validators.length === block.commit.signatures.length, "signatures");
  const needed = (totalPower(validators) * 2n) / 3n;
  await signed(
    block,
    (i, address) => {
      check(equal(validators[i]!.address, address), "signatures");
      return validators[i];
    },
    needed,
    "signatures",
    known,
  );
}

/** signed makes sure that validators with more than the needed power have signed a block. As CometBFT, it verifies no more
 * signatures than that takes, and all of those before it throws for too little power if there is only one. */
async function signed(
  { header, commit }: LightBlock,
  find: (i: number, address: Uint8Array) => Validator | undefined,
  needed: bigint,
  few: "distant" | "signatures",
  known: Set<string>,
): Promise<void> {
  const { signatures } = commit;
  const counted = new Set<Validator>();
  const open: (() => Promise<boolean>)[] = [];
  let power = 0n;
  for (const [i, signature] of signatures.entries()) {
    if (signature.flag !== 2n) {
      continue;
    }
    const validator = find(i, signature.address);
    if (!validator) {
      continue;
    }
    check(!counted.has(validator) && signature.bytes.length === 64, "signatures");
    counted.add(validator);
    const name = `${i}/${bytesToHex(validator.key)}`;
    if (!known.has(name)) {
      known.add(name);
      open.push(() => isSigned(signature.bytes, signedBytes(header.chainId, commit, signature), validator.key));
    }
    power += validator.power;
    if (power > needed) {
      break;
    }
  }
  check(power > needed || signatures.length === 1, few);
  const verified = await Promise.all(open.map((one) => one()));
  check(!verified.includes(false), "signatures");
  check(power > needed, few);
}

/** isSigned verifies with the browser where possible, which is faster. A signature that the browser refuses is verified
 * by the rules of ZIP 215, which CometBFT follows, and which accept every signature that the browser does. */
async function isSigned(signature: Uint8Array, message: Uint8Array, key: Uint8Array): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  try {
    const imported = await subtle.importKey("raw", own(key), "Ed25519", false, ["verify"]);
    if (await subtle.verify("Ed25519", imported, own(signature), own(message))) {
      return true;
    }
  } catch {
    // a browser that does not know it, or a page from an insecure origin
  }
  return verifyEd25519(signature, message, key);
}

/** own are bytes as the browser's types want them. */
const own = (bytes: Uint8Array) => bytes as Uint8Array<ArrayBuffer>;

/** isDistant reports whether headers between can lead to one that was refused. */
export const isDistant = (error: unknown): boolean => error instanceof Fault && error.kind === "distant";
