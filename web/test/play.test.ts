// Clock, bot and practice.

import { describe, expect, test } from "vitest";
import { lie, unseen } from "#client/rules/answer";
import { chooseShot, odds } from "#client/rules/bot";
import { parseFleet, randomFleet } from "#client/rules/fleet";
import { parseTile, rulesetById, rulesets, shipTiles, tiles } from "#client/rules/rulesets";
import { begin, botShoots, type Practice, shoot } from "../src/kinds/duel/practice";
import { blocksLeft, clockText, duration } from "../src/play/clock";

function generator(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

describe("the clock", () => {
  test.each([
    [0, "0:00"],
    [43, "0:43"],
    [725, "12:05"],
    [3600, "1 h 0 min"],
    [12_345, "3 h 25 min"],
    [187_200, "2 d 4 h"],
    [-5, "0:00"],
  ])("%d seconds are %s", (seconds, text) => expect(duration(seconds)).toBe(text));

  test("a message counts in a block up to the deadline, and the next block is the first that can hold it", () => {
    expect(blocksLeft(10n, 9n)).toBe(1n);
    expect(blocksLeft(10n, 10n)).toBe(0n);
    expect(blocksLeft(10n, 11n)).toBe(0n);
  });

  test("shows time and blocks, warns in the last quarter, and then shows that it is too late", () => {
    expect(clockText(186n, 100n, 500, 0, 300n)).toMatchObject({
      level: "calm",
      text: "0:43",
      blocks: 86n,
      share: 43 / 150,
    });
    expect(clockText(175n, 100n, 500, 0, 300n).level).toBe("soon");
    expect(clockText(101n, 100n, 500, 400, 300n)).toMatchObject({ level: "soon", text: "0:00", blocks: 1n });
    expect(clockText(100n, 100n, 500, 0, 300n)).toMatchObject({ level: "late", blocks: 0n, share: 0 });
  });

  test("time that passes since a block is not counted beyond the next one, which is late", () => {
    expect(clockText(110n, 100n, 1000, 60_000, 10n).text).toBe("0:09");
  });
});

describe.each(rulesets.filter((r) => r.kind === "duel"))("$name", (r) => {
  const play = (seed: number): Practice => {
    const below = generator(seed);
    let game = begin(r, randomFleet(r, below), below);
    for (let i = 0; game.winner === undefined && i < 4 * tiles(r); i++) {
      game = game.turn === 1 ? botShoots(game, below) : shoot(game, chooseShot(r, game.sides[1], below));
    }
    return game;
  };

  test("the bot ends a game against itself, legally, and faster than chance", () => {
    let shots = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const game = play(seed);
      expect(game.winner, `seed ${seed}`).toBeDefined();
      for (const seat of [0, 1] as const) {
        expect(lie(r, game.sides[seat], game.fleets[seat]), `seed ${seed}`).toBeUndefined();
      }
      shots += game.shots.filter(({ by }) => by === game.winner).length;
    }
    expect(shots / 10).toBeLessThan(0.75 * tiles(r));
  });
});

test("the bot chases a hit, and never shoots twice at a tile", () => {
  const r = rulesetById(1)!;
  const hit = parseTile(r, "E5")!;
  const side = { ...unseen, answered: new Set([hit]), hits: new Set([hit]) };
  const beside = ["D5", "F5", "E4", "E6"].map((name) => parseTile(r, name)!);
  expect(beside).toContain(chooseShot(r, side, generator(1)));
  expect(odds(r, unseen)[parseTile(r, "E5")!]).toBeGreaterThan(odds(r, unseen)[0]!);
});

test("where ships may not touch, the bot finishes a ship although no answer reports it as sunk", () => {
  const r = rulesetById(2)!;
  const below = generator(3);
  let game = begin(r, parseFleet(r, "A1h,E3v,A3h,G1h,G8h,A8h,H3v")!, below);
  game = { ...game, turn: 1 };
  for (let i = 0; game.winner === undefined && i < tiles(r); i++) {
    game = { ...botShoots(game, below), turn: 1 };
  }
  expect(game.winner).toBe(1);
  expect(game.sides[0].hits.size).toBe(shipTiles(r));
});

test("no player shoots twice at a tile, nor after the end", () => {
  const r = rulesetById(1)!;
  const below = generator(5);
  const game = shoot({ ...begin(r, randomFleet(r, below), below), turn: 0 }, 0);
  expect(() => shoot({ ...game, turn: 0 }, 0)).toThrow("A1");
  expect(() => shoot({ ...game, turn: 0, winner: 1 }, 1)).toThrow();
});
