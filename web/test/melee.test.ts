// Melees: what is known of each board, held to the drawings that Go tests record, and what a session signs in a round.

import { readdirSync } from "node:fs";

import { beforeEach, describe, expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../src/bytes";
import { fired, meleeLog } from "../src/chain/history";
import { Node, txHash } from "../src/chain/node";
import {
  MeleeAimSchema,
  MeleeResultSchema,
  MeleeStateSchema,
  SeatStanding,
  Stage,
} from "../src/gen/battleship/v1/battleship_melee_pb";
import { type QueryMeleeResponse, QueryMeleeResponseSchema } from "../src/gen/battleship/v1/melee_query_pb";
import { QueryPlayerResponseSchema } from "../src/gen/battleship/v1/query_pb";
import {
  MsgAimSchema,
  MsgClaimWinSchema,
  MsgConfirmMeleeSchema,
  MsgCreateMeleeResponseSchema,
  MsgCreateMeleeSchema,
  MsgFireSchema,
  MsgReportSchema,
} from "../src/gen/battleship/v1/tx_pb";
import { TxMsgDataSchema } from "../src/gen/cosmos/base/abci/v1beta1/abci_pb";
import {
  dueBy,
  headline,
  lastVolley,
  type Mark,
  type MeleeView,
  marks,
  mayJoin,
  meleeChanges,
  meleeSeatOf,
  meleeViewOf,
  outcome,
  placeText,
  seatState,
} from "../src/play/melee";
import { endMarks, meleeEnd } from "../src/play/meleelog";
import { enterMelee, lookAtMelee, MeleeEnded, MeleeSession, meleeRuleset as r } from "../src/play/meleesession";
import type { Chain } from "../src/play/session";
import { messagesIn } from "../src/play/verify";
import { create, isMessage, type Message, type Schema, toBinary } from "../src/proto/codec";
import type { Init, Of } from "../src/proto/message";
import * as commitment from "../src/rules/commitment";
import { parseFleet } from "../src/rules/fleet";
import { verifyAim } from "../src/rules/melee";
import { parseTile, tileName } from "../src/rules/rulesets";
import { tilesFromBytes } from "../src/rules/tiles";
import { KeyWallet } from "../src/wallet/browser";
import { addressBytes } from "../src/wallet/keys";
import { allowedInMelee } from "../src/wallet/session";
import type { Wallet } from "../src/wallet/wallet";
import { json, repository } from "./files";

type State = Init<Of<typeof MeleeStateSchema>>;

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

test("every seat of every recorded state has a word, and everybody is told something", () => {
  for (const { answer } of recorded) {
    const view = meleeViewOf(answer);
    for (const [i, seat] of view.seats.entries()) {
      expect(seatState(view, seat)).not.toBe("");
      expect(headline(view, i, undefined)).not.toMatch(/undefined|NaN/);
    }
    expect(headline(view, undefined, undefined)).toMatch(/afloat|Waiting/);
  }
});

const alice = new KeyWallet(new Uint8Array(32).fill(1));
const bob = new KeyWallet(new Uint8Array(32).fill(2));
const fleet = parseFleet(r, "A1h,A2h,A3h,A4h")!;

class FakeNode extends Node {
  state: QueryMeleeResponse = create(QueryMeleeResponseSchema, {});
  sent: Message[][] = [];
  over = false;
  private readonly known = new Set<string>();

  /** forget takes what was sent before for new: the same is signed to the same bytes. */
  forget(): void {
    this.sent = [];
    this.known.clear();
  }

  override melee = async () => this.state;
  override endedMelee = async () => (this.over ? create(MeleeResultSchema, { gameId: 7n }) : undefined);
  override player = async () => create(QueryPlayerResponseSchema, { player: { boardNonce: 4n } });
  override account = async () => ({ number: 1n, sequence: 0n });
  override gasPrice = async () => ({ denom: "uanchor", micro: 1000n });
  override broadcast = async (tx: Uint8Array) => {
    if (!this.known.has(txHash(tx))) {
      this.sent.push(messagesIn(tx));
      this.known.add(txHash(tx));
    }
    return { codespace: "", code: 0 };
  };
  override tx = async () => {
    const value = toBinary(MsgCreateMeleeResponseSchema, create(MsgCreateMeleeResponseSchema, { gameId: 7n }));
    const response = { typeUrl: "/battleship.v1.MsgCreateMeleeResponse", value };
    const data = bytesToHex(toBinary(TxMsgDataSchema, create(TxMsgDataSchema, { msgResponses: [response] })));
    return { height: 9n, codespace: "", code: 0, data, events: [] };
  };
}

function memory() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, v: string) => void kept.set(key, v),
  };
}

let node: FakeNode;
let chain: Chain;
let binding: commitment.Binding;
let board: commitment.Board;

/** begin has alice open a melee for three, and sets the chain to a moment in it. */
async function begin(wallet: Wallet = alice): Promise<void> {
  node = new FakeNode();
  chain = { node, chainId: "battleship-devnet-1", remembered: memory(), kept: memory() };
  expect(await enterMelee(chain, wallet, fleet, { kind: "create", players: 3, invited: [] })).toBe(7n);
  const message = node.sent[0]![0]!;
  if (!isMessage(message, MsgCreateMeleeSchema)) {
    throw new Error("no melee was opened");
  }
  expect(message).toMatchObject({ rulesetId: 5, players: 3, invited: [] });
  const { entry } = message;
  binding = { chainId: chain.chainId, player: addressBytes(wallet.address)!, nonce: 4n, ruleset: r };
  board = entry!.board!;
  node.state = create(QueryMeleeResponseSchema, {
    melee: {
      id: 7n,
      rulesetId: r.id,
      turnBlocks: 60n,
      claimBlocks: 90n,
      players: [{ address: wallet.address, delegate: entry!.delegate }, { address: bob.address }, { address: "carol" }],
    },
    boards: [{ seat: 0, board: entry!.board! }],
    recoveries: [{ seat: 0, recovery: entry!.recovery }],
    height: 20n,
  });
  node.sent = [];
}

const afloat = SeatStanding.AFLOAT;

function moment(stage: Stage, state: State = {}, aim?: Uint8Array): void {
  const seats = [{ standing: afloat }, { standing: afloat }, { standing: afloat }];
  node.state.aims = aim ? [create(MeleeAimSchema, { seat: 0, aim })] : [];
  node.state.state = create(MeleeStateSchema, { stage, round: 1, deadline: 80n, owes: 7, seats, ...state });
}

const seatsWith = (...seats: { target?: string; hits?: string[] }[]) =>
  seats.map((seat) => ({ standing: afloat, ...seat }));

const session = (wallet: Wallet = alice) => new MeleeSession(chain, wallet, 7n);

async function sent(options = {}, s = session()): Promise<Message | undefined> {
  node.forget();
  await s.advance(await s.look(), options);
  return node.sent[0]?.[0];
}

function as<M extends Message>(schema: Schema<M>, message: Message | undefined): M {
  if (!message || !isMessage(message, schema)) {
    throw new Error(`expected ${schema.typeName}, got ${message?.$typeName}`);
  }
  return message;
}

const at = (name: string) => parseTile(r, name)!;

/** aimsAt is the tile that was aimed at, by trying all. */
async function aimsAt(message: Message | undefined, round: number): Promise<string> {
  const { aim, round: named } = as(MsgAimSchema, message);
  expect(named).toBe(round);
  moment(Stage.FIRE, { round }, aim);
  const fire = as(MsgFireSchema, await sent());
  expect(verifyAim(binding, aim, round, at(fire.target), fire.salt)).toBe(true);
  return fire.target;
}

describe("a player of a melee", () => {
  beforeEach(() => begin());

  test("confirms only when asked to, since that binds", async () => {
    moment(Stage.READY, { round: 0 });
    expect(await sent()).toBeUndefined();
    as(MsgConfirmMeleeSchema, await sent({ confirm: true }));
  });

  test("aims at what is chosen, for the round that is on, and opens that aim", async () => {
    moment(Stage.AIM, { round: 3, bombed: ["A1"] });
    expect(await sent()).toBeUndefined();
    expect(await aimsAt(await sent({ aim: at("B7") }), 3)).toBe("B7");
  });

  test("after a reload aims at what was signed in the round, whatever is chosen now, and in the next one anew", async () => {
    moment(Stage.AIM);
    await sent({ aim: at("C3") });
    expect(await aimsAt(await sent(), 1)).toBe("C3");
    moment(Stage.AIM);
    expect(await aimsAt(await sent({ aim: at("D4") }), 1)).toBe("C3");
    moment(Stage.AIM, { round: 2, bombed: ["C3"] });
    expect(await session().target(await session().look(), 0)).toBeUndefined();
    expect(await aimsAt(await sent({ aim: at("D4") }), 2)).toBe("D4");
  });

  test("does not aim at a tile that was bombed", async () => {
    moment(Stage.AIM, { round: 2, bombed: ["C3"] });
    await expect(sent({ aim: at("C3") })).rejects.toThrow("C3 was bombed before");
  });

  test("does not fire what is not its own aim", async () => {
    moment(Stage.FIRE, {}, new Uint8Array(32));
    await expect(sent()).rejects.toThrow("not one of your wallet’s");
  });

  test("reports every target once, row by row, as it has committed to", async () => {
    moment(Stage.REPORT, { seats: seatsWith({ target: "C3" }, { target: "J10" }, { target: "C3" }) });
    const { openings } = as(MsgReportSchema, await sent());
    expect(openings.map(({ content }) => content)).toEqual([commitment.Content.water, commitment.Content.water]);
    expect(commitment.verifyOpening(binding, board, at("C3"), openings[0]!)).toBe(true);
    expect(commitment.verifyOpening(binding, board, at("J10"), openings[1]!)).toBe(true);
  });

  test("reports one volley in a round, and refuses a node that shows another, also in another tab", async () => {
    const volley = (target: string) => ({ seats: seatsWith({ target: "A1" }, { target }, {}) });
    moment(Stage.REPORT, volley("J10"));
    as(MsgReportSchema, await sent());
    as(MsgReportSchema, await sent({}, session()));
    chain = { ...chain, remembered: memory() };
    moment(Stage.REPORT, volley("J9"));
    await expect(sent({}, session())).rejects.toThrow(
      "in round 1 you have reported A1, J10, and now the node asks for A1, J9",
    );
    expect(node.sent).toEqual([]);
    moment(Stage.REPORT, { ...volley("J9"), round: 2, bombed: ["J10"] });
    as(MsgReportSchema, await sent({}, session()));
  });

  test("shows nothing of a board of which the node says what is not true", async () => {
    moment(Stage.REPORT, { seats: seatsWith({ target: "C3", hits: ["J1"] }), bombed: ["J1"], owes: 1 });
    node.state.melee!.players.length = 1;
    await expect(sent()).rejects.toThrow("what is not true");
    moment(Stage.CLAIM, { seats: seatsWith({}), bombed: ["A1"], owes: 1 });
    await expect(sent()).rejects.toThrow("what is not true");
    expect(node.sent).toEqual([]);
  });

  test("shows its board in a claim, and there alone", async () => {
    moment(Stage.CLAIM, { owes: 1, bombed: ["A1"], seats: seatsWith({ hits: ["A1"] }, {}, {}) });
    const { fleet: text, boardSecret } = as(MsgClaimWinSchema, await sent()) as {
      fleet: string;
      boardSecret: Uint8Array;
    };
    expect(text).toBe("A1h,A2h,A3h,A4h");
    expect(commitment.audit(binding, board, fleet, boardSecret)).toBe(true);
  });

  test("whose last report is missing shows a board that says what it would have said", async () => {
    const seats = seatsWith({ target: "A1" }, { target: "J1" }, {});
    moment(Stage.CLAIM, { owes: 1, unreported: 1, emptied: true, seats });
    as(MsgClaimWinSchema, await sent());
  });

  test("does nothing that it does not owe, nor after the deadline", async () => {
    moment(Stage.AIM, { owes: 6 });
    expect(await sent({ aim: 1 })).toBeUndefined();
    moment(Stage.REPORT, { deadline: 20n, seats: seatsWith({ target: "A1" }, {}, {}) });
    expect(dueBy(meleeViewOf(node.state), 0)).toBeUndefined();
    expect(await sent()).toBeUndefined();
    moment(Stage.AIM);
    expect(await sent({ aim: 1 }, session(new KeyWallet(new Uint8Array(32).fill(9))))).toBeUndefined();
  });

  test("opens nothing of a board that is not what the chain holds of it", async () => {
    node.state.boards[0]!.board!.tossLeaf = new Uint8Array(32);
    moment(Stage.REPORT, { seats: seatsWith({ target: "A1" }, {}, {}) });
    await expect(sent()).rejects.toThrow("does not open the board");
  });
});

test("a key that may pay no more gets a new allowance, and the one before is revoked if it is there", async () => {
  await begin();
  moment(Stage.AIM);
  for (const there of [false, true]) {
    node.forget();
    node.hasAllowance = async () => there;
    const s = session();
    await s.takeOver(await s.look());
    const names = node.sent[0]!.map(({ $typeName }) => $typeName.split(".").at(-1));
    expect(names).toEqual(["MsgSetDelegate", ...(there ? ["MsgRevokeAllowance"] : []), "MsgGrantAllowance"]);
  }
});

test("a wallet that asks takes a seat with a key for the melee, which may send what a melee takes, and then signs alone", async () => {
  const asked: string[] = [];
  const wallet: Wallet = Object.assign(Object.create(alice) as Wallet, {
    asks: true,
    signText: (text: string) => {
      asked.push("text");
      return alice.signText(text);
    },
    sign: (...args: Parameters<Wallet["sign"]>) => {
      asked.push("transaction");
      return alice.sign(...args);
    },
  });
  await begin(wallet);
  moment(Stage.READY, { round: 0 });
  const confirmed = (await sent({ confirm: true }, session(wallet))) as unknown as { sender: string };
  expect(confirmed.sender).toBe(node.state.melee!.players[0]!.delegate);
  expect(confirmed.sender).not.toBe(alice.address);
  expect(asked).toEqual(["text", "transaction"]);
  const words = repository("docs/clients.md").replace(/\s+/g, " ");
  const listed = /in a melee for ((?:`Msg\w+`(?:, | and )?)+)/.exec(words)![1]!.match(/Msg\w+/g)!;
  expect(allowedInMelee.map((url) => url.replace("/battleship.v1.", ""))).toEqual(listed);
});

describe("a look at a melee", () => {
  beforeEach(() => begin());

  test("tells how it has ended, and asks for that only where it may have", async () => {
    moment(Stage.AIM);
    const view = await lookAtMelee(chain, 7n);
    node.over = true;
    expect((await lookAtMelee(chain, 7n, view)).stage).toBe(Stage.AIM);
    await expect(lookAtMelee(chain, 7n)).rejects.toThrow(MeleeEnded);
  });

  test("refuses what cannot be", () => {
    const refused = (state: State) => {
      moment(Stage.REPORT, state);
      expect(() => meleeViewOf(node.state)).toThrow("cannot be");
    };
    refused({ bombed: ["Z9"] });
    refused({ bombed: ["A1"], seats: seatsWith({ target: "A1" }, {}, {}) });
    refused({ seats: seatsWith({}, {}) });
    refused({ seats: seatsWith({ hits: ["<b>"] }, {}, {}) });
  });

  test("tells who may join: who has no seat, and is invited if there is a list", () => {
    moment(Stage.OPEN, { round: 0, owes: 0 });
    const view = () => meleeViewOf(node.state);
    expect(mayJoin(view(), "dave")).toBe(true);
    expect(mayJoin(view(), bob.address)).toBe(false);
    node.state.melee!.invited = ["erin"];
    expect([mayJoin(view(), "dave"), mayJoin(view(), "erin")]).toEqual([false, true]);
    expect(meleeSeatOf(view(), "")).toBeUndefined();
  });

  test("and the next one tell what has happened, and which bombs fell last", () => {
    const look = (stage: Stage, state: State): MeleeView => {
      moment(stage, state);
      return meleeViewOf(node.state);
    };
    const aims = look(Stage.AIM, {});
    const fires = look(Stage.FIRE, { seats: seatsWith({ target: "B7" }, {}, { target: "B7" }), struck: 2 });
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
    expect(known).toEqual({ round: 1, bombs: [{ tile: at("B7"), by: [0, 2] }] });
    expect(lastVolley(next, fires, known)).toBe(known);
    expect(lastVolley(next, aims)).toEqual({ round: 1, bombs: [{ tile: at("B7"), by: [] }] });
    expect(lastVolley(next)).toBeUndefined();
  });
});

test("a result tells who won, and what became of the others", () => {
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
    type: `battleship.v1.${name}`,
    attributes: Object.entries({ game_id: "7", ...fields }).map(([key, v]) => ({ key, value: JSON.stringify(v) })),
  });
  const tx = (...events: unknown[]) => ({ tx_result: { events } });
  const txs = [
    tx(event("EventAimed", { seat: 0 })),
    tx(event("EventReported", { seat: 1, hits: [] })),
    tx(event("EventFired", { seat: 1, target: "J10" })),
    tx(event("EventFired", { seat: 0, target: "B7" }), event("EventFired", { game_id: "8", seat: 0, target: "A1" })),
    tx(event("EventAimed", { seat: 1 })),
    tx(event("EventFired", { seat: 0, target: "C3" })),
  ];
  const stub = new Node("", async () => new Response(JSON.stringify({ result: { txs } })));
  expect(await fired(stub, 7n)).toEqual([
    { by: 1, target: "J10" },
    { by: 0, target: "B7" },
  ]);
});

interface Vector {
  players: number;
  steps: { events?: Record<string, unknown>[]; progress: string }[];
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
    const events = steps.flatMap(({ events = [] }) =>
      events.map(({ name, by, tile, stage, unreported, ...rest }) => ({
        name: typed[String(name)] ?? "",
        fields: {
          seat: by,
          target: tile,
          stage: `STAGE_${stage}`.toUpperCase(),
          unreported: seatSet(unreported),
          ...rest,
        },
      })),
    );
    const end = meleeEnd(r, players, events);
    // Of the bytes of the last state: the bombed tiles behind 27 bytes, and each seat in 16.
    const bytes = hexToBytes(steps.at(-1)!.progress);
    const at = 3 + 8 + 2 * 6 + 1;
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

test("the end of a melee is read from the node's log, page by page, with what each was paid", async () => {
  const pages: Record<string, unknown> = {
    "0": {
      entries: [{ events: [{ "@type": "/battleship.v1.EventFired", game_id: "7", seat: 0, target: "A1" }] }],
      next_height: "12",
    },
    "12": {
      entries: [
        { events: [{ "@type": "/battleship.v1.EventReported", seat: 1, hits: ["A1"] }] },
        { events: [{ "@type": "/battleship.v1.EventStageBegan", stage: "STAGE_AIM" }, { "@type": "/other.Event" }] },
        { events: [{ "@type": "/battleship.v1.EventBoardProven", seat: 0, fleet: "A1h,A2h,A3h,A4h" }] },
        {
          events: [
            {
              "@type": "/battleship.v1.EventMeleeOver",
              shares: [{ pot: { denom: "uanchor", amount: "9" }, stake_back: null }, { pot: null }],
            },
          ],
        },
      ],
      next_height: "0",
    },
  };
  const asked: string[] = [];
  const stub = new Node("", async (url) => {
    asked.push(url);
    return new Response(JSON.stringify(pages[/from_height=(\d+)/.exec(url)![1]!]));
  });
  const end = meleeEnd(r, 2, await meleeLog(stub, 7n));
  expect(asked).toHaveLength(2);
  expect(end.seats.map(({ paid }) => paid)).toEqual([[{ denom: "uanchor", amount: "9" }], []]);
  const places = [{ standing: afloat }, { standing: SeatStanding.SUNK }];
  const result = create(MeleeResultSchema, { places });
  expect(endMarks(r, result, end, 0).slice(0, 5)).toEqual(["ship", "ship", "ship", "ship", "open"]);
  expect(endMarks(r, result, end, 1).slice(0, 2)).toEqual(["sunk", "open"]);
});
