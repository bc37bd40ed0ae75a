// Heights as they come, and how long a block takes.

import { expect, test } from "vitest";
import { type Beat, Live } from "../src/chain/live";
import { Node } from "../src/chain/node";
import { coinText, shortName } from "../src/ui/words";

const node = new Node("", () => Promise.reject(new TypeError("down")));
const beat = (height: number, seconds: number): Beat => ({ height: BigInt(height), time: new Date(seconds * 1000) });

test("a block takes the mean of the last twenty, and until two are known what the chain expects", () => {
  const live = new Live(node);
  expect(live.blockMillis(1500)).toBe(1500);
  live.add(beat(1, 0));
  expect(live.blockMillis(1500)).toBe(1500);
  live.add(beat(5, 8));
  expect(live.blockMillis(1500)).toBe(2000);
  for (let i = 6; i <= 40; i++) {
    live.add(beat(i, i));
  }
  expect(live.blockMillis(1500)).toBe(1000);
});

test("a height is told once, in order, and a chain begun anew is followed", () => {
  const live = new Live(node);
  const told: bigint[] = [];
  const stop = live.subscribe(({ height }) => told.push(height));
  for (const height of [100, 101, 101, 99, 102, 3, 4]) {
    live.add(beat(height, height));
  }
  stop();
  live.add(beat(5, 5));
  expect(told).toEqual([100n, 101n, 102n, 3n, 4n]);
  expect(live.blockMillis(9)).toBe(1000);
});

test("coins are written as people read them, and strange ones as they are", () => {
  expect(coinText({ denom: "uship", amount: "42000000" })).toBe("42 SHIP");
  expect(coinText({ denom: "uanchor", amount: "1234567890001" })).toBe("1,234,567.890001 ANCHOR");
  expect(coinText({ denom: "uship", amount: "1" })).toBe("0.000001 SHIP");
  expect(coinText({ denom: "ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2", amount: "5" })).toBe(
    "5 ibc/27394FB092D2ECCD5612…",
  );
  expect(coinText({ denom: "uship", amount: "<b>" })).toBe("<b> uship");
  expect(shortName("ship1vqhxztgyzzj5gnazztnayuz5kdnyeadrrft9jp")).toBe("ship1vqh…t9jp");
});
