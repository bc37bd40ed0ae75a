// Answers that come with a block of the server's stream serve in place of requests, and are trusted no more than these.

import { beforeEach, describe, expect, test } from "vitest";
import { BadAnswer } from "../src/chain/errors.js";
import { Node } from "../src/chain/node.js";
import type { Chain } from "../src/game/chain.js";
import { look } from "../src/kinds/duel/session.js";
import { lookAtMelee } from "../src/kinds/melee/session.js";
import { memory } from "./begun.js";

const path = "/battleship/v1/games/7";
const list = "/battleship/v1/results?pagination.key=AAAAAAAAAAc%3D&pagination.limit=1";

/** shown is a duel as a node answers it after a block. */
const shown = (height: number, id = 7) => ({
  game: { id: String(id), ruleset_id: 1, participants: [{ address: "ship1a" }, { address: "ship1b" }] },
  progress: { phase: "PHASE_PLAY", owes: "OBLIGATION_SHOT", deadline: "80" },
  height: String(height),
});

const melee = (height: number) => ({
  melee: { id: "7", ruleset_id: 5, players: [{ address: "ship1a" }, { address: "ship1b" }] },
  state: { stage: "STAGE_REPORT", seats: [{}, {}] },
  height: String(height),
});

let requests: string[];
let answers: Record<string, unknown>;
let chain: Chain;
let node: Node;

beforeEach(() => {
  requests = [];
  answers = { [path]: shown(20), "/battleship/v1/melees/7": melee(20) };
  node = new Node("", async (url) => {
    requests.push(url);
    const answer = answers[url] ?? (url.includes("pagination") ? { results: [] } : undefined);
    return answer ? Response.json(answer) : new Response("{}", { status: 404 });
  });
  chain = { node, chainId: "test-1", remembered: memory() };
});

describe("a game that has come with a block", () => {
  test("is looked at without a request, once", async () => {
    node.push(21n, { [path]: shown(21) });
    const view = await look(chain, 7n);
    expect([view.id, view.height, requests]).toEqual([7n, 21n, []]);
    answers[path] = shown(22);
    expect((await look(chain, 7n)).height).toBe(22n);
    expect(requests).toEqual([list, path]);
  });

  test("is looked at without a request if it is a melee", async () => {
    node.push(21n, { "/battleship/v1/melees/7": melee(21) });
    expect((await lookAtMelee(chain, 7n)).height).toBe(21n);
    expect(requests).toEqual([]);
    await lookAtMelee(chain, 7n);
    expect(requests).toHaveLength(2);
  });

  test("is that of the last block alone", async () => {
    node.push(21n, { [path]: shown(21) });
    node.push(22n, undefined);
    answers[path] = shown(22);
    expect((await look(chain, 7n)).height).toBe(22n);
    expect(requests).toEqual([list, path]);
  });

  test("is refused if it is another one, as in an answer to a request", async () => {
    node.push(21n, { [path]: shown(21, 8) });
    await expect(look(chain, 7n)).rejects.toThrow(BadAnswer);
    answers[path] = shown(21, 8);
    await expect(look(chain, 7n)).rejects.toThrow(BadAnswer);
  });

  test("is requested if it is older than the last read", async () => {
    answers[path] = shown(23);
    await look(chain, 7n);
    node.push(22n, { [path]: shown(22) });
    expect((await look(chain, 7n)).height).toBe(23n);
  });
});

test.each<[string, unknown]>([
  ["of a state before the block", { [path]: shown(20) }],
  ["without a height that is a number", { [path]: { ...shown(21), height: "x" } }],
  ["that are no message", { [path]: { game: 5 } }],
  ["that are no objects", { [path]: "game" }],
  ["that are empty", { [path]: null }],
  ["of another game", { "/battleship/v1/games/8": shown(21, 8) }],
  ["in a list", [shown(21)]],
  ["in a text", path],
  ["in nothing", null],
])("answers %s are ignored, and the node is asked", async (_, pushed) => {
  answers[path] = shown(21);
  node.push(21n, pushed);
  expect((await look(chain, 7n)).height).toBe(21n);
  expect(requests.at(-1)).toBe(path);
});
