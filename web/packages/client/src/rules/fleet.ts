// Fleets: where the ships lie, whether they may, and their one spelling.

import { parseTile, type Ruleset, ships, tileName, tiles } from "./rulesets.js";
import type { Tiles } from "./tiles.js";

export interface Ship {
  /** class is the index of the ship's class in the ruleset. */
  readonly class: number;
  /** origin is the leftmost tile of a horizontal ship, the topmost of a vertical one. */
  readonly origin: number;
  readonly vertical: boolean;
}

/** A fleet is in the order of the ruleset's classes; ships of one class come in any order. */
export type Fleet = readonly Ship[];

export type FaultKind = "class" | "missing" | "extra" | "order" | "off" | "overlap" | "touch";

/** A fault is why a fleet is not legal: of which ship of the list, and on which tiles if it is about some. */
export interface Fault {
  readonly kind: FaultKind;
  readonly ship: number;
  readonly tiles: readonly number[];
}

/** footprint returns the tiles that a ship covers, or undefined if it leaves the board. */
export function footprint(r: Ruleset, ship: Ship): number[] | undefined {
  const length = r.classes[ship.class]?.length;
  if (length === undefined || ship.origin < 0 || ship.origin >= tiles(r) || (length === 1 && ship.vertical)) {
    return undefined;
  }
  const column = ship.origin % r.width;
  const row = Math.floor(ship.origin / r.width);
  const room = ship.vertical ? r.height - row : r.width - column;
  const step = ship.vertical ? r.width : 1;
  return length > room ? undefined : Array.from({ length }, (_, i) => ship.origin + i * step);
}

/** around returns the tiles and those that touch them, at a side or a corner. */
export function around(r: Ruleset, set: Iterable<number>): Set<number> {
  const all = new Set<number>();
  for (const tile of set) {
    const column = tile % r.width;
    const row = Math.floor(tile / r.width);
    for (let y = Math.max(row - 1, 0); y <= Math.min(row + 1, r.height - 1); y++) {
      for (let x = Math.max(column - 1, 0); x <= Math.min(column + 1, r.width - 1); x++) {
        all.add(y * r.width + x);
      }
    }
  }
  return all;
}

/** faults returns all faults of a fleet; a legal one has none. */
export function faults(r: Ruleset, fleet: Fleet): Fault[] {
  const found: Fault[] = [];
  const counts = r.classes.map(() => 0);
  fleet.forEach((ship, i) => {
    if (r.classes[ship.class] === undefined) {
      found.push({ kind: "class", ship: i, tiles: [] });
      return;
    }
    counts[ship.class]!++;
    if (counts[ship.class]! > r.classes[ship.class]!.count) {
      found.push({ kind: "extra", ship: i, tiles: [] });
    }
    if (i > 0 && ship.class < fleet[i - 1]!.class) {
      found.push({ kind: "order", ship: i, tiles: [] });
    }
  });
  if (counts.some((count, i) => count < r.classes[i]!.count)) {
    found.push({ kind: "missing", ship: -1, tiles: [] });
  }
  const placed = fleet.map((ship) => footprint(r, ship));
  placed.forEach((own, i) => {
    if (!own) {
      found.push({ kind: "off", ship: i, tiles: [] });
      return;
    }
    const near = around(r, own);
    placed.forEach((other, j) => {
      if (i === j || !other) {
        return;
      }
      const on = own.filter((tile) => other.includes(tile));
      if (on.length > 0) {
        found.push({ kind: "overlap", ship: i, tiles: on });
      } else if (!r.touch && other.some((tile) => near.has(tile))) {
        const beside = around(r, other);
        found.push({ kind: "touch", ship: i, tiles: own.filter((tile) => beside.has(tile)) });
      }
    });
  });
  return found;
}

export function isLegal(r: Ruleset, fleet: Fleet): boolean {
  return faults(r, fleet).length === 0;
}

/** fleetTiles returns the tiles that the ships on the board cover. */
export function fleetTiles(r: Ruleset, fleet: Fleet): Set<number> {
  return new Set(fleet.flatMap((ship) => footprint(r, ship) ?? []));
}

/** shipCode packs a ship into 16 bits, as the chain and the seal do. */
export function shipCode(ship: Ship): number {
  return (ship.class << 9) | (ship.vertical ? 1 << 8 : 0) | ship.origin;
}

export function shipFromCode(code: number): Ship {
  return { class: code >> 9, vertical: ((code >> 8) & 1) === 1, origin: code & 0xff };
}

/** placement names a ship's origin and direction, such as A1h. */
export function placement(r: Ruleset, ship: Ship): string {
  return tileName(r, ship.origin) + (ship.vertical ? "v" : "h");
}

export function parsePlacement(r: Ruleset, shipClass: number, text: string): Ship | undefined {
  const direction = text.at(-1);
  const origin = parseTile(r, text.slice(0, -1));
  if (origin === undefined || (direction !== "h" && direction !== "v")) {
    return undefined;
  }
  return { class: shipClass, origin, vertical: direction === "v" };
}

export function fleetString(r: Ruleset, fleet: Fleet): string {
  return fleet.map((ship) => placement(r, ship)).join(",");
}

/** parseFleet is the inverse of fleetString. It asks for the right number of ships, not for a legal fleet. */
export function parseFleet(r: Ruleset, text: string): Fleet | undefined {
  const parts = text === "" ? [] : text.split(",");
  if (parts.length !== ships(r)) {
    return undefined;
  }
  const fleet: Ship[] = [];
  for (const [index, c] of r.classes.entries()) {
    for (let i = 0; i < c.count; i++) {
      const ship = parsePlacement(r, index, parts[fleet.length]!);
      if (!ship) {
        return undefined;
      }
      fleet.push(ship);
    }
  }
  return fleet;
}

/**
 * randomFleet draws a fleet such that every legal fleet is equally likely: a placement for each ship, all over again
 * when two are in each other's way. below(n) returns a number from 0 to n-1.
 */
export function randomFleet(r: Ruleset, below: (n: number) => number): Fleet {
  for (let tries = 0; tries < 1 << 20; tries++) {
    const fleet = tryFleet(r, below);
    if (fleet) {
      return fleet;
    }
  }
  throw new Error(`no legal fleet of ruleset ${r.name} was found`);
}

/** A placed ship, with the tiles that it covers and those that it blocks for others. */
interface Placed {
  readonly ship: Ship;
  readonly own: readonly number[];
  readonly blocks: readonly number[];
}

const placements = new Map<number, Placed[][]>();

/** allPlacements lists, by class, where a ship can lie: horizontal ones first, by origin. */
function allPlacements(r: Ruleset): Placed[][] {
  let all = placements.get(r.id);
  if (!all) {
    all = r.classes.map((_, index) =>
      [false, true].flatMap((vertical) =>
        Array.from({ length: tiles(r) }, (_, origin) => ({ class: index, origin, vertical })).flatMap((ship) => {
          const own = footprint(r, ship);
          return own ? [{ ship, own, blocks: r.touch ? own : [...around(r, own)] }] : [];
        }),
      ),
    );
    placements.set(r.id, all);
  }
  return all;
}

function tryFleet(r: Ruleset, below: (n: number) => number): Fleet | undefined {
  const fleet: Ship[] = [];
  const blocked = new Uint8Array(tiles(r));
  for (const [index, where] of allPlacements(r).entries()) {
    for (let i = 0; i < r.classes[index]!.count; i++) {
      const { ship, own, blocks } = where[below(where.length)]!;
      if (own.some((tile) => blocked[tile])) {
        return undefined;
      }
      for (const tile of blocks) {
        blocked[tile] = 1;
      }
      fleet.push(ship);
    }
  }
  return fleet;
}

/** shipsSunk returns the ships of a fleet of which every tile is hit. */
export function shipsSunk(r: Ruleset, fleet: Fleet, hits: Tiles): Ship[] {
  return fleet.filter((ship) => (footprint(r, ship) ?? []).every((tile) => hits.has(tile)));
}
