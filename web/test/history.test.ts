// The log of a game from what a node tells, in the forms in which nodes tell it.

import { describe, expect, test } from "vitest";
import { base64 } from "../src/base";
import { history, ofGame, typed } from "../src/chain/history";
import { Node, type RawEvent } from "../src/chain/node";
import { replay } from "../src/play/replay";
import { tileName } from "../src/rules/rulesets";
import { addressOf, publicKeyOf } from "../src/wallet/keys";

const [alice, bob] = [1, 2].map((n) => addressOf(publicKeyOf(new Uint8Array(32).fill(n)))) as [string, string];

/** event writes an event as a node does: the JSON of each field, and attributes of its own beside them. */
function event(name: string, fields: Record<string, unknown>): RawEvent {
  const attributes = Object.entries({ game_id: "7", ...fields }).map(([key, value]) => ({
    key,
    value: JSON.stringify(value),
  }));
  return { type: `battleship.v1.${name}`, attributes: [...attributes, { key: "msg_index", value: "0" }] };
}

const board = { scheme: "COMMITMENT_SCHEME_MERKLE_ROWS", nonce: "0", row_roots: [], toss_leaf: "" };
const opened = event("EventGameCreated", {
  creator: alice,
  ruleset_id: 1,
  turn_blocks: "60",
  claim_blocks: "60",
  deadline: "99",
  participant: { address: alice, delegate: "", board },
  terms: {},
  offer: {},
});
const joined = event("EventGameJoined", {
  creator: alice,
  joiner: bob,
  participant: { address: bob, board },
  toss: "AA==",
});
const shot = (player: string, target: string) => event("EventShotFired", { player, target });
const answer = (player: string, target: string, hit: boolean, sunk: unknown = null) =>
  event("EventShotAnswered", { player, target, hit, sunk });
const plain: RawEvent = { type: "battleship", attributes: [{ key: "game_id", value: "7" }] };
const over = event("EventGameOver", {
  result: { game_id: "7", ruleset_id: 1, players: [alice, bob], winner: "SEAT_JOINER", reason: "REASON_CONCEDED" },
  terms: {},
  fleet: "A1h,A3h,A5h,A7h,A9h",
  shares: [],
});

const txs = [
  { height: "11", index: 0, events: [plain, joined] },
  { height: "10", index: 2, events: [opened] },
  {
    height: "12",
    index: 1,
    events: [answer(bob, "B7", true, { class: "destroyer", placement: "A7h" }), shot(bob, "J10")],
  },
  { height: "12", index: 0, events: [event("EventTossOpened", { first: "SEAT_CREATOR" }), shot(alice, "B7")] },
];
const blocks = [{ height: "12", events: [event("EventConceded", { player: alice }), over] }];

function node(index = true): Node {
  const answerOf = (url: URL): unknown => {
    if (!index) {
      return { error: { code: -32603, message: "transaction indexing is disabled" } };
    }
    switch (url.pathname) {
      case "/rpc/tx_search":
        return {
          result: {
            txs: txs.map((tx) => ({
              height: tx.height,
              index: tx.index,
              tx: base64.encode(new TextEncoder().encode(tx.height + tx.index)),
              tx_result: { events: tx.events },
            })),
            total_count: String(txs.length),
          },
        };
      case "/rpc/block_search":
        return {
          result: { blocks: blocks.map(({ height }) => ({ block: { header: { height } } })), total_count: "1" },
        };
      default:
        return { result: { finalize_block_events: blocks[0]!.events } };
    }
  };
  return new Node("http://node", async (url) => new Response(JSON.stringify(answerOf(new URL(url)))));
}

test("a history is in the order of blocks, transactions, and then the block's own events", async () => {
  const { events, txs: raw } = await history(node(), 7n);
  expect(events.map(({ height, event: e }) => `${height} ${e.$typeName.replace("battleship.v1.Event", "")}`)).toEqual([
    "10 GameCreated",
    "11 GameJoined",
    "12 TossOpened",
    "12 ShotFired",
    "12 ShotAnswered",
    "12 ShotFired",
    "12 Conceded",
    "12 GameOver",
  ]);
  expect(raw).toHaveLength(4);
});

test("a node without an index says so in a sentence", async () => {
  await expect(history(node(false), 7n)).rejects.toThrow("keeps no history");
});

describe("a replay", () => {
  test("shows each step, with both seas as they were", async () => {
    const { events } = await history(node(), 7n);
    const game = replay(events)!;
    expect(game.frames.map(({ by, text }) => `${by ?? "-"} ${text}`)).toEqual([
      "0 opened the game",
      "1 joined",
      "0 opened the toss and shoots first",
      "0 shot at B7",
      "1 B7: hit, destroyer A7h sunk",
      "1 shot at J10",
      "0 gave up",
      "1 won: one player gave up",
    ]);
    expect(game.winner).toBe(1);
    expect(game.fleets).toEqual([undefined, "A1h,A3h,A5h,A7h,A9h"]);
    expect([...game.frames[3]!.sides[1].hits]).toEqual([]);
    expect([...game.frames[4]!.sides[1].hits].map((tile) => tileName(game.ruleset, tile))).toEqual(["B7"]);
    expect(game.frames[3]!.shot).toEqual({ by: 0, tile: 61 });
    expect(game.frames[7]!.shot).toBeUndefined();
  });

  test("begins with the opening of a game that this page knows, or not at all", () => {
    expect(replay([])).toBeUndefined();
    expect(replay([{ height: 1n, event: typed(joined)! }])).toBeUndefined();
  });
});

test("events of others, of other games, and those that cannot be read are left out", () => {
  const hostile: RawEvent[] = [
    { type: "battleship.v1.EventShotFired", attributes: [{ key: "game_id", value: "<script>" }] },
    { type: "battleship.v1.EventShotFired", attributes: [{ key: "game_id", value: '"8"' }] },
    { type: "battleship.v1.EventNobodyKnows", attributes: [] },
    { type: "__proto__", attributes: [] },
  ];
  expect(ofGame(7n, hostile)).toEqual([]);
  expect(ofGame(7n, [...hostile, shot(alice, "B7")])).toHaveLength(1);
});
