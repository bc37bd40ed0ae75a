// secp256k1 keys as the chain has them: words, addresses and RFC 6979 signatures.

import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32 } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";

export const prefix = "ship";
const path = "m/44'/118'/0'/0/0";

/** newWords draws the 12 words of a new key. */
export function newWords(): string {
  return generateMnemonic(wordlist, 128);
}

/** plainWords brings words that a person has typed into the form that they are hashed in. */
export function plainWords(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(" ");
}

/** areWords reports whether words are those of a key, by their checksum. */
export function areWords(text: string): boolean {
  return validateMnemonic(plainWords(text), wordlist);
}

/** privateKeyFromWords returns the first key of the words, as every Cosmos wallet derives it. */
export function privateKeyFromWords(words: string): Uint8Array {
  const key = HDKey.fromMasterSeed(mnemonicToSeedSync(plainWords(words))).derive(path).privateKey;
  if (!key) {
    throw new Error("these words give no key");
  }
  return key;
}

/** publicKeyOf returns the compressed public key, 33 bytes. */
export function publicKeyOf(key: Uint8Array): Uint8Array {
  return secp256k1.getPublicKey(key, true);
}

export function addressBytesOf(publicKey: Uint8Array): Uint8Array {
  return ripemd160(sha256(publicKey));
}

export function addressOf(publicKey: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(addressBytesOf(publicKey)));
}

/** addressBytes returns the bytes of an address of this chain, or nothing if the text is none. */
export function addressBytes(address: string): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(address, 1023);
  if (!decoded || decoded.prefix !== prefix) {
    return undefined;
  }
  return bech32.fromWordsUnsafe(decoded.words) ?? undefined;
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
