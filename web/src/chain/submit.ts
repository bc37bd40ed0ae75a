// Sending: one transaction of an account after the other, each until it is in a block or cannot be any more.

import { hexToBytes } from "../bytes";
import { TxMsgDataSchema } from "../gen/cosmos/base/abci/v1beta1/abci_pb";
import { fromBinary, type Message, type Schema } from "../proto/codec";
import { BadAnswer, NoNode, Refusal, Told } from "./errors";
import { feeFor, type GasOptions, type GasPrice, gasFor } from "./gas";
import { type Account, type Committed, type Node, type RawEvent, txHash } from "./node";
import type { Envelope, Signing } from "./tx";

/** A key that can sign transactions; how is its own affair. */
export interface TxSigner {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** granter pays the fees of this key; absent if it does itself. */
  readonly granter?: string | undefined;
  /** sign returns the whole transaction. */
  sign(signing: Signing, messages: readonly Message[], envelope: Envelope): Promise<Uint8Array>;
}

export type Stage = "signing" | "sent" | "in a block";

export interface SendOptions extends GasOptions {
  /** lastHeight is the last block in which the messages make sense. */
  readonly lastHeight?: bigint;
  readonly onStage?: (stage: Stage, height?: bigint) => void;
}

/** A receipt is of a transaction that has happened. */
export interface Receipt {
  readonly hash: string;
  readonly height: bigint;
  readonly events: readonly RawEvent[];
  readonly data: string;
}

/** response reads what came of one message of a transaction. */
export function response<M extends Message>(schema: Schema<M>, receipt: Receipt, index = 0): M {
  const any = fromBinary(TxMsgDataSchema, hexToBytes(receipt.data)).msgResponses[index];
  if (!any) {
    throw new BadAnswer("The node does not tell what came of it. Look at your games.");
  }
  return fromBinary(schema, any.value);
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How often a node is asked for a transaction that waits, and how often it is handed in again. */
const askEvery = 125;
const resendEvery = 5_000;
/** Why a transaction is sent again as it is: the node works on it, has no room, or nobody knows. */
const tries = 5;

export class Submitter {
  private line: Promise<unknown> = Promise.resolve();
  private account: Account | undefined;
  private price: GasPrice | undefined;

  constructor(
    readonly node: Node,
    readonly chainId: string,
    readonly signer: TxSigner,
    private readonly sleep: (ms: number) => Promise<void> = pause,
  ) {}

  /** send signs and sends messages, and returns once they have happened. Those of one account wait for each other. */
  send(messages: readonly Message[], options: SendOptions = {}): Promise<Receipt> {
    const sent = this.line.then(() => this.sendNow(messages, options));
    this.line = sent.catch(() => undefined);
    return sent;
  }

  private async sendNow(messages: readonly Message[], options: SendOptions): Promise<Receipt> {
    for (let i = 0; ; i++) {
      try {
        return await this.attempt(messages, options);
      } catch (error) {
        this.account = undefined; // whatever it was, the chain knows the sequence better
        if (!(error instanceof Refusal) || !error.retry || i === tries) {
          throw error;
        }
        await this.sleep(askEvery);
      }
    }
  }

  private async attempt(messages: readonly Message[], options: SendOptions): Promise<Receipt> {
    const { signer } = this;
    this.account ??= await this.node.account(signer.address);
    this.price ??= await this.node.gasPrice();
    if (!this.account) {
      throw new Refusal("sdk", 9);
    }
    const gas = gasFor(messages, { granted: signer.granter !== undefined, ...options });
    const envelope: Envelope = {
      gas,
      fee: feeFor(gas, this.price),
      ...(signer.granter && { granter: signer.granter }),
      ...(options.lastHeight && { timeoutHeight: options.lastHeight }),
    };
    const { publicKey } = signer;
    const { number: accountNumber, sequence } = this.account;
    options.onStage?.("signing");
    const tx = await signer.sign({ chainId: this.chainId, publicKey, accountNumber, sequence }, messages, envelope);
    const committed = await this.deliver(tx, options);
    this.account = { number: accountNumber, sequence: sequence + 1n };
    if (committed.code !== 0) {
      throw new Refusal(committed.codespace, committed.code, committed.height);
    }
    options.onStage?.("in a block", committed.height);
    return { hash: txHash(tx), height: committed.height, events: committed.events, data: committed.data };
  }

  /** deliver hands a signed transaction in, again and again as it is, until it is in a block or cannot be any more. */
  private async deliver(tx: Uint8Array, options: SendOptions): Promise<Committed> {
    const hash = txHash(tx);
    let seen = false;
    for (let waited = 0, busy = 0; ; waited += askEvery) {
      try {
        if (!seen || waited % resendEvery === 0) {
          const { codespace, code } = await this.node.broadcast(tx);
          const known = codespace === "sdk" && code === 19;
          if (code === 0 || known) {
            if (!seen) {
              options.onStage?.("sent");
            }
            seen = true;
          } else {
            const committed = await this.node.tx(hash); // an earlier try may have come through
            if (committed) {
              return committed;
            }
            if (!seen && !(codespace === "sdk" && code === 20 && busy++ < 20)) {
              throw new Refusal(codespace, code);
            }
          }
        }
        await this.sleep(askEvery);
        const committed = await this.node.tx(hash);
        if (committed) {
          return committed;
        }
        if (options.lastHeight && waited % resendEvery === 0) {
          const { height } = await this.node.status();
          if (height > options.lastHeight) {
            throw new Refusal("sdk", 30);
          }
        }
      } catch (error) {
        if (!(error instanceof NoNode)) {
          throw error;
        }
        await this.sleep(1000); // it comes back, and then the same bytes are handed in once more
      }
    }
  }
}

/** askFaucet has a devnet's faucet pay an address. */
export async function askFaucet(node: Node, address: string): Promise<void> {
  try {
    await node.json("/web/faucet", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ address }),
    });
  } catch (error) {
    if (error instanceof NoNode) {
      throw error;
    }
    throw new Told("The faucet gives nothing: this chain has none, or you have had your share.");
  }
}
