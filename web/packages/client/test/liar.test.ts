// A node in front of a chain that shows whatever it likes: shots, answers, claims, opponents, prices, rounds and volleys. With a
// trusted block it is shown no tile, and gets no transaction. Without one it gets little.

import * as es from "@bufbuild/protobuf";
import { beforeEach, describe, expect, test } from "vitest";
import { randomBelow, randomBytes, u32, u64 } from "../src/bytes.js";
import { BadAnswer } from "../src/chain/errors.js";
import { boardNonce, namesOf, ownerOf, paramsOf } from "../src/game/accounts.js";
import { Ended, setName, withdraw } from "../src/game/chain.js";
import { Loop } from "../src/game/loop.js";
import { keyOf, onceEach, prefixes } from "../src/game/records.js";
import { NameSchema, PlayerSchema } from "../src/gen/battleship/v1/account_pb.js";
import {
  type Game,
  GameSchema,
  Obligation,
  ParamsSchema,
  Phase,
  ProgressSchema,
  Reason,
  ResultSchema,
  Seat,
  TermsSchema,
} from "../src/gen/battleship/v1/battleship_pb.js";
import {
  QueryGameResponseSchema,
  QueryNamesResponseSchema,
  QueryParamsResponseSchema,
  QueryPlayerResponseSchema,
  QueryResultResponseSchema,
} from "../src/gen/battleship/v1/query_pb.js";
import { MsgShootAndRevealSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { provenView } from "../src/kinds/duel/proven.js";
import { playAgain } from "../src/kinds/duel/rematch.js";
import { DuelSession, look } from "../src/kinds/duel/session.js";
import { position, type View } from "../src/kinds/duel/view.js";
import { meleePrefixes } from "../src/kinds/melee/proven.js";
import { LightChain } from "../src/light/chain.js";
import { create, isMessage, toBinary } from "../src/proto/codec.js";
import { Content } from "../src/rules/commitment.js";
import { fleetTiles, randomFleet } from "../src/rules/fleet.js";
import { rulesets, shipTiles, tiles } from "../src/rules/rulesets.js";
import { KeyWallet } from "../src/wallet/key.js";
import { addressBytes } from "../src/wallet/keys.js";
import type { Remembered } from "../src/wallet/wallet.js";
import { alice, begin, bob, tiles as bytesOf, chain, memory, moment, node, session } from "./begun.js";
import { repository } from "./files.js";
import { QueryGameResponseSchema as Shown } from "./gen/battleship/v1/query_pb.js";
import { HonestChain } from "./honest.js";

let honest: HonestChain;

/** record has the chain hold the records that the node shows now, after a block. */
function record(height = node.state.height): void {
  const { game, progress, recoveries } = node.state;
  const id = u64(game!.id);
  honest.commit(height, [
    [keyOf(prefixes.Games, id), toBinary(GameSchema, game!)],
    [keyOf(prefixes.Progress, id), toBinary(ProgressSchema, progress!)],
    [keyOf(prefixes.Recoveries, id, u32(1)), recoveries[0]!],
    [keyOf(prefixes.Results, u64(1n)), Uint8Array.of(1)],
  ]);
}

/** again is a ruleset by which a hit shoots again. */
const again = rulesets.find(({ kind, hitShootsAgain, proven }) => kind === "duel" && hitShootsAgain && !proven)!;

/** opened are the tiles that were shown to the node. */
const opened = () =>
  node.sent.flatMap(([message]) =>
    message && isMessage(message, MsgShootAndRevealSchema) && message.opening ? [message.opening.content] : [],
  );

describe("a node that shows a duel as it is not", () => {
  beforeEach(async () => {
    await begin();
    honest = new HonestChain(chain.chainId);
    moment({ owes: Obligation.SHOT });
    record();
  });

  const proving = () => {
    const light = honest.light();
    Object.assign(chain, { proofs: async () => light });
    return session();
  };

  test("is answered if it shows the chain's state, by one read of a block", async () => {
    const s = proving();
    moment({ owes: Obligation.ANSWER, pending: 1 + 3 });
    node.state.height = 21n;
    record();
    await s.advance(await s.look());
    expect(opened()).toEqual([Content.ship]);
    expect(honest.reads).toBe(2); // the trusted block, and this one
  });

  test("reads 0 of 100 tiles by invented shots", async () => {
    const s = proving();
    for (let tile = 0; tile < 100; tile++) {
      moment({ owes: Obligation.ANSWER, pending: 1 + tile });
      await expect(s.look().then((view) => s.advance(view, { aim: 99 - tile }))).rejects.toThrow(
        "The node shows this game otherwise than its chain has it",
      );
    }
    expect(node.sent).toEqual([]);
  });

  test.each<[string, (game: Game) => void]>([
    ["a claim", () => moment({ phase: Phase.CLAIM, owes: Obligation.CLAIM, reason: Reason.SUNK })],
    ["another opponent", (game) => Object.assign(game.participants[1]!, { address: alice.address })],
    ["a delegate", (game) => Object.assign(game.participants[0]!, { delegate: bob.address })],
    ["another board", (game) => Object.assign(game.participants[0]!.board!, { nonce: 9n })],
    ["another clock", (game) => Object.assign(game, { turnBlocks: 1n })],
    ["a stake", (game) => Object.assign(game, { terms: create(TermsSchema, { houseShareBps: 9 }) })],
    ["a later deadline", () => moment({ owes: Obligation.SHOT, deadline: 9_999n })],
    [
      "a tile that was answered",
      () => moment({ owes: Obligation.SHOT, sides: [{}, { answered: bytesOf(7) }] as never }),
    ],
    ["a block that is yet to come", () => Object.assign(node.state, { height: 999n })],
  ])("gets nothing by showing %s", async (_, lie) => {
    const s = proving();
    lie(node.state.game!);
    const view = await s.look();
    for (const act of [
      () => s.advance(view, { aim: 5, claim: true }),
      () => s.concede(view),
      () => s.challenge(view),
      () => s.takeOver(view),
      () => provenView(chain, view),
    ]) {
      await expect(act()).rejects.toThrow();
    }
    expect(node.sent).toEqual([]);
  });

  test("gets nothing by showing it with a block, without a request", async () => {
    const s = proving();
    moment({ owes: Obligation.ANSWER, pending: 1 + 3 });
    const path = "/battleship/v1/games/7";
    node.game = () => node.read(QueryGameResponseSchema, path);
    node.push(20n, { [path]: es.toJson(Shown, es.fromBinary(Shown, toBinary(QueryGameResponseSchema, node.state))) });
    const view = await s.look();
    expect(view.pending).toBe(3);
    await expect(s.advance(view, { aim: 5 })).rejects.toThrow("otherwise than its chain has it");
    expect(node.sent).toEqual([]);
  });

  test("gets nothing with proofs of another chain, and none by changed proofs", async () => {
    const s = session();
    const other = new HonestChain("battleship-2");
    const source = honest.source;
    for (const light of [
      other.light(),
      honest.light({ read: (height, keys) => source.read(height === 21n ? 2n : height, keys) }),
      honest.light({
        read: async (height, keys, known) => {
          const [block, items] = await source.read(height, keys, known);
          return [block, items.map((item) => ({ ...item, value: item.value.slice(1) }))];
        },
      }),
    ]) {
      Object.assign(chain, { proofs: async () => light });
      await expect(s.look().then((view) => s.advance(view, { aim: 5 }))).rejects.toThrow();
    }
    expect(node.sent).toEqual([]);
  });

  test("gets no signature for another chain than that of the trusted block", async () => {
    const other = new HonestChain("battleship-2");
    other.commit(19n, [[keyOf(prefixes.Results, u64(1n)), Uint8Array.of(1)]]);
    const wrong = new LightChain({ ...other.trusted, chainId: chain.chainId });
    Object.assign(chain, { proofs: async () => wrong });
    for (const act of [
      () => session().cancel(),
      () => session().decline(),
      () => setName(chain, alice, "alice", 0n),
      () => withdraw(chain, alice),
    ]) {
      await expect(act()).rejects.toThrow("on another chain");
    }
    expect(node.sent).toEqual([]);
  });

  test("regression: has no move taken for one that is in a block", async () => {
    const s = proving();
    let ended = false;
    node.tx = async () => undefined as never;
    const moving = s.advance(await s.look(), { aim: 5, watched: true }).finally(() => {
      ended = true;
    });
    await expect.poll(() => node.sent.length).toBe(1);
    node.state.height = 21n;
    moment({ owes: Obligation.SHOT });
    record();
    moment({ owes: Obligation.ANSWER, actor: Seat.JOINER, pending: 1 + 5 });
    const shown = await s.look();
    await expect(s.prove(shown)).rejects.toThrow("otherwise than its chain has it");
    await new Promise((resolve) => setTimeout(resolve));
    expect(ended).toBe(false);
    node.state.height = 22n;
    record();
    await s.look();
    expect(await moving).toBe(22n);
  });

  test("ends no game by a result that the chain does not have", async () => {
    const result = create(ResultSchema, { gameId: 7n, players: [alice.address, bob.address], winner: Seat.JOINER });
    node.ended = async () => result as never;
    node.result = async () => create(QueryResultResponseSchema, { result, rematch: 12n });
    await expect(look(chain, 7n)).rejects.toThrow(Ended);
    proving();
    honest.commit(21n, [[keyOf(prefixes.Games, u64(7n)), Uint8Array.of(1)]]);
    await expect(look(chain, 7n)).rejects.toThrow("otherwise than its chain has it");
    const won = create(ResultSchema, { ...result, winner: Seat.CREATOR });
    honest = new HonestChain(chain.chainId);
    record();
    honest.commit(21n, [[keyOf(prefixes.Results, u64(7n)), toBinary(ResultSchema, won)]]);
    proving();
    const error = await look(chain, 7n).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Ended);
    expect((error as Ended).result).toEqual(won); // not the one that was shown
    expect((error as Ended).rematch).toBe(0n);
  });

  test("regression: gets no rematch with a stake for another player than that of the game", async () => {
    const ended = create(ResultSchema, { gameId: 7n, rulesetId: 1, players: [alice.address, bob.address] });
    const lies = [{ gameId: 8n }, { players: [alice.address, new KeyWallet(new Uint8Array(32).fill(3)).address] }].map(
      (lie) => create(ResultSchema, { ...ended, ...lie }),
    );
    const again = { casual: true, turnBlocks: 60n, houseShareBps: 0 };
    const rematch = () => playAgain(chain, alice, 7n, again, randomBelow, randomBytes);
    honest.commit(20n, [
      [keyOf(prefixes.Results, u64(7n)), toBinary(ResultSchema, ended)],
      [keyOf(prefixes.Players, addressBytes(alice.address)!), toBinary(PlayerSchema, create(PlayerSchema, {}))],
    ]);
    for (const result of lies) {
      node.sent = [];
      node.result = async () => create(QueryResultResponseSchema, { result });
      proving();
      await rematch().catch(() => undefined);
      for (const [message] of node.sent) {
        expect(message).toMatchObject({ rematchOf: 7n, opponent: bob.address });
      }
    }
    expect(node.sent).toHaveLength(1); // to bob, as the chain has it
    Object.assign(chain, { proofs: undefined });
    node.result = async () => create(QueryResultResponseSchema, { result: lies[0]! });
    await expect(rematch()).rejects.toThrow("otherwise than its chain has it");
  });

  test("without a trusted block reads one tile, and another one only after a shot of the player's own", async () => {
    const invent = async (order: number[]) => {
      const s = session();
      for (const tile of order) {
        moment({ owes: Obligation.ANSWER, pending: 1 + tile });
        await s
          .look()
          .then((view) => s.advance(view))
          .catch(() => undefined);
      }
    };
    const all = Array.from({ length: 100 }, (_, tile) => 99 - tile);
    await invent(all);
    await invent(all); // a reload is no second chance
    expect(opened()).toEqual([Content.water]); // of J10
    moment({ owes: Obligation.SHOT });
    const s = session();
    await s.advance(await s.look(), { aim: 5 });
    await invent(all.slice(1));
    expect(opened()).toEqual([Content.water, Content.water]);
  });

  test("without a trusted block reads a tile in another window of the browser after a shot in any of them", async () => {
    const [kept, first, copy, second] = [memory(), memory(), memory(), memory()];
    const act = async (remembered: Remembered, tile: number, owes: Obligation = Obligation.ANSWER) => {
      const s = new DuelSession({ ...chain, remembered, kept }, alice, 7n);
      const shoots = owes === Obligation.SHOT;
      moment(shoots ? { owes } : { owes, pending: 1 + tile });
      await s
        .look()
        .then((view) => s.advance(view, shoots ? { aim: tile } : {}))
        .catch(() => undefined);
      return opened().length;
    };
    expect(await act(first, 99)).toBe(1);
    await act(copy, 99); // the same message, as in a window that was duplicated
    expect(await act(copy, 98)).toBe(1);
    await act(first, 5, Obligation.SHOT);
    expect(await act(copy, 98)).toBe(2);
    await act(first, 98); // the same again
    expect(await act(copy, 97)).toBe(2);
    expect(await act(first, 97)).toBe(2);
    expect(await act(second, 97)).toBe(3); // the player has opened a new window
  });

  test("regression: reads no more without a trusted block by another toss or number of the game", async () => {
    for (let tile = 99; tile >= 90; tile--) {
      moment({ owes: Obligation.ANSWER, pending: 1 + tile });
      const id = BigInt(7 + (tile % 2));
      Object.assign(node.state.game!, { id, toss: new Uint8Array(32).fill(tile) });
      const s = new DuelSession(chain, alice, id);
      await s
        .look()
        .then((view) => s.advance(view))
        .catch(() => undefined);
    }
    expect(opened()).toEqual([Content.water]);
  });

  test("reads by guesses alone, without a trusted block, where a hit shoots again", async () => {
    const placed = randomFleet(again, randomBelow);
    await begin(alice, again, placed);
    for (const tile of [...fleetTiles(again, placed), ...Array(tiles(again)).keys()]) {
      moment({ owes: Obligation.ANSWER, pending: 1 + tile });
      const s = session();
      await s
        .look()
        .then((view) => s.advance(view))
        .catch(() => undefined);
    }
    expect(opened().filter((content) => content === Content.water)).toHaveLength(1);
    expect(opened()).toHaveLength(shipTiles(again) + 1);
  });
});

describe("a node's data about players", () => {
  beforeEach(async () => {
    await begin();
    honest = new HonestChain(chain.chainId);
    const [a, b] = [addressBytes(alice.address)!, addressBytes(bob.address)!];
    const name = toBinary(NameSchema, create(NameSchema, { name: "alice", changedHeight: 3n }));
    for (const height of [19n, 20n]) {
      honest.commit(height, [
        [keyOf(prefixes.Params), toBinary(ParamsSchema, create(ParamsSchema, { blockMillis: 2000 }))],
        [keyOf(prefixes.Players, a), toBinary(PlayerSchema, create(PlayerSchema, { boardNonce: height - 15n }))],
        [keyOf(prefixes.Names, a), name],
        [keyOf(prefixes.NameOwners, new TextEncoder().encode("alice")), a],
        [keyOf(prefixes.Results, b), Uint8Array.of(1)],
      ]);
    }
    node.params = async () => create(QueryParamsResponseSchema, { params: { blockMillis: 1 } });
    node.player = async () => create(QueryPlayerResponseSchema, { player: { boardNonce: 4n } });
    node.names = async (addresses) =>
      create(QueryNamesResponseSchema, { names: addresses.map((address) => ({ address, name: "mallory" })) });
    node.nameOwner = async () => bob.address;
  });

  test("is believed without a trusted block alone", async () => {
    expect((await paramsOf(chain))?.blockMillis).toBe(1);
    expect(await boardNonce(chain, alice.address)).toBe(4n);
    expect((await namesOf(chain, [alice.address]))[0]?.name).toBe("mallory");
    expect(await ownerOf(chain, "alice")).toBe(bob.address);
    const light = honest.light();
    Object.assign(chain, { proofs: async () => light });
    expect((await paramsOf(chain))?.blockMillis).toBe(2000);
    expect(await boardNonce(chain, alice.address)).toBe(5n);
    expect((await namesOf(chain, [alice.address, bob.address])).map(({ name }) => name)).toEqual(["alice"]);
    await expect(ownerOf(chain, "alice")).rejects.toThrow("another owner");
    node.nameOwner = async () => alice.address;
    expect(await ownerOf(chain, "alice")).toBe(alice.address);
  });
});

test("records are where the chain has them", () => {
  const text = repository("x/battleship/types/keys.go");
  for (const [name, prefix] of Object.entries({ ...prefixes, ...meleePrefixes })) {
    expect(text).toMatch(new RegExp(`\\t${name}Prefix = collections.NewPrefix\\(${prefix}\\)`));
  }
});

test("a look that is not proven is followed by another one with the next block", async () => {
  let looks = 0;
  const loop = new Loop<View>({
    look: () => {
      looks++;
      return Promise.reject(new BadAnswer("not proven"));
    },
    position,
    act: () => Promise.reject(new Error("acted")),
    unseen: () => undefined,
    refused: () => undefined,
  });
  await loop.look();
  expect([looks, loop.unreached]).toEqual([1, true]);
});

test("a message for which the node proves nothing is sent with the next look, in the same position", async () => {
  let acts = 0;
  const loop = new Loop<object>({
    look: async () => ({}),
    position: () => "the same",
    act: () => {
      acts++;
      return Promise.reject(new BadAnswer("not proven"));
    },
    unseen: () => undefined,
    refused: () => undefined,
  });
  loop.hold();
  for (const n of [1, 2]) {
    await loop.look();
    await expect.poll(() => [acts, loop.unreached]).toEqual([n, true]);
  }
  loop.stop();
});

test("a view is proven once, and again only after a failure", async () => {
  let proofs = 0;
  const prove = onceEach(async (view: object) => {
    if (++proofs === 1) {
      throw new BadAnswer("not proven");
    }
    return view;
  });
  const view = {};
  await expect(prove(view)).rejects.toThrow("not proven");
  expect(await prove(view)).toBe(view);
  expect(await prove(view)).toBe(view);
  expect(proofs).toBe(2);
});
