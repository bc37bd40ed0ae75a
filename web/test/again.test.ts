// The terms of a rematch, from the events of the ended game and the answer of the relay.

import { expect, test } from "vitest";
import { Told } from "#client/chain/errors";
import { Node } from "#client/chain/node";
import { ParamsSchema } from "#client/gen/battleship/v1/battleship_pb";
import { EventGameCreatedSchema, EventGameOverSchema } from "#client/gen/battleship/v1/event_pb";
import { QueryRewardsResponseSchema } from "#client/gen/battleship/v1/query_pb";
import { CoinSchema } from "#client/gen/cosmos/base/v1beta1/coin_pb";
import { create } from "#client/proto/codec";
import { rematchOf } from "../src/kinds/duel/again";

const coin = (amount: number) => create(CoinSchema, { denom: "uanchor", amount: String(amount) });
const node = Object.assign(new Node("http://node.example"), {
  rewards: async () => create(QueryRewardsResponseSchema, { fee: coin(100) }),
});
const params = create(ParamsSchema, { turnBlocksDefault: 60n, houseShareBps: 250, openDeposit: coin(7) });
const over = create(EventGameOverSchema, { terms: { stake: coin(5), fee: coin(90) } });
const created = create(EventGameCreatedSchema, { turnBlocks: 10n });
const offChain = create(EventGameCreatedSchema, { turnBlocks: 10n, channelTimeoutBlocks: 990n });
const entry = async () => ({ relay: "ws://relay.example", prepare: async () => undefined });
const silent = () => Promise.reject(new Told("The relay ws://relay.example does not answer. Try again."));
const terms = { casual: false, stake: coin(5), fee: coin(100), turnBlocks: 10n, houseShareBps: 250, deposit: coin(7) };

test("are those of the ended game, for a fee and a deposit of today", async () => {
  expect(await rematchOf(node, params, over, created, silent)).toEqual({ again: terms, without: "" });
  const casual = create(EventGameOverSchema, { terms: { casual: true } });
  const free = { ...terms, casual: true, stake: undefined, fee: undefined };
  expect(await rematchOf(node, params, casual, created, silent)).toEqual({ again: free, without: "" });
});

test("are off-chain if the game was and the relay answers, and else on-chain for a reason", async () => {
  const found = await rematchOf(node, params, over, offChain, entry);
  expect(found).toEqual({ again: { ...terms, offChain: entry }, without: "" });
  expect(await rematchOf(node, params, over, offChain, silent)).toEqual({
    again: terms,
    without: "The relay does not answer, so the rematch is on-chain.",
  });
});

test("are announced to be on-chain and by the usual clock if the node keeps no history", async () => {
  const found = await rematchOf(node, params, undefined, undefined, entry);
  expect(found.again).toEqual({ ...terms, casual: true, stake: undefined, fee: undefined, turnBlocks: 60n });
  expect(found.without).toBe("This node keeps no history: the rematch is on-chain, by the usual clock.");
});
