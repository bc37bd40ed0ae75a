// Answers: the true answer to a shot, and whether a whole board was answered honestly.

import { type Fleet, fleetTiles, footprint, isLegal, parsePlacement, type Ship, shipCode } from "./fleet.js";
import type { Ruleset } from "./rulesets.js";
import { type Tiles, tilesFromBytes } from "./tiles.js";

/** A side is the public part of one player's board. */
export interface Side {
  readonly answered: Tiles;
  readonly hits: Tiles;
  /** sunk are the ships that were announced. */
  readonly sunk: readonly Ship[];
}

export interface Answer {
  readonly hit: boolean;
  /** sunk is the ship that the shot sinks, where the ruleset announces it. */
  readonly sunk?: Ship;
}

export const unseen: Side = { answered: new Set(), hits: new Set(), sunk: [] };

/** sideFromBytes reads a side as the chain keeps it. */
export function sideFromBytes(answered: Uint8Array, hits: Uint8Array, sunk: Uint8Array): Side {
  const announced: Ship[] = [];
  for (let i = 0; i + 1 < sunk.length; i += 2) {
    const code = (sunk[i]! << 8) | sunk[i + 1]!;
    announced.push({ class: code >> 9, vertical: ((code >> 8) & 1) === 1, origin: code & 0xff });
  }
  return { answered: tilesFromBytes(answered), hits: tilesFromBytes(hits), sunk: announced };
}

/** trueAnswer returns the answer that the owner of a fleet owes for a shot at a tile, given the answers before. */
export function trueAnswer(r: Ruleset, fleet: Fleet, before: Side, tile: number): Answer {
  for (const ship of fleet) {
    const own = footprint(r, ship) ?? [];
    if (own.includes(tile)) {
      const sinks = r.announceSunk && own.every((t) => t === tile || before.hits.has(t));
      return sinks ? { hit: true, sunk: ship } : { hit: true };
    }
  }
  return { hit: false };
}

/** answered returns a side after one more answer. */
export function answered(side: Side, tile: number, answer: Answer): Side {
  return {
    answered: new Set(side.answered).add(tile),
    hits: answer.hit ? new Set(side.hits).add(tile) : side.hits,
    sunk: answer.sunk ? [...side.sunk, answer.sunk] : side.sunk,
  };
}

/**
 * lie describes the false answer of a player whose ships were there all along. It returns undefined if the fleet is
 * legal, every answer true, and exactly the ships announced that were sunk.
 */
export function lie(r: Ruleset, side: Side, fleet: Fleet): string | undefined {
  if (!isLegal(r, fleet)) {
    return "the fleet is not legal";
  }
  const ships = fleetTiles(r, fleet);
  for (const tile of side.answered) {
    if (ships.has(tile) !== side.hits.has(tile)) {
      return "an answer is not what the fleet says";
    }
  }
  for (const tile of side.hits) {
    if (!ships.has(tile)) {
      return "a hit is where the fleet has no ship";
    }
  }
  const own = new Set(fleet.map(shipCode));
  if (side.sunk.some((ship) => !own.has(shipCode(ship)))) {
    return "a ship was announced that the fleet does not have";
  }
  const announced = new Set(side.sunk.map(shipCode));
  const silent = fleet.some(
    (ship) => !announced.has(shipCode(ship)) && (footprint(r, ship) ?? []).every((tile) => side.hits.has(tile)),
  );
  return r.announceSunk && silent ? "a ship sank and was not announced" : undefined;
}

/** parseShip reads a ship as messages and events name it. */
export function parseShip(r: Ruleset, className: string, text: string): Ship | undefined {
  const index = r.classes.findIndex((c) => c.name === className);
  return index < 0 ? undefined : parsePlacement(r, index, text);
}
