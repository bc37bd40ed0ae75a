// A key that this browser has made and keeps, for trials. Any script of this origin can read it, hence the strict
// content security policy, and small balances.

import { bytesToHex, hexToBytes } from "#client/bytes";
import { KeyWallet } from "#client/wallet/key";
import { privateKeyFromWords } from "#client/wallet/keys";
import { areWords, newWords, plainWords, type WordList } from "#client/wallet/words";

const wordsAt = "battleship/words";
const keyAt = "battleship/key";

/** keptWallet returns the wallet of this browser, or undefined if it has none. */
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

/** importWords replaces the key of this browser. It returns undefined if the words are not those of a key. */
export function importWords(list: WordList, words: string, storage: Storage = localStorage): KeyWallet | undefined {
  return areWords(list, words) ? keep(words, storage) : undefined;
}
