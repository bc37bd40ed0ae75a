// Attacks of an opponent on the program of an off-chain game that only looks, that has lost its log, or that cannot
// write it.

import { expect, test } from "vitest";
import { bytesToHex, concatBytes, randomBytes } from "../../src/bytes.js";
import { Channel } from "../../src/channel/channel.js";
import { encodeState } from "../../src/channel/state.js";
import { bothOf, proofOf, readUpdate, writeUpdate } from "../../src/channel/update.js";
import { Loop } from "../../src/game/loop.js";
import { ChannelMoveSchema, Phase } from "../../src/gen/battleship/v1/battleship_pb.js";
import { MsgChallengeSchema, MsgShootAndRevealSchema } from "../../src/gen/battleship/v1/tx_pb.js";
import { ChannelSession } from "../../src/kinds/duel/channel.js";
import { position, type View } from "../../src/kinds/duel/view.js";
import { create, isMessage } from "../../src/proto/codec.js";
import { fleetTiles, parseFleet } from "../../src/rules/fleet.js";
import { rulesetById } from "../../src/rules/rulesets.js";
import { MemoryStore } from "./players.js";
import { begin, Marks, Person, relay, type World } from "./world.js";

const classic = rulesetById(1)!;
const ships = [...fleetTiles(classic, parseFleet(classic, "A1h,A3h,A5h,A7h,A9h")!)];
const within = 90_000;

const namesIn = ({ court }: World) => court.taken.map(({ $typeName }) => $typeName.split(".").at(-1));
const answers = ({ view }: Person, seat: 0 | 1) => view!.sides[seat].answered.size;

/** signedBy are the updates that a person has signed, the oldest first. */
function signedBy({ store }: Person) {
  const [log] = store.logs.values();
  return log!.records.filter(({ kind }) => kind === "signed").map(({ update }) => readUpdate(update)!);
}

/** exchange has each of the two shoot at a tile, and both answer. */
async function exchange(world: World, tile: number, other: number): Promise<void> {
  const before = [answers(world.alice, 1), answers(world.bob, 0)];
  for (let i = 0; i < 8 && (answers(world.alice, 1) === before[0] || answers(world.bob, 0) === before[1]); i++) {
    const aim = (person: Person, seat: 0 | 1, at: number) =>
      person.view!.sides[seat].answered.has(at) ? {} : { aim: at };
    await world.rounds(1, [aim(world.alice, 1, tile), aim(world.bob, 0, other)]);
  }
}

/** lastShip plays until one tile of bob's fleet is left. */
async function lastShip(): Promise<World> {
  const world = await begin();
  for (const [i, tile] of ships.slice(0, -1).entries()) {
    await exchange(world, tile, 99 - i);
  }
  return world;
}

/** sunk plays until alice has sunk bob's fleet off-chain. */
async function sunk(): Promise<World> {
  const world = await lastShip();
  await world.rounds(4, [{ aim: ships.at(-1)! }, {}]);
  expect(world.alice.view!.phase).toBe(Phase.CLAIM);
  return world;
}

test.for([false, true])(
  "a loser that submits the end itself leaves the claim to the winner; loaded again: %s",
  { timeout: within },
  async (again) => {
    const world = await sunk();
    await world.court.submit(1, signedBy(world.bob).at(-1)!);
    world.court.height++;
    expect(world.court.now).toMatchObject({ phase: Phase.CLAIM, actor: 0 });
    if (again) {
      world.alice.start();
      await world.alice.act();
    }
    await world.alice.act({ claim: true });
    expect(namesIn(world)).toEqual(["MsgClaimWin"]);
    expect(world.court.winner).toBe(0);
  },
);

test("a game that was continued on-chain is claimed there", { timeout: within }, async () => {
  const world = await lastShip();
  await world.alice.session.leave(world.alice.view!);
  for (let i = 0; i < 6; i++) {
    await world.alice.act({ aim: ships.at(-1)! });
    await world.bob.act({ aim: 60 });
  }
  expect(world.court.now.phase).toBe(Phase.CLAIM);
  await world.alice.act({ claim: true });
  expect(world.court.winner).toBe(0);
});

test("an older state is replaced by the won one, though the winner does not click", { timeout: within }, async () => {
  const world = await sunk();
  const old = signedBy(world.bob).filter(({ move }) => move?.target)[1]!;
  await world.court.submit(1, old);
  expect(world.court.now.actor).toBe(0);
  world.court.height++;
  await world.alice.act();
  expect(namesIn(world)).toEqual(["MsgSubmitState"]);
  expect(world.court.now).toMatchObject({ phase: Phase.CLAIM, actor: 0 });
  expect(world.court.taken.some(({ $typeName }) => $typeName.endsWith("MsgClaimWin"))).toBe(false);
});

test("a window without the log leaves an older state to the one that has it", { timeout: within }, async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  const base = signedBy(world.bob).at(-1)!;
  await exchange(world, 8, 10);
  // A private window with the same words is open.
  const window = new Person(world, world.bob.wallet);
  window.store = new MemoryStore();
  window.marks = new Marks();
  window.start();
  await window.act();
  await window.act();
  expect(window.session.situation.lost).toBe("missing");
  // Alice has signed a shot at I1 in that state, and submits another one in it.
  const { opening } = signedBy(world.alice).find(({ move }) => move?.target === "I1")!.move!;
  const move = create(ChannelMoveSchema, { ...(opening && { opening }), target: "A6" });
  const { state } = await world.court.channel.judge(base);
  await world.court.submit(0, proofOf(encodeState(state), move, bothOf(1, base.joinerSignature)));
  world.court.height++;
  await window.act();
  expect(world.court.taken.filter((message) => isMessage(message, MsgShootAndRevealSchema))).toEqual([]);
  world.court.height += world.court.now.turnBlocks / 2n;
  await window.act();
  expect(world.court.taken.filter((message) => isMessage(message, MsgShootAndRevealSchema))).toHaveLength(1);
});

test("a challenge waits until the chain has the state that is shown", { timeout: within }, async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  const old = signedBy(world.bob)[1]!;
  await exchange(world, 8, 10);
  await world.court.submit(1, old);
  world.court.height++;
  await world.alice.look();
  expect(answers(world.alice, 1)).toBeGreaterThan(world.alice.view!.under!.sides[1].answered.size);
  await expect(world.alice.session.challenge(world.alice.view!)).rejects.toThrow("not on the chain yet");
  expect(world.court.taken.some((message) => isMessage(message, MsgChallengeSchema))).toBe(false);
});

test("a full disk does not keep the newest state from the chain", { timeout: within }, async () => {
  const world = await begin();
  await exchange(world, 7, 9);
  const old = signedBy(world.bob)[1]!;
  await exchange(world, 8, 10);
  world.alice.store.fails = true;
  await world.court.submit(1, old);
  world.court.height++;
  await world.alice.act({ aim: 13 });
  expect(namesIn(world)).toEqual(["MsgSubmitState"]);
});

test("forged updates cost a few verifications, however many arrive", { timeout: within }, async () => {
  const world = await begin();
  await world.rounds(3, [{ aim: 7 }, {}]);
  world.hub.loses = true; // so that alice owes the answer
  await world.bob.act({ aim: 9 });
  const { state, move, creatorSignature } = signedBy(world.bob).at(-1)!;
  const { bob, hub } = world;
  bob.session.close();
  let looks = 0;
  let view: View | undefined;
  const loop: Loop<View> = new Loop<View>({
    look: async () => {
      looks++;
      view = await session.look(view);
      return view;
    },
    position,
    act: (shown) => session.advance(shown, {}),
    unseen: () => undefined,
    refused: () => undefined,
  });
  const session: ChannelSession = new ChannelSession(world.chain, bob.wallet, 7n, {
    store: bob.store,
    marks: bob.marks,
    relay,
    dial: hub.dial,
    poll: () => 60_000,
    every: () => () => undefined,
    onNews: () => void loop.look(),
  });
  loop.hold();
  await loop.look();
  await expect.poll(() => session.situation.line).toBe("open");
  const { judge } = Channel.prototype;
  let judged = 0;
  Channel.prototype.judge = function (...all) {
    judged++;
    return judge.apply(this, all);
  };
  try {
    looks = 0;
    const [alice, own] = ([0, 1] as const).map((seat) => world.court.channel.key(seat));
    for (let i = 0; i < 150; i++) {
      const signature = randomBytes(64);
      signature[0] = signature[32] = 1; // in range, and low
      const forged = writeUpdate(proofOf(state, move, bothOf(1, signature, creatorSignature)));
      hub.deliver(bytesToHex(own!), concatBytes(alice!, forged));
      await new Promise((done) => setImmediate(done)); // a frame is a task of its own, as in a browser
    }
    await expect.poll(() => judged).toBeGreaterThan(0);
    expect(judged).toBeLessThan(50);
    expect(looks).toBeLessThan(50);
  } finally {
    Channel.prototype.judge = judge;
    session.close();
    loop.stop();
  }
});
