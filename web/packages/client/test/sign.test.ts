// The page signs the bytes that the chain checks, for every message, in both modes.

import { expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../src/bytes.js";
import { schemaOf } from "../src/chain/codec.js";
import {
  aminoBytes,
  aminoDoc,
  type Coin,
  directBytes,
  directDoc,
  type Envelope,
  type Signing,
} from "../src/chain/tx.js";
import { fromBinary } from "../src/proto/codec.js";
import { publicKeyOf, signRaw, verifyRaw } from "../src/wallet/keys.js";
import { json, repository } from "./files.js";

interface Golden {
  chain_id: string;
  account_number: number;
  private_key: string;
  cases: {
    name: string;
    messages: { type_url: string; value: string }[];
    fee: Coin[] | null;
    gas: number;
    granter?: string;
    memo?: string;
    timeout_height?: number;
    until?: string;
    amino: string;
    direct: string;
    amino_signature: string;
    direct_signature: string;
  }[];
}

const golden = json<Golden>("app/testdata/sign_documents.json");
const key = hexToBytes(golden.private_key);
const signing: Signing = {
  chainId: golden.chain_id,
  accountNumber: BigInt(golden.account_number),
  sequence: 1n << 60n,
  publicKey: publicKeyOf(key),
};

test.each(golden.cases)("$name", (v) => {
  const messages = v.messages.map((m) => fromBinary(schemaOf(m.type_url.slice(1)), hexToBytes(m.value)));
  const envelope: Envelope = {
    gas: BigInt(v.gas),
    fee: v.fee ?? [],
    ...(v.granter && { granter: v.granter }),
    ...(v.memo && { memo: v.memo }),
    ...(v.timeout_height && { timeoutHeight: BigInt(v.timeout_height) }),
    ...(v.until && { until: new Date(v.until) }),
  };
  const amino = aminoBytes(aminoDoc(signing, messages, envelope));
  expect(new TextDecoder().decode(amino)).toBe(v.amino);
  const direct = directBytes(directDoc(signing, messages, envelope));
  expect(bytesToHex(direct)).toBe(v.direct);
  expect(bytesToHex(signRaw(key, amino))).toBe(v.amino_signature);
  expect(bytesToHex(signRaw(key, direct))).toBe(v.direct_signature);
  expect(verifyRaw(signing.publicKey, amino, hexToBytes(v.direct_signature))).toBe(false);
});

test("every message of the module is among them, in three forms", () => {
  const methods = [...repository("proto/battleship/v1/tx.proto").matchAll(/^ {2}rpc \w+\((\w+)\)/gm)];
  expect(methods.length).toBeGreaterThan(10);
  for (const [, name] of methods) {
    const url = `/battleship.v1.${name}`;
    expect(golden.cases.filter((v) => v.messages[0]!.type_url === url).length, url).toBeGreaterThanOrEqual(3);
  }
});
