// The session of an off-chain game: its messages, their receivers and times, while players, node, relay and log
// misbehave.

import { describe, expect, test } from "vitest";
import { bytesToHex } from "../../src/bytes.js";
import { BadAnswer, NoNode, Refusal } from "../../src/chain/errors.js";
import { progress } from "../../src/channel/state.js";
import { readUpdate } from "../../src/channel/update.js";
import { Phase, Reason } from "../../src/gen/battleship/v1/battleship_pb.js";
import { MsgClaimWinSchema, MsgShootAndRevealSchema, MsgSubmitStateSchema } from "../../src/gen/battleship/v1/tx_pb.js";
import { mayClaim, watched } from "../../src/kinds/duel/view.js";
import { isMessage } from "../../src/proto/codec.js";
import { fleetTiles, parseFleet } from "../../src/rules/fleet.js";
import { rulesetById } from "../../src/rules/rulesets.js";
import { MemoryStore } from "./players.js";
import { begin, Marks, Person, type World } from "./world.js";

const classic = rulesetById(1)!;
const ships = [...fleetTiles(classic, parseFleet(classic, "A1h,A3h,A5h,A7h,A9h")!)];

const names = ({ court }: World) => court.taken.map(({ $typeName }) => $typeName.split(".").at(-1));
const answers = ({ view }: Person, seat: 0 | 1) => view!.sides[seat].answered.size;

/** exchange has alice shoot at a tile and bob at another, each with its answer. */
async function exchange(world: World, tile: number, other: number): Promise<void> {
  const before = [answers(world.alice, 1), answers(world.bob, 0)];
  for (let i = 0; i < 8 && (answers(world.alice, 1) === before[0] || answers(world.bob, 0) === before[1]); i++) {
    const aims = [tile, other].map((aim, seat) =>
      world[seat === 0 ? "alice" : "bob"].view!.sides[seat === 0 ? 1 : 0].answered.has(aim) ? {} : { aim },
    );
    await world.rounds(1, [aims[0]!, aims[1]!]);
  }
  expect([answers(world.alice, 1), answers(world.bob, 0)]).toEqual(before.map((n) => n! + 1));
}

test("a whole game takes one transaction after the join, a claim with a proof, which is not sent unasked", async () => {
  const world = await begin();
  for (const [i, tile] of ships.slice(0, -1).entries()) {
    await exchange(world, tile, 99 - i);
  }
  await world.rounds(4, [{ aim: ships.at(-1)! }, {}]);
  expect(world.alice.view!.phase).toBe(Phase.CLAIM);
  expect(world.alice.view!.reason).toBe(Reason.SUNK);
  expect(world.bob.view!.phase).toBe(Phase.CLAIM);
  expect(names(world)).toEqual([]);
  await world.alice.act({ claim: true });
  expect(names(world)).toEqual(["MsgClaimWin"]);
  const claim = world.court.taken[0]!;
  expect(isMessage(claim, MsgClaimWinSchema) && claim.proof?.move?.sunk === undefined).toBe(true);
  expect(world.court.winner).toBe(0);
  await world.rounds(1);
  expect([world.alice.over, world.bob.over]).toEqual([true, true]);
});

test("an answer is sent before the next shot is chosen, and the boards of both show it", async () => {
  const world = await begin();
  await world.rounds(3, [{ aim: 7 }, {}]);
  expect(answers(world.alice, 1)).toBe(1);
  expect(world.alice.view).toMatchObject({ owes: "shot", actor: 1, offChain: true });
  expect(world.bob.view).toMatchObject({ owes: "shot", actor: 1, offChain: true });
  expect(world.alice.session.situation).toMatchObject({ held: true, line: "open", lost: undefined, leaving: false });
});

test("a page that is loaded again continues with the same states, and sends the same update again", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  await world.rounds(1, [{ aim: 8 }, {}]);
  const before = world.alice.view!;
  world.alice.start();
  world.bob.start();
  world.hub.loses = true;
  await world.rounds(2, [{ aim: 3 }, {}]);
  expect(world.alice.view!.sides).toEqual(before.sides);
  expect(world.alice.view!.pending ?? 8).toBe(8);
  world.hub.loses = false;
  await exchange(world, 12, 13).catch(() => undefined);
  expect(world.bob.view!.sides[1].answered.has(8)).toBe(true);
  expect(names(world)).toEqual([]);
});

test("if the opponent stays away the newest state is submitted, and the game continues on-chain, also for the opponent", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  world.bob.session.close();
  await world.alice.act({ aim: 8 });
  world.passes(119_000);
  await world.alice.act();
  expect(names(world)).toEqual([]);
  world.clock += 2_000;
  await world.alice.act();
  expect(names(world)).toEqual(["MsgSubmitState"]);
  expect(world.court.offChain).toBe(false);
  expect(world.court.now.pending).toBe(8);
  await world.alice.act();
  world.bob.start();
  await world.bob.act();
  await world.bob.act({ aim: 10 });
  expect(names(world)).toEqual(["MsgSubmitState", "MsgShootAndReveal"]);
  expect(world.court.now.pending).toBe(10);
  await world.alice.act({ aim: 11 });
  expect(world.court.now.pending).toBe(11);
  expect(world.court.refusals).toEqual([]);
});

test("a program that did not run gives the opponent its time anew, for its move may wait at the relay", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  await world.alice.act({ aim: 8 });
  world.clock += 1000;
  await world.bob.act();
  world.clock += 130_000;
  for (const tick of [false, true]) {
    if (tick) world.alice.tick();
    await world.alice.session.advance(world.alice.view!);
    expect(names(world)).toEqual([]);
  }
  await world.alice.act();
  expect(world.alice.view!.sides[1].answered).toContain(8);
  expect(world.alice.session.situation.waits).toBe(0);
  world.passes(121_000);
  await world.alice.act();
  expect(names(world)).toEqual(["MsgSubmitState"]);
});

test("an answer ahead of the shot gives the opponent no more time", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  await world.alice.act({ aim: 8 });
  world.passes(100_000);
  await world.bob.act();
  await world.alice.act();
  expect(world.alice.view!.sides[1].answered).toContain(8);
  expect(world.alice.session.situation.waits).toBe(100);
  world.clock += 21_000;
  await world.alice.act();
  expect(names(world)).toEqual(["MsgSubmitState"]);
});

test("from before a submission is sent nothing is signed, also if the node has refused it", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  const { broadcast } = world.court;
  const closed: string[] = [];
  world.court.broadcast = async () => {
    closed.push([...world.alice.store.logs.values()][0]!.head.closed);
    return { codespace: "battleship", code: 43 };
  };
  await world.alice.session.leave(world.alice.view!);
  await expect(world.alice.act()).rejects.toThrow(Refusal);
  expect(new Set(closed)).toEqual(new Set(["on-chain"]));
  world.alice.start();
  const carried = world.hub.carried.length;
  world.court.broadcast = broadcast;
  await world.alice.act();
  await world.alice.act({ aim: 8 });
  expect(names(world)).toEqual(["MsgSubmitState"]);
  expect(world.hub.carried.length).toBe(carried);
});

test("the player continues on-chain by a button, with a move in the same proof if one is chosen", async () => {
  for (const aim of [undefined, 8]) {
    const world = await begin();
    await exchange(world, 7, 9);
    await world.alice.session.leave(world.alice.view!);
    await world.alice.act(aim === undefined ? {} : { aim });
    expect(names(world)).toEqual(["MsgSubmitState"]);
    expect(world.court.now.pending).toBe(aim);
    // Nothing is signed off-chain after that, and the other program sees it.
    const carried = world.hub.carried.length;
    await world.rounds(3, [{}, { aim: 20 }]);
    expect(world.hub.carried.length - carried).toBeLessThanOrEqual(1);
    expect(world.bob.view!.offChain).toBe(false);
  }
});

test("on-chain the game is given up and claimed as any other", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  await world.alice.session.leave(world.alice.view!);
  await world.alice.act({ aim: 8 });
  await world.rounds(2, [{}, { aim: 20 }]);
  expect(world.court.responded).toEqual([0, 1]);
  await world.bob.session.concede((await world.bob.look())!);
  await world.alice.look();
  expect(world.alice.view).toMatchObject({ phase: Phase.CLAIM, reason: Reason.CONCEDED, actor: 0 });
  expect(mayClaim(world.alice.view!, 0)).toBe(true);
  await world.alice.act();
  expect(world.court.winner).toBeUndefined();
  await world.alice.act({ claim: true });
  expect(world.court.winner).toBe(0);
  const claim = world.court.taken.at(-1)!;
  expect(isMessage(claim, MsgClaimWinSchema) && claim.proof).toBe(undefined);
});

test("on-chain the game is neither given up nor challenged before the opponent has had its say", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  await world.alice.session.leave(world.alice.view!);
  await world.alice.act({ aim: 8 });
  const sent = world.court.sent.length;
  for (const giveUp of ["concede", "challenge"] as const) {
    await expect(world.alice.session[giveUp](world.alice.view!)).rejects.toMatchObject({ code: 44 });
  }
  expect(world.court.sent.length).toBe(sent);
});

test("an older state that the opponent submits is answered by the newest, and no tile is shown for the older one", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  const old = readUpdate([...world.bob.store.logs.values()][0]!.records.at(1)!.update)!;
  await exchange(world, 8, 10);
  await world.alice.act({ aim: 11 });
  await world.bob.act();
  await world.court.submit(0, old);
  world.court.height++;
  const older = progress(world.court.now);
  world.bob.start();
  await world.bob.act();
  await world.bob.act({ aim: 12 });
  const [message] = world.court.taken;
  expect(message && isMessage(message, MsgSubmitStateSchema)).toBe(true);
  expect(progress(world.court.now)).toBeGreaterThan(older);
  expect(world.court.now.sides[1].answered).toContain(11);
  expect(world.court.now.pending).toBe(12);
  expect(world.court.sent.flat().some((m) => isMessage(m, MsgShootAndRevealSchema))).toBe(false);
});

describe("a log that is lost", () => {
  test("signs nothing, and the player continues on-chain with the opponent's messages", async () => {
    const world = await begin();
    await exchange(world, 7, 9);
    world.bob.start(world.chain, new MemoryStore());
    const carried = world.hub.carried.length;
    await world.rounds(3, [{ aim: 8 }, { aim: 20 }]);
    expect(world.bob.session.situation).toMatchObject({ held: true, lost: "missing", line: "none" });
    expect(watched(world.bob.view!)).toBe(true);
    expect(names(world)).toEqual([]);
    await world.bob.session.leave(world.bob.view!);
    await world.rounds(3, [{}, { aim: 20 }]);
    expect(names(world)).toEqual([]); // it listens first
    await world.rounds(5);
    expect(names(world)[0]).toBe("MsgSubmitState");
    expect(world.court.now.pending).toBe(8);
    expect(world.hub.carried.slice(carried).every((update) => readUpdate(update)?.creatorSignature.length === 64)).toBe(
      true,
    );
    // On-chain it waits for half of its turn, for the opponent may know more than it, and then plays.
    await world.bob.act({ aim: 20 });
    expect(world.court.now.pending).toBe(8);
    world.court.height += 11n;
    await world.bob.act({ aim: 20 });
    expect(world.court.now.pending).toBe(20);
  });

  test("of a browser without its marks is one, too", async () => {
    const world = await begin();
    await exchange(world, 7, 9);
    world.bob.marks = new Marks();
    world.bob.start();
    await world.bob.act();
    expect(world.bob.session.situation.lost).toBe("copied");
  });
});

describe("with a trusted block", () => {
  /** proven returns the chain of a person who trusts a block. Its reads are proven unless `lies`. */
  function proven(world: World) {
    const state = { lies: false, waits: Promise.resolve() as Promise<void> };
    const proofs = async () => ({
      read: async (_: bigint, keys: readonly Uint8Array[]) => {
        await state.waits;
        if (state.lies) {
          throw new BadAnswer("not proven");
        }
        const { records } = await import("./records.js");
        return records(world.court.shown(), keys.length);
      },
    });
    return { state, chain: { ...world.chain, proofs } };
  }

  test("an unproven game is not begun, and nothing is signed in it", async () => {
    const world = await begin();
    const { chain, state } = proven(world);
    state.lies = true;
    world.alice.start(chain);
    await expect(world.alice.act({ aim: 7 })).rejects.toThrow(BadAnswer);
    expect(world.alice.session.situation.held).toBe(false);
    state.lies = false;
    await world.alice.act();
    await world.alice.act({ aim: 7 });
    expect(world.alice.session.situation.held).toBe(true);
  });

  test("states are signed for a minute after the last proof, and not beyond", async () => {
    const world = await begin();
    const { chain, state } = proven(world);
    await exchange(world, 7, 9);
    world.alice.start(chain);
    await world.alice.act();
    state.lies = true;
    await world.alice.act({ aim: 8 });
    await world.rounds(3, [{}, { aim: 10 }]);
    expect(world.bob.view!.sides[1].answered).toContain(8);
    world.clock += 60_000;
    await expect(world.alice.act({ aim: 11 })).rejects.toThrow(BadAnswer);
    state.lies = false;
    await world.alice.act({ aim: 11 });
    await world.rounds(1);
    expect(world.bob.view!.sides[1].answered).toContain(11);
  });

  test("no state is signed once the new proof shows the game on-chain", async () => {
    const world = await begin();
    const { chain } = proven(world);
    await exchange(world, 7, 9);
    world.alice.start(chain);
    await world.alice.act();
    const carried = world.hub.carried.length;
    world.clock += 60_000;
    world.court.offChain = false; // after the last look
    const moving = world.alice.session.advance(world.alice.view!, { aim: 8 });
    await expect(moving).rejects.toMatchObject({ why: "on-chain" });
    expect(world.hub.carried.slice(carried).some((update) => readUpdate(update)?.move?.target === "I1")).toBe(false);
  });

  test("the state that is submitted is the newest after the proof, not before", async () => {
    const world = await begin();
    const { chain, state } = proven(world);
    await exchange(world, 7, 9);
    world.bob.session.close();
    world.alice.start(chain);
    await world.alice.act();
    await world.alice.act({ aim: 8 });
    await world.alice.session.leave(world.alice.view!);
    let release = (): void => undefined;
    state.waits = new Promise((resolve) => {
      release = resolve;
    });
    await world.alice.look();
    const advanced = world.alice.session.advance(world.alice.view!);
    world.bob.start();
    for (let i = 0; i < 3; i++) {
      world.clock += 1000;
      world.alice.tick();
      await world.bob.act();
    }
    await world.alice.look();
    expect(world.alice.view!.sides[1].answered).toContain(8);
    release();
    await advanced;
    expect(world.court.now.sides[1].answered).toContain(8);
    expect(names(world)).toEqual(["MsgSubmitState"]);
  });

  test("an unproven report that the game is on-chain does not end signing", async () => {
    const world = await begin();
    const { chain, state } = proven(world);
    world.alice.start(chain);
    await world.alice.act();
    state.lies = true;
    world.court.offChain = false;
    await expect(world.alice.look()).rejects.toThrow(BadAnswer);
    world.court.offChain = true;
    state.lies = false;
    await world.rounds(3, [{ aim: 7 }, {}]);
    expect(answers(world.alice, 1)).toBe(1);
  });
});

test("the game continues by updates for a minute while the node does not answer", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  const { game } = world.court;
  world.court.game = () => Promise.reject(new NoNode());
  await world.rounds(3, [{ aim: 8 }, {}]);
  expect(answers(world.alice, 1)).toBe(2);
  world.clock += 60_000;
  await expect(world.alice.act()).rejects.toThrow(NoNode);
  world.court.game = game;
  await world.alice.act();
});

describe("a surrender", () => {
  test("is made on the player's turn, agreed to by the winner's program, and claimed", async () => {
    const world = await begin();
    await exchange(world, 7, 9);
    await expect(world.bob.session.concede(world.bob.view!)).rejects.toThrow("on your turn");
    await world.alice.session.concede(world.alice.view!);
    await world.rounds(2);
    expect(world.bob.view).toMatchObject({ phase: Phase.CLAIM, reason: Reason.CONCEDED, actor: 1 });
    expect(names(world)).toEqual([]);
    await world.bob.act({ claim: true });
    expect(names(world)).toEqual(["MsgClaimWin"]);
    expect(world.court.winner).toBe(1);
  });

  test("that the winner has not agreed to is not submitted: the state before it is", async () => {
    const world = await begin();
    await exchange(world, 7, 9);
    world.bob.session.close();
    const shot = [...world.alice.store.logs.values()][0]!.records.findLast(({ kind }) => kind === "received")!;
    await world.alice.session.concede(world.alice.view!);
    world.passes(121_000);
    await world.alice.act();
    expect(names(world)).toEqual(["MsgSubmitState"]);
    expect(world.court.now.phase).toBe(Phase.PLAY);
    expect(progress(world.court.now)).toBe(shot.progress);
    // The player owes its move on-chain, and the page has to offer it.
    const view = await world.alice.look();
    expect(view).toMatchObject({ phase: Phase.PLAY, offChain: false, actor: 0 });
    await world.alice.act({ aim: 8 });
    expect(names(world)).toEqual(["MsgSubmitState", "MsgShootAndReveal"]);
  });
});

test("a crash between writing down and sending: the update goes out when the page is loaded again", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  world.hub.loses = true;
  await world.alice.act({ aim: 8 });
  world.alice.session.close();
  world.hub.loses = false;
  world.alice.start();
  await world.rounds(4);
  expect(answers(world.alice, 1)).toBe(2);
  expect(world.alice.view!.sides[1].answered).toContain(8);
});

test("a full disk signs nothing, and the move is made when there is space", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  world.alice.store.fails = true;
  const carried = world.hub.carried.length;
  await expect(world.alice.act({ aim: 8 })).rejects.toThrow("cannot write down");
  expect(world.hub.carried.slice(carried).some((update) => readUpdate(update)?.move?.target === "I1")).toBe(false);
  world.alice.store.fails = false;
  await world.rounds(3, [{ aim: 8 }, {}]);
  expect(world.alice.view!.sides[1].answered).toContain(8);
});

test("the creator of an open game is shown as present, and its line leads to the opponent once it is joined", async () => {
  const world = await begin();
  const { alice, bob, court, hub } = world;
  for (const person of [alice, bob]) {
    person.session.close();
  }
  hub.beats.clear();
  const joined = court.now;
  court.now = { ...joined, phase: Phase.OPEN };
  const acting = alice.start().act();
  alice.session.close();
  await acting;
  expect(hub.open.size).toBe(0);
  alice.start();
  await alice.act();
  await expect.poll(() => [...hub.beats.keys()]).toEqual([bytesToHex(court.channel.key(0))]);
  expect(alice.session.situation).toMatchObject({ held: false, line: "open", present: undefined });
  // A window without the log would end the line of the program that has it.
  const window = new Person(world, alice.wallet);
  window.store = new MemoryStore();
  window.start();
  await window.act();
  expect(window.session.situation.line).toBe("none");
  court.now = joined;
  bob.start();
  await bob.act();
  await exchange(world, 7, 9);
  expect(alice.session.situation).toMatchObject({ held: true, line: "open", present: true });
  expect(hub.open.size).toBe(2);
  alice.session.close();
  bob.start();
  await bob.act();
  expect(bob.session.situation.present).toBeUndefined();
  world.clock += 10_000;
  await expect.poll(() => bob.session.situation.present).toBe(false);
});

test("an opponent whom the relay does not show is present as long as its updates come", async () => {
  const world = await begin();
  const { alice, bob, hub } = world;
  hub.hides = true;
  for (const person of [alice, bob]) {
    person.start();
    await person.act();
  }
  expect(alice.session.situation.present).toBeUndefined();
  await exchange(world, 7, 9);
  expect(alice.session.situation.present).toBe(true);
  world.clock += 100_000;
  expect(alice.session.situation.present).toBe(true);
  world.clock += 20_000;
  expect(alice.session.situation.present).toBe(false);
});

test("the newest update proves its state to a watchtower, until the game is on-chain", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  const { newest } = world.alice.session.situation;
  const { state } = await world.court.channel.judge(readUpdate(newest!)!); // sent by a third party
  expect(state.sides.map(({ answered }) => answered.size)).toEqual([1, 1]);
  await world.alice.session.leave(world.alice.view!);
  await world.alice.act();
  expect(world.court.offChain).toBe(false);
  expect(world.alice.session.situation.newest).toBeUndefined();
});

test("regression: a tile that was answered meanwhile keeps no answer from the chain", async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  await world.alice.session.leave(world.alice.view!);
  await world.alice.act({ aim: 8 });
  await world.bob.act({ aim: 10 });
  await world.alice.act({ aim: 8 }); // as a program that has not seen the answer
  expect(names(world).at(-1)).toBe("MsgShootAndReveal");
  expect(world.court.now.sides[0].answered).toContain(10);
  await world.alice.act({ aim: 11 });
  expect(world.court.now.pending).toBe(11);
});
