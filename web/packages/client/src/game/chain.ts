// A chain as games of every kind use it, and the code that they share.

import { BadAnswer, Told } from "../chain/errors.js";
import { Node } from "../chain/node.js";
import { type Stage, Submitter } from "../chain/submit.js";
import type { Coin } from "../chain/tx.js";
import { MsgSetNameSchema, MsgWithdrawSchema } from "../gen/battleship/v1/tx_pb.js";
import { create } from "../proto/codec.js";
import type { Provers } from "../prover/provers.js";
import type { Remembered, Wallet } from "../wallet/wallet.js";

/** Proofs reads records of a chain, proven by the signatures of its validators. */
export interface Proofs {
  /** read returns the values of keys of the module's store after a block, empty for absent ones. It waits for the next
   * block, whose header proves them, and throws a BadAnswer for a node that does not prove them. */
  read(height: bigint, keys: readonly Uint8Array[]): Promise<Uint8Array[]>;
}

/** Root is a trusted block from a source other than the node: trust begins there. */
export interface Root {
  readonly height: bigint;
  /** hash is in hexadecimal. */
  readonly hash: string;
}

/** A Chain is a node with the id of its chain, and the places in which a player's program keeps its signed messages. */
export interface Chain {
  readonly node: Node;
  readonly chainId: string;
  /** remembered holds the messages signed in a game, so that a program that starts again does not sign others there. */
  readonly remembered: Remembered;
  /** prover loads the prover, which only proven games need. */
  readonly prover?: () => Promise<Provers>;
  /** kept is a place for records that no other program of the player may contradict: localStorage. Its default is
   * remembered. */
  readonly kept?: Remembered;
  /** proofs loads the light client; absent without a trusted block. */
  readonly proofs?: (() => Promise<Proofs>) | undefined;
  /** rewardPrice is the worth of a SHIP in fees, by the params. */
  readonly rewardPrice?: Coin | undefined;
}

/** ConnectOptions are settings that connect does not request from the node. */
export interface ConnectOptions {
  /** chainId is the expected chain: a node that names another one is refused. Without it the node is believed. */
  readonly chainId?: string;
  /** prover makes proofs, for rulesets that are proven: nodeProver() of the entry "node", in Node. */
  readonly prover?: Chain["prover"];
  /** proofs are those of a light client that begins at a trusted block: a LightChain. Without them the node is believed. */
  readonly proofs?: Proofs;
  /** remembered is a lasting place, such as a file. By default it is this process's memory. */
  readonly remembered?: Remembered;
}

/** connect queries a node's REST API, at the address url, for the data of its chain that games need. */
export async function connect(url: string, options: ConnectOptions = {}): Promise<Chain> {
  const node = new Node(url.replace(/\/+$/, ""));
  const [chainId, { params }] = await Promise.all([node.chainId(), node.params()]);
  if (options.chainId !== undefined && options.chainId !== chainId) {
    throw new BadAnswer(`The node is on the chain ${chainId}, not on ${options.chainId}.`);
  }
  const { prover, proofs, remembered = memory() } = options;
  const loaded = { ...(prover && { prover }), ...(proofs && { proofs: async () => proofs }) };
  return { node, chainId, remembered, rewardPrice: params?.rewardPrice, ...loaded };
}

function memory(): Remembered {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

/** OnStage receives the stage of a transaction. */
export type OnStage = (stage: Stage, height?: bigint) => void;

/** Ended is thrown by a look at a game that has a result. */
export class Ended<Result = unknown> extends Error {
  override readonly name = "Ended";

  constructor(
    readonly result: Result,
    /** rematch is the id of the game that was offered after this one, or 0. */
    readonly rematch = 0n,
  ) {
    super("This game has ended.");
  }
}

/** proverOf loads the prover for a game that needs proofs. */
export async function proverOf(chain: Chain): Promise<Provers> {
  if (!chain.prover) {
    throw new Told("This page makes no proofs: use battleshipd, or choose another ruleset.");
  }
  return chain.prover();
}

/** onChain makes sure that the node is on the chain of the trusted block, before anything is signed for that. */
export async function onChain({ node, proofs }: Chain): Promise<void> {
  if (proofs) {
    const { height } = await node.status();
    await (await proofs()).read(height - 1n, []);
  }
}

/** withdraw collects payments to the player that failed when they were due. */
export async function withdraw(chain: Chain, wallet: Wallet, onStage?: OnStage): Promise<void> {
  await onChain(chain);
  const message = create(MsgWithdrawSchema, { sender: wallet.address });
  await new Submitter(chain.node, chain.chainId, wallet).send([message], { ...(onStage && { onStage }) });
}

/** setName sets the player's name for at most a price in uship, or gives it up if the new one is empty. */
export async function setName(
  chain: Chain,
  wallet: Wallet,
  name: string,
  maxPrice: bigint,
  onStage?: OnStage,
): Promise<void> {
  await onChain(chain);
  const message = create(MsgSetNameSchema, { sender: wallet.address, name, maxPrice });
  await new Submitter(chain.node, chain.chainId, wallet).send([message], { ...(onStage && { onStage }) });
}
