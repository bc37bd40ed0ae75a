// Boards can be taken over from the Go client and by it, compared by the vectors of player/vault.

import { expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../src/bytes.js";
import { fleetString, parseFleet } from "../src/rules/fleet.js";
import { rulesetById } from "../src/rules/rulesets.js";
import * as vault from "../src/rules/vault.js";
import { addressOf, privateKeyFromWords, publicKeyOf, signRaw } from "../src/wallet/keys.js";
import { json } from "./files.js";

interface VaultVector {
  name: string;
  words?: string;
  private_key?: string;
  chain_id: string;
  player: string;
  address: string;
  nonce: string;
  ruleset_id: number;
  fleet: string;
  document: string;
  signature?: string;
  seed: string;
  secret: string;
  delegate_key: string;
  channel_key: string;
  channel_public_key: string;
  delegate: string;
  seal_key: string;
  recovery: string;
}

const vectors = json<VaultVector[]>("player/vault/testdata/vectors.json");

test.each(vectors)("$name", (v) => {
  const ruleset = rulesetById(v.ruleset_id)!;
  const nonce = BigInt(v.nonce);
  const b = { chainId: v.chain_id, player: hexToBytes(v.address), nonce, ruleset };
  const document = vault.signDocument(v.player, vault.boardText(v.chain_id, v.player, nonce));
  expect(String.fromCharCode(...document)).toBe(v.document);

  if (!v.signature) {
    return; // made with a key file, which a page does not have
  }
  const [signature, seed] = [hexToBytes(v.signature), hexToBytes(v.seed)];
  if (v.words) {
    const key = privateKeyFromWords(v.words);
    expect(bytesToHex(key)).toBe(v.private_key);
    expect(addressOf(publicKeyOf(key))).toBe(v.player);
    expect(bytesToHex(signRaw(key, document))).toBe(v.signature);

    const board = vault.seal(b, signature, parseFleet(ruleset, v.fleet)!, seed);
    expect(bytesToHex(board.recovery)).toBe(v.recovery);
    expect(bytesToHex(board.secret)).toBe(v.secret);
  }
  const found = vault.unseal(b, signature, hexToBytes(v.recovery))!;
  expect(fleetString(ruleset, found.fleet)).toBe(v.fleet);
  expect(bytesToHex(found.secret)).toBe(v.secret);
  expect(bytesToHex(found.delegate)).toBe(v.delegate_key);
  expect(bytesToHex(found.channel)).toBe(v.channel_key);
  expect(bytesToHex(publicKeyOf(found.channel))).toBe(v.channel_public_key);
  expect(addressOf(publicKeyOf(found.delegate))).toBe(v.delegate);
  expect(bytesToHex(vault.sealKey(found.secret))).toBe(v.seal_key);

  const other = { ...b, nonce: nonce + 1n };
  expect(vault.unseal(other, signature, hexToBytes(v.recovery))).toBeUndefined();
  expect(vault.unseal(b, hexToBytes("00".repeat(64)), hexToBytes(v.recovery))).toBeUndefined();
  expect(vault.unseal(b, signature, hexToBytes(v.recovery).slice(1))).toBeUndefined();
});
