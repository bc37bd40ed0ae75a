// The messages that a player of a melee signs or refuses to sign, and the changes between two looks.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { bytesToHex, hexToBytes, u32, u64 } from "../src/bytes.js";
import { explain } from "../src/chain/errors.js";
import { Node, txHash } from "../src/chain/node.js";
import { Submitter } from "../src/chain/submit.js";
import { type Chain, Ended } from "../src/game/chain.js";
import { Loop } from "../src/game/loop.js";
import { keyOf, prefixes } from "../src/game/records.js";
import {
  MeleeAimSchema,
  MeleeSchema,
  MeleeStateSchema,
  SeatStanding,
  Stage,
} from "../src/gen/battleship/v1/battleship_melee_pb.js";
import { BoardCommitmentSchema } from "../src/gen/battleship/v1/battleship_pb.js";
import {
  type QueryMeleeResponse,
  QueryMeleeResponseSchema,
  QueryMeleeResultsResponseSchema,
} from "../src/gen/battleship/v1/melee_query_pb.js";
import { QueryPlayerResponseSchema } from "../src/gen/battleship/v1/query_pb.js";
import { AcceptedMeleeTermsSchema } from "../src/gen/battleship/v1/terms_pb.js";
import {
  MsgAimSchema,
  MsgClaimWinSchema,
  MsgConfirmMeleeSchema,
  MsgCreateMeleeResponseSchema,
  MsgCreateMeleeSchema,
  MsgFireSchema,
  MsgReportSchema,
} from "../src/gen/battleship/v1/tx_pb.js";
import { TxMsgDataSchema } from "../src/gen/cosmos/base/abci/v1beta1/abci_pb.js";
import { AllowedMsgAllowanceSchema } from "../src/gen/cosmos/feegrant/v1beta1/feegrant_pb.js";
import type { MsgGrantAllowanceSchema } from "../src/gen/cosmos/feegrant/v1beta1/tx_pb.js";
import { messagesIn } from "../src/kinds/duel/verify.js";
import { allowance } from "../src/kinds/melee/allowance.js";
import { meleePrefixes, progressOf } from "../src/kinds/melee/proven.js";
import { enterMelee, lookAtMelee, MeleeSession, meleeRuleset as r } from "../src/kinds/melee/session.js";
import { dueBy, type MeleeView, mayJoin, meleePosition, meleeSeatOf, meleeViewOf } from "../src/kinds/melee/view.js";
import { create, fromBinary, fromJson, isMessage, type Message, type Schema, toBinary } from "../src/proto/codec.js";
import type { Init, Of } from "../src/proto/message.js";
import * as commitment from "../src/rules/commitment.js";
import { parseFleet } from "../src/rules/fleet.js";
import { verifyAim } from "../src/rules/melee.js";
import { parseTile, tileName } from "../src/rules/rulesets.js";
import { KeyWallet } from "../src/wallet/key.js";
import { addressBytes } from "../src/wallet/keys.js";
import type { Wallet } from "../src/wallet/wallet.js";
import { memory } from "./begun.js";
import { repository } from "./files.js";
import { HonestChain } from "./honest.js";

type State = Init<Of<typeof MeleeStateSchema>>;

const alice = new KeyWallet(new Uint8Array(32).fill(1));
const bob = new KeyWallet(new Uint8Array(32).fill(2));
const fleet = parseFleet(r, "A1h,A2h,A3h,A4h")!;

class FakeNode extends Node {
  state: QueryMeleeResponse = create(QueryMeleeResponseSchema, {});
  sent: Message[][] = [];
  over = false;
  coins = [{ denom: "uanchor", amount: "1" }];
  private readonly known = new Set<string>();

  /** forget makes messages that were sent before count as new, for the same message is signed to the same bytes. */
  forget(): void {
    this.sent = [];
    this.known.clear();
  }

  override async read<M extends Message>(_: Schema<M>, path: string): Promise<M> {
    const results = create(QueryMeleeResultsResponseSchema, { results: this.over ? [{ gameId: 7n }] : [] });
    return (path.includes("melee_results") ? results : this.state) as Message as M;
  }

  override player = async () => create(QueryPlayerResponseSchema, { player: { boardNonce: 4n } });
  override balances = async () => this.coins;
  override status = async () => ({ height: 20n, time: new Date("2041-01-01T00:00:00Z") });
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

  test("aims at the chosen tile, for the current round, and opens that aim", async () => {
    moment(Stage.AIM, { round: 3, bombed: ["A1"] });
    expect(await sent()).toBeUndefined();
    expect(await aimsAt(await sent({ aim: at("B7") }), 3)).toBe("B7");
  });

  test("after a reload aims at the tile signed in the round, and at a new choice in the next one", async () => {
    moment(Stage.AIM);
    await sent({ aim: at("C3") });
    expect(await aimsAt(await sent(), 1)).toBe("C3");
    moment(Stage.AIM);
    expect(await aimsAt(await sent({ aim: at("D4") }), 1)).toBe("C3");
    moment(Stage.AIM, { round: 2, bombed: ["C3"] });
    expect(await session().target(await session().look(), 0)).toBeUndefined();
    expect(await aimsAt(await sent({ aim: at("D4") }), 2)).toBe("D4");
  });

  test("sends no refused message again in an unchanged position, on any request", async () => {
    const s = session();
    const failures: unknown[] = [];
    const loop = new Loop<MeleeView>({
      look: () => s.look(),
      position: meleePosition,
      act: (view) => s.advance(view),
      unseen: (error) => void failures.push(error),
      refused: (error) => void failures.push(explain(error)),
    });
    const refuse = vi.fn(async () => ({ codespace: "battleship", code: 20 }));
    const taken = node.broadcast;
    node.broadcast = refuse;
    node.tx = async () => undefined as never;
    moment(Stage.REPORT, { volley: ["A1"] } as State);
    loop.hold();
    await loop.look();
    await expect.poll(() => failures.length).toBe(1);
    await loop.look();
    loop.ask();
    await expect.poll(() => failures.length).toBe(2);
    expect(refuse).toHaveBeenCalledTimes(1);
    node.broadcast = taken;
    moment(Stage.REPORT, { deadline: 90n, volley: ["A1"] } as State);
    await loop.look();
    await expect.poll(() => node.sent.length).toBe(1);
    loop.stop();
  });

  test("does not aim at a tile that was bombed", async () => {
    moment(Stage.AIM, { round: 2, bombed: ["C3"] });
    await expect(sent({ aim: at("C3") })).rejects.toThrow("C3 was bombed before");
  });

  test("does not fire an aim that is not its own", async () => {
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
    moment(Stage.AIM, { round: 2, bombed: ["J10"] });
    await sent({ aim: at("A1") }, session());
    moment(Stage.REPORT, { ...volley("J9"), round: 2, bombed: ["J10"] });
    as(MsgReportSchema, await sent({}, session()));
  });

  test("reports no volleys of several rounds without a bomb of its own, where the node is believed", async () => {
    const volley = (target: string, round: number, own?: string) => ({
      round,
      seats: seatsWith(own ? { target: own } : {}, { target }, {}),
    });
    moment(Stage.REPORT, volley("J10", 1));
    as(MsgReportSchema, await sent()); // a round that it has missed
    for (const round of [2, 3, 4]) {
      moment(Stage.REPORT, volley("A1", round, "B1"));
      await expect(sent()).rejects.toThrow(`fired in neither round 1 nor round ${round}`);
    }
    expect(node.sent).toEqual([]);
    moment(Stage.AIM, { round: 5 });
    await sent({ aim: at("C3") });
    moment(Stage.REPORT, volley("A1", 5, "B1"));
    await expect(sent()).rejects.toThrow("fired in neither round 1 nor round 5");
    moment(Stage.REPORT, volley("A1", 5, "C3"));
    as(MsgReportSchema, await sent());
    moment(Stage.REPORT, volley("A2", 6));
    as(MsgReportSchema, await sent()); // it has fired since
  });

  test("remembers the volley of a round when it aims in the next, and its aim when it reports", async () => {
    const volley = (target: string, round = 1) => ({ round, seats: seatsWith({ target: "A1" }, { target }, {}) });
    moment(Stage.REPORT, volley("J10"));
    as(MsgReportSchema, await sent());
    moment(Stage.AIM, { round: 2, bombed: ["A1", "J10"] });
    as(MsgAimSchema, await sent({ aim: at("C3") }));
    moment(Stage.REPORT, volley("J9"));
    await expect(sent()).rejects.toThrow("you have reported A1, J10");
    moment(Stage.REPORT, volley("C3", 2));
    as(MsgReportSchema, await sent());
    moment(Stage.AIM, { round: 2 });
    expect(await aimsAt(await sent({ aim: at("D4") }), 2)).toBe("C3");
  });

  test("is not bound by messages signed in a melee of the same number, with another board", async () => {
    moment(Stage.AIM);
    await sent({ aim: at("C3") });
    expect(await session().target(meleeViewOf(node.state), 0)).toBe(at("C3"));
    const { kept } = chain;
    await begin();
    chain = { ...chain, kept: kept! };
    moment(Stage.AIM);
    expect(await session().target(meleeViewOf(node.state), 0)).toBeUndefined();
  });

  test("regression: reports one volley in a round, whatever board or number of the melee the node shows meanwhile", async () => {
    const s = session();
    for (const [i, target] of ["J10", "J9", "J8"].entries()) {
      moment(Stage.REPORT, { seats: seatsWith({ target: "A1" }, { target }, {}) });
      await sent({}, s).catch(() => undefined);
      expect(node.sent).toHaveLength(i === 0 ? 1 : 0);
      node.state.boards[0]!.board = create(BoardCommitmentSchema, {
        ...board,
        nonce: 4n,
        rowRoots: board.rowRoots.map(() => new Uint8Array(32).fill(i)),
      });
    }
    node.state.boards[0]!.board = create(BoardCommitmentSchema, { ...board, nonce: 4n } as never);
    node.state.melee!.id = 8n;
    moment(Stage.REPORT, { seats: seatsWith({ target: "A1" }, { target: "J7" }, {}) });
    await expect(sent({}, new MeleeSession(chain, alice, 8n))).rejects.toThrow("you have reported A1, J10");
  });

  test("regression: signs no second aim for a round that is shown again after a later one", async () => {
    moment(Stage.AIM);
    await sent({ aim: at("C3") });
    moment(Stage.AIM, { round: 2, bombed: ["C3"] });
    await sent({ aim: at("D4") });
    moment(Stage.AIM);
    expect(await aimsAt(await sent({ aim: at("E5") }), 1)).toBe("C3");
    moment(Stage.AIM, { round: 2, bombed: ["C3"] });
    expect(await aimsAt(await sent({ aim: at("E5") }), 2)).toBe("D4");
  });

  test("opens the board that it has now, not the one with which it has left the table", async () => {
    moment(Stage.AIM);
    const s = session();
    await s.board(await s.look(), 0);
    node.state.boards[0]!.board!.nonce = 5n;
    await expect(sent({ aim: at("C3") }, s)).rejects.toThrow("Is it the right account?");
    expect(node.sent).toEqual([]);
  });

  test("does not open an aim at a tile that was bombed", async () => {
    moment(Stage.AIM, { round: 2 });
    const { aim } = as(MsgAimSchema, await sent({ aim: at("C3") }));
    moment(Stage.FIRE, { round: 2, bombed: ["C3"] }, aim);
    await expect(sent()).rejects.toThrow("the node shows a false one");
    expect(node.sent).toEqual([]);
  });

  test("concedes only while rounds are played", async () => {
    moment(Stage.AIM);
    await session().concede(meleeViewOf(node.state));
    expect(node.sent[0]).toMatchObject([{ $typeName: "battleship.v1.MsgConcede", gameId: 7n }]);
    moment(Stage.READY, { round: 0 });
    await expect(session().concede(meleeViewOf(node.state))).rejects.toMatchObject({ code: 19 });
  });

  test("sends messages that count up to the deadline, and all offers in a stage of a round are one bid", async () => {
    const send = vi.spyOn(Submitter.prototype, "send");
    const s = session();
    moment(Stage.AIM);
    await sent({ aim: at("C3") }, s);
    await sent({ aim: at("C3") }, s); // as after an error
    moment(Stage.AIM, { round: 2 });
    await sent({ aim: at("D4") }, s);
    const [first, again, next] = send.mock.calls.map(([, options]) => options);
    send.mockRestore();
    expect(first).toMatchObject({ lastHeight: 80n, bid: { most: 10_000n } });
    expect(again?.bid).toBe(first?.bid);
    expect(next?.bid).not.toBe(first?.bid);
  });

  test("shows nothing of a board about which the node is untruthful", async () => {
    moment(Stage.REPORT, { seats: seatsWith({ target: "C3", hits: ["J1"] }), bombed: ["J1"], owes: 1 });
    node.state.melee!.players.length = 1;
    await expect(sent()).rejects.toThrow("what is not true");
    moment(Stage.CLAIM, { seats: seatsWith({}), bombed: ["A1"], owes: 1 });
    await expect(sent()).rejects.toThrow("what is not true");
    expect(node.sent).toEqual([]);
  });

  test("shows its board in a claim, and there alone", async () => {
    const sunk = { standing: SeatStanding.SUNK, round: 1 };
    moment(Stage.CLAIM, { owes: 1, bombed: ["A1"], seats: [{ standing: afloat, hits: ["A1"] }, sunk, sunk] });
    const { fleet: text, boardSecret } = as(MsgClaimWinSchema, await sent()) as {
      fleet: string;
      boardSecret: Uint8Array;
    };
    expect(text).toBe("A1h,A2h,A3h,A4h");
    expect(commitment.audit(binding, board, fleet, boardSecret)).toBe(true);
  });

  test("does not show its board to a node that says play has ended while several are afloat", async () => {
    for (const standing of [afloat, SeatStanding.SUNK]) {
      moment(Stage.CLAIM, { owes: 1, seats: [...seatsWith({}, {}), { standing }] });
      await expect(sent()).rejects.toThrow("shows several afloat");
    }
    expect(node.sent).toEqual([]);
  });

  test("whose last report is missing shows its board, which implies that report", async () => {
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

  test("opens nothing of a board that differs from the chain's record of it", async () => {
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
    const granted = node.sent[0]!.at(-1) as Of<typeof MsgGrantAllowanceSchema>;
    const { allowedMessages } = fromBinary(AllowedMsgAllowanceSchema, granted.allowance!.value);
    expect(allowedMessages).toEqual(allowance.messages);
  }
});

test("a player without coins is asked for nothing", async () => {
  await begin();
  node.coins = [];
  const asked = Object.assign(Object.create(alice) as Wallet, {
    asks: true,
    signText: () => Promise.reject(new Error()),
  });
  const wish = { kind: "join", gameId: 7n, terms: create(AcceptedMeleeTermsSchema, {}) } as const;
  await expect(enterMelee(chain, asked, fleet, wish)).rejects.toThrow("No coins for this");
});

test("a wallet that asks takes a seat with a key for the melee, which signs its messages alone", async () => {
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
  expect(allowance.messages.map((url) => url.replace("/battleship.v1.", ""))).toEqual(listed);
});

describe("a look at a melee", () => {
  beforeEach(() => begin());

  test("reads its result, and requests that only where it may have ended", async () => {
    moment(Stage.AIM);
    const view = await lookAtMelee(chain, 7n);
    node.over = true;
    expect((await lookAtMelee(chain, 7n, view)).stage).toBe(Stage.AIM);
    await expect(lookAtMelee(chain, 7n)).rejects.toThrow(Ended);
  });

  test("refuses an impossible state", () => {
    const refused = (state: State) => {
      moment(Stage.REPORT, state);
      expect(() => meleeViewOf(node.state)).toThrow("cannot be");
    };
    refused({ bombed: ["Z9"] });
    refused({ bombed: ["A1"], seats: seatsWith({ target: "A1" }, {}, {}) });
    refused({ seats: seatsWith({}, {}) });
    refused({ seats: seatsWith({ hits: ["<b>"] }, {}, {}) });
  });

  test("lets a player join who has no seat, and is invited if there is a list", () => {
    moment(Stage.OPEN, { round: 0, owes: 0 });
    const view = () => meleeViewOf(node.state);
    expect(mayJoin(view(), "dave")).toBe(true);
    expect(mayJoin(view(), bob.address)).toBe(false);
    node.state.melee!.invited = ["erin"];
    expect([mayJoin(view(), "dave"), mayJoin(view(), "erin")]).toEqual([false, true]);
    expect(meleeSeatOf(view(), "")).toBeUndefined();
  });
});

describe("a node that shows a melee as it is not", () => {
  let honest: HonestChain;
  const first = "0000"; // any record, for one tree has at least one

  /** record has the chain hold the records that the node shows now. */
  function record(progress: Uint8Array): void {
    const { melee, boards, aims, recoveries } = node.state;
    const id = u64(7n);
    honest.commit(20n, [
      [keyOf(prefixes.Results, u64(1n)), hexToBytes(first)],
      [keyOf(meleePrefixes.Melees, id), toBinary(MeleeSchema, melee!)],
      [keyOf(meleePrefixes.MeleeProgress, id), progress],
      [keyOf(meleePrefixes.MeleeBoards, id, u32(0)), toBinary(BoardCommitmentSchema, boards[0]!.board!)],
      [keyOf(meleePrefixes.Aims, id, u32(0)), aims[0]?.aim ?? new Uint8Array()],
      [keyOf(prefixes.Recoveries, id, u32(1)), recoveries[0]!.recovery],
    ]);
  }

  /** states are recorded by Go: the bytes of the store, and the answer. */
  const states = repository("x/battleship/types/testdata/melee_states.txt")
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([bytes, text]) => ({ bytes: hexToBytes(bytes!), state: fromJson(MeleeStateSchema, JSON.parse(text!)) }));

  beforeEach(async () => {
    await begin();
    honest = new HonestChain(chain.chainId);
  });

  /** aiming has the chain hold a recorded round in which all have to aim, alice in the first seat. */
  function aiming() {
    const bytes = states.find(({ state }) => state.stage === Stage.AIM)!.bytes.slice();
    new DataView(bytes.buffer).setBigInt64(3, 999n); // the deadline
    bytes[12] = 15; // the seats that owe
    const state = progressOf(r, bytes);
    const players = state.seats.map((_, i) => ({ address: [alice.address, bob.address][i] ?? `player ${i}` }));
    node.state.melee = create(MeleeSchema, { ...node.state.melee!, players: players as never });
    node.state.state = state;
    record(bytes);
    return state;
  }

  const proving = () => {
    const light = honest.light();
    chain = { ...chain, proofs: async () => light };
    return session();
  };

  test("has its records read as Go reads them", () => {
    expect(states.length).toBeGreaterThan(50);
    for (const { bytes, state } of states) {
      expect(progressOf(r, bytes)).toEqual(state);
    }
    expect(() => progressOf(r, states[0]!.bytes.slice(1))).toThrow("otherwise than its chain");
    expect(() => progressOf(r, new Uint8Array())).toThrow("otherwise than its chain");
  });

  test("reads no tile by reports of rounds that have not been, and no aim by a stage that has not begun", async () => {
    const state = aiming();
    const s = proving();
    expect(dueBy(await s.look(), 0)).toBe(Stage.AIM);
    for (let round = 1; round <= 7; round++) {
      node.state.state = create(MeleeStateSchema, {
        ...state,
        stage: Stage.REPORT,
        round,
        owes: 15,
        deadline: 999n,
        seats: state.seats.map((seat, i) => ({ ...seat, target: `${"ABCDEFGHIJ"[round]}${i + 1}` })) as never,
      });
      await expect(sent({}, s)).rejects.toThrow("otherwise than its chain has it");
    }
    for (const stage of [Stage.FIRE, Stage.CLAIM, Stage.READY]) {
      node.state.state = create(MeleeStateSchema, { ...state, stage, owes: 15, deadline: 999n } as never);
      await expect(sent({ confirm: true }, s)).rejects.toThrow("otherwise than its chain has it");
    }
    expect(node.sent).toEqual([]);
  });

  test("receives an aim for the round that the chain has", async () => {
    const state = aiming();
    const target = Array.from({ length: 100 }, (_, tile) => tile).find(
      (tile) => !state.bombed.includes(tileName(r, tile)),
    )!;
    as(MsgAimSchema, await sent({ aim: target }, proving()));
  });
});
