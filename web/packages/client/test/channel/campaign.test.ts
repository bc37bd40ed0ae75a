// Off-chain games with whatever may happen: a relay that loses, doubles, delays and reorders; pages that are closed and loaded
// again; browsers whose log is lost; and an opponent that restores its browser, so that it signs competing states, and submits old
// ones. Each game follows from its seed.

import { expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../../src/bytes.js";
import { NoNode, Refusal, Told } from "../../src/chain/errors.js";
import { encodeState, inPlay, otherSeat, progress, type Seat } from "../../src/channel/state.js";
import { readUpdate, signaturesOf } from "../../src/channel/update.js";
import { Phase, Reason, type StateProof } from "../../src/gen/battleship/v1/battleship_pb.js";
import { MsgShootAndRevealSchema, MsgSubmitStateSchema } from "../../src/gen/battleship/v1/tx_pb.js";
import { isMessage } from "../../src/proto/codec.js";
import { MemoryStore } from "./players.js";
import { begin, type Marks, type Person, type World } from "./world.js";

/** dice draws numbers from a seed, by xorshift. */
function dice(seed: number): (below: number) => number {
  let x = seed * 2654435761 + 1;
  return (below) => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    return (x >>> 0) % below;
  };
}

/** step has a person act as a page does. A refusal of the page or the chain is no fault. */
async function step(person: Person, aim: number, claim: boolean): Promise<void> {
  try {
    await person.act({ aim, claim });
  } catch (error) {
    if (!(error instanceof Told || error instanceof Refusal || error instanceof NoNode)) {
      throw error;
    }
  }
}

/** free is a tile that was not shot at, as far as the person knows. */
function free({ view }: Person, seat: Seat, draw: (n: number) => number): number {
  const left = Array.from({ length: 64 }, (_, tile) => tile).filter(
    (tile) => !view?.sides[otherSeat(seat)].answered.has(tile),
  );
  return left[draw(left.length)]!;
}

/** checkSignatures makes sure that a player has signed one state of each progress at most, among all sent messages. */
async function checkSignatures({ court, hub }: World, seat: Seat): Promise<void> {
  const signed = new Map<number, string>();
  const note = async (proof: StateProof | undefined) => {
    if (!proof || signaturesOf(proof)[seat].length === 0) {
      return;
    }
    const base = court.channel.decode(proof.state);
    const state = proof.move && base.actor === seat ? await court.channel.move(base, seat, proof.move) : base;
    if (!court.channel.signedBy(seat, state, signaturesOf(proof)[seat])) {
      return; // a signature that the sender of the update has put there
    }
    const bytes = bytesToHex(encodeState(state));
    expect(signed.get(progress(state)) ?? bytes).toBe(bytes);
    signed.set(progress(state), bytes);
  };
  for (const update of new Set(hub.carried.map(bytesToHex))) {
    await note(readUpdate(hexToBytes(update)));
  }
  for (const message of court.sent.flat()) {
    if (isMessage(message, MsgSubmitStateSchema)) {
      await note(message.proof);
    }
  }
}

async function play(seed: number, cheats: boolean, rulesetId: number): Promise<World> {
  const draw = dice(seed);
  const world = await begin(rulesetId, seed % 2 === 0 ? 1 : 2);
  const { alice, bob, court, hub } = world;
  const backups: { store: MemoryStore; marks: Marks }[] = [];
  const proofs: StateProof[] = [];
  hub.reorders = (frames) =>
    frames
      .filter(() => draw(6) > 0)
      .flatMap((frame) => (draw(5) === 0 ? [frame, frame] : [frame]))
      .sort(() => draw(3) - 1);
  for (let i = 0, height = 0n; i < 40 && court.winner === undefined; i++) {
    // Blocks come without transactions, too: a player that has lost its log waits for half of its turn.
    court.height += !court.offChain && court.height === height ? 1n : 0n;
    height = court.height;
    for (const [seat, person] of [alice, bob].entries()) {
      if (draw(15) === 0) {
        person.start();
      }
      await step(person, free(person, seat as Seat, draw), true);
      world.clock += 1 + draw(2000);
    }
    if (cheats) {
      const log = [...bob.store.logs.values()][0]!;
      const newest = log.records.at(-1);
      const proof = newest && readUpdate(newest.update);
      proofs.push(...(proof ? [proof] : []));
      if (draw(6) === 0) {
        backups.push({ store: bob.store.copy(), marks: bob.marks.copy() });
      }
      if (draw(12) === 0 && backups.length > 0) {
        const { store, marks } = backups[draw(backups.length)]!;
        bob.marks = marks.copy();
        bob.store = store.copy();
        bob.start();
      }
      if (draw(25) === 0 && proofs.length > 0 && inPlay(court.now)) {
        try {
          await court.submit(1, proofs[draw(proofs.length)]);
          court.height++;
        } catch {
          // The chain has a newer one.
        }
      }
    }
    if (draw(40) === 0) {
      await alice.session.leave((await alice.look())!).catch(() => undefined);
    }
    if (draw(30) === 0) {
      world.passes(130_000);
    }
    if (draw(60) === 0) {
      alice.start(world.chain, new MemoryStore());
    }
  }
  return world;
}

const limit = 60_000;
/** RUNS is how many games of each kind are played. */
const seeds = Array.from({ length: Number(process.env.RUNS ?? 2) }, (_, i) => i + 1);
const games = seeds.flatMap((seed) => [[seed, "xaya", 2] as const, [seed, "xaya-zk", 4] as const]);

test.each(games)(
  "game %i of %s between honest players: no competing states, no refused move, and play continues",
  async (seed, _, rulesetId) => {
    const world = await play(seed, false, rulesetId);
    const { court, alice } = world;
    await checkSignatures(world, 0);
    await checkSignatures(world, 1);
    const refused = court.sent.flat().filter((m) => isMessage(m, MsgShootAndRevealSchema) && !court.taken.includes(m));
    expect(refused).toEqual([]);
    const known = progress(court.now) + (alice.view ? alice.view.sides[0].answered.size : 0);
    expect(known).toBeGreaterThan(5);
  },
  limit,
);

test.each(games)(
  "game %i of %s against a player that signs twice and submits old states: the honest one signs once",
  async (seed, _, rulesetId) => {
    const world = await play(seed, true, rulesetId);
    const { court } = world;
    await checkSignatures(world, 0);
    // It never loses but by being sunk.
    if (court.winner === 1 || (court.now.phase === Phase.CLAIM && court.now.actor === 1)) {
      expect(court.now.reason).toBe(Reason.SUNK);
    }
  },
  limit,
);
