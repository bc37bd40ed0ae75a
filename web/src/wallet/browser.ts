// A key that this browser has made and keeps, for trying things out. Whoever can run a script of this origin can read it,
// hence the strict content security policy, and small balances.

import type { Message } from "@bufbuild/protobuf";
import { directBytes, directDoc, type Envelope, type Signing, signedDirect } from "../chain/tx";
import { signDocument } from "../rules/vault";
import { addressOf, areWords, newWords, plainWords, privateKeyFromWords, publicKeyOf, signRaw } from "./keys";
import type { Wallet } from "./wallet";

const storedAt = "battleship/words";

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

/** keptWords are those of this browser's key, or nothing if it has none. */
export function keptWords(storage: Storage = localStorage): string | undefined {
  const words = storage.getItem(storedAt);
  return words && areWords(words) ? words : undefined;
}

/** browserWallet returns the wallet of this browser, and makes its key if there is none. */
export function browserWallet(storage: Storage = localStorage): KeyWallet {
  let words = keptWords(storage);
  if (!words) {
    words = newWords();
    storage.setItem(storedAt, words);
  }
  return new KeyWallet(privateKeyFromWords(words));
}

/** importWords replaces the key of this browser. It returns whether the words are those of a key. */
export function importWords(words: string, storage: Storage = localStorage): boolean {
  if (!areWords(words)) {
    return false;
  }
  storage.setItem(storedAt, plainWords(words));
  return true;
}
