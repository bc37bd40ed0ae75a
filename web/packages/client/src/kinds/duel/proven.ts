// A game as its chain proves it.

import { u32, u64 } from "../../bytes.js";
import { type Chain, Ended } from "../../game/chain.js";
import { keyOf, prefixes, readEnd, recordOf, same, untrue } from "../../game/records.js";
import { GameSchema, ProgressSchema, type Result, ResultSchema } from "../../gen/battleship/v1/battleship_pb.js";
import { type QueryGameResponse, QueryGameResponseSchema } from "../../gen/battleship/v1/query_pb.js";
import { create } from "../../proto/codec.js";
import { type View, viewOf } from "./view.js";

/** provenView returns a view made of proven records alone, except for the player summaries and the time left. It throws
 * a BadAnswer if the records are not proven, or differ from the shown ones. Without a trusted block it returns the view
 * unchanged. */
export async function provenView(chain: Chain, shown: View): Promise<View> {
  if (!chain.proofs) {
    return shown;
  }
  const id = u64(shown.id);
  const [game, progress, ...recoveries] = await (await chain.proofs()).read(shown.height, [
    keyOf(prefixes.Games, id),
    keyOf(prefixes.Progress, id),
    keyOf(prefixes.Recoveries, id, u32(1)),
    keyOf(prefixes.Recoveries, id, u32(2)),
  ]);
  const proven: QueryGameResponse = create(QueryGameResponseSchema, {
    recoveries: recoveries.slice(0, shown.game.participants.length),
    height: shown.height,
  });
  proven.game = recordOf(GameSchema, game);
  proven.progress = recordOf(ProgressSchema, progress);
  if (!same(GameSchema, proven.game, shown.game) || !same(ProgressSchema, proven.progress, shown.progress)) {
    throw untrue();
  }
  const { players, secondsLeft } = shown;
  return { ...viewOf(proven), players, secondsLeft };
}

/** provenEnd makes sure that the result that was shown is that of the chain after its last block. */
export async function provenEnd(chain: Chain, gameId: bigint, shown: Ended<Result>): Promise<Ended<Result>> {
  if (!chain.proofs) {
    return shown;
  }
  const keys = [keyOf(prefixes.Results, u64(gameId)), keyOf(prefixes.Rematches, u64(gameId))];
  const [result, rematch] = await readEnd(chain.node, await chain.proofs(), keys);
  const proven = recordOf(ResultSchema, result);
  if (!proven || proven.gameId !== gameId) {
    throw untrue();
  }
  return new Ended(proven, rematch?.length === 8 ? new DataView(rematch.slice().buffer).getBigUint64(0) : 0n);
}
