// The marks on the tiles of a small board.

import type { Side } from "#client/rules/answer";
import { fleetTiles } from "#client/rules/fleet";
import { type Ruleset, tiles } from "#client/rules/rulesets";

export type Mark = "open" | "ship" | "miss" | "hit" | "sunk" | "wait" | "unknown";

/** marksOf are the marks of a board of which one player knows the fleet. */
export function marksOf(r: Ruleset, { answered, hits, sunk }: Side): Mark[] {
  const down = fleetTiles(r, sunk);
  return Array.from({ length: tiles(r) }, (_, tile) =>
    down.has(tile) ? "sunk" : hits.has(tile) ? "hit" : answered.has(tile) ? "miss" : "open",
  );
}
