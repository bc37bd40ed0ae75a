// The terms of the rematch of an ended game, as far as the node keeps its events.

import type { Node } from "#client/chain/node";
import type { Params } from "#client/gen/battleship/v1/battleship_pb";
import type { EventGameCreated, EventGameOver } from "#client/gen/battleship/v1/event_pb";
import type { Again } from "#client/kinds/duel/rematch";

/** Rematch has the terms that a page offers; without is the reason why it is on-chain, if the ended game was not, or may not have been. */
export interface Rematch {
  readonly again: Again;
  readonly without: string;
}

/** rematchOf returns the terms of the ended game, for a fee of today. Unknown terms are a game for nothing, on-chain and by the usual
 * clock. The relay is asked by entry. */
export async function rematchOf(
  node: Node,
  { turnBlocksDefault, houseShareBps, openDeposit: deposit }: Params,
  over: EventGameOver | undefined,
  created: EventGameCreated | undefined,
  entry: NonNullable<Again["offChain"]>,
): Promise<Rematch> {
  const { casual = true, stake } = over?.terms ?? {};
  const fee = casual ? undefined : (await node.rewards().catch(() => undefined))?.fee;
  const again = { casual, stake, fee, turnBlocks: created?.turnBlocks ?? turnBlocksDefault, houseShareBps, deposit };
  if (!created) {
    return { again, without: "This node keeps no history: the rematch is on-chain, by the usual clock." };
  }
  if (created.channelTimeoutBlocks === 0n) {
    return { again, without: "" };
  }
  return entry().then(
    () => ({ again: { ...again, offChain: entry }, without: "" }),
    () => ({ again, without: "The relay does not answer, so the rematch is on-chain." }),
  );
}
