// Sending: one transaction of an account after the other, each until it is in a block or cannot be any more.

import { base64 } from "../base.js";
import { hexToBytes, randomBelow } from "../bytes.js";
import { TxMsgDataSchema } from "../gen/cosmos/base/abci/v1beta1/abci_pb.js";
import { fromBinary, type Message, type Schema } from "../proto/codec.js";
import { BadAnswer, NoNode, Refusal, Told } from "./errors.js";
import { defaultPrice, feeFor, type GasOptions, type GasPrice, gasFor } from "./gas.js";
import { type Account, type Committed, type Node, type RawEvent, txHash } from "./node.js";
import type { Envelope, Signing } from "./tx.js";

/** A key that can sign transactions; how is its own affair. */
export interface TxSigner {
  readonly address: string;
  readonly publicKey: Uint8Array;
  /** granter pays the fees of this key; absent if it does itself. */
  readonly granter?: string | undefined;
  /** sign returns the whole transaction. */
  sign(signing: Signing, messages: readonly Message[], envelope: Envelope): Promise<Uint8Array>;
}

/** A Stage is the progress of a transaction; "outbid" means that it waited too long and was sent again at a higher fee.
 * */
export type Stage = "loading the prover" | "proving" | "signing" | "sent" | "outbid" | "in a block";

/** A Bid limits the fees that a player pays so that messages are not kept out of blocks, in the coin of fees. */
export interface Bid {
  /** most is the limit for all transactions signed for the messages together. */
  readonly most: bigint;
  /** spent is the sum of the signed fees; a block may still charge all of it. */
  spent: bigint;
  /** beyond counts the transactions that were signed although they exceed most. */
  beyond?: number;
}

export interface SendOptions extends GasOptions {
  /** lastHeight is the last block in which the messages make sense. */
  readonly lastHeight?: bigint;
  /** bid allows dearer transactions; only for a key that signs without asking. */
  readonly bid?: Bid | undefined;
  /** happened resolves to the height at which the sender has seen the messages' effect on the chain. The stream of
   * blocks shows it sooner and with fewer requests than a query for the transaction, which is then made rarely, to find
   * one that has failed. */
  readonly happened?: Promise<bigint>;
  readonly onStage?: (stage: Stage, height?: bigint) => void;
}

/** A receipt is of a transaction that has happened. */
export interface Receipt {
  readonly hash: string;
  readonly height: bigint;
  readonly events: readonly RawEvent[];
  readonly data: string;
}

/** response decodes the response to one message of a transaction. */
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
const askRarely = 1_000;
const resendEvery = 5_000;
/** tries limits how often a transaction is sent again while the node is busy, has no room, or its state is unknown. */
const tries = 5;

/** After what time blocks are read, and how often, and for how many of them a transaction waits until it is outbid. */
const bidAfter = 1_500;
const readEvery = 500;
const bidBlocks = 2n;
/** How long an unordered transaction lives after the last block, its additional gas, and how far blocks may be ahead of
 * this machine's clock, which decides when it is over. */
const bidLife = 300_000;
const unorderedGas = 4_000n;
const clockTolerance = 60_000;

/** An offer is one signed transaction for some messages. */
interface Offer {
  readonly tx: Uint8Array;
  readonly hash: string;
  /** taken reports whether the node has it. */
  taken: boolean;
  busy: number;
}

/** A submission is messages on their way into a block. */
interface Submission {
  readonly messages: readonly Message[];
  readonly options: SendOptions;
  readonly gas: bigint;
  readonly price: GasPrice;
  readonly account: Account;
  readonly offers: Offer[];
  /** times is the last offer's multiple of the going price, fee its fee. */
  times: bigint;
  fee: bigint;
  /** since is the block after which the waiting is counted, read the last that was read, bidAt that of the last bid. */
  since: bigint | undefined;
  read: bigint;
  bidAt: bigint;
  /** settled means that a block holds one of the offers, or that no more are taken. */
  settled: boolean;
}

export class Submitter {
  private line: Promise<unknown> = Promise.resolve();
  private account: Account | undefined;
  private price: GasPrice | undefined;
  /** stuckAt is the sequence of a transaction that is in no block, although one that was to outbid it is. */
  private stuckAt: bigint | undefined;

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

  /** prepare requests the account and the price ahead, so that no request delays a transaction after a click. */
  async prepare(): Promise<void> {
    const [account, price] = await Promise.all([
      this.account ?? this.node.account(this.signer.address),
      this.price ?? this.node.gasPrice(),
    ]);
    this.account ??= account;
    this.price ??= price;
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
    if (!this.account || !this.price) {
      await this.prepare();
    }
    const { account, price } = this;
    if (!account || !price) {
      throw new Refusal("sdk", 9);
    }
    const s: Submission = {
      messages,
      options,
      gas: gasFor(messages, { granted: signer.granter !== undefined, ...options }),
      price,
      account,
      offers: [],
      times: 1n,
      fee: 0n,
      since: undefined,
      read: 0n,
      bidAt: 0n,
      settled: false,
    };
    // Behind one that waits in sequence this would wait, too.
    if (this.stuckAt !== undefined && account.sequence > this.stuckAt) {
      this.stuckAt = undefined;
    }
    const stuck = this.stuckAt !== undefined;
    options.onStage?.("signing");
    await this.sign(s, stuck ? unorderedUntil((await this.node.block()).time) : undefined);
    const { offer, committed } = await this.deliver(s);
    if (offer === s.offers[0] && !stuck) {
      this.account = { number: account.number, sequence: account.sequence + 1n };
    } else {
      this.stuckAt ??= account.sequence;
      this.account = undefined;
    }
    if (committed.code !== 0) {
      throw new Refusal(committed.codespace, committed.code, committed.height);
    }
    options.onStage?.("in a block", committed.height);
    return { hash: offer.hash, height: committed.height, events: committed.events, data: committed.data };
  }

  /** sign makes one more offer: in sequence, or with a time until which it lives. */
  private async sign(s: Submission, until?: Date, fee?: bigint): Promise<Offer> {
    const { signer } = this;
    const gas = until ? s.gas + unorderedGas : s.gas;
    const coins = fee === undefined ? feeFor(gas, s.price) : [{ denom: s.price.denom, amount: String(fee) }];
    // A node takes no transaction that times out in the next block, which may be the last one.
    const envelope: Envelope = {
      gas,
      fee: coins,
      ...(signer.granter && { granter: signer.granter }),
      ...(s.options.lastHeight && { timeoutHeight: s.options.lastHeight + 1n }),
      ...(until && { until }),
    };
    // Whatever the node reports about a transaction, it may have kept it.
    const { bid } = s.options;
    const cost = BigInt(coins[0]?.amount ?? 0);
    if (bid && bid.spent + cost > bid.most) {
      bid.beyond = (bid.beyond ?? 0) + 1;
      if (bid.beyond > tries) {
        throw new Told(
          "This move was signed again and again, and is in no block. No more is paid for it. Ask another node.",
        );
      }
    }
    const { number: accountNumber, sequence } = s.account;
    const signing = { chainId: this.chainId, publicKey: signer.publicKey, accountNumber, sequence };
    const tx = await signer.sign(signing, s.messages, envelope);
    const offer = { tx, hash: txHash(tx), taken: false, busy: 0 };
    s.offers.push(offer);
    s.fee = cost;
    if (bid) {
      bid.spent += cost;
    }
    return offer;
  }

  /** deliver hands in the signed offers, again and again as they are, and a dearer one if that is allowed and blocks
   * leave them out, until a block holds one or none can be in a block any more. Of several one succeeds, and then the
   * others fail. */
  private async deliver(s: Submission): Promise<{ offer: Offer; committed: Committed }> {
    let failed: { offer: Offer; committed: Committed } | undefined;
    let looks = 0;
    let gone = false;
    const { happened } = s.options;
    for (let waited = 0; ; waited += askEvery) {
      try {
        for (const offer of s.offers) {
          if (!offer.taken || gone || waited % resendEvery === 0) {
            const committed = await this.handIn(s, offer);
            if (committed) {
              return { offer, committed };
            }
          }
        }
        gone = false;
        const height = await Promise.race([...(happened ? [happened] : []), this.sleep(askEvery)]);
        if (height !== undefined && s.offers.length === 1) {
          return { offer: s.offers[0]!, committed: { height, codespace: "", code: 0, data: "", events: [] } };
        }
        const ask = !happened || s.offers.length > 1 || (waited > 0 && waited % askRarely === 0);
        for (const offer of ask ? s.offers : []) {
          const committed = await this.node.tx(offer.hash);
          if (committed?.code === 0 || (committed && s.offers.length === 1)) {
            return { offer, committed };
          }
          failed ??= committed && { offer, committed };
        }
        if (failed && looks++ === tries) {
          return failed;
        }
        if (waited >= bidAfter && waited % readEvery === 0) {
          await this.outbid(s);
        }
        if (s.options.lastHeight && waited % resendEvery === 0) {
          const { height } = await this.node.status();
          if (height > s.options.lastHeight + 1n) {
            throw new Refusal("sdk", 30);
          }
        }
      } catch (error) {
        if (!(error instanceof NoNode)) {
          throw error;
        }
        gone = true; // it comes back, and then the same bytes are handed in once more, for it may have lost them
        await this.sleep(1000);
      }
    }
  }

  /** handIn gives a transaction to the node. It returns it if it is in a block already. */
  private async handIn(s: Submission, offer: Offer): Promise<Committed | undefined> {
    const { codespace, code } = await this.node.broadcast(offer.tx);
    const sdk = codespace === "sdk";
    const first = offer === s.offers[0];
    if (code === 0 || (sdk && code === 19)) {
      if (!offer.taken && first) {
        s.options.onStage?.("sent");
      }
      offer.taken = true;
      return undefined;
    }
    const committed = await this.node.tx(offer.hash); // an earlier try may have come through
    if (committed?.code === 0 || (committed && s.offers.length === 1)) {
      return committed;
    }
    // 20: there is no room for it. 26: the node has just started and waits for a block.
    if (!offer.taken && !(sdk && (code === 20 || code === 26) && offer.busy++ < 20)) {
      if (first) {
        // The chain's error about an expired allowance names only something that was not found.
        const { granter, address } = this.signer;
        const over = granter && codespace === "undefined" && !(await this.node.hasAllowance(granter, address));
        throw over ? new Refusal("feegrant", 5) : new Refusal(codespace, code);
      }
      offer.taken = s.settled = true; // a bid that is not taken, such as beyond an allowance, is the last one
    }
    return undefined;
  }

  /** outbid signs the messages as an unordered transaction, at twice the price or the rest of the bid. */
  private async outbid(s: Submission): Promise<void> {
    const { bid } = s.options;
    if (!bid || s.settled || s.fee === 0n || s.price.denom !== defaultPrice.denom) {
      return;
    }
    const last = await this.node.block();
    const blocks = [last];
    for (let h = s.read + 1n > last.height - bidBlocks ? s.read + 1n : last.height - bidBlocks; h < last.height; h++) {
      if (h > 0n && s.read > 0n) {
        blocks.push(await this.node.block(h));
      }
    }
    s.read = last.height;
    // The node finds a transaction a moment after its block; a bid in that moment would fail, at its fee.
    const ours = s.offers.map((offer) => base64.encode(offer.tx));
    s.settled = blocks.some((block) => block.txs.some((tx) => ours.includes(tx)));
    s.since ??= last.height;
    const early = last.height < s.since + bidBlocks || last.height === s.bidAt;
    if (s.settled || early || last.time.getTime() - Date.now() > clockTolerance) {
      return;
    }
    const rest = bid.most - bid.spent;
    const twice = BigInt(feeFor(s.gas + unorderedGas, s.price, s.times * 2n)[0]!.amount);
    const fee = twice < rest ? twice : rest;
    if (fee * 10n < s.fee * 11n) {
      return;
    }
    s.times *= 2n;
    s.bidAt = last.height;
    await this.sign(s, unorderedUntil(last.time), fee);
    s.options.onStage?.("outbid");
  }
}

/** unorderedUntil returns an unordered transaction's last block time, which also distinguishes it from others of its
 * account. */
function unorderedUntil(last: Date): Date {
  return new Date(last.getTime() + bidLife + randomBelow(1000));
}

/** askFaucet has a devnet's faucet pay an address. */
export async function askFaucet(node: Node, address: string): Promise<void> {
  try {
    await node.json(node.faucet, {
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
