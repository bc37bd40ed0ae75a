// The events between two looks at a game, for the log of its live spectators.

import { Phase } from "#client/gen/battleship/v1/battleship_pb";
import { other, type SeatIndex, type View } from "#client/kinds/duel/view";
import { footprint } from "#client/rules/fleet";
import { tileName } from "#client/rules/rulesets";
import { reasonText } from "./words";

export interface Line {
  readonly height: bigint;
  readonly by: SeatIndex | undefined;
  readonly text: string;
}

/** answers words the answers between two looks, as in "B7: hit, destroyer sunk", each with the seat and the tile of the board. */
export function answers(before: View, after: View): { seat: SeatIndex; tile: number; text: string }[] {
  const r = after.ruleset;
  return ([0, 1] as const).flatMap((seat) => {
    const [was, is] = [before.sides[seat], after.sides[seat]];
    const fresh = [...is.answered].filter((tile) => !was.answered.has(tile));
    return fresh.map((tile) => {
      const ship = is.sunk.slice(was.sunk.length).find((s) => footprint(r, s)?.includes(tile));
      const sunk = ship ? `, ${r.classes[ship.class]!.name} sunk` : "";
      return { seat, tile, text: `${tileName(r, tile)}: ${is.hits.has(tile) ? "hit" : "miss"}${sunk}` };
    });
  });
}

/** changes describes the events since an earlier look; `after` is the later one. */
export function changes(before: View, after: View): Line[] {
  const { height, ruleset: r } = after;
  const lines: Line[] = [];
  const add = (by: SeatIndex | undefined, text: string) => lines.push({ height, by, text });
  if (before.phase === Phase.OPEN && after.phase !== Phase.OPEN) {
    add(1, "joined");
  }
  if (before.phase === Phase.TOSS && after.phase === Phase.PLAY && after.sides.every((s) => s.answered.size === 0)) {
    add(0, "opened the toss");
  }
  for (const { seat, text } of answers(before, after)) {
    add(seat, `answered ${text}`);
  }
  if (after.pending !== undefined && after.pending !== before.pending && after.actor !== undefined) {
    add(other(after.actor), `shot at ${tileName(r, after.pending)}`);
  }
  if (before.phase !== Phase.CLAIM && after.phase === Phase.CLAIM) {
    add(after.actor, `must prove the board: ${reasonText[after.reason]}`);
  }
  return lines;
}
