// The search for an opponent off-chain: the open games that are joined, and when one is opened.

import { expect, test } from "vitest";
import { ascii, bytesToHex } from "../src/bytes.js";
import { NoNode, NotFound } from "../src/chain/errors.js";
import { type Filter, Node } from "../src/chain/node.js";
import type { Chain } from "../src/game/chain.js";
import { Phase } from "../src/gen/battleship/v1/battleship_pb.js";
import { OpenGameSchema, QueryGameResponseSchema } from "../src/gen/battleship/v1/query_pb.js";
import { matchWish } from "../src/kinds/duel/match.js";
import { create } from "../src/proto/codec.js";
import { rulesetById } from "../src/rules/rulesets.js";
import { KeyWallet } from "../src/wallet/key.js";

const alice = new KeyWallet(new Uint8Array(32).fill(1)).address;
const bob = new KeyWallet(new Uint8Array(32).fill(2)).address;
const anchor = (amount: number) => ({ denom: "uanchor", amount: String(amount) });
const relay = "ws://relay.example";
const key = new Uint8Array(33).fill(2);
const offChain = { relay, prepare: async () => undefined };
const search = {
  ruleset: rulesetById(1)!,
  casual: false,
  shown: { fee: anchor(100) },
  turnBlocks: 60n,
  provenClaims: false,
  offChain,
};

/** Open is an open game of the list. The game itself can have other terms. */
interface Open {
  id: bigint;
  creator?: string;
  channel?: { key: Uint8Array; relay: string } | undefined;
  terms?: object;
  turnBlocks?: bigint;
  ratingRange?: number;
  really?: Partial<Open> & { phase?: Phase; gone?: boolean; rulesetId?: number; down?: boolean };
}

function chain(...games: Open[]): Chain {
  const whole = (open: Open) => ({
    creator: bob,
    channel: { key, relay },
    terms: { fee: anchor(100) },
    turnBlocks: 60n,
    ...open,
  });
  class Fake extends Node {
    override ended = async () => undefined;
    /** openGames returns two games of the clock on a page. */
    override openGames = async (filter: Filter = {}) => {
      const at = Number(filter["pagination.key"] ? atob(String(filter["pagination.key"])) : 0);
      const listed = games.filter((open) => (open.turnBlocks ?? 60n) === filter.turn_blocks);
      return {
        pagination: { nextKey: at + 2 < listed.length ? ascii(String(at + 2)) : new Uint8Array() },
        games: listed.slice(at, at + 2).map((open) => {
          const { id, creator, channel, terms, turnBlocks, ratingRange = 0 } = whole(open);
          const offer = { ratingRange };
          return create(OpenGameSchema, {
            id,
            rulesetId: 1,
            creator,
            terms,
            turnBlocks,
            offer,
            ...(channel && { channel }),
          } as never);
        }),
      } as never;
    };
    override game = async (id: bigint) => {
      const open = games.find((one) => one.id === id)!;
      const { creator, channel, terms, turnBlocks, really = {} } = whole(open);
      if (really.down) {
        throw new NoNode();
      }
      if (really.gone) {
        throw new NotFound();
      }
      return create(QueryGameResponseSchema, {
        game: {
          id,
          rulesetId: really.rulesetId ?? 1,
          turnBlocks: really.turnBlocks ?? turnBlocks,
          terms: really.terms ?? terms,
          channelTimeoutBlocks: 990n,
          participants: [{ address: really.creator ?? creator, channel: really.channel ?? channel }],
        } as never,
        progress: { phase: really.phase ?? Phase.OPEN, sides: [] },
      });
    };
  }
  return { node: new Fake(), chainId: "x", remembered: { getItem: () => null, setItem: () => undefined } };
}

const find = (...games: Open[]) => matchWish(chain(...games), alice, search);

test("an open game over the player's own relay is joined, on its terms", async () => {
  expect(await find({ id: 9n })).toMatchObject({
    kind: "join",
    gameId: 9n,
    offChain,
    terms: { creator: bob, rulesetId: 1, turnBlocks: 60n, maxFee: anchor(100) },
  });
  expect(await find({ id: 9n, terms: { fee: anchor(90) } })).toMatchObject({
    kind: "join",
    terms: { maxFee: anchor(90) },
  });
});

test("the creator who is present comes first", async () => {
  const at = (byte: number) => ({ channel: { key: new Uint8Array(33).fill(byte), relay } });
  const present = async (keys: readonly Uint8Array[]) => new Set(keys.slice(1).map((bytes) => bytesToHex(bytes)));
  const games = [
    { id: 8n, ...at(2) },
    { id: 9n, ...at(3) },
  ];
  expect(await matchWish(chain(...games), alice, { ...search, present })).toMatchObject({ kind: "join", gameId: 9n });
  const asked: number[] = [];
  const none = async (keys: readonly Uint8Array[]) => {
    asked.push(keys.length);
    return new Set<string>();
  };
  expect(await matchWish(chain(...games), alice, { ...search, present: none })).toMatchObject({ gameId: 8n });
  await matchWish(chain(games[0]!), alice, { ...search, present: none });
  await matchWish(chain(), alice, { ...search, present: none });
  expect(asked).toEqual([2]); // there is nothing to order else
});

test.each<[string, Partial<Open>]>([
  ["on-chain", { channel: undefined }],
  ["of the player", { creator: alice }],
  ["for a stake", { terms: { stake: anchor(5), fee: anchor(100) } }],
  ["casual", { terms: { casual: true } }],
  ["with claims", { terms: { provenClaims: true } }],
  ["for a higher fee", { terms: { fee: anchor(101) } }],
  ["for a fee in another coin", { terms: { fee: { denom: "uship", amount: "1" } } }],
  ["by another clock", { turnBlocks: 10n }],
  ["for some ratings alone", { ratingRange: 100 }],
])("a game %s is passed over, and the chain matches or opens one", async (_, game) => {
  expect(await find({ id: 9n, ...game })).toEqual({
    kind: "match",
    ruleset: search.ruleset,
    casual: false,
    shown: search.shown,
    offChain,
  });
});

test("if there are only games over other relays, one is opened that the chain does not match with them", async () => {
  const far = { channel: { key, relay: "ws://elsewhere.example" } };
  expect(await find({ id: 8n, ...far })).toMatchObject({ kind: "create", offChain });
  expect(await find({ id: 8n, ...far }, { id: 9n })).toMatchObject({ kind: "join", gameId: 9n });
  // The chain knows the player's rating, and the list does not.
  expect(await find({ id: 8n, ...far, ratingRange: 100 })).toMatchObject({ kind: "create" });
  expect(await find({ id: 8n, ...far, turnBlocks: 10n })).toMatchObject({ kind: "match" });
});

test("the list is read on to its next pages, ten of them", async () => {
  const other = (id: number): Open => ({ id: BigInt(id), channel: undefined });
  const others = (n: number) => Array.from({ length: n }, (_, i) => other(100 + i));
  expect(await find(...others(2), { id: 9n })).toMatchObject({ kind: "join", gameId: 9n });
  expect(await find(...others(19), { id: 9n })).toMatchObject({ kind: "join", gameId: 9n });
  expect(await find(...others(20), { id: 9n })).toMatchObject({ kind: "match" });
  const far = { channel: { key, relay: "ws://elsewhere.example" } };
  expect(await find(...others(2), { id: 8n, ...far })).toMatchObject({ kind: "create" });
});

test.each<[string, NonNullable<Open["really"]>]>([
  ["has gone", { gone: true }],
  ["has begun", { phase: Phase.TOSS }],
  ["is over another relay", { channel: { key, relay: "ws://elsewhere.example" } }],
  ["is for a stake", { terms: { stake: anchor(5) } }],
  ["has another clock", { turnBlocks: 10n }],
  ["has other rules", { rulesetId: 2 }],
  ["is the player's own", { creator: alice }],
])("a listed game that %s is not joined, and the next one is", async (_, really) => {
  expect(await find({ id: 8n, really }, { id: 9n })).toMatchObject({ kind: "join", gameId: 9n });
  expect(await find({ id: 8n, really })).toMatchObject({ kind: "match" });
});

test("a node that does not answer is no reason to open a game", async () => {
  await expect(find({ id: 8n, really: { down: true } })).rejects.toThrow(NoNode);
});

test("three games are read at most", async () => {
  const gone = [5n, 6n, 7n].map((id) => ({ id, really: { gone: true } }));
  expect(await find(...gone, { id: 9n })).toMatchObject({ kind: "match" });
});
