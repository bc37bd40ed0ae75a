// Off-chain games with proven boards: no answer is signed for without its proof, by the real prover and in whole sessions.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { bytesToHex, concatBytes, hexToBytes } from "../../src/bytes.js";
import { Channel } from "../../src/channel/channel.js";
import { encodeState, openToss, type Seat, shoot } from "../../src/channel/state.js";
import { bothOf, proofOf, readUpdate, signaturesOf, writeUpdate } from "../../src/channel/update.js";
import {
  ChannelMoveSchema,
  type Content,
  type Opening,
  OpeningSchema,
  Phase,
  Reason,
} from "../../src/gen/battleship/v1/battleship_pb.js";
import { MsgSubmitStateSchema } from "../../src/gen/battleship/v1/tx_pb.js";
import { create, isMessage } from "../../src/proto/codec.js";
import { type Call, start } from "../../src/prover/load.js";
import { Provers } from "../../src/prover/provers.js";
import { fleetTiles, parseFleet } from "../../src/rules/fleet.js";
import { parseTile, rulesetById, tileName } from "../../src/rules/rulesets.js";
import { publicKeyOf, signRaw } from "../../src/wallet/keys.js";
import { json } from "../files.js";
import { joined } from "./players.js";
import { begin, type Person, type World } from "./world.js";

const within = 90_000;
const refused = (code: number) => ({ codespace: "battleship", code });

describe("the recorded proofs", () => {
  interface BoardVector {
    name: string;
    chain_id: string;
    player: string;
    nonce: number;
    ruleset_id: number;
    commitment: string;
    toss_leaf: string;
  }
  interface AnswerVector {
    board: string;
    tile: string;
    hit?: boolean;
    proof: string;
    why?: string;
  }
  const vectors = json<{ boards: BoardVector[]; answers: AnswerVector[]; wrong_proofs: AnswerVector[] }>(
    "game/zk/testdata/vectors.json",
  );
  const wrong = vectors.wrong_proofs.filter(({ tile }) => tile);
  const keys = [11, 12].map((byte) => new Uint8Array(32).fill(byte));
  let provers: Provers;

  beforeAll(async () => {
    const program = readFileSync(new URL("../../../../public/prover/prover.wasm.gz", import.meta.url));
    const call: Call = await start(new Uint8Array(program), () => undefined);
    provers = new Provers({ ask: async (request) => call(request) });
  });

  const seatOf = (b: BoardVector, seat: Seat) => ({
    key: publicKeyOf(keys[seat]!),
    binding: {
      chainId: b.chain_id,
      player: hexToBytes(b.player),
      nonce: BigInt(b.nonce),
      ruleset: rulesetById(b.ruleset_id)!,
    },
    board: { rowRoots: [], tossLeaf: hexToBytes(b.toss_leaf) },
    fleetHash: hexToBytes(b.commitment),
  });

  /** answered has the creator, whose board is recorded, answer a shot at a tile with a proof, and the joiner's program judge that. */
  function answered(v: AnswerVector, hit: boolean, proves = true) {
    const b = vectors.boards.find(({ name }) => name === v.board)!;
    const ruleset = rulesetById(b.ruleset_id)!;
    const channel = new Channel({
      ...joined,
      ruleset,
      first: 1,
      seats: [seatOf(b, 0), seatOf(vectors.boards.find((o) => o.ruleset_id === b.ruleset_id)!, 1)],
      proves: proves ? async (check) => (await provers.fault([check])) === undefined : undefined,
    });
    const base = shoot(openToss(channel.initial, 0, 1, 41n), 1, parseTile(ruleset, v.tile), 41n);
    const opening = create(OpeningSchema, { content: (hit ? 1 : 0) as Content, proof: hexToBytes(v.proof) });
    const move = create(ChannelMoveSchema, { opening });
    const state = channel.said(base, move);
    const [mine, theirs] = [state, base].map((s, seat) => signRaw(keys[seat]!, channel.message(encodeState(s))));
    return channel.judge(proofOf(encodeState(base), move, [mine!, theirs!]));
  }

  test.each(vectors.answers.map((v, i) => [i, v.board, v.tile] as const))(
    "are accepted in updates: %i, %s %s",
    async (i) => {
      const v = vectors.answers[i]!;
      const { state } = await answered(v, v.hit!);
      expect(state.sides[0].hits.size).toBe(v.hit ? 1 : 0);
      await expect(answered(v, !v.hit)).rejects.toMatchObject(refused(40));
      await expect(answered(v, v.hit!, false)).rejects.toMatchObject(refused(40));
    },
  );

  test.each(wrong.map((v, i) => [i, v.why] as const))("that are wrong are refused: %i, %s", async (i) => {
    const v = wrong[i]!;
    await expect(answered(v, v.hit ?? false)).rejects.toMatchObject(refused(40));
  });
});

const answers = ({ view }: Person, seat: Seat) => view!.sides[seat].answered.size;
const names = ({ court }: World) => court.taken.map(({ $typeName }) => $typeName.split(".").at(-1));
const recordsOf = ({ store }: Person) => [...store.logs.values()][0]!.records;

/** exchange has each of the two shoot at a tile, and both answer. */
async function exchange(world: World, tile: number, other: number): Promise<void> {
  const before = [answers(world.alice, 1), answers(world.bob, 0)];
  for (let i = 0; i < 8 && (answers(world.alice, 1) === before[0] || answers(world.bob, 0) === before[1]); i++) {
    const aim = (person: Person, seat: Seat, at: number) =>
      person.view!.sides[seat].answered.has(at) ? {} : { aim: at };
    await world.rounds(1, [aim(world.alice, 1, tile), aim(world.bob, 0, other)]);
  }
  expect([answers(world.alice, 1), answers(world.bob, 0)]).toEqual(before.map((n) => n! + 1));
}

test.each([3, 4])(
  "a whole game of ruleset %i takes one transaction after the join, which its winner's page sends by itself",
  { timeout: within },
  async (rulesetId) => {
    const world = await begin(rulesetId);
    const { alice, bob, court } = world;
    const r = rulesetById(rulesetId)!;
    const ships = [
      ...fleetTiles(r, parseFleet(r, rulesetId === 3 ? "A1h,A3h,A5h,A7h,A9h" : "A1h,A3h,E3h,A5h,D5h,G5h,A7h")!),
    ];
    for (let i = 0; i < 200 && alice.view!.phase !== Phase.OVER; i++) {
      const aim = ships.find((tile) => !alice.view!.sides[1].answered.has(tile));
      const other = Array.from({ length: r.width * r.height }, (_, t) => t)
        .reverse()
        .find((tile) => !bob.view!.sides[0].answered.has(tile));
      if (i % 10 === 5) {
        alice.start();
        bob.start();
      }
      await alice.act({ aim: aim! });
      if (alice.over) {
        break;
      }
      await bob.act({ aim: other! });
      world.clock += 1000;
    }
    expect(names(world)).toEqual(["MsgSubmitState"]);
    const message = court.taken[0]!;
    // A state that the loser has signed needs no opening.
    expect(isMessage(message, MsgSubmitStateSchema) && message.proof?.move === undefined).toBe(true);
    expect(court.now).toMatchObject({ phase: Phase.OVER, reason: Reason.SUNK, actor: 0 });
    expect(court.refusals).toEqual([]);
    await world.rounds(1);
    expect([alice.over, bob.over]).toEqual([true, true]);
  },
);

/** owed has alice shoot at H1, which bob's page has not read yet. */
async function owed(): Promise<World> {
  const world = await begin(3);
  await exchange(world, 60, 61);
  await world.alice.act({ aim: 7 });
  return world;
}

test("a false proof, one of another tile or board, and none at all are not signed for", {
  timeout: within,
}, async () => {
  const world = await owed();
  const { alice, bob, court, hub } = world;
  const { channel } = court;
  const base = readUpdate(recordsOf(alice).at(-1)!.update)!;
  const before = (await channel.judge(base)).state;
  bob.session.close();
  const key = bob.store.logs.keys().next().value!;
  expect(key).toBe(bytesToHex(channel.key(1)));
  const own = await channelKeyOf(bob);
  const send = async (opening: Partial<Opening>, lies = false, by = own) => {
    const content = (lies ? 1 : 0) as Content;
    const moveOf = (more: typeof opening) =>
      create(ChannelMoveSchema, { opening: create(OpeningSchema, { ...truth(), content, ...more }) });
    const move = moveOf(opening);
    const said = channel.said(before, moveOf({}));
    const signature = signRaw(by, channel.message(encodeState(said)));
    const update = proofOf(encodeState(before), move, bothOf(1, signature, signaturesOf(base)[0]));
    hub.deliver(bytesToHex(channel.key(0)), concatBytes(channel.key(1), writeUpdate(update)));
    await Promise.resolve();
    await alice.look();
  };
  const truth = () => ({ content: 0 as Content, proof: proofs.get("H1")! });
  const proofs = new Map<string, Uint8Array>();
  const r = before.ruleset;
  const ofBob = { commitment: court.state.game!.participants[1]!.board!.commitment };
  const prove = async (name: string, commitment: Uint8Array, hit = false) => {
    const fleet = parseFleet(r, "A1h,A3h,A5h,A7h,A9h")!;
    const binding = { chainId: world.chain.chainId, player: new Uint8Array(20), nonce: 4n, ruleset: r };
    const statement = { tile: parseTile(r, name)!, hit };
    return new Provers(world.notary).proveAnswer({ binding, fleet, secret: new Uint8Array(32) }, commitment, statement);
  };
  proofs.set("H1", await prove("H1", ofBob.commitment));
  expect(tileName(r, before.pending!)).toBe("H1");
  const count = recordsOf(alice).length;
  await send({ proof: new Uint8Array(48).fill(1) });
  await send({ proof: new Uint8Array() });
  await send({ proof: await prove("I1", ofBob.commitment) });
  await send({ proof: await prove("H1", court.state.game!.participants[0]!.board!.commitment) });
  await send({}, true); // the true proof for a lie
  await send({ salt: new Uint8Array(32) });
  await send({ path: [new Uint8Array(32)] });
  // A forged signature does not cost the verification of a proof.
  const { length } = world.notary.asked;
  await send({}, false, new Uint8Array(32).fill(9));
  expect(world.notary.asked).toHaveLength(length);
  expect(answers(alice, 1)).toBe(1);
  expect(recordsOf(alice)).toHaveLength(count);
  await send({});
  expect(world.notary.asked).toHaveLength(length + 1);
  expect(answers(alice, 1)).toBe(2);
  expect(recordsOf(alice)).toHaveLength(count + 1);
  await send({}); // replayed
  expect(recordsOf(alice)).toHaveLength(count + 1);
  expect(alice.session.situation.lost).toBeUndefined();
});

/** channelKeyOf is the private channel key of a person. */
async function channelKeyOf(person: Person): Promise<Uint8Array> {
  return (await person.session.board(person.view!, 1)).channel;
}

test("an answer whose proof is worth nothing is not signed, and is made again", { timeout: within }, async () => {
  const world = await owed();
  const { bob, hub, notary } = world;
  notary.errs = true;
  const count = hub.carried.length;
  await bob.look();
  expect(bob.view).toMatchObject({ owes: "answer", actor: 1 });
  const signed = recordsOf(bob).length;
  await expect(bob.act()).rejects.toMatchObject(refused(40));
  expect(recordsOf(bob)).toHaveLength(signed);
  expect(hub.carried.slice(count).some((update) => readUpdate(update)?.creatorSignature.length === 0)).toBe(false);
  notary.errs = false;
  await world.rounds(3);
  expect(answers(world.alice, 1)).toBe(2);
});

test("an answer is proven once, however often the game is looked at meanwhile", { timeout: within }, async () => {
  const world = await owed();
  const { alice, bob, notary } = world;
  await bob.look();
  let release = () => {};
  notary.holds = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked = notary.asked.filter((what) => what === "answer").length;
  const moving = bob.session.advance(bob.view!);
  for (let i = 0; i < 5; i++) {
    world.clock += 1000;
    alice.tick();
    await alice.look();
    await bob.look();
  }
  expect(answers(alice, 1)).toBe(1);
  release();
  await moving;
  await alice.look();
  expect(answers(alice, 1)).toBe(2);
  expect(notary.asked.filter((what) => what === "answer").length).toBe(asked + 1);
  expect(names(world)).toEqual([]);
});

test("without the prover a page that is loaded again continues with its log, and can move the game on-chain", {
  timeout: within,
}, async () => {
  const world = await begin(3);
  const { alice, bob } = world;
  await exchange(world, 7, 9);
  const { length } = recordsOf(alice);
  const before = recordsOf(alice).at(-1)!.progress;
  const without = { ...world.chain, prover: () => new Promise<never>(() => undefined) };
  for (const person of [alice, bob]) {
    person.start(without);
    await person.look();
    await person.session.advance(person.view!);
    expect(person.session.situation).toMatchObject({ held: true, lost: undefined });
  }
  expect(recordsOf(alice)).toHaveLength(length);
  alice.start();
  bob.start();
  await world.rounds(2);
  await exchange(world, 8, 10);
  expect(recordsOf(alice).at(-1)!.progress).toBeGreaterThan(before);
  expect(names(world)).toEqual([]);
  alice.start(without);
  await alice.look();
  await alice.session.leave(alice.view!);
  await alice.act();
  expect(names(world)).toEqual(["MsgSubmitState"]);
  expect(world.court.refusals).toEqual([]);
});

test("a verification that does not end delays neither a look nor the way on-chain", { timeout: within }, async () => {
  const world = await owed();
  const { alice, bob, notary } = world;
  await bob.look();
  await bob.session.advance(bob.view!);
  notary.verifies = new Promise(() => undefined);
  const ticking = async (what: Promise<unknown>): Promise<void> => {
    let done = false;
    const ended = what.finally(() => {
      done = true;
    });
    while (!done) {
      alice.tick();
      await new Promise(setImmediate);
    }
    await ended;
  };
  await ticking(alice.look());
  expect(notary.asked.at(-1)).toBe("verify answer");
  expect(answers(alice, 1)).toBe(1);
  notary.verifies = undefined; // for the chain
  await ticking(alice.session.leave(alice.view!));
  await ticking(alice.act());
  expect(names(world)).toEqual(["MsgSubmitState"]);
});

test("a withheld proof moves the game on-chain, where the answer needs it too", { timeout: within }, async () => {
  const world = await owed();
  world.bob.session.close();
  world.passes(121_000);
  await world.alice.act();
  expect(names(world)).toEqual(["MsgSubmitState"]);
  expect(world.court.now).toMatchObject({ pending: 7, actor: 1 });
  world.bob.start();
  await world.bob.act();
  await world.bob.act({ aim: 10 });
  expect(names(world)).toEqual(["MsgSubmitState", "MsgShootAndReveal"]);
  expect(world.court.now).toMatchObject({ pending: 10, actor: 0 });
  expect(world.court.refusals).toEqual([]);
});

test("a surrender ends the game, and its winner submits it", { timeout: within }, async () => {
  const world = await begin(3);
  await exchange(world, 7, 9);
  for (let i = 0; i < 4 && world.alice.view!.actor !== 0; i++) {
    await world.rounds(1);
  }
  await world.alice.session.concede(world.alice.view!);
  await world.rounds(2);
  expect(names(world)).toEqual(["MsgSubmitState"]);
  expect(world.court.now).toMatchObject({ phase: Phase.OVER, reason: Reason.CONCEDED, actor: 1 });
});

test("where claims are kept the winner shows its board at the end, by a click alone", { timeout: within }, async () => {
  const world = await begin(3, 1, true);
  await exchange(world, 7, 9);
  for (let i = 0; i < 4 && world.bob.view!.actor !== 1; i++) {
    await world.rounds(1, [{ aim: 8 }, {}]);
  }
  await world.bob.session.concede(world.bob.view!);
  await world.rounds(2);
  expect(world.alice.view).toMatchObject({ phase: Phase.CLAIM, reason: Reason.CONCEDED, actor: 0 });
  expect(names(world)).toEqual([]);
  await world.alice.act({ claim: true });
  expect(names(world)).toEqual(["MsgClaimWin"]);
  expect(world.court.winner).toBe(0);
});
