// The bot of the practice game: for each tile it counts the ways in which ships that are afloat could lie over it, as
// player/bot does. A hit that belongs to no sunk ship turns the hunt into a chase by itself.

import type { Side } from "./answer.js";
import { around, footprint } from "./fleet.js";
import { type Ruleset, tiles } from "./rulesets.js";

/** chaseWeight is above the number of placements over one tile, so that explaining one hit more always wins. */
const chaseWeight = 100;

interface Way {
  readonly tiles: readonly number[];
  /** halo are the tiles around, on which no other ship can be. */
  readonly halo: readonly number[];
}

const known = new Map<number, readonly Way[][]>();

/** ways are the placements of a ruleset by class. */
function ways(r: Ruleset): readonly Way[][] {
  let all = known.get(r.id);
  if (!all) {
    all = r.classes.map((c, index) =>
      (c.length === 1 ? [false] : [false, true]).flatMap((vertical) =>
        Array.from({ length: tiles(r) }, (_, origin) => footprint(r, { class: index, origin, vertical })).flatMap(
          (own) =>
            own ? [{ tiles: own, halo: r.touch ? [] : [...around(r, own)].filter((tile) => !own.includes(tile)) }] : [],
        ),
      ),
    );
    known.set(r.id, all);
  }
  return all;
}

/** Knowledge is derived from the answers about a board. */
class Knowledge {
  /** closed are the tiles that hold no ship that is afloat. */
  readonly closed: Set<number>;
  /** open are the hits that belong to no ship known to be sunk. */
  readonly open: Set<number>;
  /** afloat counts the ships of each class that are not known to be sunk. */
  readonly afloat: number[];

  constructor(
    readonly r: Ruleset,
    readonly side: Side,
  ) {
    this.closed = new Set([...side.answered].filter((tile) => !side.hits.has(tile)));
    this.open = new Set(side.hits);
    this.afloat = r.classes.map((c) => c.count);
    for (const ship of side.sunk) {
      this.sink(ship.class, footprint(r, ship) ?? []);
    }
    if (!r.announceSunk && !r.touch) {
      this.sinkFullyHit();
    }
  }

  private sink(index: number, own: readonly number[]): void {
    this.afloat[index]!--;
    for (const tile of own) {
      this.open.delete(tile);
      this.closed.add(tile);
    }
  }

  /** allows reports whether a ship that is afloat can lie there. */
  allows(way: Way): boolean {
    const { hits } = this.side;
    const silent = this.r.announceSunk && way.tiles.every((tile) => hits.has(tile));
    return !silent && !way.tiles.some((tile) => this.closed.has(tile)) && !way.halo.some((tile) => hits.has(tile));
  }

  /**
   * sinkFullyHit sinks each placement that is fully hit and that no longer ship afloat can extend. Sinking the last ship of
   * a length can decide shorter ones, so it starts again after each, at most once for each ship.
   */
  private sinkFullyHit(): void {
    for (;;) {
      const found = this.fullyHit();
      if (!found) {
        return;
      }
      this.sink(found.index, found.way.tiles);
    }
  }

  private fullyHit(): { index: number; way: Way } | undefined {
    for (const [index, list] of ways(this.r).entries()) {
      if (this.afloat[index]! > 0) {
        const way = list.find(
          (w) => w.tiles.every((tile) => this.open.has(tile)) && this.allows(w) && !this.extended(w.tiles),
        );
        if (way) {
          return { index, way };
        }
      }
    }
    return undefined;
  }

  /** extended reports whether a longer ship that is afloat can lie over all of these tiles. */
  private extended(own: readonly number[]): boolean {
    return ways(this.r).some(
      (list, index) =>
        this.afloat[index]! > 0 &&
        this.r.classes[index]!.length > own.length &&
        list.some((w) => own.every((tile) => w.tiles.includes(tile)) && this.allows(w)),
    );
  }
}

/** odds counts weighted placements over each tile that a fleet can still cover. */
export function odds(r: Ruleset, side: Side): number[] {
  const scores = new Array<number>(tiles(r)).fill(0);
  const k = new Knowledge(r, side);
  ways(r).forEach((list, index) => {
    const left = k.afloat[index]!;
    if (left <= 0) {
      return;
    }
    for (const way of list) {
      const explained = way.tiles.filter((tile) => k.open.has(tile)).length;
      if ((explained > 0 || k.open.size === 0) && k.allows(way)) {
        for (const tile of way.tiles) {
          scores[tile]! += left * chaseWeight ** explained;
        }
      }
    }
  });
  return scores;
}

/** chooseShot returns the likeliest tile that was not shot at; below(n) breaks ties. */
export function chooseShot(r: Ruleset, side: Side, below: (n: number) => number): number {
  const scores = odds(r, side);
  const free = scores.flatMap((score, tile) => (side.answered.has(tile) ? [] : [{ score, tile }]));
  const most = Math.max(...free.map(({ score }) => score));
  const best = free.filter(({ score }) => score === most);
  const chosen = best[below(best.length)];
  if (!chosen) {
    throw new Error("no tile is left to shoot at");
  }
  return chosen.tile;
}
