// A chain as games of every kind use it, and what they have in common.

import { Told } from "../chain/errors.js";
import type { Node } from "../chain/node.js";
import { type Stage, Submitter } from "../chain/submit.js";
import type { Coin } from "../chain/tx.js";
import { MsgWithdrawSchema } from "../gen/battleship/v1/tx_pb.js";
import { create } from "../proto/codec.js";
import type { Provers } from "../prover/provers.js";
import type { Remembered, Wallet } from "../wallet/wallet.js";

export interface Chain {
  readonly node: Node;
  readonly chainId: string;
  readonly remembered: Remembered;
  /** prover loads what makes proofs, for which only proven games ask. */
  readonly prover?: () => Promise<Provers>;
  /** kept is a place for what no other tab of this browser may contradict: localStorage. */
  readonly kept?: Remembered;
  /** rewardPrice is what a SHIP is worth in fees, by the params. */
  readonly rewardPrice?: Coin | undefined;
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

/** withdraw collects what could not be paid when it was due. */
export async function withdraw(chain: Chain, wallet: Wallet, onStage?: OnStage): Promise<void> {
  const message = create(MsgWithdrawSchema, { sender: wallet.address });
  await new Submitter(chain.node, chain.chainId, wallet).send([message], { ...(onStage && { onStage }) });
}
