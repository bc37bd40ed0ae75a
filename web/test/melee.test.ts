// The views of melees: the public part of each board, compared with records of Go tests, in play and after the end.

import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { hexToBytes } from "#client/bytes";
import { Node } from "#client/chain/node";
import { MeleeResultSchema, SeatStanding, Stage } from "#client/gen/battleship/v1/battleship_melee_pb";
import { type QueryMeleeResponse, QueryMeleeResponseSchema } from "#client/gen/battleship/v1/melee_query_pb";
import { meleeRuleset as r } from "#client/kinds/melee/session";
import { inClaim, inRounds, type MeleeView, mayHaveEnded, meleeViewOf } from "#client/kinds/melee/view";
import { create } from "#client/proto/codec";
import { parseTile, tileName } from "#client/rules/rulesets";
import { tilesFromBytes } from "#client/rules/tiles";
import { json, repository } from "../packages/client/test/files";
import { lastVolley, marks } from "../src/kinds/melee/drawing";
import { marksAt, moments } from "../src/kinds/melee/end";
import { fired, meleeLog } from "../src/kinds/melee/history";
import { headline, meleeChanges, outcome, placeText, seatState } from "../src/kinds/melee/words";
import type { Mark } from "../src/ui/marks";

const stages = ["", "open", "ready", "aim", "fire", "report", "claim", "second", "over", "cancelled"];
const standings = ["vacant", "closed", "afloat", "absent", "sunk", "scuttled", "conceded", "unproven"];
const drawnAs: Record<Mark, string> = { open: ".", ship: ".", miss: "o", hit: "x", sunk: "x", wait: "?", unknown: "-" };

interface Drawing {
  readonly answer: QueryMeleeResponse;
  /** boards are the marks by seat. */
  readonly boards: Map<number, string>;
}

/** drawings are those of the states in a file that Go tests record. */
function drawings(text: string): Drawing[] {
  return text.split(/^ruleset +melee\n/m).flatMap((part): Drawing[] => {
    const value = (name: string) => new RegExp(`^${name} +(.*)$`, "m").exec(part)?.[1] ?? "";
    const set = (name: string) =>
      value(name) === "none"
        ? 0
        : value(name)
            .split(",")
            .reduce((bits, seat) => bits | (1 << Number(seat)), 0);
    const boards = new Map<number, string>();
    let columns: number[] = [];
    for (const line of part.split("\n")) {
      const titles = [...line.matchAll(/seat (\d+) \d+\/10 hit/g)];
      if (titles.length > 0) {
        columns = titles.map((title) => Number(title[1]));
      }
      [...line.matchAll(/\d+ {2}((?:[.ox?-] ){9}[.ox?-])/g)].forEach((row, i) => {
        boards.set(columns[i]!, (boards.get(columns[i]!) ?? "") + row[1]!.replaceAll(" ", ""));
      });
    }
    const seats = [...part.matchAll(/^seat (\d+) +(\w+)(?: in (\d+))?(?:, fires at (\w+))?$/gm)].map((line) => ({
      standing: standings.indexOf(line[2]!) as SeatStanding,
      round: Number(line[3] ?? 0),
      target: line[4] ?? "",
      hits: [...(boards.get(Number(line[1])) ?? "")].flatMap((mark, tile) => (mark === "x" ? tileName(r, tile) : [])),
    }));
    if (boards.size === 0 || seats.length === 0) {
      return [];
    }
    const volley = new Set(seats.map(({ target }) => target));
    const bombed = Array.from({ length: 100 }, (_, tile) => tile)
      .filter((tile) => [...boards.values()].some((board) => board[tile] !== "."))
      .map((tile) => tileName(r, tile))
      .filter((name) => !volley.has(name));
    const state = {
      stage: stages.indexOf(value("stage")) as Stage,
      round: Number(value("round")),
      deadline: BigInt(Number(value("deadline")) || 0),
      extended: value("extended") === "yes",
      emptied: value("emptied") === "yes",
      owes: set("owes"),
      struck: set("struck"),
      unreported: set("missing"),
      proven: set("proven"),
      bombed,
      seats,
    };
    const melee = { id: 7n, rulesetId: r.id, players: seats.map((_, i) => ({ address: `p${i}` })) };
    return [{ answer: create(QueryMeleeResponseSchema, { melee, state, height: 5n }), boards }];
  });
}

const folder = "game/melee/testdata";
const files = readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((name) => name.endsWith(".txt"));
const recorded = files.flatMap((name) => drawings(repository(`${folder}/${name}`)));

test("the marks on every board are those of the recorded drawings", () => {
  const seen = new Set<string>();
  for (const { answer, boards } of recorded) {
    const view = meleeViewOf(answer);
    if (view.stage === Stage.OVER) {
      continue; // which is no state that a node shows
    }
    for (const [seat, board] of boards) {
      const drawn = marks(view, view.seats[seat]!)
        .map((mark) => drawnAs[mark])
        .join("");
      expect(drawn).toBe(board);
      for (const mark of drawn) {
        seen.add(mark);
      }
    }
  }
  expect([...seen].sort()).toEqual(["-", ".", "?", "o", "x"]);
  expect(recorded.length).toBeGreaterThan(20);
});

test("every seat of every recorded state has a word, and every viewer a headline", () => {
  for (const { answer } of recorded) {
    const view = meleeViewOf(answer);
    for (const [i, seat] of view.seats.entries()) {
      expect(seatState(view, seat)).not.toBe("");
      expect(headline(view, i, undefined)).not.toMatch(/undefined|NaN/);
    }
    if (inClaim(view.stage)) {
      expect(mayHaveEnded(view)).toBe(true);
    }
    expect(headline(view, undefined, undefined)).toMatch(/afloat|Waiting/);
  }
});

const afloat = SeatStanding.AFLOAT;

test("a result names the winner, and the fate of the others", () => {
  const place = (standing: SeatStanding, round = 0) => ({ player: "p", standing, round, rank: 1 });
  const result = create(MeleeResultSchema, {
    gameId: 7n,
    rounds: 9,
    winners: 1,
    places: [place(afloat), place(SeatStanding.SUNK, 4), place(afloat)],
  });
  const name = (seat: number) => `p${seat}`;
  expect(outcome(result, name)).toBe("p0 won after 9 rounds.");
  expect([0, 1, 2].map((seat) => placeText(result, seat))).toEqual(["won", "sunk, round 4", "afloat, board not shown"]);
  result.winners = 5;
  expect(outcome(result, name)).toBe("A draw of 2 after 9 rounds: p0, p2.");
  result.winners = 0;
  expect(outcome(result, name)).toContain("Nobody won");
});

test("the bombs of the last round are found in the node's index", async () => {
  const event = (name: string, fields: Record<string, unknown>) => ({
    "@type": `/battleship.v1.${name}`,
    game_id: "7",
    ...fields,
  });
  const tx = (...events: unknown[]) => ({ height: "9", events });
  const entries = [
    tx(event("EventAimed", { seat: 0 })),
    tx(event("EventReported", { seat: 1, hits: [] })),
    tx(event("EventFired", { seat: 1, target: "J10" })),
    tx(event("EventFired", { seat: 0, target: "B7" }), event("EventFired", { game_id: "8", seat: 0, target: "A1" })),
    tx(event("EventAimed", { seat: 1 })),
    tx(event("EventFired", { seat: 0, target: "C3" })),
  ];
  const stub = new Node("", async () => new Response(JSON.stringify({ entries, next_key: "" })));
  expect(await fired(stub, 7n)).toEqual([
    { by: 1, target: "J10" },
    { by: 0, target: "B7" },
  ]);
});

interface Vector {
  players: number;
  steps: { events?: Record<string, unknown>[]; progress?: string }[];
}

/** typed are the names of the typed events. */
const typed: Readonly<Record<string, string>> = {
  "stage began": "StageBegan",
  fired: "Fired",
  reported: "Reported",
  "play ended": "PlayEnded",
  proven: "BoardProven",
};

test("the boards at the end of recorded melees follow from their events", () => {
  for (const { players, steps } of json<{ melees: Vector[] }>(`${folder}/vectors.json`).melees) {
    const seatSet = (list: unknown) =>
      ((list as number[] | undefined) ?? []).reduce((bits, seat) => bits | (1 << seat), 0);
    const eventsIn = ({ events = [] }: Vector["steps"][number]) =>
      events.map(({ name, by, tile, stage, unreported, ...rest }) => ({
        name: typed[String(name)] ?? "",
        fields: {
          seat: by,
          target: tile,
          stage: `STAGE_${stage}`.toUpperCase(),
          unreported: seatSet(unreported),
          ...rest,
        },
      }));
    const events: ReturnType<typeof eventsIn> = [];
    for (const step of steps) {
      const { progress } = step;
      const state = hexToBytes(progress ?? "");
      events.push(...eventsIn(step));
      if (inRounds(state[0] as Stage)) {
        const moment = moments(r, players, events).at(-1)!;
        const hits = moment.seats.map((seat) => [...seat.hits].sort());
        const known = Array.from({ length: players }, (_, i) =>
          state.slice(24 + 13 + 16 * i + 3, 24 + 13 + 16 * (i + 1)),
        );
        expect(hits).toEqual(known.map((bits) => [...tilesFromBytes(bits)].sort()));
      }
      if (inClaim(state[0] as Stage)) {
        const seats = Array.from({ length: players }, (_, i) => ({ standing: state[24 + 13 + 16 * i]! }));
        const bombed = tilesFromBytes(state.slice(24, 24 + 13));
        const emptied = (state[1]! & 4) !== 0;
        expect(mayHaveEnded({ ruleset: r, seats, bombed, emptied } as unknown as MeleeView)).toBe(true);
      }
    }
    const end = moments(r, players, events).at(-1)!;
    // Of the bytes of the last state: the bombed tiles behind 27 bytes, and each seat in 16.
    const bytes = hexToBytes(steps.at(-1)!.progress ?? "");
    const at = 24;
    const bombed = tilesFromBytes(bytes.slice(at, at + 13));
    for (let i = 0; i < players; i++) {
      const seat = bytes.slice(at + 13 + 16 * i, at + 13 + 16 * (i + 1));
      expect([...end.seats[i]!.hits].sort()).toEqual([...tilesFromBytes(seat.slice(3))].sort());
      if (seat[2]! > 0) {
        bombed.add(seat[2]! - 1); // a volley of which a report is missing for ever
      }
    }
    expect([...end.bombed].sort()).toEqual([...bombed].sort());
  }
});

test("a replayed bomb is open until a report shows it, and the fleet that was shown at the end is drawn throughout", () => {
  const fleet = "A1h,A3h,A5h,A7h";
  const events = [
    { name: "StageBegan", fields: { stage: "STAGE_AIM" } },
    { name: "Fired", fields: { seat: 0, target: "A1" } },
    { name: "Fired", fields: { seat: 1, target: "J10" } },
    { name: "StageBegan", fields: { stage: "STAGE_REPORT" } },
    { name: "Reported", fields: { seat: 0, hits: ["A1"] } },
    { name: "StageBegan", fields: { stage: "STAGE_AIM" } },
    { name: "BoardProven", fields: { seat: 1, fleet } },
  ];
  const all = moments(r, 2, events);
  expect(all.map(({ done }) => done.what)).toEqual(["began", "round", "fired", "fired", "reported", "round", "proved"]);
  expect(all.map(({ round }) => round)).toEqual([0, 1, 1, 1, 1, 2, 2]);
  const drawn = (at: number, seat: number, shown?: (typeof all)[number]["seats"][number]["fleet"]) => {
    const found = marksAt(r, all[at]!, seat, shown);
    return [found[0], found[99], found[20]];
  };
  expect(drawn(2, 0)).toEqual(["wait", "open", "open"]);
  expect(drawn(4, 0)).toEqual(["hit", "miss", "open"]);
  expect(drawn(4, 1)).toEqual(["wait", "wait", "open"]);
  expect(drawn(5, 1)).toEqual(["unknown", "unknown", "open"]);
  expect(drawn(1, 1, all[6]!.seats[1]!.fleet)).toEqual(["ship", "open", "ship"]);
});

test("the bombs of the round in which play has ended have fallen only if they were to be reported", () => {
  const drawn = (stage: string) => {
    const events = [
      { name: "StageBegan", fields: { stage: "STAGE_AIM" } },
      { name: "StageBegan", fields: { stage: "STAGE_FIRE" } },
      { name: "Fired", fields: { seat: 0, target: "A1" } },
      { name: "StageBegan", fields: { stage } },
      { name: "PlayEnded", fields: {} },
    ];
    return marksAt(r, moments(r, 2, events).at(-1)!, 0)[0];
  };
  expect([drawn("STAGE_FIRE"), drawn("STAGE_REPORT")]).toEqual(["open", "unknown"]);
});

test("the end of a melee is read from the node's log, page by page, with the payment to each seat", async () => {
  const pages: Record<string, unknown> = {
    "": {
      entries: [
        { height: "11", events: [{ "@type": "/battleship.v1.EventFired", game_id: "7", seat: 0, target: "A1" }] },
      ],
      next_key: "AAE+",
    },
    "AAE+": {
      entries: [
        { height: "11", events: [{ "@type": "/battleship.v1.EventReported", seat: 1, hits: ["A1"] }] },
        {
          height: "11",
          events: [{ "@type": "/battleship.v1.EventFleetLost", seat: 1, standing: "SEAT_STANDING_SUNK" }],
        },
        {
          height: "11",
          events: [{ "@type": "/battleship.v1.EventStageBegan", stage: "STAGE_AIM" }, { "@type": "/other.Event" }],
        },
        { height: "11", events: [{ "@type": "/battleship.v1.EventBoardProven", seat: 0, fleet: "A1h,A2h,A3h,A4h" }] },
        {
          height: "11",
          events: [
            {
              "@type": "/battleship.v1.EventMeleeOver",
              shares: [{ pot: { denom: "uanchor", amount: "9" }, stake_back: null }, { pot: null }],
            },
          ],
        },
      ],
      next_key: "",
    },
  };
  const asked: string[] = [];
  const stub = new Node("", async (url) => {
    asked.push(url);
    return new Response(JSON.stringify(pages[new URL(url, "http://node").searchParams.get("key") ?? ""]));
  });
  const end = moments(r, 2, await meleeLog(stub, 7n)).at(-1)!;
  expect(asked).toHaveLength(2);
  expect(end.seats.map(({ paid }) => paid)).toEqual([[{ denom: "uanchor", amount: "9" }], []]);
  expect(marksAt(r, end, 0, end.seats[0]!.fleet).slice(0, 5)).toEqual(["ship", "ship", "ship", "ship", "open"]);
  expect(marksAt(r, end, 1).slice(0, 2)).toEqual(["sunk", "open"]);
});

test("meleeChanges describes the events between two looks, and lastVolley finds the last bombs", () => {
  const afloat = SeatStanding.AFLOAT;
  const look = (stage: Stage, state: object): MeleeView =>
    meleeViewOf(
      create(QueryMeleeResponseSchema, {
        melee: { id: 7n, rulesetId: 5, players: [{ address: "alice" }, { address: "bob" }, { address: "carol" }] },
        state: {
          stage,
          round: 1,
          deadline: 80n,
          owes: 7,
          seats: [{ standing: afloat }, { standing: afloat }, { standing: afloat }],
          ...state,
        },
      }),
    );
  const fired = { standing: afloat, target: "B7" };
  const aims = look(Stage.AIM, {});
  const fires = look(Stage.FIRE, { seats: [fired, { standing: afloat }, fired], struck: 2 });
  const next = look(Stage.AIM, {
    round: 2,
    bombed: ["B7"],
    struck: 2,
    seats: [{ standing: afloat, hits: ["B7"] }, { standing: afloat }, { standing: SeatStanding.SUNK, round: 1 }],
  });
  const said = (a: MeleeView, b: MeleeView) => meleeChanges(a, b).map(({ by, text }) => `${by ?? "-"} ${text}`);
  expect(said(aims, fires)).toEqual(["0 fired at B7", "1 missed an aim: a strike", "2 fired at B7"]);
  expect(said(fires, next)).toEqual(["0 hit at B7", "2 sunk, round 1", "- Round 2 begins. Bombed before: B7."]);
  const known = lastVolley(fires, aims);
  expect(known).toEqual({ round: 1, bombs: [{ tile: parseTile(fires.ruleset, "B7")!, by: [0, 2] }] });
  expect(lastVolley(next, fires, known)).toBe(known);
  expect(lastVolley(next, aims)).toEqual({ round: 1, bombs: [{ tile: parseTile(fires.ruleset, "B7")!, by: [] }] });
  expect(lastVolley(next)).toBeUndefined();
});
