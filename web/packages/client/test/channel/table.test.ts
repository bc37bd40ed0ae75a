// One player's side of an off-chain game, against opponents, relays and disks that misbehave.

import { expect, test } from "vitest";
import { bytesToHex, equal } from "../../src/bytes.js";
import { decide } from "../../src/channel/policy.js";
import { encodeState, inPlay, otherSeat, progress, type State } from "../../src/channel/state.js";
import { bothOf, proofOf, readUpdate, signaturesOf, writeUpdate } from "../../src/channel/update.js";
import {
  ChannelMoveSchema,
  Obligation,
  Phase,
  Reason,
  ShipSchema,
  type StateProof,
} from "../../src/gen/battleship/v1/battleship_pb.js";
import { create } from "../../src/proto/codec.js";
import { chooseShot } from "../../src/rules/bot.js";
import { tiles } from "../../src/rules/rulesets.js";
import { signRaw } from "../../src/wallet/keys.js";
import { memory } from "../begun.js";
import { meet, type Player, turn } from "./players.js";

const refused = (code: number) => ({ codespace: "battleship", code });
const concede = create(ChannelMoveSchema, { concede: true });

/** forged returns a player's move in a state, signed with its key, as a cheater's program can send it. */
function forged(
  by: Player,
  base: StateProof["state"],
  theirs: Uint8Array,
  move: StateProof["move"],
  as: State,
): StateProof {
  const signature = signRaw(by.key, by.channel.message(encodeState(as)));
  return proofOf(base, move, bothOf(by.seat, signature, theirs));
}

test.each([
  [1, 0],
  [1, 1],
  [2, 0],
  [2, 1],
] as const)(
  "a whole game of ruleset %i is played, first by seat %i, and each state is proven to both",
  async (id, first) => {
    const players = await meet(id, first);
    let n = 0;
    while (inPlay(players[0].table.state)) {
      const { sides, actor, ruleset } = players[0].table.state;
      const side = sides[otherSeat(actor)];
      const free = Array.from({ length: tiles(ruleset) }, (_, tile) => tile).find((tile) => !side.answered.has(tile));
      await turn(players, actor === 0 ? chooseShot(ruleset, side, (most) => n++ % most) : free);
      expect(encodeState(players[0].table.state)).toEqual(encodeState(players[1].table.state));
      expect(writeUpdate(players[0].table.proof)).toEqual(writeUpdate(players[1].table.proof));
    }
    const { state, proof } = players[0].table;
    expect(state.phase).toBe(Phase.CLAIM);
    expect(state.reason).toBe(Reason.SUNK);
    expect(encodeState((await players[0].channel.judge(proof)).state)).toEqual(encodeState(state));
    // A page that is loaded again continues from there.
    for (const player of players) {
      expect(encodeState((await player.start()).state)).toEqual(encodeState(state));
      expect(player.table.refusal).toBeUndefined();
    }
  },
);

test("an answer goes ahead of the shot, which has the same opening in the same state, also after a reload", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  await bob.table.move(bob.answer());
  expect(bob.table.halfway).toBe(true);
  expect(await alice.table.receive(bob.says)).toBe(true);
  expect(alice.table.state.sides[1].answered.has(7)).toBe(true);
  expect(alice.table.state.owes).toBe(Obligation.SHOT);
  const ahead = bob.says;
  await bob.start();
  await bob.table.move(bob.answer(bob.table.state, 9));
  expect(bob.says.move!.opening).toEqual(ahead.move!.opening);
  expect(bob.says.state).toEqual(ahead.state);
  expect(await alice.table.receive(bob.says)).toBe(true);
  expect(alice.table.state.pending).toBe(9);
  // Late updates do not take anything back.
  expect(await alice.table.receive(ahead)).toBe(false);
  expect(alice.table.state.pending).toBe(9);
  await turn([alice, bob], 8);
  expect(bob.table.state.pending).toBe(8);
});

test("a shot does not change the ship that the answer ahead of it has announced", async () => {
  const players = await meet();
  const [alice, bob] = players;
  for (const tile of [0, 50, 2, 51, 1]) {
    await turn(players, tile);
  }
  // Bob's carrier is at A1 to E1. With these hits a destroyer can be at A1 as well as at B1.
  const base = bob.table.state;
  const destroyer = (at: string) => ({ sunk: create(ShipSchema, { class: "destroyer", placement: at }) });
  await bob.table.move(bob.answer(base, undefined, destroyer("A1h")));
  expect(await alice.table.receive(bob.says)).toBe(true);
  const theirs = signaturesOf(bob.says)[0];
  const shot = (at: string) => {
    const move = bob.answer(base, 52, destroyer(at));
    return forged(bob, encodeState(base), theirs, move, bob.channel.said(base, move));
  };
  await expect(alice.table.receive(shot("B1h"))).rejects.toMatchObject(refused(17));
  expect(await alice.table.receive(shot("A1h"))).toBe(true);
});

test("a move that was not answered is made again as it was, and as no other", async () => {
  const [alice] = await meet();
  await alice.table.move(alice.answer(alice.table.state, 7));
  const update = alice.table.resend;
  await alice.start();
  const toss = alice.answer(alice.channel.initial, 7);
  await alice.table.move(toss);
  expect(alice.table.resend).toEqual(update);
  await expect(alice.table.move(alice.answer(alice.channel.initial, 8))).rejects.toThrow("Another move was signed");
  await expect(alice.table.move(concede)).rejects.toThrow("Another move was signed");
});

test("updates that are replayed, reordered or doubled change nothing", async () => {
  const players = await meet();
  const [alice, bob] = players;
  const sent: StateProof[] = [];
  for (let tile = 0; tile < 6; tile++) {
    await turn(players, tile);
    sent.push((tile % 2 === 0 ? alice : bob).says);
  }
  const states = players.map(({ table }) => encodeState(table.state));
  for (const update of [...sent, ...sent.toReversed()]) {
    for (const { table } of players) {
      expect(await table.receive(update)).toBe(false);
    }
  }
  expect(players.map(({ table }) => encodeState(table.state))).toEqual(states);
  expect(players.map(({ table }) => table.refusal)).toEqual([undefined, undefined]);
});

test("an update of another game, even of the same players, is refused", async () => {
  const [alice, bob] = await meet();
  const [other] = await meet(1, 1); // of another channel id
  await other.table.move(other.answer(other.table.state));
  await alice.table.move(alice.answer(alice.table.state, 7));
  await expect(bob.table.receive(other.says)).rejects.toMatchObject(refused(45));
  expect(progress(bob.table.state)).toBe(0);
});

test("a false signature, and one of another state or in the wrong place, are refused", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  await bob.table.move(bob.answer(bob.table.state, 9));
  const { state, move, creatorSignature, joinerSignature } = bob.says;
  const flipped = joinerSignature.slice();
  flipped[40]! ^= 1;
  for (const [a, b] of [
    [creatorSignature, flipped],
    [creatorSignature, creatorSignature],
    [joinerSignature, creatorSignature],
    [creatorSignature, joinerSignature.slice(1)],
  ] as const) {
    await expect(alice.table.receive(proofOf(state, move, [a, b]))).rejects.toMatchObject(refused(45));
  }
  await expect(alice.table.receive(proofOf(state, move, [creatorSignature, new Uint8Array()]))).rejects.toMatchObject(
    refused(48),
  );
  const elsewhere = create(ChannelMoveSchema, { ...move, target: "B2" });
  await expect(
    alice.table.receive(proofOf(state, elsewhere, [creatorSignature, joinerSignature])),
  ).rejects.toMatchObject(refused(45));
  expect(alice.table.state.pending).toBe(7);
  expect(await alice.table.receive(bob.says)).toBe(true);
});

test("a player's own signature in an update does not matter: the one that it has sent is kept", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  const own = signaturesOf(alice.says)[0];
  await bob.table.move(bob.answer(bob.table.state, 9));
  const { state, move, joinerSignature } = bob.says;
  expect(await alice.table.receive(proofOf(state, move, [new Uint8Array(64), joinerSignature]))).toBe(true);
  expect(signaturesOf(alice.table.proof)[0]).toEqual(own);
  await alice.channel.judge(alice.table.proof);
});

test("a false opening is refused, signed as it may be", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  const base = alice.table.state;
  const honest = bob.answer(base, 9);
  const opening = { ...honest.opening!, content: 1 - honest.opening!.content } as NonNullable<typeof honest.opening>;
  const lying = create(ChannelMoveSchema, { opening, target: "J1" });
  const as = bob.channel.said(base, lying);
  const theirs = signaturesOf(alice.says)[0];
  await expect(alice.table.receive(forged(bob, encodeState(base), theirs, lying, as))).rejects.toMatchObject(
    refused(18),
  );
  expect(alice.table.state).toBe(base);
  // So is that of another tile, and a move without it.
  const shot = create(ChannelMoveSchema, { target: "J1" });
  await expect(alice.table.receive(forged(bob, encodeState(base), theirs, shot, as))).rejects.toMatchObject(
    refused(17),
  );
  const other = create(ChannelMoveSchema, { opening: bob.answer({ ...base, pending: 8 }).opening!, target: "J1" });
  await expect(
    alice.table.receive(forged(bob, encodeState(base), theirs, other, bob.channel.said(base, other))),
  ).rejects.toMatchObject(refused(18));
});

test("a shot is not taken back after its answer was seen", async () => {
  const [alice, bob] = await meet();
  await alice.table.move(alice.answer());
  await bob.table.receive(alice.says);
  await alice.table.move(alice.answer(alice.table.state, 7));
  await bob.table.receive(alice.says);
  await bob.table.move(bob.answer());
  // Alice has seen that tile 7 is water, and shoots elsewhere in the state before.
  const before = alice.channel.initial;
  const again = alice.answer(before, 8);
  const other = forged(alice, new Uint8Array(), new Uint8Array(), again, alice.channel.said(before, again));
  expect(await bob.table.receive(other)).toBe(false);
  expect(bob.table.state.sides[1].answered.has(7)).toBe(true);
  // On-chain, the answers given since outrank that shot, so they are submitted before anything else.
  const chain = { state: alice.channel.said(before, again), offChain: false, responded: [0 as const] };
  expect(progress(bob.table.state)).toBeGreaterThan(progress(chain.state));
  expect(decide(chain, bob.table.newest, 1, false, bob.table.mute)).toBe("submit move");
});

test("a surrender on an older state is no news, though it has more progress than the newest", async () => {
  const players = await meet(2); // a player that hits shoots again
  const [alice, bob] = players;
  await turn(players, 0);
  const { state } = alice.log.records.at(-1)!; // alice's first shot
  const theirs = signaturesOf(alice.says)[0];
  await turn(players); // a hit
  await turn(players, 1);
  const base = alice.channel.decode(state);
  const move = bob.answer(base, undefined, { concede: true });
  const as = bob.channel.said(base, move);
  expect(progress(as)).toBeGreaterThan(progress(alice.table.state));
  expect(await alice.table.receive(forged(bob, state, theirs, move, as))).toBe(false);
  expect(inPlay(alice.table.state)).toBe(true);
  expect(alice.table.refusal).toBeUndefined();
});

test("a surrender is agreed to at once, and both can prove it then", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  await bob.table.move(bob.answer(bob.table.state, undefined, { concede: true }));
  expect(decide({ state: bob.channel.initial, offChain: true, responded: [] }, bob.table.newest, 1, false, false)).toBe(
    "resend",
  );
  expect(await alice.table.receive(bob.says)).toBe(true);
  expect(alice.table.proof.move).toBeUndefined();
  expect(alice.table.newest.agreed).toBe(true);
  await bob.table.receive(alice.says);
  expect(bob.table.newest.agreed).toBe(true);
  expect(decide({ state: bob.channel.initial, offChain: true, responded: [] }, bob.table.newest, 1, true, false)).toBe(
    "submit",
  );
  expect(
    decide({ state: bob.channel.initial, offChain: true, responded: [] }, alice.table.newest, 0, false, false),
  ).toBe("claim with proof");
});

test("after a first submission nothing is signed and no update accepted, also after a reload", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  await bob.table.move(bob.answer(bob.table.state, 9));
  await alice.table.stopSigning();
  for (let i = 0; i < 2; i++) {
    await expect(alice.table.receive(bob.says)).rejects.toMatchObject({ why: "on-chain" });
    expect(alice.table.mute).toBe(true);
    await alice.start();
  }
  await bob.table.stopSigning();
  await bob.start();
  expect(bob.table.mute).toBe(true);
});

test("a move that is submitted is written down, and is the one that is submitted again", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  await bob.table.submitMove(bob.answer(bob.table.state, 9));
  const { proof } = bob.table;
  expect(signaturesOf(proof)[1]).toHaveLength(0);
  expect((await bob.channel.judge(proof, 1)).state.pending).toBe(9);
  await expect(bob.channel.judge(proof)).rejects.toThrow();
  await bob.start();
  const before = alice.table.state;
  await expect(bob.table.submitMove(bob.answer(before, 8))).rejects.toThrow("Another move was signed");
  await bob.table.submitMove(bob.answer(before, 9));
  expect(writeUpdate(bob.table.proof)).toEqual(writeUpdate(proof));
});

test("a crash between writing and sending loses nothing: the same update is sent again", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  const crashed = bob.table.move(bob.answer(bob.table.state, 9));
  await crashed; // and the page is gone before it is sent
  await bob.start();
  const update = bob.table.resend!;
  expect(bob.log.records.at(-1)!.update).toEqual(update);
  expect(await alice.table.receive(readUpdate(update)!)).toBe(true);
});

test("no signature leaves before its update is on the disk", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  const { writes } = bob.store;
  const before = bob.table.resend;
  bob.store.fails = true;
  await expect(bob.table.move(bob.answer(bob.table.state, 9))).rejects.toThrow("cannot write down");
  expect(bob.table.resend).toEqual(before);
  expect(bob.store.writes).toBe(writes);
  bob.store.fails = false;
  await bob.table.move(bob.answer(bob.table.state, 3)); // another one: the first was never signed
  expect(bob.store.writes).toBe(writes + 1);
  expect(await alice.table.receive(bob.says)).toBe(true);
});

test("two windows at once sign one state: the second one to write signs nothing any more", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  const first = bob.table;
  const second = await bob.start();
  await second.move(bob.answer(second.state, 9));
  await expect(first.move(bob.answer(first.state, 3))).rejects.toMatchObject({ why: "in use" });
  await expect(first.move(bob.answer(first.state, 3))).rejects.toMatchObject({ why: "in use" });
  expect(first.refusal).toBe("in use");
});

test.each<[string, (bob: Player, old: ReturnType<Player["store"]["copy"]>) => void]>([
  ["missing", (bob) => bob.store.logs.clear()],
  [
    "older",
    (bob, old) => {
      bob.store = old;
    },
  ],
  [
    "older",
    ({ log }) => {
      log.records.pop(); // the last one alone
      log.head = { ...log.head, count: log.records.length };
    },
  ],
  [
    "copied",
    (bob) => {
      bob.marks = memory();
    },
  ],
  [
    "damaged",
    (bob) => {
      bob.log.records.at(-1)!.update[5]! ^= 1;
    },
  ],
  ["damaged", (bob) => void bob.log.records.pop()],
  ["damaged", (bob) => void bob.log.records.reverse()],
])("a log that is %s signs no state, and the newest one that the opponent sends is submitted", async (why, lose) => {
  const players = await meet();
  const [alice, bob] = players;
  await turn(players, 7);
  await turn(players, 9);
  const old = bob.store.copy();
  await turn(players, 8);
  await turn(players, 10);
  lose(bob, old);
  await bob.start();
  expect(bob.table.refusal).toBe(why);
  const { state } = bob.table;
  await expect(bob.table.move(bob.answer({ ...state, owes: Obligation.SHOT }, 11))).rejects.toThrow();
  // The opponent sends bob's own newest update, and then its answer to it.
  await bob.table.receive(alice.says);
  await alice.table.move(alice.answer(alice.table.state, 12));
  await bob.table.receive(alice.says);
  expect(encodeState(bob.table.state)).toEqual(encodeState(alice.table.state));
  expect(bob.table.newest.unsure).toBe(true);
  expect(decide({ state: bob.channel.initial, offChain: true, responded: [] }, bob.table.newest, 1, false, false)).toBe(
    "submit",
  );
  await expect(bob.table.move(bob.answer(bob.table.state, 13))).rejects.toMatchObject({ why });
  await bob.channel.judge(bob.table.proof);
});

test("a log of another game under the same key is damaged", async () => {
  const [alice] = await meet();
  await alice.table.move(alice.answer());
  const [, other] = await meet(1, 1);
  alice.channel = other.channel;
  await alice.start();
  expect(alice.table.refusal).toBe("damaged");
});

test("an update on a state that the log does not know ends signing, for ever", async () => {
  const players = await meet();
  const [alice, bob] = players;
  await turn(players, 7);
  // The whole browser of bob's was restored: log and marks.
  const [store, mark] = [bob.store.copy(), bob.marks.getItem(`battleship/channel/${bytesToHex(bob.publicKey)}`)!];
  await turn(players, 9);
  bob.store = store;
  bob.marks.setItem(`battleship/channel/${bytesToHex(bob.publicKey)}`, mark);
  await bob.start();
  expect(bob.table.refusal).toBeUndefined();
  await alice.table.move(alice.answer(alice.table.state, 8));
  expect(await bob.table.receive(alice.says)).toBe(true);
  for (let i = 0; i < 2; i++) {
    expect(bob.table.refusal).toBe("elsewhere");
    await expect(bob.table.move(bob.answer(bob.table.state, 11))).rejects.toMatchObject({ why: "elsewhere" });
    await bob.table.stopSigning(); // which does not make the log complete
    await bob.start();
  }
});

test("moves and updates at the same time are taken one after the other", async () => {
  const [alice, bob] = await meet();
  await turn([alice, bob], 7);
  await bob.table.move(bob.answer());
  const ahead = bob.says;
  await bob.table.move(bob.answer(bob.table.state, 9));
  const whole = bob.says;
  const news = await Promise.all([ahead, whole, ahead].map((update) => alice.table.receive(update)));
  expect(news).toEqual([true, true, false]);
  const moves = await Promise.allSettled([
    alice.table.move(alice.answer(alice.table.state, 1)),
    alice.table.move(alice.answer(alice.table.state, 2)),
  ]);
  expect(moves.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  const signed = alice.log.records.filter(({ kind }) => kind === "signed");
  const each = new Set(signed.map((record) => record.progress));
  expect(each.size).toBe(signed.length);
  expect(signed.every((record, i) => !signed.some((other, j) => i !== j && equal(other.state, record.state)))).toBe(
    true,
  );
});
