// The games that a player has finished, and the course of its rating.

import { base64 } from "#client/base";
import type { Node } from "#client/chain/node";
import type { FinishedGame } from "#client/gen/battleship/v1/history_pb";

/** Finished is a line of the list. */
export interface Finished {
  readonly id: bigint;
  readonly height: bigint;
  /** kind is the name of its kind. */
  readonly kind: string;
  readonly rulesetId: number;
  readonly outcome: "won" | "lost" | "drew" | "nobody won";
  readonly why: string;
  readonly against: readonly string[];
  /** rating is the player's after the game; absent if it was not rated. */
  readonly rating?: number;
  /** reward is the amount minted for the player, in uship. */
  readonly reward: bigint;
}

/** FinishedPage is a page of the list; next is the key of the page after it, "" after the last one. */
export interface FinishedPage {
  readonly games: readonly Finished[];
  readonly next: string;
}

/** finishedPage reads the page of a key, "" for the newest games. A game that `read` does not know is left out. */
export async function finishedPage(
  node: Node,
  player: string,
  limit: number,
  key: string,
  read: (game: FinishedGame, player: string) => Finished | undefined,
): Promise<FinishedPage> {
  const { games, nextKey } = await node.finished(player, { limit, key });
  return { games: games.flatMap((game) => read(game, player) ?? []), next: base64.encode(nextKey) };
}

/** Curve is a line of ratings, to be drawn in a box of 100 by 100, with the values at its lower and its upper edge. */
export interface Curve {
  readonly points: string;
  readonly low: number;
  readonly high: number;
}

/** curve draws ratings, the oldest first. It returns undefined for fewer than two. */
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
