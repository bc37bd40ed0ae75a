// Transactions: body, fee and the two documents that keys sign.

import { CoinSchema } from "../gen/cosmos/base/v1beta1/coin_pb.js";
import { PubKeySchema } from "../gen/cosmos/crypto/secp256k1/keys_pb.js";
import { SignMode } from "../gen/cosmos/tx/signing/v1beta1/signing_pb.js";
import { AuthInfoSchema, SignDocSchema, TxBodySchema, TxRawSchema } from "../gen/cosmos/tx/v1beta1/tx_pb.js";
import { create, type Message, toBinary } from "../proto/codec.js";
import { type AminoMsg, aminoMsg, canonical, type Json } from "./amino.js";
import { pack, timestampFromDate } from "./codec.js";

export interface Coin {
  readonly denom: string;
  readonly amount: string;
}

/** Signing names the account that a transaction is from, as the chain knows it. */
export interface Signing {
  readonly chainId: string;
  readonly publicKey: Uint8Array;
  readonly accountNumber: bigint;
  readonly sequence: bigint;
}

/** An Envelope is a transaction without its messages. */
export interface Envelope {
  readonly gas: bigint;
  readonly fee: readonly Coin[];
  /** granter pays the fee; absent for the sender. */
  readonly granter?: string;
  readonly memo?: string;
  /** timeoutHeight is the last block that the transaction may be in. */
  readonly timeoutHeight?: bigint;
  /** until makes the transaction one without a place in the line of its account, for a bid. */
  readonly until?: Date;
}

export interface DirectDoc {
  readonly bodyBytes: Uint8Array;
  readonly authInfoBytes: Uint8Array;
  readonly chainId: string;
  readonly accountNumber: bigint;
}

/** StdSignDoc is the argument of a wallet's signAmino. */
export interface StdSignDoc {
  readonly chain_id: string;
  readonly account_number: string;
  readonly sequence: string;
  readonly fee: { amount: Coin[]; gas: string; granter?: string; payer?: string };
  readonly msgs: readonly AminoMsg[];
  readonly memo: string;
  readonly timeout_height?: string;
  readonly timeout_timestamp?: string;
  readonly unordered?: boolean;
}

function body(messages: readonly Message[], e: Envelope): Uint8Array {
  return toBinary(
    TxBodySchema,
    create(TxBodySchema, {
      messages: messages.map(pack),
      memo: e.memo ?? "",
      timeoutHeight: e.timeoutHeight ?? 0n,
      ...(e.until ? { unordered: true, timeoutTimestamp: timestampFromDate(e.until) } : {}),
    }),
  );
}

function authInfo(s: Signing, e: Envelope, mode: SignMode): Uint8Array {
  return toBinary(
    AuthInfoSchema,
    create(AuthInfoSchema, {
      signerInfos: [
        {
          publicKey: pack(create(PubKeySchema, { key: s.publicKey })),
          modeInfo: { sum: { case: "single", value: { mode } } },
          sequence: e.until ? 0n : s.sequence,
        },
      ],
      fee: {
        amount: e.fee.map((coin) => create(CoinSchema, coin)),
        gasLimit: e.gas,
        granter: e.granter ?? "",
      },
    }),
  );
}

/** directDoc returns the document signed in SIGN_MODE_DIRECT, which wallets of a browser show. */
export function directDoc(s: Signing, messages: readonly Message[], e: Envelope): DirectDoc {
  return {
    bodyBytes: body(messages, e),
    authInfoBytes: authInfo(s, e, SignMode.DIRECT),
    chainId: s.chainId,
    accountNumber: s.accountNumber,
  };
}

/** directBytes are the very bytes that are hashed and signed. */
export function directBytes(doc: DirectDoc): Uint8Array {
  return toBinary(SignDocSchema, create(SignDocSchema, doc));
}

/** aminoDoc returns the document signed in SIGN_MODE_LEGACY_AMINO_JSON, which hardware wallets show. */
export function aminoDoc(s: Signing, messages: readonly Message[], e: Envelope): StdSignDoc {
  return {
    chain_id: s.chainId,
    account_number: String(s.accountNumber),
    sequence: String(e.until ? 0n : s.sequence),
    fee: { amount: e.fee.map((coin) => ({ ...coin })), gas: String(e.gas), ...(e.granter && { granter: e.granter }) },
    msgs: messages.map(aminoMsg),
    memo: e.memo ?? "",
    ...(e.timeoutHeight && { timeout_height: String(e.timeoutHeight) }),
    ...(e.until && { unordered: true, timeout_timestamp: e.until.toISOString().replace(/\.?0*Z$/, "Z") }),
  };
}

/** aminoBytes are the very bytes that are hashed and signed. */
export function aminoBytes(doc: StdSignDoc): Uint8Array {
  return new TextEncoder().encode(canonical(doc as unknown as Json));
}

/** signedDirect returns the transaction, ready to be sent. */
export function signedDirect(doc: Pick<DirectDoc, "bodyBytes" | "authInfoBytes">, signature: Uint8Array): Uint8Array {
  const { bodyBytes, authInfoBytes } = doc;
  return toBinary(TxRawSchema, create(TxRawSchema, { bodyBytes, authInfoBytes, signatures: [signature] }));
}

/** signedAmino returns the transaction that belongs to a signature over an aminoDoc. */
export function signedAmino(s: Signing, messages: readonly Message[], e: Envelope, signature: Uint8Array): Uint8Array {
  const authInfoBytes = authInfo(s, e, SignMode.LEGACY_AMINO_JSON);
  return signedDirect({ bodyBytes: body(messages, e), authInfoBytes }, signature);
}
