// The log of a game from a node's answers, in each of their forms.

import { describe, expect, test } from "vitest";
import { base64 } from "#client/base";
import { history, type RawGameEvent, typed } from "#client/chain/history";
import { Node } from "#client/chain/node";
import { tileName } from "#client/rules/rulesets";
import { addressOf, publicKeyOf } from "#client/wallet/keys";
import { submittedIn } from "../src/kinds/duel/history";
import { replay } from "../src/kinds/duel/replay";
import { meleeLog } from "../src/kinds/melee/history";

const [alice, bob] = [1, 2].map((n) => addressOf(publicKeyOf(new Uint8Array(32).fill(n)))) as [string, string];

/** event writes an event as a node does: its type and its fields. */
const event = (name: string, fields: Record<string, unknown>): RawGameEvent => ({
  "@type": `/battleship.v1.${name}`,
  game_id: "7",
  ...fields,
});

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
const over = event("EventGameOver", {
  result: { game_id: "7", ruleset_id: 1, players: [alice, bob], winner: "SEAT_JOINER", reason: "REASON_CONCEDED" },
  terms: {},
  fleet: "A1h,A3h,A5h,A7h,A9h",
  shares: [],
});

const entries = [
  { height: "10", events: [opened] },
  { height: "11", events: [joined] },
  { height: "12", events: [event("EventTossOpened", { first: "SEAT_CREATOR" }), shot(alice, "B7")] },
  { height: "12", events: [answer(bob, "B7", true, { class: "destroyer", placement: "A7h" }), shot(bob, "J10")] },
  { height: "12", tx_hash: "", events: [event("EventConceded", { player: alice }), over] },
];

/** node answers as a node does whose pages hold a block. */
function node(index = true): Node {
  return new Node("http://node", async (url) => {
    if (!index) {
      const message = 'this node keeps no history of events: expected indexer = "kv" in its config.toml';
      return new Response(JSON.stringify({ code: 12, message }), { status: 501 });
    }
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe("/battleship/v1/games/7/log");
    const from = Number(searchParams.get("key") ?? searchParams.get("from_height") ?? "0");
    const rest = entries.filter(({ height }) => Number(height) >= from);
    const next = rest.find(({ height }) => height !== rest[0]!.height);
    const page = rest.filter(({ height }) => height === rest[0]!.height);
    return new Response(
      JSON.stringify({
        entries: page.map((entry) => ({
          ...entry,
          tx: searchParams.has("txs") && entry.tx_hash !== "" ? base64.encode(new Uint8Array(3)) : "",
        })),
        next_key: next?.height ?? "",
      }),
    );
  });
}

test("a history is read page by page, with the transactions if they are asked for", async () => {
  const { events, txs: raw } = await history(node(), 7n, true);
  expect((await history(node(), 7n)).txs).toEqual([]);
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

test("a node without an index is reported in a sentence", async () => {
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
      "1 answered B7: hit, destroyer A7h sunk",
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

  test("begins with the opening of a game that this page knows, or is undefined", () => {
    expect(replay([])).toBeUndefined();
    expect(replay([{ height: 1n, event: typed(7n, joined)! }])).toBeUndefined();
  });
});

test("events of others, of other games, and those that cannot be read are left out", () => {
  const hostile: RawGameEvent[] = [
    event("EventShotFired", { game_id: "<script>" }),
    event("EventShotFired", { game_id: "8" }),
    event("EventShotFired", { target: { toString: "<script>" } }),
    event("EventNobodyKnows", {}),
    { "@type": "__proto__" },
    { "@type": { "/battleship.v1.EventShotFired": 1 } },
    {},
  ];
  for (const raw of hostile) {
    expect(typed(7n, raw)).toBeUndefined();
  }
  expect(typed(7n, shot(alice, "B7"))).toBeDefined();
});

test("an invalid history is refused in a sentence", async () => {
  for (const body of [{}, { entries: 7 }, { entries: [{ height: "x", events: [] }] }, { entries: [{ height: "1" }] }]) {
    const hostile = new Node("", async () => new Response(JSON.stringify(body)));
    await expect(history(hostile, 7n)).rejects.toThrow("a form that this page does not know");
  }
});

describe("a log that is a moment behind the state is read again", () => {
  const late = (entry: unknown) => {
    let asked = 0;
    return new Node("", async () => Response.json({ entries: asked++ === 0 ? [] : [entry], next_key: "" }));
  };

  test("for the player who has brought a game on-chain", async () => {
    const posted = event("EventStateSubmitted", { sender: alice });
    const [last] = await submittedIn(late({ height: "12", events: [posted] }), 7n, 1);
    expect(last).toMatchObject({ height: 12n, event: { sender: alice } });
  });

  test("for the boards of a melee that has just ended", async () => {
    const ended = { height: "12", events: [event("EventMeleeOver", {})] };
    expect((await meleeLog(late(ended), 7n)).map(({ name }) => name)).toEqual(["MeleeOver"]);
  });
});
