// Keplr and Leap, by the part of their interface that this page uses. Their own packages of types bring other chains
// with them; these few lines follow https://docs.keplr.app.

import { base64 } from "#client/base";
import { bytesToHex, equal, hexToBytes } from "#client/bytes";
import { Told } from "#client/chain/errors";
import {
  aminoDoc,
  type DirectDoc,
  directBytes,
  directDoc,
  type Envelope,
  type Signing,
  type StdSignDoc,
  signedAmino,
  signedDirect,
} from "#client/chain/tx";
import type { Message } from "#client/proto/codec";
import { signDocument } from "#client/rules/vault";
import { addressOf, verifyRaw } from "#client/wallet/keys";
import type { Remembered, Wallet } from "#client/wallet/wallet";
import recorded from "../../../registry/keplr.json";

export type ExtensionKind = "keplr" | "leap";

interface Signature {
  readonly signature: string;
  readonly pub_key: { readonly type: string; readonly value: string };
}

interface Key {
  readonly name: string;
  readonly bech32Address: string;
  readonly pubKey: Uint8Array;
  readonly isNanoLedger?: boolean;
}

interface DirectAnswer {
  readonly signature: Signature;
  readonly signed: { readonly bodyBytes: Uint8Array; readonly authInfoBytes: Uint8Array };
}

/** WalletApi is the object that the extension puts into the page. */
export interface WalletApi {
  experimentalSuggestChain(info: ChainInfo): Promise<void>;
  enable(chainId: string): Promise<void>;
  getKey(chainId: string): Promise<Key>;
  signDirect(chainId: string, signer: string, doc: unknown, options?: SignOptions): Promise<DirectAnswer>;
  signAmino(
    chainId: string,
    signer: string,
    doc: StdSignDoc,
    options?: SignOptions,
  ): Promise<{ readonly signed: StdSignDoc; readonly signature: Signature }>;
  signArbitrary(chainId: string, signer: string, data: string): Promise<Signature>;
}

/** The page has chosen fee and memo, for the chain's own limits; the wallet shows them and leaves them as they are. */
interface SignOptions {
  readonly preferNoSetFee: boolean;
  readonly preferNoSetMemo: boolean;
}

const asIs: SignOptions = { preferNoSetFee: true, preferNoSetMemo: true };

export type ChainInfo = typeof recorded;

/** longestName is the limit of the id and the name of a chain in the extensions' schema. */
const longestName = 30;

/** chainInfo describes the chain to a wallet that does not know it, as the registry does a devnet. */
export function chainInfo(chainId: string, rpc: string, rest: string): ChainInfo {
  const named = chainId === recorded.chainId ? recorded.chainName : `Battleship (${chainId})`;
  const chainName = named.length > longestName ? chainId : named;
  return { ...recorded, chainId, chainName, rpc, rest };
}

/** walletApi finds an extension in the page. */
export function walletApi(kind: ExtensionKind, page: object = globalThis): WalletApi | undefined {
  return (page as Partial<Record<ExtensionKind, WalletApi>>)[kind];
}

/** extensionOf returns the extension that holds the key of a wallet, or undefined for a key of this browser. */
export function extensionOf(wallet: Wallet | undefined): ExtensionKind | undefined {
  return wallet instanceof ExtensionWallet ? wallet.kind : undefined;
}

/** connect asks the extension for an account on this chain. */
export async function connect(kind: ExtensionKind, api: WalletApi, info: ChainInfo): Promise<ExtensionWallet> {
  const { chainId } = info;
  if (chainId.length > longestName) {
    throw new Told(`Wallets take chain ids of at most ${longestName} characters. Play with the key of this browser.`);
  }
  try {
    await api.experimentalSuggestChain(info);
    await api.enable(chainId);
  } catch {
    throw new Told("The wallet was not allowed to use this chain.");
  }
  return account(kind, api, chainId);
}

/** account is the account that is chosen in an extension that is connected. */
export async function account(kind: ExtensionKind, api: WalletApi, chainId: string): Promise<ExtensionWallet> {
  const key = await api.getKey(chainId);
  if (addressOf(key.pubKey) !== key.bech32Address) {
    throw new Told("The wallet shows an account of another kind, which cannot play here.");
  }
  return new ExtensionWallet(kind, () => api, chainId, key);
}

const connectedAt = "battleship/connected";

/** remember keeps the account of an extension for reloads of the page. */
export function remember({ kind, chainId, key }: ExtensionWallet, storage: Remembered): void {
  storage.setItem(connectedAt, JSON.stringify({ kind, chainId, ...key, pubKey: bytesToHex(key.pubKey) }));
}

/** remembered is the account that was connected before a reload. The extension is not asked for it. */
export function remembered(chainId: string, storage: Remembered, page?: object): ExtensionWallet | undefined {
  try {
    const kept = JSON.parse(storage.getItem(connectedAt) ?? "");
    const key = { ...kept, pubKey: hexToBytes(kept.pubKey) } as Key;
    if (kept.chainId === chainId && addressOf(key.pubKey) === key.bech32Address) {
      return new ExtensionWallet(kept.kind, () => walletApi(kept.kind, page), chainId, key);
    }
  } catch {
    // none was connected
  }
  return undefined;
}

export class ExtensionWallet implements Wallet {
  readonly asks = true;
  readonly address: string;
  readonly publicKey: Uint8Array;

  constructor(
    readonly kind: ExtensionKind,
    private readonly find: () => WalletApi | undefined,
    readonly chainId: string,
    readonly key: Key,
  ) {
    this.address = key.bech32Address;
    this.publicKey = key.pubKey;
  }

  private get api(): WalletApi {
    const api = this.find();
    if (!api) {
      throw new Told("The wallet that was connected is not in this browser any more.");
    }
    return api;
  }

  async sign(signing: Signing, messages: readonly Message[], envelope: Envelope): Promise<Uint8Array> {
    return this.key.isNanoLedger
      ? this.signAmino(signing, messages, envelope)
      : this.signDirect(directDoc(signing, messages, envelope));
  }

  private async signDirect(doc: DirectDoc): Promise<Uint8Array> {
    const { signature, signed } = await asked(this.api.signDirect(this.chainId, this.address, doc, asIs));
    // The wallet may have changed the fee. The document that it has signed is sent, if it is about the same messages.
    const final: DirectDoc = { ...doc, bodyBytes: signed.bodyBytes, authInfoBytes: signed.authInfoBytes };
    if (!equal(final.bodyBytes, doc.bodyBytes)) {
      throw new Told("The wallet has signed something else than it was asked to.");
    }
    return signedDirect(final, this.checked(directBytes(final), signature));
  }

  private async signAmino(s: Signing, messages: readonly Message[], e: Envelope): Promise<Uint8Array> {
    const doc = aminoDoc(s, messages, e);
    const { signature, signed } = await asked(this.api.signAmino(this.chainId, this.address, doc, asIs));
    if (JSON.stringify(signed.fee) !== JSON.stringify(doc.fee) || signed.memo !== doc.memo) {
      throw new Told("The wallet has changed fee or memo. Sign them as they are.");
    }
    return signedAmino(s, messages, e, base64.decode(signature.signature));
  }

  async signText(text: string): Promise<Uint8Array> {
    const signature = await asked(this.api.signArbitrary(this.chainId, this.address, text));
    return this.checked(signDocument(this.address, text), signature);
  }

  /** checked returns a signature that is this key's: a false one could be a constant that others know. */
  private checked(bytes: Uint8Array, { signature }: Signature): Uint8Array {
    const raw = base64.decode(signature);
    if (!verifyRaw(this.publicKey, bytes, raw)) {
      throw new Told("The wallet's signature does not verify. Is it on the right account?");
    }
    return raw;
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch {
    throw new Told("Nothing was signed, so nothing was sent.");
  }
}
