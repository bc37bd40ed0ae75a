// A wallet that is a private key.

import { directBytes, directDoc, type Envelope, type Signing, signedDirect } from "../chain/tx.js";
import type { Message } from "../proto/codec.js";
import { signDocument } from "../rules/vault.js";
import { addressOf, publicKeyOf, signRaw } from "./keys.js";
import type { Wallet } from "./wallet.js";

/** KeyWallet signs with a private key at once. */
export class KeyWallet implements Wallet {
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
