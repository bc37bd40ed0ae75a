// Random games that Go has played (game/commitment/differential_test.go), played here once more.

import { sha256 } from "@noble/hashes/sha2.js";
import { expect, test } from "vitest";
import { ascii, bytesToHex, concatBytes, u64 } from "../src/bytes.js";
import { answered, lie, type Side, trueAnswer, unseen } from "../src/rules/answer.js";
import * as commitment from "../src/rules/commitment.js";
import {
  around,
  type Fleet,
  fleetString,
  footprint,
  isLegal,
  placement,
  randomFleet,
  type Ship,
} from "../src/rules/fleet.js";
import { type Ruleset, rulesets, tileName, tiles } from "../src/rules/rulesets.js";
import { repository } from "./files.js";

const lines = repository("game/commitment/testdata/differential.txt").trim().split("\n");

/** generator is xorshift32, as the test in Go has it. */
function generator(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state % n;
  };
}

/** quickFleet draws each ship until it lies clear of those before it, and all of them anew after 1,000 draws. */
function quickFleet(r: Ruleset, below: (n: number) => number): Fleet {
  const classes = r.classes.flatMap((c, i) => Array.from({ length: c.count }, () => i));
  let fleet: Ship[] = [];
  let blocked = new Set<number>();
  for (let draws = 0; fleet.length < classes.length; draws++) {
    if (draws === 1000) {
      [fleet, blocked, draws] = [[], new Set(), 0];
    }
    const ship = { class: classes[fleet.length]!, vertical: below(2) === 1, origin: below(tiles(r)) };
    const own = footprint(r, ship);
    if (!own || own.some((tile) => blocked.has(tile))) {
      continue;
    }
    fleet.push(ship);
    for (const tile of r.touch ? own : around(r, own)) {
      blocked.add(tile);
    }
  }
  expect(isLegal(r, fleet)).toBe(true);
  return fleet;
}

function allAnswers(r: Ruleset, fleet: Fleet, order: number[]): string {
  let side: Side = unseen;
  const said = order.map((tile) => {
    const answer = trueAnswer(r, fleet, side, tile);
    side = answered(side, tile, answer);
    const ship = answer.sunk ? `${r.classes[answer.sunk.class]!.name} ${placement(r, answer.sunk)}` : "";
    return tileName(r, tile) + (answer.hit ? "#" : ".") + ship;
  });
  expect(lie(r, side, fleet)).toBeUndefined();
  return said.join(" ");
}

function boardBytes(r: Ruleset, fleet: Fleet, number: number, shown: number[]): Uint8Array {
  const nonce = BigInt(number);
  const secret = sha256(concatBytes(ascii(r.name), u64(nonce)));
  const b = { chainId: "battleship-devnet-1", player: secret.slice(0, 20), nonce, ruleset: r };
  const leaf = commitment.commitToss(b, fleet, secret);
  if (r.proven) {
    return leaf;
  }
  const board = commitment.commit(b, fleet, secret);
  const openings = shown.map((tile) => {
    const o = commitment.open(b, fleet, secret, tile);
    expect(commitment.verifyOpening(b, board, tile, o)).toBe(true);
    return concatBytes(Uint8Array.of(o.content), o.salt, ...o.path);
  });
  return concatBytes(leaf, ...board.rowRoots, ...openings);
}

function line(r: Ruleset, number: number): string {
  const below = generator((number << 8) | r.id);
  let fleet = quickFleet(r, below);
  if (number % 50 === 0) {
    fleet = randomFleet(r, below);
  }
  const order: number[] = [];
  for (let i = 0; i < tiles(r); i++) {
    const j = below(i + 1);
    order[i] = order[j] ?? i;
    order[j] = i;
  }
  const digest = (bytes: Uint8Array) => bytesToHex(sha256(bytes).slice(0, 8));
  const answers = digest(ascii(allAnswers(r, fleet, order)));
  const board = digest(boardBytes(r, fleet, number, order.slice(0, 3)));
  return `${r.name} ${fleetString(r, fleet)} ${answers} ${board}`;
}

test.each(rulesets)("1,000 random games of $name are those that Go has played", { timeout: 120_000 }, (r) => {
  const want = lines.filter((text) => text.startsWith(`${r.name} `));
  expect(want).toHaveLength(1000);
  expect(want.map((_, number) => line(r, number))).toEqual(want);
});
