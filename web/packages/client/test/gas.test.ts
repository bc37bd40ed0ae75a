// The page asks for as much gas as the measured table has.

import { expect, test } from "vitest";
import { feeFor, gasFor, limits, parsePrices } from "../src/chain/gas.js";
import { MsgClaimWinSchema, MsgConcedeSchema, MsgShootAndRevealSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { claimGas } from "../src/kinds/melee/session.js";
import { create } from "../src/proto/codec.js";
import { repository } from "./files.js";

const rows = repository("docs/clients.md").matchAll(/^\| ([a-z ,-]+) \| [\d,]+ \| [\d,]+ \| ([\d,]+) \|$/gm);
const table = new Map([...rows].map((row) => [row[1]!, Number(row[2]!.replaceAll(",", ""))]));

test.each([
  ["create", limits.MsgCreateGame!.usual],
  ["join", limits.MsgJoinGame!.usual],
  ["match", limits.MsgMatchGame!.usual],
  ["move", limits.MsgShootAndReveal!.usual],
  ["concede", limits.MsgConcede!.usual],
  ["challenge", limits.MsgChallenge!.usual],
  ["claim", limits.MsgClaimWin!.usual],
  ["decline", limits.MsgDeclineGame!.usual],
  ["cancel", limits.MsgCancelGame!.usual],
  ["withdraw", limits.MsgWithdraw!.usual],
  ["set name", limits.MsgSetName!.usual],
  ["set delegate in a melee", limits.MsgSetDelegate!.usual],
  ["create, off-chain", limits.MsgCreateGame!.offChain],
  ["join, off-chain", limits.MsgJoinGame!.offChain],
  ["claim, off-chain", limits.MsgClaimWin!.offChain],
  ["submit the end", limits.MsgSubmitState!.usual],
  ["create, proven", limits.MsgCreateGame!.proven],
  ["join, proven", limits.MsgJoinGame!.proven],
  ["match, proven", limits.MsgMatchGame!.proven],
  ["create, proven, off-chain", limits.MsgCreateGame!.proven],
  ["join, proven, off-chain", limits.MsgJoinGame!.proven],
  ["match, off-chain", limits.MsgMatchGame!.usual],
  ["match, proven, off-chain", limits.MsgMatchGame!.proven],
  ["submit the end, proven", limits.MsgSubmitState!.proven],
  ["last answer, proven", limits.MsgShootAndReveal!.proven],
  ["concede, proven", limits.MsgConcede!.proven],
  ["create melee", limits.MsgCreateMelee!.usual],
  ["join melee", limits.MsgJoinMelee!.usual],
  ["leave melee", limits.MsgLeaveMelee!.usual],
  ["confirm melee", limits.MsgConfirmMelee!.usual],
  ["aim, late", limits.MsgAim!.usual],
  ["fire, late", limits.MsgFire!.usual],
  ["report, late", limits.MsgReport!.usual],
  ["claim in a melee", claimGas],
])("%s: at least what was measured, and no more than a tenth above", (name, limit) => {
  const measured = table.get(name)!;
  expect(limit).toBeGreaterThanOrEqual(measured);
  expect(limit).toBeLessThanOrEqual(measured * 1.1);
});

test("messages add up, and a grant comes on top", () => {
  const move = create(MsgShootAndRevealSchema, {});
  expect(gasFor([move])).toBe(105_000n);
  expect(gasFor([move], { granted: true })).toBe(125_000n);
  expect(gasFor([move, create(MsgConcedeSchema, {})])).toBe(205_000n);
  expect(gasFor([create(MsgClaimWinSchema, {})], { claim: claimGas })).toBe(575_000n);
});

test("fees are rounded up, from whatever price the node asks", () => {
  expect(parsePrices("0.001uanchor,0.0000001uship")).toEqual([
    { denom: "uanchor", micro: 1000n },
    { denom: "uship", micro: 1n },
  ]);
  expect(parsePrices("")).toEqual([]);
  expect(parsePrices("nonsense")).toEqual([]);
  expect(feeFor(100_001n, { denom: "uanchor", micro: 1000n })).toEqual([{ denom: "uanchor", amount: "101" }]);
  expect(feeFor(100n, { denom: "uanchor", micro: 0n })).toEqual([]);
  expect(() => feeFor(1n, { denom: "uanchor", micro: 1_000_000n })).toThrow("too much");
});
