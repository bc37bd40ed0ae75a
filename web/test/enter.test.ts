// What a player signs to enter a game is what was chosen.

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

const ruleset = rulesetById(1)!;
const fleet = parseFleet(ruleset, "A1h,A3h,A5h,A7h,A9h")!;
const alice = new KeyWallet(new Uint8Array(32).fill(1));

test.each<[string, Wish, object]>([
  [
    "its stake, its opponent and the game that it follows",
    {
      kind: "create",
      ruleset,
      casual: true,
      opponent: "bob",
      rematchOf: 3n,
      stake: { denom: "uanchor", amount: "5" },
    },
    { casual: true, opponent: "bob", rematchOf: 3n, stake: { denom: "uanchor", amount: "5" } },
  ],
  ["no stake if there is none", { kind: "create", ruleset }, { casual: false, opponent: "" }],
  ["the game that is joined", { kind: "join", gameId: 9n, ruleset }, { gameId: 9n }],
  ["a match that is not rated", { kind: "match", ruleset, casual: true }, { casual: true }],
])("a player enters with %s", async (_, wish, expected) => {
  let sent: Message[] = [];
  class Fake extends Node {
    override balances = async () => [{ denom: "uanchor", amount: "1" }];
    override player = async () => create(QueryPlayerResponseSchema, {});
    override account = async () => ({ number: 1n, sequence: 0n });
    override gasPrice = async () => ({ denom: "uanchor", micro: 1000n });
    override broadcast = async (tx: Uint8Array) => {
      sent = messagesIn(tx);
      return { codespace: "sdk", code: 5 };
    };
    override tx = async () => undefined;
  }
  const chain: Chain = {
    node: new Fake(),
    chainId: "x-1",
    remembered: { getItem: () => null, setItem: () => undefined },
  };
  await expect(enter(chain, alice, fleet, wish, randomBytes)).rejects.toMatchObject({ code: 5 });
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ sender: alice.address, ...expected });
});
