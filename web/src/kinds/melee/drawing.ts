// The drawing of a melee: a mark on each tile of each board, and the bombs that fell last.

import { SeatStanding } from "#client/gen/battleship/v1/battleship_melee_pb";
import { type MeleeSeat, type MeleeView, reported } from "#client/kinds/melee/view";
import { volley } from "#client/rules/melee";
import type { Tiles } from "#client/rules/tiles";
import type { Mark } from "../../ui/marks";

/** marks returns the marks on the tiles of a seat's board; `ships` are those of a fleet that is known. */
export function marks(view: MeleeView, seat: MeleeSeat, ships?: Tiles): Mark[] {
  const { ruleset: r } = view;
  const afloat = seat.standing === SeatStanding.AFLOAT;
  const sunk = seat.standing === SeatStanding.SUNK;
  const fell = new Set(view.volley);
  return Array.from({ length: r.width * r.height }, (_, tile) => {
    const bombed = view.bombed.has(tile);
    if (seat.hits.has(tile)) {
      return sunk ? "sunk" : "hit";
    }
    if (!bombed && !fell.has(tile)) {
      return ships?.has(tile) ? "ship" : "open";
    }
    if (sunk || (afloat && (bombed || reported(view, seat)))) {
      return "miss";
    }
    return afloat ? "wait" : ships?.has(tile) ? "ship" : "unknown";
  });
}

/** A Volley has the bombs of one round, with the seats that fired them as far as they are known. */
export interface Volley {
  readonly round: number;
  readonly bombs: readonly { readonly tile: number; readonly by: readonly number[] }[];
}

/** volleyOf are the bombs of a round. */
export function volleyOf(round: number, fired: readonly { tile: number; by?: number }[]): Volley {
  const bombs = volley(fired.map(({ tile }) => tile)).map((tile) => ({
    tile,
    by: fired.flatMap((one) => (one.tile === tile && one.by !== undefined ? [one.by] : [])),
  }));
  return { round, bombs };
}

/** lastVolley are the bombs that were fired last: those of this round, or else those of the one before, as an earlier look
 * has shown them. The chain does not keep who fired them. */
export function lastVolley(view: MeleeView, before?: MeleeView, known?: Volley): Volley | undefined {
  const fired = view.seats.flatMap(({ target }, by) => (target === undefined ? [] : { tile: target, by }));
  if (fired.length > 0) {
    return volleyOf(view.round, fired);
  }
  const fresh = before ? [...view.bombed].filter((tile) => !before.bombed.has(tile)) : [];
  if (fresh.length === 0 || (known && fresh.every((tile) => known.bombs.some((bomb) => bomb.tile === tile)))) {
    return known;
  }
  return volleyOf(
    before!.round,
    fresh.map((tile) => ({ tile })),
  );
}
