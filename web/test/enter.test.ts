// What is asked before a game is entered, so that a refusal costs nothing, and what is signed then.

import { expect, test } from "vitest";
import { randomBytes } from "../src/bytes";
import { Node } from "../src/chain/node";
import { QueryPlayerResponseSchema } from "../src/gen/battleship/v1/query_pb";
import { enter, type Wish } from "../src/play/enter";
import type { Chain } from "../src/play/session";
import { messagesIn } from "../src/play/verify";
import { create, type Message } from "../src/proto/codec";
import { parseFleet } from "../src/rules/fleet";
import { rulesetById } from "../src/rules/rulesets";
import { KeyWallet } from "../src/wallet/browser";
import type { Wallet } from "../src/wallet/wallet";

const r = rulesetById(1)!;
const fleet = parseFleet(r, "A1h,A3h,A5h,A7h,A9h")!;
const alice = new KeyWallet(new Uint8Array(32).fill(1));
const bob = new KeyWallet(new Uint8Array(32).fill(2));

/** Purse is a node that takes nothing. */
class Purse extends Node {
  sent = 0;
  override balances = async () => [{ denom: "uanchor", amount: "4999999" }];
  override player = async () => create(QueryPlayerResponseSchema, {});
  override broadcast: Node["broadcast"] = async () => {
    this.sent++;
    throw new Error("sent");
  };
}

const node = new Purse();
const chain: Chain = { node, chainId: "battleship-devnet-1", remembered: { getItem: () => null, setItem: () => {} } };

test("a game that this chain would refuse is not sent, so it costs no fee", async () => {
  const wish = { kind: "create", ruleset: r } as const;
  for (const opponent of [
    "abc",
    "<b>😀",
    "cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a",
    `${bob.address.slice(0, -1)}b`,
  ]) {
    await expect(enter(chain, alice, fleet, { ...wish, opponent }, randomBytes)).rejects.toThrow("Nothing was sent");
  }
  for (const stake of [
    { denom: "uanchor", amount: "5000000" },
    { denom: "uship", amount: "1" },
  ]) {
    await expect(enter(chain, alice, fleet, { ...wish, stake }, randomBytes)).rejects.toThrow(/No coins/);
  }
  expect(node.sent).toBe(0);
});

test("a wallet without coins is asked for nothing", async () => {
  node.balances = async () => [];
  const silent = { address: alice.address, asks: true } as Wallet;
  await expect(enter(chain, silent, fleet, { kind: "match", ruleset: r }, randomBytes)).rejects.toThrow(/No coins/);
});

test.each<[string, Wish, object]>([
  [
    "its stake, its opponent and the game that it follows",
    {
      kind: "create",
      ruleset: r,
      casual: true,
      opponent: bob.address,
      rematchOf: 3n,
      stake: { denom: "uanchor", amount: "5" },
    },
    { casual: true, opponent: bob.address, rematchOf: 3n, stake: { denom: "uanchor", amount: "5" } },
  ],
  ["no stake if there is none", { kind: "create", ruleset: r }, { casual: false, opponent: "" }],
  ["the game that is joined", { kind: "join", gameId: 9n, ruleset: r }, { gameId: 9n }],
  ["a match that is not rated", { kind: "match", ruleset: r, casual: true }, { casual: true }],
])("a player enters with %s", async (_, wish, expected) => {
  let sent: Message[] = [];
  class Fake extends Purse {
    override balances = async () => [{ denom: "uanchor", amount: "4999999" }];
    override account = async () => ({ number: 1n, sequence: 0n });
    override gasPrice = async () => ({ denom: "uanchor", micro: 1000n });
    override broadcast: Node["broadcast"] = async (tx) => {
      sent = messagesIn(tx);
      return { codespace: "sdk", code: 5 };
    };
    override tx = async () => undefined;
  }
  const there = { ...chain, node: new Fake() };
  await expect(enter(there, alice, fleet, wish, randomBytes)).rejects.toMatchObject({ code: 5 });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ sender: alice.address, ...expected });
});
