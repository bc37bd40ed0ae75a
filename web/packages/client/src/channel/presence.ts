// Presence at a relay: heartbeats, which show a client as connected, and questions about others. docs/channels.md has their bytes. A
// relay can hide a client, and show it for two minutes after its end.

import { ascii, bytesToHex, concatBytes, u64 } from "../bytes.js";
import { signRaw, verifyRaw } from "../wallet/keys.js";

const keySize = 33;
const entrySize = keySize + 8 + 64;
/** presentFor is how far the time of a heartbeat may be from the reader's, in seconds. */
const presentFor = 120;
/** mostAsked is how many keys a client may ask about at once. */
const mostAsked = 16;

/** relayKey is in the place of a key in messages to and from the relay itself. */
export const relayKey = new Uint8Array(keySize);

const [beat, ask] = [Uint8Array.of(1), Uint8Array.of(2)];

/** presenceMessage is the message of a heartbeat at a time, in seconds since 1970. */
export const presenceMessage = (host: string, seconds: number): Uint8Array =>
  concatBytes(ascii("battleship/presence/v1"), ascii(host), u64(BigInt(seconds)));

/** heartbeat shows the client of a private key as connected. */
export const heartbeat = (host: string, key: Uint8Array, seconds: number): Uint8Array =>
  concatBytes(beat, u64(BigInt(seconds)), signRaw(key, presenceMessage(host, seconds)));

/** question asks the relay about keys. */
export const question = (keys: readonly Uint8Array[]): Uint8Array => concatBytes(ask, ...keys.slice(0, mostAsked));

/** presentIn reads the answer to a question: the keys, in hexadecimal, of the clients that are present by their own signatures. It
 * returns undefined for another message of the relay. */
export function presentIn(answer: Uint8Array, host: string, seconds: number): ReadonlySet<string> | undefined {
  if (answer[0] !== ask[0] || (answer.length - 1) % entrySize !== 0 || answer.length > 1 + mostAsked * entrySize) {
    return undefined;
  }
  const present = new Set<string>();
  for (let at = 1; at < answer.length; at += entrySize) {
    const entry = answer.slice(at, at + entrySize);
    const key = entry.slice(0, keySize);
    const time = Number(new DataView(entry.buffer).getBigUint64(keySize));
    if (
      Math.abs(seconds - time) <= presentFor &&
      verifyRaw(key, presenceMessage(host, time), entry.slice(keySize + 8))
    ) {
      present.add(bytesToHex(key));
    }
  }
  return present;
}
