// Requests before a game is entered, so that a refusal costs nothing, and the messages that are then signed.

import { expect, test } from "vitest";
import { randomBytes } from "../src/bytes.js";
import { Node } from "../src/chain/node.js";
import type { Chain } from "../src/game/chain.js";
import { Phase, Seat } from "../src/gen/battleship/v1/battleship_pb.js";
import { QueryGameResponseSchema, QueryPlayerResponseSchema } from "../src/gen/battleship/v1/query_pb.js";
import { AcceptedMeleeTermsSchema, AcceptedTermsSchema } from "../src/gen/battleship/v1/terms_pb.js";
import type { MsgJoinGame } from "../src/gen/battleship/v1/tx_pb.js";
import { CoinSchema } from "../src/gen/cosmos/base/v1beta1/coin_pb.js";
import { acceptedOf, enter, type Wish } from "../src/kinds/duel/enter.js";
import { messagesIn } from "../src/kinds/duel/verify.js";
import { viewOf } from "../src/kinds/duel/view.js";
import { enterMelee } from "../src/kinds/melee/session.js";
import { create, type Message } from "../src/proto/codec.js";
import { parseFleet } from "../src/rules/fleet.js";
import { rulesetById } from "../src/rules/rulesets.js";
import { KeyWallet } from "../src/wallet/key.js";
import type { Wallet } from "../src/wallet/wallet.js";

const r = rulesetById(1)!;
const fleet = parseFleet(r, "A1h,A3h,A5h,A7h,A9h")!;
const alice = new KeyWallet(new Uint8Array(32).fill(1));
const bob = new KeyWallet(new Uint8Array(32).fill(2));

const terms = create(AcceptedTermsSchema, { creator: bob.address, rulesetId: 1, turnBlocks: 60n });

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
  const wish = { kind: "create", ruleset: r, shown: {} } as const;
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

const anchor = (amount: number) => create(CoinSchema, { denom: "uanchor", amount: String(amount) });

test("all that entering takes is there before it is sent: stake, fee, and the deposit of a game that is opened", async () => {
  const shown = { fee: anchor(2_000_000), deposit: anchor(1_000_000) };
  const opened = { kind: "create", ruleset: r, shown } as const;
  const costs: [Wish, number][] = [
    [{ ...opened, stake: anchor(2_000_000) }, 5_000_000],
    [{ ...opened, casual: true, opponent: bob.address }, 1_000_000],
    [{ kind: "match", ruleset: r, shown }, 2_000_000], // it may join a game
    [{ kind: "join", gameId: 9n, ruleset: r, terms: { ...terms, stake: anchor(3), maxFee: anchor(4) } }, 7],
  ];
  for (const [wish, cost] of costs) {
    node.balances = async () => [anchor(cost - 1)];
    await expect(enter(chain, alice, fleet, wish, randomBytes)).rejects.toThrow(/No coins/);
    node.balances = async () => [anchor(cost)];
    await expect(enter(chain, alice, fleet, wish, randomBytes)).rejects.not.toThrow(/No coins/);
  }
});

test("all that a melee takes is there before it is sent: the stake, and the deposit of one that is opened", async () => {
  const opened = { kind: "create", players: 3, invited: [], stake: anchor(3), deposit: anchor(4) } as const;
  const joined = { kind: "join", gameId: 9n, terms: create(AcceptedMeleeTermsSchema, { stake: anchor(7) }) } as const;
  for (const wish of [opened, joined]) {
    node.balances = async () => [anchor(6)];
    await expect(enterMelee(chain, alice, fleet, wish)).rejects.toThrow(/No coins/);
    node.balances = async () => [anchor(7)];
    await expect(enterMelee(chain, alice, fleet, wish)).rejects.not.toThrow(/No coins/);
  }
});

test("a wallet without coins is asked for nothing", async () => {
  node.balances = async () => [];
  const silent = { address: alice.address, asks: true } as Wallet;
  await expect(enter(chain, silent, fleet, { kind: "match", ruleset: r, shown: {} }, randomBytes)).rejects.toThrow(
    /No coins/,
  );
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
      turnBlocks: 30n,
      shown: { fee: { denom: "uanchor", amount: "1000" }, houseShareBps: 250 },
    },
    {
      casual: true,
      opponent: bob.address,
      rematchOf: 3n,
      stake: { denom: "uanchor", amount: "5" },
      turnBlocks: 30n,
      maxHouseShareBps: 250,
    },
  ],
  ["no stake if there is none", { kind: "create", ruleset: r, shown: {} }, { casual: false, opponent: "" }],
  ["the game that is joined, on the terms that were shown", { kind: "join", gameId: 9n, ruleset: r, terms }, { terms }],
  ["a match that is not rated", { kind: "match", ruleset: r, casual: true, shown: {} }, { casual: true }],
  [
    "the fee that was shown, and one win more",
    { kind: "match", ruleset: r, shown: { fee: { denom: "uanchor", amount: "21210000" }, houseShareBps: 250 } },
    { maxFee: { denom: "uanchor", amount: "21422100" }, maxHouseShareBps: 0 },
  ],
])("a player enters with %s", async (_, wish, expected) => {
  let sent: Message[] = [];
  class Fake extends Purse {
    override balances = async () => [{ denom: "uanchor", amount: "49999999" }];
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
  expect(Object.hasOwn(sent[0]!, "maxFee")).toBe("maxFee" in expected);
});

/** shownAs is a game of bob's as a node shows it. */
function shownAs(terms: object) {
  return viewOf(
    create(QueryGameResponseSchema, {
      game: {
        id: 9n,
        rulesetId: 1,
        participants: [{ address: bob.address }],
        turnBlocks: 60n,
        first: Seat.CREATOR,
        terms,
      },
      progress: { phase: Phase.OPEN, sides: [] },
    } as never),
  );
}

test("a joiner accepts the game that it was shown, to the last term", () => {
  const stake = { denom: "uanchor", amount: "90000000" };
  const fee = { denom: "uanchor", amount: "21210000" };
  expect(acceptedOf(shownAs({ stake, fee, houseShareBps: 250 }))).toMatchObject({
    creator: bob.address,
    rulesetId: 1,
    turnBlocks: 60n,
    stake,
    casual: false,
    first: Seat.CREATOR,
    maxFee: fee,
    maxHouseShareBps: 250,
  });
  const free = acceptedOf(shownAs({ casual: true }));
  expect(free.casual).toBe(true);
  expect(free.stake).toBeUndefined();
  expect(free.maxFee).toBeUndefined();
});

// The message named the game alone: a page that showed no price took 90 ANCHOR for a game whose stake the node hid.
test("a node that hides the stake has nothing paid", async () => {
  let sent: Message[] = [];
  class Fake extends Purse {
    override balances = async () => [{ denom: "uanchor", amount: "100000000" }];
    override account = async () => ({ number: 1n, sequence: 0n });
    override gasPrice = async () => ({ denom: "uanchor", micro: 1000n });
    override broadcast: Node["broadcast"] = async (tx) => {
      sent = messagesIn(tx);
      return { codespace: "battleship", code: 54 };
    };
    override tx = async () => undefined;
  }
  const wish = { kind: "join", gameId: 9n, ruleset: r, terms: acceptedOf(shownAs({})) } as const;
  await expect(enter({ ...chain, node: new Fake() }, alice, fleet, wish, randomBytes)).rejects.toThrow(
    "Nothing was paid",
  );
  expect(sent).toHaveLength(1);
  const { terms } = sent[0] as MsgJoinGame;
  expect(terms?.creator).toBe(bob.address);
  expect(terms?.stake).toBeUndefined();
  expect(terms?.maxFee).toBeUndefined();
});
