// secp256k1 keys as the chain has them: words, addresses and RFC 6979 signatures.

import { hmac } from "@noble/hashes/hmac.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import * as secp256k1 from "@noble/secp256k1";
import { bech32 } from "../base.js";
import { ascii, concatBytes, u32 } from "../bytes.js";
import { seedOf } from "./words.js";

secp256k1.hashes.sha256 = sha256;
secp256k1.hashes.hmacSha256 = (key, message) => hmac(sha256, key, message);

export const prefix = "ship";

/** path is m/44'/118'/0'/0/0 of BIP-32; hardened steps have the highest bit set. */
const hardened = 2 ** 31;
const path = [hardened + 44, hardened + 118, hardened, 0, 0];
const order = secp256k1.Point.CURVE().n;

/** privateKeyFromWords returns the first key of the words, as every Cosmos wallet derives it. */
export function privateKeyFromWords(words: string): Uint8Array {
  let node: Uint8Array = hmac(sha512, ascii("Bitcoin seed"), seedOf(words));
  for (const step of path) {
    node = child(node, step);
  }
  return node.slice(0, 32);
}

/** child derives a private key and its chain code from those above it, as BIP-32 says. */
function child(node: Uint8Array, step: number): Uint8Array {
  const [key, code] = [node.slice(0, 32), node.slice(32)];
  const data = step >= hardened ? concatBytes(Uint8Array.of(0), key) : publicKeyOf(key);
  const derived = hmac(sha512, code, concatBytes(data, u32(step)));
  const [left, above] = [toNumber(derived.slice(0, 32)), toNumber(key)];
  const sum = (left + above) % order;
  if (left >= order || sum === 0n) {
    throw new Error("these words give no key"); // with a probability below 2^-127
  }
  return concatBytes(toBytes(sum), derived.slice(32));
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((n, byte) => (n << 8n) | BigInt(byte), 0n);
}

function toBytes(n: bigint): Uint8Array {
  return Uint8Array.from({ length: 32 }, (_, i) => Number((n >> BigInt(8 * (31 - i))) & 0xffn));
}

/** publicKeyOf returns the compressed public key, 33 bytes. */
export function publicKeyOf(key: Uint8Array): Uint8Array {
  return secp256k1.getPublicKey(key, true);
}

export function addressBytesOf(publicKey: Uint8Array): Uint8Array {
  return ripemd160(sha256(publicKey));
}

export function addressOf(publicKey: Uint8Array): string {
  return bech32.encode(prefix, addressBytesOf(publicKey));
}

/** addressBytes returns the bytes of an address of this chain, or undefined for any other text. */
export function addressBytes(address: string): Uint8Array | undefined {
  return bech32.decode(prefix, address);
}

/** signRaw signs the SHA-256 of bytes: r and s, s in the lower half, the same each time. */
export function signRaw(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  return secp256k1.sign(sha256(bytes), key, { prehash: false, lowS: true });
}

/** verifyRaw reports whether a signature is the key's. */
export function verifyRaw(publicKey: Uint8Array, bytes: Uint8Array, signature: Uint8Array): boolean {
  try {
    return secp256k1.verify(signature, sha256(bytes), publicKey, { prehash: false, lowS: true });
  } catch {
    return false;
  }
}
