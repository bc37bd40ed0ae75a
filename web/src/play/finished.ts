// The games that a player has finished, what they did to its rating, and where its shots fell.

import { base64 } from "#client/base";
import type { GameEvent } from "#client/chain/history";
import type { Node } from "#client/chain/node";
import { EventShotFiredSchema } from "#client/gen/battleship/v1/event_pb";
import type { FinishedGame } from "#client/gen/battleship/v1/history_pb";
import { seatIndex } from "#client/kinds/duel/view";
import { isMessage } from "#client/proto/codec";
import { parseTile, type Ruleset, rulesetById } from "#client/rules/rulesets";
import { reasonText } from "../kinds/duel/words";

/** Finished is a line of the list. */
export interface Finished {
  readonly id: bigint;
  readonly height: bigint;
  readonly melee: boolean;
  readonly rulesetId: number;
  readonly outcome: "won" | "lost" | "drew" | "nobody won";
  readonly why: string;
  readonly against: readonly string[];
  /** rating is the player's after the game; absent if it was not rated. */
  readonly rating?: number;
  /** reward is what was minted for the player, in uship. */
  readonly reward: bigint;
}

/** finishedBy reads a line; nothing for a game in which the player had no part. */
export function finishedBy({ height, duel, melee }: FinishedGame, player: string): Finished | undefined {
  const result = duel?.result ?? melee?.result;
  const all = duel?.result?.players ?? melee?.result?.places.map((place) => place.player) ?? [];
  const seat = all.indexOf(player);
  if (!result || seat < 0) {
    return undefined;
  }
  const common = {
    id: result.gameId,
    height,
    rulesetId: result.rulesetId,
    against: all.filter((other) => other && other !== player),
    reward: (duel ?? melee)?.shares[seat]?.reward ?? 0n,
  };
  if (duel?.result) {
    const winner = seatIndex(duel.result.winner);
    const rating = duel.ratings[seat];
    return {
      ...common,
      melee: false,
      outcome: winner === undefined ? "nobody won" : winner === seat ? "won" : "lost",
      why: reasonText[duel.result.reason] ?? "",
      ...(rating && { rating }),
    };
  }
  const { winners, rounds } = melee!.result!;
  const won = ((winners >> seat) & 1) === 1;
  const outcome = winners === 0 ? "nobody won" : !won ? "lost" : winners === 1 << seat ? "won" : "drew";
  return { ...common, melee: true, outcome, why: `${rounds} rounds` };
}

/** FinishedPage is a page of the list; next is the key of the page after it, "" after the last one. */
export interface FinishedPage {
  readonly games: readonly Finished[];
  readonly next: string;
}

/** finishedPage reads the page of a key, "" for the newest games. */
export async function finishedPage(node: Node, player: string, limit: number, key: string): Promise<FinishedPage> {
  const { games, nextKey } = await node.finished(player, { limit, key });
  return { games: games.flatMap((game) => finishedBy(game, player) ?? []), next: base64.encode(nextKey) };
}

/** Curve is a line of ratings, to be drawn in a box of 100 by 100, with the values at its lower and its upper edge. */
export interface Curve {
  readonly points: string;
  readonly low: number;
  readonly high: number;
}

/** curve draws ratings, the oldest first; nothing if there are fewer than two. */
export function curve(ratings: readonly number[]): Curve | undefined {
  if (ratings.length < 2) {
    return undefined;
  }
  const low = Math.floor((Math.min(...ratings) - 1) / 50) * 50;
  const high = Math.ceil((Math.max(...ratings) + 1) / 50) * 50;
  const point = (rating: number, i: number) =>
    `${((i * 100) / (ratings.length - 1)).toFixed(1)},${(100 - ((rating - low) * 100) / (high - low)).toFixed(1)}`;
  return { points: ratings.map(point).join(" "), low, high };
}

/** Heat is how often a player has shot at each tile, in some games of one ruleset. */
export interface Heat {
  readonly ruleset: Ruleset;
  readonly games: number;
  readonly shots: readonly number[];
  readonly most: number;
}

/** heat counts shots in the logs of games; of those rules that most of the games had, for boards differ. */
export function heat(
  player: string,
  logs: readonly { readonly rulesetId: number; readonly events: readonly GameEvent[] }[],
): Heat | undefined {
  const ids = logs.map((log) => log.rulesetId);
  const count = (id: number) => ids.filter((other) => other === id).length;
  const rulesetId = ids.toSorted((a, b) => count(b) - count(a) || a - b)[0];
  const ruleset = rulesetId === undefined ? undefined : rulesetById(rulesetId);
  if (!ruleset) {
    return undefined;
  }
  const shots = new Array<number>(ruleset.width * ruleset.height).fill(0);
  for (const { event } of logs.filter((log) => log.rulesetId === rulesetId).flatMap((log) => log.events)) {
    if (isMessage(event, EventShotFiredSchema) && event.player === player) {
      const tile = parseTile(ruleset, event.target);
      if (tile !== undefined) {
        shots[tile]!++;
      }
    }
  }
  return { ruleset, games: count(ruleset.id), shots, most: Math.max(1, ...shots) };
}
