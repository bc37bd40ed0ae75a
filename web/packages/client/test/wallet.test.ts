// Keys, their words and addresses, and the allowance of a game's key.

import * as scure from "@scure/base";
import { entropyToMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import * as bip39 from "@scure/bip39/wordlists/english.js";
import { expect, test } from "vitest";
import { base64, bech32 } from "../src/base.js";
import { defaultPrice, feeFor, gasFor } from "../src/chain/gas.js";
import { MsgShootAndRevealSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { AllowedMsgAllowanceSchema, BasicAllowanceSchema } from "../src/gen/cosmos/feegrant/v1beta1/feegrant_pb.js";
import type { MsgGrantAllowanceSchema } from "../src/gen/cosmos/feegrant/v1beta1/tx_pb.js";
import * as duel from "../src/kinds/duel/allowance.js";
import * as melee from "../src/kinds/melee/allowance.js";
import { create, fromBinary } from "../src/proto/codec.js";
import type { Of } from "../src/proto/message.js";
import { addressBytes, addressOf, publicKeyOf } from "../src/wallet/keys.js";
import { grant, sessionKey } from "../src/wallet/session.js";
import { areWords, readWordList, seedOf, wordsOf } from "../src/wallet/words.js";
import { repository } from "./files.js";

const alice = addressOf(publicKeyOf(new Uint8Array(32).fill(7)));
const list = readWordList(repository("web/public/words.txt"));

test("words are those of BIP-39, by the library that wallets use", () => {
  expect(list).toEqual(bip39.wordlist);
  for (let size = 16; size <= 32; size += 4) {
    const entropy = new Uint8Array(size).map((_, i) => i * size);
    const words = wordsOf(list, entropy);
    expect(words).toBe(entropyToMnemonic(entropy, bip39.wordlist));
    expect(areWords(list, words)).toBe(true);
    expect(seedOf(words)).toEqual(mnemonicToSeedSync(words));
  }
});

test("base64 and bech32 are those of a library", () => {
  for (let size = 0; size < 40; size++) {
    const bytes = new Uint8Array(size).map((_, i) => i * 37 + size);
    expect(base64.encode(bytes)).toBe(scure.base64.encode(bytes));
    expect(base64.decode(base64.encode(bytes))).toEqual(bytes);
    const text = bech32.encode("ship", bytes);
    expect(text).toBe(scure.bech32.encode("ship", scure.bech32.toWords(bytes), 1023));
    expect(bech32.decode("ship", text)).toEqual(bytes);
    expect(bech32.decode("ship", `${text.slice(0, -1)}${text.endsWith("q") ? "p" : "q"}`)).toBeUndefined();
  }
});

test("an allowance is for the messages that docs/clients.md names, and ends", () => {
  expect(sessionKey(new Uint8Array(32).fill(9), alice).granter).toBe(alice);
  expect(grant(alice, "key", new Date(0), duel.allowance)).toMatchObject({ granter: alice, grantee: "key" });
  for (const url of duel.allowance.messages) {
    expect(repository("docs/clients.md")).toContain(url.replace("/battleship.v1.", ""));
  }
});

test.each([
  ["duel", duel.allowance],
  ["proven duel", duel.provenAllowance],
  ["melee", melee.allowance],
] as const)("a grant for a %s is for its own messages and fees, and for a week", (_, { messages, fees }) => {
  const granted = grant("alice", "key", new Date(1_700_000_000_999), { messages, fees });
  const { allowance } = granted as Of<typeof MsgGrantAllowanceSchema>;
  const { allowedMessages: may, allowance: basic } = fromBinary(AllowedMsgAllowanceSchema, allowance!.value);
  expect(may).toEqual(messages);
  expect(fromBinary(BasicAllowanceSchema, basic!.value)).toMatchObject({
    spendLimit: [fees],
    expiration: { seconds: 1_700_000_000n + 7n * 86_400n, nanos: 0 },
  });
});

test.each([
  ["usual", duel.allowance.fees, false],
  ["proven", duel.provenAllowance.fees, true],
] as const)("an allowance is enough for the longest game at twice the price: %s", (_, allowed, proven) => {
  const move = create(MsgShootAndRevealSchema, {});
  const fee = feeFor(gasFor([move], { granted: true, proven }), defaultPrice, 2n)[0]!;
  expect(fee.denom).toBe(allowed.denom);
  expect(102n * BigInt(fee.amount)).toBeLessThanOrEqual(BigInt(allowed.amount));
});

test("addresses of other chains, and texts of another form, are no addresses", () => {
  const mine = alice;
  expect(addressBytes(mine)).toHaveLength(20);
  for (const text of [
    "",
    mine.slice(0, -1),
    mine.toUpperCase().slice(1),
    "cosmos1zg69v7yszg69v7yszg69v7yszg69v7ys8xdv96",
  ]) {
    expect(addressBytes(text)).toBeUndefined();
  }
});
