// A chain as games of every kind use it, and what they have in common.

import { BadAnswer, Told } from "../chain/errors.js";
import { Node } from "../chain/node.js";
import { type Stage, Submitter } from "../chain/submit.js";
import type { Coin } from "../chain/tx.js";
import { MsgSetNameSchema, MsgWithdrawSchema } from "../gen/battleship/v1/tx_pb.js";
import { create } from "../proto/codec.js";
import type { Provers } from "../prover/provers.js";
import type { Remembered, Wallet } from "../wallet/wallet.js";

/** Proofs are what a chain proves by the signatures of its validators. */
export interface Proofs {
  /** read returns what keys of the module's store held after a block, empty for none. It waits for the next block, whose header
   * proves that, and throws a BadAnswer for a node that does not prove it. */
  read(height: bigint, keys: readonly Uint8Array[]): Promise<Uint8Array[]>;
}

/** Root is the block that is trusted by the word of somebody else than the node: trust begins there. */
export interface Root {
  readonly height: bigint;
  /** hash is in hexadecimal. */
  readonly hash: string;
}

/** A Chain is a node with the id of its chain, and the places in which a player's program keeps what it has signed. */
export interface Chain {
  readonly node: Node;
  readonly chainId: string;
  /** remembered holds what was signed in a game, so that a program that starts again does not sign anything else there. */
  readonly remembered: Remembered;
  /** prover loads what makes proofs, for which only proven games ask. */
  readonly prover?: () => Promise<Provers>;
  /** kept is a place for what no other program of the player may contradict: localStorage. Without it remembered is. */
  readonly kept?: Remembered;
  /** proofs loads what proves records; absent without a trusted block. */
  readonly proofs?: (() => Promise<Proofs>) | undefined;
  /** rewardPrice is what a SHIP is worth in fees, by the params. */
  readonly rewardPrice?: Coin | undefined;
}

/** ConnectOptions are what connect does not ask the node for. */
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

/** connect asks a node's REST API, at the address url, for all that a game needs to know of its chain. */
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

/** OnStage is told how far a transaction is. */
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

/** proverOf is what makes the proofs of a game that needs them. */
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

/** withdraw collects what could not be paid when it was due. */
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
