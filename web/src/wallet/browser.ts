// A key that this browser has made and keeps, for trying things out. Whoever can run a script of this origin can read it,
// hence the strict content security policy, and small balances.

import { bytesToHex, hexToBytes } from "../bytes";
import { directBytes, directDoc, type Envelope, type Signing, signedDirect } from "../chain/tx";
import type { Message } from "../proto/codec";
import { signDocument } from "../rules/vault";
import { addressOf, privateKeyFromWords, publicKeyOf, signRaw } from "./keys";
import type { Wallet } from "./wallet";
import { areWords, newWords, plainWords, type WordList } from "./words";

const wordsAt = "battleship/words";
const keyAt = "battleship/key";

/** KeyWallet signs with a private key at once. */
export class KeyWallet implements Wallet {
  readonly kind = "browser";
  readonly name = "test key of this browser";
  readonly asks = false;
  readonly publicKey: Uint8Array;
  readonly address: string;
  private readonly key: Uint8Array;

  constructor(
    key: Uint8Array,
    readonly granter?: string,
  ) {
    this.key = key;
    this.publicKey = publicKeyOf(key);
    this.address = addressOf(this.publicKey);
  }

  async sign(signing: Signing, messages: readonly Message[], envelope: Envelope): Promise<Uint8Array> {
    const doc = directDoc(signing, messages, envelope);
    return signedDirect(doc, signRaw(this.key, directBytes(doc)));
  }

  async signText(text: string): Promise<Uint8Array> {
    return signRaw(this.key, signDocument(this.address, text));
  }
}

/** keptWallet is the wallet of this browser, or nothing if it has none. */
export function keptWallet(storage: Storage = localStorage): KeyWallet | undefined {
  const key = storage.getItem(keyAt);
  return key && /^[0-9a-f]{64}$/.test(key) ? new KeyWallet(hexToBytes(key)) : undefined;
}

/** keptWords are the words of this browser's key, for its owner to write down. */
export function keptWords(storage: Storage = localStorage): string | undefined {
  return storage.getItem(wordsAt) ?? undefined;
}

function keep(words: string, storage: Storage): KeyWallet {
  const key = privateKeyFromWords(words);
  storage.setItem(wordsAt, plainWords(words));
  storage.setItem(keyAt, bytesToHex(key));
  return new KeyWallet(key);
}

/** forget removes the key of this browser. Without its words it is lost. */
export function forget(storage: Storage = localStorage): void {
  storage.removeItem(wordsAt);
  storage.removeItem(keyAt);
}

/** browserWallet returns the wallet of this browser, and makes its key if there is none. */
export function browserWallet(list: WordList, storage: Storage = localStorage): KeyWallet {
  return keptWallet(storage) ?? keep(newWords(list), storage);
}

/** importWords replaces the key of this browser. It returns nothing if the words are not those of a key. */
export function importWords(list: WordList, words: string, storage: Storage = localStorage): KeyWallet | undefined {
  return areWords(list, words) ? keep(words, storage) : undefined;
}
