// The words of a key, as BIP-39 specifies them. The list of words is a file beside the page, which is read only when a
// key is made or brought in.

import { pbkdf2 } from "@noble/hashes/pbkdf2.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { ascii, randomBytes } from "../bytes.js";

export type WordList = readonly string[];

/** readWordList reads the list from its text, one word a line. */
export function readWordList(text: string): WordList {
  const words = text.trim().split("\n");
  if (words.length !== 2048) {
    throw new Error("the list of words is not complete");
  }
  return words;
}

/** plainWords brings words that a person has typed into the form that they are hashed in. */
export function plainWords(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(" ");
}

/** wordsOf writes entropy as words: its bits and those of a checksum, eleven for each word. */
export function wordsOf(list: WordList, entropy: Uint8Array): string {
  const bits = [...entropy, sha256(entropy)[0]!].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const count = (entropy.length * 8 * 33) / 32 / 11;
  return Array.from({ length: count }, (_, i) => list[Number.parseInt(bits.slice(11 * i, 11 * i + 11), 2)]!).join(" ");
}

/** newWords draws the 12 words of a new key. */
export function newWords(list: WordList): string {
  return wordsOf(list, randomBytes(16));
}

/** areWords reports whether words are those of a key: 12 to 24 of the list, with the checksum that they should have. */
export function areWords(list: WordList, text: string): boolean {
  const words = plainWords(text).split(" ");
  const numbers = words.map((word) => list.indexOf(word));
  if (words.length < 12 || words.length > 24 || words.length % 3 !== 0 || numbers.includes(-1)) {
    return false;
  }
  const bits = numbers.map((n) => n.toString(2).padStart(11, "0")).join("");
  const size = (words.length * 4) / 3;
  const entropy = Uint8Array.from({ length: size }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8), 2));
  return wordsOf(list, entropy) === words.join(" ");
}

/** seedOf returns the seed from which keys are derived. */
export function seedOf(words: string): Uint8Array {
  return pbkdf2(sha512, ascii(plainWords(words)), ascii("mnemonic"), { c: 2048, dkLen: 64 });
}
