// The page's requirements of a wallet: to sign transactions, and to sign the one text that recovers a board's secret.

import type { TxSigner } from "../chain/submit.js";

/** Remembered is a store whose values survive a reload of the page, and nothing longer: sessionStorage. */
export interface Remembered {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

export interface Wallet extends TxSigner {
  /** asks means that each signature is a question to the owner, so that a key of its own plays each game. */
  readonly asks: boolean;
  /** signText signs the ADR-036 document around a text: r and s. */
  signText(text: string): Promise<Uint8Array>;
}
