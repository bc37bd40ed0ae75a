// Bytes as the chain's formats have them: unsigned, big-endian, without separators.

import { concatBytes } from "@noble/hashes/utils.js";

export { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";

/** ascii returns the bytes of a text that has no other characters. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

export function u16(n: number): Uint8Array {
  return Uint8Array.of(n >> 8, n & 0xff);
}

export function u32(n: number): Uint8Array {
  return Uint8Array.of(n >>> 24, (n >> 16) & 0xff, (n >> 8) & 0xff, n & 0xff);
}

export function u64(n: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, n);
  return bytes;
}

/** sized puts the length in front of bytes, in 16 bits. */
export function sized(bytes: Uint8Array): Uint8Array {
  return concatBytes(u16(bytes.length), bytes);
}

/** equal reports whether two byte strings are the same. */
export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** randomBytes draws from the browser's own source; there is no other. */
export function randomBytes(n: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(n));
}

/** randomBelow draws a number from 0 to n-1, all equally likely. */
export function randomBelow(n: number): number {
  const limit = 2 ** 32 - (2 ** 32 % n);
  for (;;) {
    const drawn = crypto.getRandomValues(new Uint32Array(1))[0]!;
    if (drawn < limit) {
      return drawn % n;
    }
  }
}
