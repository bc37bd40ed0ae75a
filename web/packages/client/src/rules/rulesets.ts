// Rulesets are data with frozen numbers: those of game/ruleset.go, to which test/rules.test.ts holds them.

export interface ShipClass {
  readonly name: string;
  readonly length: number;
  readonly count: number;
}

export interface Ruleset {
  readonly id: number;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** classes are in the order of a fleet. */
  readonly classes: readonly ShipClass[];
  /** touch allows ships to lie side by side or corner to corner. */
  readonly touch: boolean;
  readonly hitShootsAgain: boolean;
  readonly announceSunk: boolean;
  /** proven boards and answers come with zero-knowledge proofs. */
  readonly proven: boolean;
  /** kind is the kind of game that is played under it. */
  readonly kind: string;
}

const ship = (name: string, length: number, count = 1): ShipClass => ({ name, length, count });

const classic: Ruleset = {
  id: 1,
  name: "classic",
  width: 10,
  height: 10,
  classes: [ship("carrier", 5), ship("battleship", 4), ship("cruiser", 3), ship("submarine", 3), ship("destroyer", 2)],
  touch: true,
  hitShootsAgain: false,
  announceSunk: true,
  proven: false,
  kind: "duel",
};

const xaya: Ruleset = {
  id: 2,
  name: "xaya",
  width: 8,
  height: 8,
  classes: [ship("battleship", 4), ship("cruiser", 3, 2), ship("destroyer", 2, 4)],
  touch: false,
  hitShootsAgain: true,
  announceSunk: false,
  proven: false,
  kind: "duel",
};

const melee: Ruleset = {
  id: 5,
  name: "melee",
  width: 10,
  height: 10,
  classes: [ship("battleship", 4), ship("cruiser", 3), ship("destroyer", 2), ship("boat", 1)],
  touch: true,
  hitShootsAgain: false,
  announceSunk: false,
  proven: false,
  kind: "melee",
};

export const rulesets: readonly Ruleset[] = [
  classic,
  xaya,
  { ...classic, id: 3, name: "classic-zk", proven: true, announceSunk: false },
  { ...xaya, id: 4, name: "xaya-zk", proven: true },
  melee,
];

/** rulesetById returns a ruleset, or undefined for a number that this page does not know. */
export function rulesetById(id: number): Ruleset | undefined {
  return rulesets.find((r) => r.id === id);
}

export function tiles(r: Ruleset): number {
  return r.width * r.height;
}

export function ships(r: Ruleset): number {
  return r.classes.reduce((sum, c) => sum + c.count, 0);
}

/** shipTiles counts the tiles that a fleet covers. */
export function shipTiles(r: Ruleset): number {
  return r.classes.reduce((sum, c) => sum + c.count * c.length, 0);
}

/** tileName names a tile by its column's update and its row's number, such as B7. */
export function tileName(r: Ruleset, tile: number): string {
  return String.fromCharCode(65 + (tile % r.width)) + (Math.floor(tile / r.width) + 1);
}

/** parseTile is the inverse of tileName: each tile has one name. It returns undefined for any other text. */
export function parseTile(r: Ruleset, name: string): number | undefined {
  const match = /^([A-P])([1-9][0-9]?)$/.exec(name);
  if (!match) {
    return undefined;
  }
  const column = match[1]!.charCodeAt(0) - 65;
  const row = Number(match[2]) - 1;
  return column < r.width && row < r.height ? row * r.width + column : undefined;
}
