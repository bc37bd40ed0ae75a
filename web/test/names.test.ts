// The display of players: their names, and the pictures of their addresses.

import { expect, test } from "vitest";
import type { NamedAccount } from "#client/gen/battleship/v1/account_pb";
import { generatedName } from "#client/rules/names";
import { Names } from "../src/play/names";
import { pictureOf } from "../src/ui/picture";

const [alice, bob] = ["ship1alice", "ship1bob"] as const;
const named = (address: string, name: string) => ({ address, name, changedHeight: 1n }) as NamedAccount;
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** book returns Names of a node that gives the answers in their order, and the requests to it. */
function book(...answers: (readonly NamedAccount[] | Error)[]) {
  const asked: string[][] = [];
  let now = 0;
  let learned = 0;
  const names = new Names(
    async (addresses) => {
      asked.push([...addresses]);
      const answer = answers.shift() ?? [];
      if (answer instanceof Error) throw answer;
      return answer;
    },
    () => {
      learned++;
    },
    () => now,
  );
  const at = (millis: number) => {
    now = millis;
  };
  return { names, asked, at, learned: () => learned };
}

test("players that are drawn together are asked for together, and once", async () => {
  const { names, asked, learned } = book([named(bob, "otter")]);
  expect([names.called(alice), names.called(bob), names.called(alice)]).toEqual([
    generatedName(alice),
    generatedName(bob),
    generatedName(alice),
  ]);
  await settled();
  expect([names.called(alice), names.called(bob)]).toEqual([generatedName(alice), "otter"]);
  await settled();
  expect(asked).toEqual([[alice, bob]]);
  expect(learned()).toBe(1);
});

test("many players are asked for in parts", async () => {
  const { names, asked } = book();
  for (let i = 0; i < 60; i++) names.called(`ship1${i}`);
  await settled();
  expect(asked.map((part) => part.length)).toEqual([25, 25, 10]);
});

test("a name is asked for again after a minute, and when it was changed", async () => {
  const { names, at, asked, learned } = book([named(bob, "otter")], [named(bob, "shark")], [named(bob, "")]);
  names.called(bob);
  await settled();
  at(60_001);
  expect(names.called(bob)).toBe("otter");
  await settled();
  expect(names.called(bob)).toBe("shark");
  names.forget(bob);
  expect(names.called(bob)).toBe(generatedName(bob));
  await settled();
  expect(names.called(bob)).toBe(generatedName(bob));
  expect(asked).toHaveLength(3);
  expect(learned()).toBe(3);
});

test("a node that does not answer costs names only, and is not asked at once again", async () => {
  const { names, at, asked } = book([named(bob, "otter")], new Error("down"), [named(bob, "shark")]);
  names.called(bob);
  await settled();
  at(60_001);
  names.called(bob);
  await settled();
  expect(names.called(bob)).toBe("otter");
  await settled();
  expect(asked).toHaveLength(2);
  at(120_002);
  names.called(bob);
  await settled();
  expect(names.called(bob)).toBe("shark");
});

test("an answer that is no name, or of another player, is not shown", async () => {
  const { names } = book([named(bob, "<b>Bob</b>"), named("ship1carol", "carol")]);
  for (const address of [alice, bob]) names.called(address);
  await settled();
  expect([names.called(alice), names.called(bob)]).toEqual([generatedName(alice), generatedName(bob)]);
  expect(names.called("ship1carol")).toBe(generatedName("ship1carol"));
});

test("the picture of an address is always the same, mirrored, and another one for another address", () => {
  const first = pictureOf("ship1vqhxztgyzzj5gnazztnayuz5kdnyeadrrft9jp");
  expect(first).toEqual({
    path:
      "M0 0h1v1h-1zM4 0h1v1h-1zM1 0h1v1h-1zM3 0h1v1h-1zM2 0h1v1h-1zM0 1h1v1h-1zM4 1h1v1h-1zM2 1h1v1h-1z" +
      "M0 3h1v1h-1zM4 3h1v1h-1zM2 4h1v1h-1z",
    colour: "hsl(135 65% 36%)",
    behind: "hsl(145 60% 88%)",
  });
  const addresses = Array.from({ length: 1000 }, (_, i) => `ship1${i}`);
  const all = addresses.map(pictureOf);
  for (const { path } of all) {
    const squares = path.match(/M\d \d/g) ?? [];
    expect(squares.map((one) => `M${4 - Number(one[1])}${one.slice(2)}`).sort()).toEqual([...squares].sort());
  }
  expect(new Set(all.map(({ path, colour }) => path + colour)).size).toBeGreaterThan(995);
});
