// Finished games on a profile, and the picture of a replay.

import { describe, expect, test } from "vitest";
import { type RawGameEvent, typed } from "#client/chain/history";
import { Node } from "#client/chain/node";
import { finished as finishedDuel, heat } from "../src/kinds/duel/finished";
import { picture, text } from "../src/kinds/duel/picture";
import { type Replay, replay } from "../src/kinds/duel/replay";
import { finished as finishedMelee } from "../src/kinds/melee/finished";
import { curve, finishedPage } from "../src/play/finished";

const [alice, bob, carol] = ["ship1alice", "ship1bob", "ship1carol"] as const;

function duel(id: string, winner: string, ratings: number[]): unknown {
  const result = {
    game_id: id,
    ruleset_id: 1,
    players: [alice, bob],
    winner,
    reason: winner === "SEAT_UNSPECIFIED" ? "REASON_VOID" : "REASON_SUNK",
    shots: [1, 2],
  };
  const shares = [{ reward: "42000000" }, { reward: "420000" }];
  return { height: `${id}0`, tx_hash: "AB", duel: { game_id: id, result, terms: {}, ratings, shares }, melee: null };
}

function melee(winners: number): unknown {
  const places = [alice, bob, "", carol].map((player) => ({ player, standing: "SEAT_STANDING_AFLOAT" }));
  const result = { game_id: "9", ruleset_id: 6, places, winners, rounds: 12 };
  return { height: "90", tx_hash: "", duel: null, melee: { game_id: "9", result, terms: {}, shares: [] } };
}

async function lines(player: string, ...games: unknown[]) {
  const node = new Node("", async (url) => {
    expect(url).toBe(`/battleship/v1/players/${player}/finished?limit=20`);
    return new Response(JSON.stringify({ games, next_key: "" }));
  });
  const answer = await node.finished(player, { limit: 20, key: "" });
  return answer.games.map((game) => finishedDuel(game, player) ?? finishedMelee(game, player));
}

test("a finished game is described from the side of the player", async () => {
  expect(await lines(bob, duel("1", "SEAT_JOINER", [1180, 1220]), duel("2", "SEAT_CREATOR", []))).toEqual([
    {
      id: 1n,
      height: 10n,
      kind: "duel",
      rulesetId: 1,
      outcome: "won",
      why: "the last ship was sunk",
      against: [alice],
      rating: 1220,
      reward: 420000n,
    },
    expect.objectContaining({ id: 2n, outcome: "lost" }),
  ]);
  const [unrated] = await lines(bob, duel("2", "SEAT_CREATOR", []));
  expect(unrated).not.toHaveProperty("rating");
  expect(await lines(alice, duel("3", "SEAT_UNSPECIFIED", []))).toMatchObject([{ outcome: "nobody won" }]);
  expect(await lines(alice, melee(0b1001))).toMatchObject([
    { kind: "melee", outcome: "drew", why: "12 rounds", against: [bob, carol] },
  ]);
  expect(await lines(carol, melee(0b1000), melee(1), melee(0))).toMatchObject([
    { outcome: "won" },
    { outcome: "lost" },
    { outcome: "nobody won" },
  ]);
  expect(await lines(carol, duel("1", "SEAT_JOINER", []), { height: "1", duel: null, melee: null })).toEqual([
    undefined,
    undefined,
  ]);
});

test("the next page of finished games is asked for by the key of the page before", async () => {
  const answers: Record<string, unknown> = {
    "?limit=1": { games: [duel("2", "SEAT_JOINER", [])], next_key: "AAE+" },
    "?limit=1&key=AAE%2B": { games: [duel("1", "SEAT_CREATOR", [])], next_key: null },
  };
  const node = new Node("", async (url) => Response.json(answers[String(url).replace(/^[^?]*/, "")]));
  const first = await finishedPage(node, bob, 1, "", finishedDuel);
  expect(first).toMatchObject({ games: [{ id: 2n }], next: "AAE+" });
  expect(await finishedPage(node, bob, 1, first.next, finishedDuel)).toMatchObject({ games: [{ id: 1n }], next: "" });
});

test("a curve of ratings fills its box, and one game has none", () => {
  expect(curve([])).toBeUndefined();
  expect(curve([1200])).toBeUndefined();
  expect(curve([1200, 1240, 1220])).toEqual({ points: "0.0,50.0 50.0,10.0 100.0,30.0", low: 1150, high: 1250 });
  expect(curve([1200, 1200])).toMatchObject({ low: 1150, high: 1250 });
});

const event = (name: string, fields: Record<string, unknown>, height = 5n) => ({
  height,
  event: typed(7n, { "@type": `/battleship.v1.${name}`, game_id: "7", ...fields } as RawGameEvent)!,
});
const shot = (player: string, target: string) => event("EventShotFired", { player, target });

test("a map counts the shots of one player, on the boards that it has played on most", () => {
  const classic = { rulesetId: 1, events: [shot(alice, "A1"), shot(bob, "A2"), shot(alice, "B1"), shot(alice, "Z99")] };
  expect(heat(alice, [])).toBeUndefined();
  expect(heat(alice, [{ rulesetId: 4096, events: [] }])).toBeUndefined();
  const map = heat(alice, [
    { rulesetId: 2, events: [shot(alice, "A1")] },
    classic,
    { ...classic, events: [shot(alice, "A1")] },
  ])!;
  expect([map.ruleset.id, map.games, map.most]).toEqual([1, 2, 2]);
  expect(map.shots.slice(0, 3)).toEqual([2, 1, 0]);
  expect(map.shots.reduce((sum, n) => sum + n)).toBe(3);
});

describe("the picture of a replay", () => {
  const board = { scheme: "COMMITMENT_SCHEME_MERKLE_ROWS", nonce: "0", row_roots: [], toss_leaf: "" };
  const result = {
    game_id: "7",
    ruleset_id: 1,
    players: [alice, bob],
    winner: "SEAT_JOINER",
    reason: "REASON_CONCEDED",
  };
  const game = (): Replay =>
    replay([
      event("EventGameCreated", { ruleset_id: 1, participant: { address: alice, board }, terms: {}, offer: {} }),
      event("EventGameJoined", { creator: alice, joiner: bob, participant: { address: bob, board }, toss: "AA==" }),
      event("EventTossOpened", { first: "SEAT_CREATOR" }),
      shot(alice, "B7"),
      event("EventShotAnswered", { player: bob, target: "B7", hit: true }),
      shot(bob, "J10"),
      event("EventShotAnswered", { player: alice, target: "J10", hit: false }),
      event("EventConceded", { player: alice }),
      event("EventGameOver", { result, terms: {}, fleet: "A1h,A3h,A5h,A7h,A9h", shares: [] }),
    ])!;

  test("has each shot from its step on, and the fleet that was shown at the end", () => {
    const svg = picture(game(), ["alice", "bob"]);
    expect(svg.match(/class="hit"/g)).toHaveLength(1);
    expect(svg.match(/class="miss"/g)).toHaveLength(1);
    expect(svg.match(/class="ship"/g)).toHaveLength(17);
    expect(svg).toContain(
      '<path class="hit" d="M25 125l10 10m0-10l-10 10"><set attributeName="visibility" to="hidden" dur="1.40s"/>',
    );
    expect(svg).toContain("Battleship, game 7, classic");
    expect(svg).toContain("bob won: one player gave up");
  });

  test("is whole by itself, without scripts, links or anything from elsewhere", () => {
    const svg = picture(game(), ["alice", "bob"]).replace('xmlns="http://www.w3.org/2000/svg"', "");
    expect(svg).not.toMatch(/script|href|url\(|http|@import|\bon\w+=/i);
  });

  test("takes a minute at most", () => {
    const long = game();
    const many = { ...long, frames: Array.from({ length: 5000 }, () => long.frames.at(-1)!) };
    const last = Math.max(...[...picture(many, ["a", "b"]).matchAll(/dur="([\d.]+)s"/g)].map((m) => Number(m[1])));
    expect(last).toBeLessThanOrEqual(60);
  });

  test("shows names as text, whatever they hold", () => {
    const evil = `"><script>alert('&')</script>\u0000\ud800`;
    const svg = picture(game(), [evil, evil]);
    expect(svg).not.toContain("<script");
    expect(svg).toContain(text(evil));
    expect(text(evil)).toBe("&#34;&#62;&#60;script&#62;alert(&#39;&#38;&#39;)&#60;/script&#62;??");
  });
});
