// Finished duels, and where a player's shots fell in them.

import type { GameEvent } from "#client/chain/history";
import type { Node } from "#client/chain/node";
import { EventShotFiredSchema } from "#client/gen/battleship/v1/event_pb";
import type { FinishedGame } from "#client/gen/battleship/v1/history_pb";
import { seatIndex } from "#client/kinds/duel/view";
import { isMessage } from "#client/proto/codec";
import { parseTile, type Ruleset, rulesetById } from "#client/rules/rulesets";
import { type Finished, finishedPage } from "../../play/finished";
import { reasonText } from "./words";

/** duelsOf returns the newest finished duels of a player, up to a limit. */
export async function duelsOf(node: Node, player: string, most: number): Promise<readonly Finished[]> {
  return (await finishedPage(node, player, most, "", finished)).games;
}

/** finished decodes a line of the list. It returns undefined for a game that is no duel, or in which the player had no
 * part. */
export function finished({ height, duel }: FinishedGame, player: string): Finished | undefined {
  const result = duel?.result;
  const seat = result?.players.indexOf(player) ?? -1;
  if (!result || seat < 0) {
    return undefined;
  }
  const winner = seatIndex(result.winner);
  const rating = duel.ratings[seat];
  return {
    kind: "duel",
    id: result.gameId,
    height,
    rulesetId: result.rulesetId,
    against: result.players.filter((other) => other && other !== player),
    reward: duel.shares[seat]?.reward ?? 0n,
    outcome: winner === undefined ? "nobody won" : winner === seat ? "won" : "lost",
    why: reasonText[result.reason] ?? "",
    ...(rating && { rating }),
  };
}

/** Heat counts a player's shots at each tile, in some games of one ruleset. */
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
