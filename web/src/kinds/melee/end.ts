// How a melee has ended, from its log: what stays of it in the state are places, without boards and payments.

import { type MeleeResult, SeatStanding } from "#client/gen/battleship/v1/battleship_melee_pb";
import { type Fleet, fleetTiles, parseFleet } from "#client/rules/fleet";
import { parseTile, type Ruleset } from "#client/rules/rulesets";
import type { Mark } from "./drawing";
import type { MeleeEvent } from "./history";

/** An ended seat is what is known of its board after the end, and what it was paid. */
export interface EndedSeat {
  readonly hits: Set<number>;
  readonly answered: Set<number>;
  fleet: Fleet | undefined;
  paid: readonly { readonly denom: string; readonly amount: string }[];
}

export interface MeleeEnd {
  readonly bombed: ReadonlySet<number>;
  readonly seats: readonly EndedSeat[];
}

/** meleeEnd follows the events of a melee to its end, for as many seats. Events that it cannot read count for nothing. */
export function meleeEnd(r: Ruleset, seats: number, events: readonly MeleeEvent[]): MeleeEnd {
  const bombed = new Set<number>();
  const all = Array.from({ length: seats }, (): EndedSeat => {
    return { hits: new Set(), answered: new Set(), fleet: undefined, paid: [] };
  });
  let volley: number[] = [];
  let stage = "";
  let unreported = 0;
  const tilesOf = (names: unknown) =>
    (Array.isArray(names) ? names : [names]).flatMap((name) => parseTile(r, String(name)) ?? []);
  const fall = () => {
    for (const tile of volley) {
      bombed.add(tile);
    }
  };
  for (const { name, fields } of events) {
    const number = Number(fields.seat ?? 0);
    const seat = all[number];
    switch (name) {
      case "StageBegan":
        stage = String(fields.stage);
        if (stage === "STAGE_AIM") {
          fall();
          volley = [];
        }
        break;
      case "Fired":
        volley.push(...tilesOf(fields.target));
        break;
      case "Reported":
        for (const tile of tilesOf(fields.hits)) {
          seat?.hits.add(tile);
        }
        for (const tile of [...bombed, ...volley]) {
          seat?.answered.add(tile);
        }
        break;
      case "PlayEnded":
        // A volley that is to be reported has fallen, also if that is never reported; an earlier one has not.
        unreported = Number(fields.unreported ?? 0);
        if (stage === "STAGE_REPORT") {
          fall();
        }
        break;
      case "BoardProven":
        if (seat) {
          seat.fleet = parseFleet(r, String(fields.fleet));
          const ships = seat.fleet ? fleetTiles(r, seat.fleet) : new Set<number>();
          for (const tile of (unreported >> number) & 1 ? bombed : []) {
            if (ships.has(tile)) {
              seat.hits.add(tile);
            }
          }
        }
        break;
      case "MeleeOver":
        ((fields.shares as Record<string, EndedSeat["paid"][number] | null>[] | undefined) ?? []).forEach(
          (share, i) => {
            if (all[i]) {
              all[i].paid = [share.pot, share.stake_back].flatMap((coin) => coin ?? []);
            }
          },
        );
    }
  }
  return { bombed, seats: all };
}

/** endMarks are what is drawn on each tile of a seat's board after the end. */
export function endMarks(r: Ruleset, { places }: MeleeResult, end: MeleeEnd, number: number): Mark[] {
  const { hits, answered, fleet } = end.seats[number]!;
  const ships = fleet && fleetTiles(r, fleet);
  const sunk = places[number]?.standing === SeatStanding.SUNK;
  return Array.from({ length: r.width * r.height }, (_, tile) => {
    if (hits.has(tile)) {
      return sunk ? "sunk" : "hit";
    }
    if (ships?.has(tile)) {
      return "ship";
    }
    return !end.bombed.has(tile) ? "open" : ships || sunk || answered.has(tile) ? "miss" : "unknown";
  });
}
