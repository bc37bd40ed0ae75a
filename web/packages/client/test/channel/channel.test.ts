// Off-chain games as game/channel has recorded them: ids, states, messages, signatures, and the verdicts on proofs.

import { describe, expect, test } from "vitest";
import { bytesToHex } from "../../src/bytes.js";
import { Refusal } from "../../src/chain/errors.js";
import { answer, encodeState, openToss, progress, readState, shoot } from "../../src/channel/state.js";
import { proofOf, readUpdate, writeUpdate } from "../../src/channel/update.js";
import { signRaw } from "../../src/wallet/keys.js";
import { json } from "../files.js";
import { channelOf, gameNamed, hex, moveOf, proofNamed, rulesetNamed, seatNamed, updatesOf, vectors } from "./cast.js";
import { submit } from "./judge.js";

const codes = new Map(vectors.codes.map(({ error, code }) => [error, code]));

describe.each(vectors.games)("the game $name", (g) => {
  const channel = channelOf(g);

  test("has the recorded id and initial state", () => {
    expect(bytesToHex(channel.id)).toBe(g.id);
    expect(bytesToHex(encodeState(channel.initial))).toBe(g.initial);
  });

  test("leads by its moves to the recorded states, messages and signatures", async () => {
    let state = channel.initial;
    for (const update of g.updates) {
      const by = seatNamed(update.mover)!;
      const said = channel.said(state, moveOf(update.move));
      state = await channel.move(state, by, moveOf(update.move));
      const bytes = encodeState(state);
      expect(bytesToHex(bytes)).toBe(update.state);
      expect(progress(said)).toBe(update.progress);
      expect(progress(state)).toBe(update.progress);
      expect(encodeState(channel.decode(bytes))).toEqual(bytes);
      const message = channel.message(bytes);
      if (update.message) {
        expect(bytesToHex(message)).toBe(update.message);
      }
      const signature = signRaw(hex(g.seats[by]!.secret_key), message);
      expect(bytesToHex(signature)).toBe(update.signature);
    }
  });

  test("has updates that prove their states to every reader, and a byte more or less is no state", async () => {
    for (const [i, proof] of updatesOf(g).entries()) {
      const { state } = await channel.judge(proof);
      const bytes = encodeState(state);
      expect(bytesToHex(bytes)).toBe(g.updates[i]!.state);
      expect(readUpdate(writeUpdate(proof))).toEqual(proof);
      expect(() => channel.decode(bytes.slice(0, -1))).toThrow(Refusal);
      expect(() => channel.decode(Uint8Array.of(...bytes, 0))).toThrow(Refusal);
    }
  });

  test("has the state of each change of one byte refused, or read as another one", () => {
    const bytes = hex(g.updates.at(-1)!.state);
    for (let at = 0; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at]! ^= 1;
      try {
        expect(encodeState(channel.decode(changed))).toEqual(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }
  });
});

test.each(vectors.proofs)("a proof: $name", async (p) => {
  const channel = channelOf(gameNamed(p.game));
  const judge = () => channel.judge(proofNamed(p), seatNamed(p.sender));
  if (p.error === undefined) {
    expect(bytesToHex(encodeState((await judge()).state))).toBe(p.proven);
  } else {
    const code = codes.get(p.error);
    expect(code).toBeDefined();
    await expect(judge()).rejects.toMatchObject({ codespace: "battleship", code });
  }
});

test("the state of the join needs no signature, but the first move in it needs that of its player", async () => {
  const g = gameNamed("classic");
  const channel = channelOf(g);
  const { state, move } = updatesOf(g)[0]!;
  const unsigned = [new Uint8Array(), new Uint8Array()] as const;
  expect((await channel.judge(proofOf(state, undefined, unsigned))).state).toEqual(channel.initial);
  await expect(channel.judge(proofOf(state, move, unsigned))).rejects.toMatchObject({
    codespace: "battleship",
    code: 48,
  });
});

test("no more ships of a class are announced as sunk than there are", () => {
  let state = openToss(channelOf(gameNamed("classic")).initial, 0, 0, 1n);
  const hit = (tile: number, ship?: number) => {
    const sunk = ship === undefined ? {} : { sunk: { class: 4, origin: ship, vertical: false } };
    state = answer(shoot(state, 0, tile, 1n), 1, { hit: true, ...sunk }, 1n);
    state = answer(shoot(state, 1, tile, 1n), 0, { hit: false }, 1n);
  };
  hit(0);
  hit(1, 0); // a destroyer of two tiles, and the ruleset has one
  hit(3);
  expect(() => hit(4, 3)).toThrow(expect.objectContaining({ codespace: "battleship", code: 23 }));
  hit(4);
});

test.each(vectors.postings)("a proof is submitted: $name", async (p) => {
  const g = gameNamed(p.game);
  const chain = {
    state: readState(rulesetNamed(g.ruleset), hex(p.chain.state)),
    offChain: p.chain.off_chain,
    responded: p.chain.responded.map((name) => seatNamed(name)!),
  };
  const post = () => submit(channelOf(g), chain, seatNamed(p.sender), proofNamed(p), BigInt(p.height));
  if (!p.next) {
    await expect(post()).rejects.toMatchObject({ codespace: "battleship", code: p.code });
    return;
  }
  const { state, offChain, responded } = await post();
  expect(bytesToHex(encodeState(state))).toBe(p.next.state);
  expect(offChain).toBe(p.next.off_chain);
  expect(responded).toEqual(p.next.responded.map((name) => seatNamed(name)!));
});

test("a player's own proof is as short as it can be, and proves the same to the chain", async () => {
  const g = gameNamed("classic");
  const channel = channelOf(g);
  for (const proof of updatesOf(g)) {
    const { state, base } = await channel.judge(proof);
    for (const sender of [0, 1] as const) {
      const brief = channel.brief(proof, sender);
      expect(encodeState((await channel.judge(brief, sender)).state)).toEqual(encodeState(state));
      expect(brief.move === undefined).toBe(base.actor !== sender);
      expect(sender === 0 ? brief.creatorSignature : brief.joinerSignature).toHaveLength(0);
    }
  }
});

const updates = json<Record<string, string>>("player/channel/testdata/updates.json");

test.each(vectors.proofs)("the bytes of a proof: $name", (p) => {
  const bytes = updates[p.name];
  expect(bytes).toBeDefined();
  expect(bytesToHex(writeUpdate(proofNamed(p)))).toBe(bytes);
  expect(readUpdate(hex(bytes))).toEqual(proofNamed(p));
});

test("bytes in another form are no update", () => {
  const good = hex(updates["an update"]);
  expect(readUpdate(good)).toBeDefined();
  for (const bad of [
    good.slice(0, -1),
    Uint8Array.of(...good, 0),
    Uint8Array.of(...good, ...good.slice(-66)), // a field twice
    Uint8Array.of(0x2a, 0), // a field that there is not
    Uint8Array.of(0x0a, 0), // an empty one
    new Uint8Array(2049),
  ]) {
    expect(readUpdate(bad)).toBeUndefined();
  }
});
