// Finished melees.

import type { FinishedGame } from "#client/gen/battleship/v1/history_pb";
import type { Finished } from "../../play/finished";

/** finished decodes a line of the list. It returns undefined for a game that is no melee, or in which the player had no
 * part. */
export function finished({ height, melee }: FinishedGame, player: string): Finished | undefined {
  const result = melee?.result;
  const players = result?.places.map((place) => place.player) ?? [];
  const seat = players.indexOf(player);
  if (!result || seat < 0) {
    return undefined;
  }
  const { winners, rounds } = result;
  const won = ((winners >> seat) & 1) === 1;
  return {
    kind: "melee",
    id: result.gameId,
    height,
    rulesetId: result.rulesetId,
    against: players.filter((other) => other && other !== player),
    reward: melee.shares[seat]?.reward ?? 0n,
    outcome: winners === 0 ? "nobody won" : !won ? "lost" : winners === 1 << seat ? "won" : "drew",
    why: `${rounds} rounds`,
  };
}
