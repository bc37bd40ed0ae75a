// The end of a melee, from its log: the state keeps places alone, without boards and payments.

import { type Fleet, fleetTiles, parseFleet } from "#client/rules/fleet";
import { parseTile, type Ruleset } from "#client/rules/rulesets";
import type { Mark } from "../../ui/marks";
import type { MeleeEvent } from "./history";

/** A Board is the public record of a seat. */
export interface Board {
  readonly hits: ReadonlySet<number>;
  readonly answered: ReadonlySet<number>;
  readonly fleet: Fleet | undefined;
  /** standing is the chain's name for how the seat lost; "" while it has not. */
  readonly standing: string;
  readonly paid: readonly { readonly denom: string; readonly amount: string }[];
}

/** A Moment is a melee after one of its events. */
export interface Moment {
  readonly round: number;
  readonly bombed: ReadonlySet<number>;
  /** volley are the tiles of the round that were fired at. */
  readonly volley: readonly number[];
  readonly seats: readonly Board[];
  /** by is the seat that acted, and done its action. */
  readonly by: number | undefined;
  readonly done: Done;
}

export type Done =
  | { readonly what: "began" | "over" | "played" | "round" | "proved" | "struck" }
  | { readonly what: "lost"; readonly standing: string }
  | { readonly what: "fired" | "reported"; readonly tiles: readonly number[] };

/** moments follow the events of a melee, for as many seats. Events that it cannot read count for nothing. */
export function moments(r: Ruleset, seats: number, events: readonly MeleeEvent[]): Moment[] {
  const board: Board = { hits: new Set(), answered: new Set(), fleet: undefined, standing: "", paid: [] };
  let now: Moment = {
    round: 0,
    bombed: new Set(),
    volley: [],
    seats: Array.from({ length: seats }, () => board),
    by: undefined,
    done: { what: "began" },
  };
  const all = [now];
  let stage = "";
  let unreported = 0;
  const tilesOf = (names: unknown) =>
    (Array.isArray(names) ? names : [names]).flatMap((name) => parseTile(r, String(name)) ?? []);
  const add = (by: number | undefined, done: Done, change: Partial<Moment> = {}) => {
    now = { ...now, ...change, by, done };
    all.push(now);
  };
  const withSeat = (number: number, change: (seat: Board) => Partial<Board>) =>
    now.seats.map((seat, i) => (i === number ? { ...seat, ...change(seat) } : seat));
  const fallen = () => new Set([...now.bombed, ...now.volley]);
  for (const { name, fields } of events) {
    const number = Number(fields.seat ?? 0);
    switch (name) {
      case "StageBegan":
        stage = String(fields.stage);
        if (stage === "STAGE_AIM") {
          add(undefined, { what: "round" }, { bombed: fallen(), volley: [], round: now.round + 1 });
        }
        break;
      case "Fired": {
        const tiles = tilesOf(fields.target);
        add(number, { what: "fired", tiles }, { volley: [...now.volley, ...tiles] });
        break;
      }
      case "Reported": {
        const tiles = tilesOf(fields.hits);
        const change = ({ hits, answered }: Board) => ({
          hits: new Set([...hits, ...tiles]),
          answered: new Set([...answered, ...fallen()]),
        });
        add(number, { what: "reported", tiles }, { seats: withSeat(number, change) });
        break;
      }
      case "Struck":
        add(number, { what: "struck" });
        break;
      case "FleetLost": {
        const standing = String(fields.standing);
        add(number, { what: "lost", standing }, { seats: withSeat(number, () => ({ standing })) });
        break;
      }
      case "PlayEnded":
        // A volley that is to be reported has fallen, also if that is never reported; an earlier one has not.
        unreported = Number(fields.unreported ?? 0);
        add(
          undefined,
          { what: "played" },
          stage === "STAGE_REPORT" ? { bombed: fallen(), volley: [] } : { volley: [] },
        );
        break;
      case "BoardProven": {
        const fleet = parseFleet(r, String(fields.fleet));
        const ships = fleet ? fleetTiles(r, fleet) : new Set<number>();
        const unseen = (unreported >> number) & 1 ? [...now.bombed].filter((tile) => ships.has(tile)) : [];
        const change = ({ hits }: Board) => ({ fleet, hits: new Set([...hits, ...unseen]) });
        add(number, { what: "proved" }, { seats: withSeat(number, change) });
        break;
      }
      case "MeleeOver": {
        const shares = (fields.shares as Record<string, Board["paid"][number] | null>[] | undefined) ?? [];
        const paid = (i: number) => [shares[i]?.pot, shares[i]?.stake_back].flatMap((coin) => coin ?? []);
        add(undefined, { what: "over" }, { seats: now.seats.map((seat, i) => ({ ...seat, paid: paid(i) })) });
        break;
      }
    }
  }
  return all;
}

/** marksAt returns the marks on the tiles of a seat's board in a moment. A fleet that was shown at the end is drawn
 * from the beginning. */
export function marksAt(r: Ruleset, { bombed, volley, seats }: Moment, number: number, shown?: Fleet): Mark[] {
  const { hits, answered, standing } = seats[number]!;
  const ships = shown && fleetTiles(r, shown);
  const sunk = standing === "SEAT_STANDING_SUNK";
  return Array.from({ length: r.width * r.height }, (_, tile) => {
    if (hits.has(tile)) return sunk ? "sunk" : "hit";
    if (volley.includes(tile) && !answered.has(tile)) return "wait";
    if (ships?.has(tile)) return "ship";
    if (!bombed.has(tile) && !answered.has(tile)) return "open";
    return ships || sunk || answered.has(tile) ? "miss" : "unknown";
  });
}
