// A program that plays to the end.

import { expect, test } from "vitest";
import { NoNode, Refusal } from "../src/chain/errors.js";
import { Node } from "../src/chain/node.js";
import { connect, Ended } from "../src/game/chain.js";
import { type Game, play } from "../src/game/play.js";

/** A look is at a game after a block. */
interface Look {
  readonly number: number;
  readonly height: bigint;
}

/** scripted is a game whose looks and messages have the given outcomes, in order. A message is in the block after the last, and
 * an "old" look is from before the last message. */
function scripted(...outcomes: ("owed" | "nothing" | "old" | Error)[]): { game: Game<Look, string>; sent: string[] } {
  const sent: string[] = [];
  let looks = 0;
  let block = 10n;
  const game = {
    look: async () => {
      if (looks === outcomes.length) {
        throw new Ended("the result");
      }
      const height = outcomes[looks] === "old" ? block - 1n : block;
      return { number: looks++, height };
    },
    advance: async ({ number }: Look, choice: string) => {
      const outcome = outcomes[number]!;
      if (outcome instanceof Error) {
        if (outcome instanceof Refusal) {
          block++;
        }
        throw outcome;
      }
      if (outcome === "nothing") {
        return undefined;
      }
      sent.push(choice);
      return ++block;
    },
  };
  return { game, sent };
}

const choose = ({ number }: Look) => `choice ${number}`;

test("a game is played until it has a result, also over a node that is away and a message that is late", async () => {
  const { game, sent } = scripted("owed", new NoNode(), "nothing", new Refusal("battleship", 20), "owed");
  expect(await play(game, choose, { every: 0 })).toBe("the result");
  expect(sent).toEqual(["choice 0", "choice 4"]);
});

test("a message that is refused for a moment is sent again", async () => {
  const { game, sent } = scripted(...[20, 26, 32].map((code) => new Refusal("sdk", code)), "owed");
  expect(await play(game, choose, { every: 0 })).toBe("the result");
  expect(sent).toEqual(["choice 3"]);
  const failed = new Refusal("sdk", 32, 11n);
  await expect(play(scripted(failed).game, choose, { every: 0 })).rejects.toBe(failed);
});

test("a look from before the last message is not acted on", async () => {
  const { game, sent } = scripted("owed", "old", "old", "owed", new Refusal("battleship", 20, 13n), "old", "owed");
  expect(await play(game, choose, { every: 0 })).toBe("the result");
  expect(sent).toEqual(["choice 0", "choice 3", "choice 6"]);
});

test("playing ends by any other refusal, and by a signal", async () => {
  const refusal = new Refusal("sdk", 5);
  await expect(play(scripted(refusal).game, choose, { every: 0 })).rejects.toBe(refusal);
  const { game, sent } = scripted("owed");
  await expect(play(game, choose, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  expect(sent).toEqual([]);
});

test("a node of another chain than the expected one is refused", async () => {
  const fetched = globalThis.fetch;
  const header = { chain_id: "battleship-1", height: "7", time: "2026-01-01T00:00:00Z" };
  globalThis.fetch = async (url) =>
    Response.json(String(url).endsWith("/params") ? { params: {} } : { block: { header, data: {} } });
  try {
    const chain = await connect("http://node/", { chainId: "battleship-1" });
    expect(chain).toMatchObject({ chainId: "battleship-1", node: expect.any(Node) });
    expect(chain.node.base).toBe("http://node");
    await expect(connect("http://node", { chainId: "battleship-2" })).rejects.toThrow("not on battleship-2");
  } finally {
    globalThis.fetch = fetched;
  }
});
