// The messages that a session sends for each obligation, and its refusals.

import { beforeEach, describe, expect, test, vi } from "vitest";
import { equal, hexToBytes, randomBelow, randomBytes } from "../src/bytes.js";
import { explain, Told } from "../src/chain/errors.js";
import { Submitter } from "../src/chain/submit.js";
import type { Chain } from "../src/game/chain.js";
import { boardSignature } from "../src/game/hand.js";
import { Loop } from "../src/game/loop.js";
import {
  CommitmentScheme,
  Obligation,
  Phase,
  Reason,
  Seat,
  SecondClaim,
} from "../src/gen/battleship/v1/battleship_pb.js";
import { MsgClaimWinSchema, MsgMatchGameSchema, MsgShootAndRevealSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { AllowedMsgAllowanceSchema, BasicAllowanceSchema } from "../src/gen/cosmos/feegrant/v1beta1/feegrant_pb.js";
import { MsgGrantAllowanceSchema } from "../src/gen/cosmos/feegrant/v1beta1/tx_pb.js";
import { enter } from "../src/kinds/duel/enter.js";
import { look } from "../src/kinds/duel/session.js";
import { entrantOf, type Played, verify } from "../src/kinds/duel/verify.js";
import { mayClaim, owedBy, position, type View, viewOf } from "../src/kinds/duel/view.js";
import { create, fromBinary, isMessage } from "../src/proto/codec.js";
import type { Of } from "../src/proto/message.js";
import type { ProverRequest } from "../src/prover/load.js";
import { Provers } from "../src/prover/provers.js";
import * as commitment from "../src/rules/commitment.js";
import { fleetString, fleetTiles, randomFleet, shipCode } from "../src/rules/fleet.js";
import { rulesetById } from "../src/rules/rulesets.js";
import { unseal } from "../src/rules/vault.js";
import { KeyWallet } from "../src/wallet/key.js";
import { addressBytes } from "../src/wallet/keys.js";
import type { Wallet } from "../src/wallet/wallet.js";
import {
  alice,
  begin,
  bench,
  blockTime,
  bob,
  chain,
  entered,
  FakeNode,
  fleet,
  memory,
  moment,
  moved,
  node,
  r,
  session,
  tiles,
} from "./begun.js";

describe("a player", () => {
  beforeEach(() => begin());

  test("opens the toss, and shoots with it only when the chain says whose turn it is", async () => {
    moment({ phase: Phase.TOSS, owes: Obligation.TOSS_REVEAL });
    const message = await moved({ aim: 5 });
    expect(message?.opening?.content).toBe(commitment.Content.toss);
    expect(message?.target).toBe("");
  });

  test.each([
    ["a shot", { owes: Obligation.SHOT }, { aim: 5 }, { owes: Obligation.ANSWER, actor: Seat.JOINER, pending: 1 + 5 }],
    ["an answer", { owes: Obligation.ANSWER, pending: 1 + 3 }, {}, { owes: Obligation.SHOT, sides: [3, undefined] }],
    [
      "the toss",
      { phase: Phase.TOSS, owes: Obligation.TOSS_REVEAL },
      {},
      { phase: Phase.PLAY, owes: Obligation.SHOT, actor: Seat.JOINER },
    ],
  ])(
    "knows %s as made by a look at the game, without asking for the transaction",
    async (_, before, options, after) => {
      node.tx = () => Promise.reject(new Error("asked for the transaction"));
      moment(before);
      const s = session();
      const view = await s.look();
      const advanced = s.advance(view, { ...options, watched: true });
      await expect.poll(() => node.sent.length).toBe(1);
      s.see(view); // a look that shows nothing new
      node.state.height = 33n;
      const { sides = [], ...progress } = after as { sides?: (number | undefined)[] };
      const answered = [0, 1].map((i) => (sides[i] === undefined ? {} : { answered: tiles(sides[i]!) }));
      moment({ ...progress, sides: answered } as never);
      await s.look();
      expect(await advanced).toBe(33n);
    },
  );

  test("answers truly, and the chain's check accepts it", async () => {
    moment({ owes: Obligation.ANSWER, pending: 1 + 3 });
    const message = await moved();
    const board = node.state.game!.participants[0]!.board!;
    expect(message?.opening?.content).toBe(commitment.Content.ship);
    expect(commitment.verifyOpening(entered.binding, board, 3, message!.opening!)).toBe(true);
    expect(message?.target).toBe("");
    expect(message?.sunk).toBeUndefined();
  });

  test("announces the ship that sinks, and shoots in the same message where it was aimed ahead", async () => {
    moment({
      owes: Obligation.ANSWER,
      pending: 1 + 81,
      sides: [{ answered: tiles(80), hits: tiles(80) }, {}] as never,
    });
    const message = await moved({ aim: 99 });
    expect(message?.sunk).toMatchObject({ class: "destroyer", placement: "A9h" });
    expect(message?.target).toBe("J10");
  });

  test("sends no target with the answer that ends play, though it was aimed ahead", async () => {
    const ships = fleetTiles(r, fleet);
    ships.delete(81);
    const hits = tiles(...ships);
    const sunk = Uint8Array.from(fleet.slice(0, -1).flatMap((ship) => [shipCode(ship) >> 8, shipCode(ship) & 0xff]));
    moment({ owes: Obligation.ANSWER, pending: 1 + 81, sides: [{ answered: hits, hits, sunk }, {}] as never });
    const message = await moved({ aim: 99 });
    expect(message?.sunk).toMatchObject({ class: "destroyer", placement: "A9h" });
    expect(message?.target).toBe("");
  });

  test("sends no refused message again in an unchanged position, on any request", async () => {
    const s = session();
    const failures: unknown[] = [];
    let aim: number | undefined;
    let looks = 0;
    const loop = new Loop<View>({
      look: async () => {
        looks++;
        return s.look();
      },
      position,
      act: (view) => s.advance(view, aim === undefined ? {} : { aim }),
      unseen: (error) => void failures.push(error),
      refused: (error) => void failures.push(explain(error)),
    });
    const refuse = vi.fn(async () => ({ codespace: "battleship", code: 19 }));
    const taken = node.broadcast;
    node.broadcast = refuse;
    node.tx = async () => undefined as never;
    moment({ owes: Obligation.ANSWER, pending: 1 + 3 });
    loop.hold();
    await loop.look();
    await expect.poll(() => failures.length).toBe(1);
    await loop.look(); // as after each block
    await loop.look();
    expect(refuse).toHaveBeenCalledTimes(1);
    expect(looks).toBeLessThan(6);
    loop.ask(); // by the player
    await expect.poll(() => failures.length).toBe(2);
    expect(failures[1]).toBe(failures[0]);
    expect(refuse).toHaveBeenCalledTimes(1);
    node.broadcast = taken;
    aim = 5;
    moment({ owes: Obligation.SHOT, sides: [{ answered: tiles(3) }, {}] as never });
    await loop.look();
    await expect.poll(() => node.sent.length).toBe(1); // the position is another one
    loop.stop();
  });

  test("shoots where it was signed for before, whatever is aimed at now", async () => {
    moment({ owes: Obligation.SHOT });
    expect((await moved({ aim: 10 }))?.target).toBe("A2");
    expect((await moved({ aim: 55 }))?.target).toBe("A2");
    moment({ owes: Obligation.SHOT, sides: [{}, { answered: tiles(10) }] as never });
    expect((await moved({ aim: 55 }))?.target).toBe("F6");
  });

  test("shows the tile of a shot before that is signed, and sends nothing if that is not wanted", async () => {
    moment({ owes: Obligation.SHOT });
    const shown: number[] = [];
    const onAim = (tile: number) => void shown.push(tile);
    await moved({ aim: 10, onAim });
    const notWanted = () => {
      throw new Told("A2 is signed.");
    };
    await expect(moved({ aim: 55, onAim: notWanted })).rejects.toThrow("A2");
    expect(node.sent).toHaveLength(1);
    await moved({ aim: 55, onAim });
    expect(shown).toEqual([10, 10]);
  });

  test("shoots where it aims in a game of the same number on a chain that was begun anew", async () => {
    moment({ owes: Obligation.SHOT });
    expect((await moved({ aim: 10 }))?.target).toBe("A2");
    const { remembered } = chain;
    await begin();
    Object.assign(chain, { remembered });
    moment({ owes: Obligation.SHOT });
    expect((await moved({ aim: 55 }))?.target).toBe("F6");
  });

  test("does nothing while nothing is owed, and shows nothing that is not asked for", async () => {
    moment({ owes: Obligation.ANSWER, pending: 4, actor: Seat.JOINER });
    expect(await moved({ aim: 1, claim: true })).toBeUndefined();
    moment({ owes: Obligation.SHOT });
    expect(await moved()).toBeUndefined();
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, reason: Reason.SUNK });
    expect(await moved()).toBeUndefined();
    expect(node.sent).toEqual([]);
  });

  test("proves its board when that is asked for and wanted", async () => {
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, reason: Reason.SUNK });
    const s = session();
    await s.advance(await s.look(), { claim: true });
    const message = node.sent[0]![0]!;
    if (!isMessage(message, MsgClaimWinSchema)) {
      throw new Error("no claim was sent");
    }
    const board = node.state.game!.participants[0]!.board!;
    expect(message.fleet).toBe(fleetString(r, fleet));
    expect(commitment.audit(entered.binding, board, fleet, message.boardSecret)).toBe(true);
  });

  test("keeps its secret where the claim would fail: an answer on the chain was not its own", async () => {
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, sides: [{ answered: tiles(0) }, {}] as never });
    const s = session();
    await expect(s.advance(await s.look(), { claim: true })).rejects.toThrow("cannot be proven");
    expect(node.sent).toEqual([]);
  });

  test("opens nothing of a board that differs from the chain's record of it", async () => {
    const board = node.state.game!.participants[0]!.board!;
    board.tossLeaf = hexToBytes("00".repeat(32));
    moment({ owes: Obligation.ANSWER, pending: 4 });
    await expect(moved()).rejects.toThrow("does not open the board");
    expect(node.sent).toEqual([]);
  });

  test("names no ship to a node that shows hits which its board has never given", async () => {
    const sides = [{ answered: tiles(20, 80), hits: tiles(20, 80) }, {}] as never; // A3 is a ship, A9 too
    moment({ owes: Obligation.ANSWER, pending: 1 + 81, sides });
    expect((await moved())?.sunk).toBeDefined();
    node.sent = [];
    const false_ = [{ answered: tiles(80, 99), hits: tiles(80, 99) }, {}] as never; // J10 is water
    moment({ owes: Obligation.ANSWER, pending: 1 + 81, sides: false_ });
    await expect(moved()).rejects.toThrow("never given");
    expect(node.sent).toEqual([]);
  });

  test("sends messages that count up to the deadline, and all offers in a position are one bid", async () => {
    const send = vi.spyOn(Submitter.prototype, "send");
    const s = session();
    moment({ owes: Obligation.ANSWER, pending: 1 + 3 });
    await s.advance(await s.look());
    await s.advance(await s.look()); // as after an error
    moment({ owes: Obligation.SHOT, sides: [{ answered: tiles(3), hits: tiles(3) }, {}] as never });
    await s.advance(await s.look(), { aim: 5 });
    const [first, again, next] = send.mock.calls.map(([, options]) => options);
    send.mockRestore();
    expect(first).toMatchObject({ lastHeight: 80n, bid: { most: 10_000n } });
    expect(again?.bid).toBe(first?.bid);
    expect(next?.bid).not.toBe(first?.bid);
  });

  test("does not shoot twice at a tile, also where it was aimed ahead", async () => {
    moment({ owes: Obligation.SHOT, sides: [{}, { answered: tiles(10) }] as never });
    await expect(moved({ aim: 10 })).rejects.toThrow("A2 was shot at before");
    expect(node.sent).toEqual([]);
    // The refused tile is not the shot of this position, which would stall the game until the deadline.
    expect((await moved({ aim: 11 }))?.target).toBe("B2");
  });

  test("keeps its secret where the node shows another toss than before", async () => {
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, reason: Reason.SUNK });
    const s = session();
    await s.board(await s.look(), 0);
    node.state.game!.participants[0]!.board!.tossLeaf = new Uint8Array(32);
    await expect(s.advance(await s.look(), { claim: true })).rejects.toThrow("does not open the board");
    expect(node.sent).toEqual([]);
  });

  test("concedes only a game in play", async () => {
    moment({ owes: Obligation.SHOT });
    await session().concede(viewOf(node.state));
    const concession = { $typeName: "battleship.v1.MsgConcede", gameId: 7n };
    expect(node.sent[0]).toMatchObject([{ ...concession, beforeFirstShot: true }]);
    moment({ owes: Obligation.ANSWER, pending: 4 });
    await session().concede(viewOf(node.state));
    expect(node.sent[1]).toMatchObject([{ ...concession, beforeFirstShot: false }]);
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM });
    await expect(session().concede(viewOf(node.state))).rejects.toMatchObject({ code: 19 });
  });

  // The shot is in no block yet: a concession "before the first shot" would be refused once it is.
  test("concedes a game in which its own shot is on its way", async () => {
    moment({ owes: Obligation.SHOT });
    const s = session();
    await s.advance(await s.look(), { aim: 4 });
    await s.concede(viewOf(node.state));
    expect(node.sent.at(-1)).toMatchObject([{ $typeName: "battleship.v1.MsgConcede", beforeFirstShot: false }]);
  });

  test("another wallet has no part in it", async () => {
    moment({ owes: Obligation.SHOT });
    const stranger = new KeyWallet(new Uint8Array(32).fill(9));
    expect(await moved({ aim: 1 }, session(stranger))).toBeUndefined();
  });
});

describe("a player of a proven board", () => {
  const zk = rulesetById(3)!;

  beforeEach(() => begin(alice, zk));

  test("enters with a hash of the fleet and a proof that it is legal, and finds the fleet again", async () => {
    const { board, proof } = entered.entry;
    expect(board).toMatchObject({ scheme: CommitmentScheme.PLONK, rowRoots: [] });
    expect(board?.commitment).toHaveLength(48);
    expect(proof).toEqual(new Uint8Array(608).fill(200));
    moment({ owes: Obligation.SHOT });
    const s = session();
    const own = await s.board(await s.look(), 0);
    expect(fleetString(zk, own.fleet)).toBe(fleetString(zk, fleet));
    expect(commitment.commitToss(entered.binding, own.fleet, own.secret)).toEqual(board?.tossLeaf);
  });

  test("answers with a proof alone, announces nothing, and signs after it is made", async () => {
    moment({
      owes: Obligation.ANSWER,
      pending: 1 + 81,
      sides: [{ answered: tiles(80), hits: tiles(80) }, {}] as never,
    });
    const stages: string[] = [];
    const message = await moved({ onStage: (stage: string) => stages.push(stage) });
    expect(message?.opening).toMatchObject({ content: commitment.Content.ship, path: [] });
    expect(message?.opening?.salt).toHaveLength(0);
    expect(message?.opening?.proof).toEqual(new Uint8Array(48).fill(81));
    expect(message?.sunk).toBeUndefined(); // although the destroyer sinks
    expect(stages.slice(0, 2)).toEqual(["proving", "signing"]);
    const request = bench.asked.find(({ tile }) => tile === 81)!;
    expect(request).toMatchObject({ hit: true, ruleset: 3, nonce: "4" });
    expect(request.commitment).toEqual(entered.entry.board?.commitment);
  });

  test("its messages are verified by every reader, a statement at a time", async () => {
    moment({
      owes: Obligation.ANSWER,
      pending: 1 + 81,
      sides: [{ answered: tiles(80), hits: tiles(80) }, {}] as never,
    });
    const message = (await moved())!;
    const entrant = entrantOf({ address: alice.address, board: entered.entry.board! })!;
    const game: Played = {
      chainId: chain.chainId,
      gameId: 7n,
      ruleset: zk,
      players: [entrant, { ...entrant, address: bob.address }],
      toss: new Uint8Array(32),
      first: 1, // so bob shoots first
    };
    const own = await session().board(await session().look(), 0);
    const salt = commitment.openToss(entered.binding, own.fleet, own.secret).salt;
    const toss = create(MsgShootAndRevealSchema, {
      gameId: 7n,
      opening: { content: commitment.Content.toss, salt } as never,
    });
    const shots = (...targets: string[]) =>
      targets.map((target) => create(MsgShootAndRevealSchema, { gameId: 7n, target }));
    const enters = (sender: string) => create(MsgMatchGameSchema, { sender, entry: entered.entry });
    const [first] = shots("B9");
    const played = [enters(alice.address), enters(bob.address), toss, first!];

    const whole = verify(game, [...played, message]);
    expect(whole.fault).toBeUndefined();
    expect(whole.checks.map(({ statement }) => statement?.tile)).toEqual([undefined, undefined, 81]);
    expect(whole.checks[2]?.proof).toEqual(message.opening?.proof);
    const sunk = { class: "destroyer", placement: "A9h" } as never;
    expect(verify(game, [...played, create(MsgShootAndRevealSchema, { ...message, sunk })]).fault).toContain(
      "announced",
    );
    expect(verify(game, played.slice(1)).fault).toContain("not in the history");

    const verifier = {
      ask: async (q: ProverRequest) => (q.tile === 81 ? { error: "no" } : { bytes: new Uint8Array() }),
    };
    expect(await new Provers(verifier).fault(whole.checks)).toBe("the answer to B9 is not proven");
    expect(await new Provers(verifier).fault(whole.checks.slice(0, 2))).toBeUndefined();
  });

  test("sends nothing if no proof can be made", async () => {
    bench.fails = true;
    moment({ owes: Obligation.ANSWER, pending: 1 + 81 });
    await expect(moved()).rejects.toThrow("nothing was sent");
    expect(node.sent).toEqual([]);
  });

  test("proves its board where the game keeps the claim, and keeps its secret where that would fail", async () => {
    const progress = { phase: Phase.CLAIM, owes: Obligation.CLAIM, reason: Reason.SUNK };
    moment(progress);
    const { tossLeaf: honest } = node.state.game!.participants[0]!.board!;
    const s = session();
    node.state.game!.participants[0]!.board!.tossLeaf = new Uint8Array(32);
    await expect(s.advance(await s.look(), { claim: true })).rejects.toThrow("does not open the board");
    expect(node.sent).toEqual([]);
    node.state.game!.participants[0]!.board!.tossLeaf = honest;
    await s.advance(await s.look(), { claim: true });
    expect(node.sent[0]?.[0]).toMatchObject({ fleet: fleetString(zk, fleet) });
  });

  test("a wallet is asked for nothing if there is no prover", async () => {
    bench.fails = true;
    const silent = { address: alice.address, asks: true } as Wallet; // would throw if it was asked
    const wish = { kind: "match", ruleset: zk, shown: {} } as const;
    node.sent = [];
    await expect(enter(chain, silent, fleet, wish, randomBytes)).rejects.toThrow("nothing was sent");
    expect(node.sent).toEqual([]);
  });

  test("gets a sentence with the remedy on a page that makes no proofs", async () => {
    const { prover: _prover, ...without } = chain;
    const wish = { kind: "match", ruleset: zk, shown: {} } as const;
    await expect(enter(without, alice, fleet, wish, randomBytes)).rejects.toThrow("battleshipd");
  });
});

test("a wallet that asks enters with a key for the game, which then signs alone", async () => {
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
  expect(asked).toEqual(["text", "transaction"]);
  moment({ owes: Obligation.SHOT });
  const message = await moved({ aim: 3 }, session(wallet));
  expect(message?.sender).toBe(node.state.game!.participants[0]!.delegate);
  expect(message?.sender).not.toBe(alice.address);
  moment({ owes: Obligation.ANSWER, pending: 9 });
  await moved({}, session(wallet)); // as after a reload
  expect(asked).toEqual(["text", "transaction"]);
});

test("a wallet that asks signs for a board once, and each account for its own", async () => {
  const asked: string[] = [];
  const asking = (wallet: KeyWallet): Wallet =>
    Object.assign(Object.create(wallet) as Wallet, {
      asks: true,
      signText: (text: string) => {
        asked.push(wallet.address);
        return wallet.signText(text);
      },
    });
  await begin();
  for (const wallet of [alice, bob, alice]) {
    expect(await boardSignature(chain, asking(wallet), 4n)).toEqual(await boardSignature(chain, wallet, 4n));
  }
  expect(asked).toEqual([alice.address, bob.address]);
});

test("the key of a game is named again with a new allowance, in place of the last one if there is one", async () => {
  const wallet = Object.create(alice, { asks: { value: true } }) as Wallet;
  await begin(wallet);
  moment({ owes: Obligation.SHOT });
  const { delegate } = node.state.game!.participants[0]!;
  for (const has of [false, true]) {
    node.hasAllowance = async () => has;
    node.sent = [];
    const own = session(wallet);
    await own.takeOver(viewOf(node.state));
    expect(node.sent[0]!.map(({ $typeName }) => $typeName.split(".").at(-1))).toEqual([
      "MsgSetDelegate",
      ...(has ? ["MsgRevokeAllowance"] : []),
      "MsgGrantAllowance",
    ]);
    expect(node.sent[0]![0]).toMatchObject({ sender: alice.address, delegate });
    expect(await own.actsByKey(viewOf(node.state))).toBe(true);
  }
  node.state.game!.participants[0]!.delegate = bob.address; // entered by another program
  expect(await session(wallet).actsByKey(viewOf(node.state))).toBe(false);
});

test.each([
  [1, "50000"],
  [3, "250000"],
])(
  "the key of a game under ruleset %i is allowed its fees, at the beginning and anew, for a week of block time",
  async (id, amount) => {
    const sign = vi.spyOn(alice, "sign");
    const wallet = Object.create(alice, { asks: { value: true } }) as Wallet;
    await begin(wallet, rulesetById(id)!);
    moment({ owes: Obligation.SHOT });
    node.hasAllowance = async () => true;
    await session(wallet).takeOver(viewOf(node.state));
    const grants = sign.mock.calls.map(([, messages]) => messages.at(-1)!);
    sign.mockRestore();
    for (const message of grants) {
      const { value } = (message as Of<typeof MsgGrantAllowanceSchema>).allowance!;
      const basic = fromBinary(BasicAllowanceSchema, fromBinary(AllowedMsgAllowanceSchema, value).allowance!.value);
      expect(basic.spendLimit).toMatchObject([{ denom: "uanchor", amount }]);
      expect(Number(basic.expiration!.seconds) * 1000).toBe(blockTime.getTime() + 7 * 86_400_000);
    }
    expect(grants).toHaveLength(2);
  },
);

test("only the player itself challenges, and only while moves are made", async () => {
  const wallet = Object.create(alice, { asks: { value: true } }) as Wallet;
  await begin(wallet);
  moment({ owes: Obligation.SHOT });
  const send = vi.spyOn(Submitter.prototype, "send");
  await session(wallet).challenge(viewOf(node.state));
  const [, options] = send.mock.calls[0]!;
  send.mockRestore();
  expect(options?.bid).toBeUndefined(); // it would be asked for each
  expect(node.sent[0]).toMatchObject([{ $typeName: "battleship.v1.MsgChallenge", sender: alice.address }]);
  moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM });
  await expect(session(wallet).challenge(viewOf(node.state))).rejects.toMatchObject({ code: 19 });
});

test("what enters a game is a board that its owner alone can open again", async () => {
  const node = new FakeNode();
  const chain: Chain = { node, chainId: "battleship-devnet-1", remembered: memory() };
  const drawn = randomFleet(r, randomBelow);
  await enter(chain, alice, drawn, { kind: "match", ruleset: r, shown: {} }, randomBytes);
  const message = node.sent[0]![0]!;
  expect(node.sent[0]!.some((m) => isMessage(m, MsgGrantAllowanceSchema))).toBe(false);
  if (!isMessage(message, MsgMatchGameSchema)) {
    throw new Error("no match was asked for");
  }
  expect(message.toss).toHaveLength(32);
  const { recovery, board } = message.entry!;
  expect(recovery.length).toBeLessThanOrEqual(128);
  const binding = { chainId: chain.chainId, player: addressBytes(alice.address)!, nonce: 4n, ruleset: r };
  const text = `battleship/board/v1\nchain: battleship-devnet-1\nplayer: ${alice.address}\nboard: 4\nWhoever has this signature sees this board. Sign only in a program that plays for you.`;
  const own = unseal(binding, await alice.signText(text), recovery)!;
  expect(fleetString(r, own.fleet)).toBe(fleetString(r, drawn));
  expect(equal(commitment.commit(binding, drawn, own.secret).tossLeaf, board!.tossLeaf)).toBe(true);
  expect(unseal(binding, await bob.signText(text), recovery)).toBeUndefined();
});

describe("a look", () => {
  beforeEach(() => begin());

  test("owes a claim where it may claim, in the second window both", () => {
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, actor: Seat.JOINER });
    expect([0, 1].map((seat) => mayClaim(viewOf(node.state), seat as 0 | 1))).toEqual([false, true]);
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, actor: Seat.JOINER, secondClaim: SecondClaim.OPEN });
    expect([0, 1].map((seat) => owedBy(viewOf(node.state), seat as 0 | 1))).toEqual(["claim", "claim"]);
  });

  test("asks nothing of a game that is played off the chain", () => {
    node.state.game!.channelTimeoutBlocks = 90n;
    moment({ owes: Obligation.SHOT, offChain: true });
    expect(owedBy(viewOf(node.state), 0)).toBe("nothing");
  });

  test("does not move in a game that came on-chain, for a newer state may have been signed off-chain", async () => {
    node.state.game!.channelTimeoutBlocks = 90n;
    moment({ owes: Obligation.ANSWER, pending: 4, responded: [Seat.JOINER] });
    expect(viewOf(node.state)).toMatchObject({ channel: true, responded: [1] });
    expect(await moved()).toBeUndefined();
    moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, reason: Reason.SUNK });
    expect(mayClaim(viewOf(node.state), 0)).toBe(false);
    expect(node.sent).toEqual([]);
  });

  test("refuses a board that cannot be", () => {
    moment({ owes: Obligation.SHOT, sides: [{ hits: new Uint8Array(40).fill(255) }, {}] as never });
    expect(() => viewOf(node.state)).toThrow("cannot be");
  });
});

test("a game that is shown in place of another one is not played", async () => {
  await begin();
  moment({});
  expect((await look(chain, 7n)).id).toBe(7n);
  await expect(look(chain, 8n)).rejects.toThrow("another game than it was asked for");
});
