// What is asked before a game is entered, so that a refusal costs nothing.

import { expect, test } from "vitest";
import { randomBytes } from "../src/bytes";
import { Node } from "../src/chain/node";
import { QueryPlayerResponseSchema } from "../src/gen/battleship/v1/query_pb";
import { enter } from "../src/play/enter";
import type { Chain } from "../src/play/session";
import { create } from "../src/proto/codec";
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
  override broadcast = async () => {
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
