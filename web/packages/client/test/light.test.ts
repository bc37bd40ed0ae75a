// The verdicts of the light client of the page are those of player/light/proof, on the headers and proofs that Go has recorded.

import { describe, expect, test } from "vitest";
import { base64 } from "../src/base.js";
import { hexToBytes } from "../src/bytes.js";
import { Fault } from "../src/light/fault.js";
import { totalPower } from "../src/light/header.js";
import { checkItem, type Item } from "../src/light/store.js";
import { readLightBlock, readTrusted, trust, verify } from "../src/light/verify.js";
import { type Edit, type Json, json, recordedHeaders } from "./files.js";
import { signedBlock } from "./honest.js";

const recorded = recordedHeaders();

/** edited is a copy of a document with the value of an edit at its path. */
function edited<T extends Json>(doc: T, { path, value = null }: Edit): T {
  const copy = JSON.parse(JSON.stringify(doc)) as T; // parts that are the same become two
  const keys = path?.split(".") ?? [];
  const last = keys.pop();
  if (last !== undefined) {
    const parent = keys.reduce<Json>((at, key) => (at as Record<string, Json>)[key]!, copy);
    (parent as Record<string, Json>)[last] = value;
  }
  return copy;
}

/** verdictOn returns the page's verdict: the kind of a fault. Any other error is a bug of the page. */
async function verdictOn(verification: () => void | Promise<void>): Promise<string> {
  try {
    await verification();
    return "valid";
  } catch (error) {
    if (error instanceof Fault) {
      return error.kind;
    }
    throw error;
  }
}

function trustedOf(block: Json): Json {
  const { signed_header } = block as Record<string, { header: Record<string, Json>; commit: Record<string, Json> }>;
  const { header, commit } = signed_header!;
  const { hash } = commit.block_id as Record<string, Json>;
  return { chain_id: header.chain_id!, height: header.height!, hash: hash!, light_block: block };
}

function itemOf(doc: Json): Item {
  const { key, value, steps } = doc as { key: string; value: string; steps: Record<string, string>[] };
  return {
    key: hexToBytes(key),
    value: hexToBytes(value),
    steps: steps.map((step) => ({ type: step.type!, key: hexToBytes(step.key!), data: base64.decode(step.data!) })),
  };
}

const slow = 60_000;

describe("the light client", () => {
  test("agrees with Go on every header", { timeout: slow }, async () => {
    const { blocks, header_cases: cases } = recorded;
    expect(cases.length).toBeGreaterThan(2_000);
    const wrong: unknown[] = [];
    for (const one of cases) {
      const doc = edited({ trusted: trustedOf(blocks[one.trusted]!), block: blocks[one.block]! }, one);
      const now = BigInt(one.now) * 1_000_000_000n;
      const got = await verdictOn(() => verify(readTrusted(doc.trusted), readLightBlock(doc.block), now));
      if (got !== one.verdict) {
        wrong.push({ ...one, got });
      }
    }
    expect(wrong).toEqual([]);
  });

  test("agrees with Go on every proof", { timeout: slow }, async () => {
    const { items, roots, proof_cases: cases } = recorded;
    expect(cases.length).toBeGreaterThan(1_500);
    const wrong: unknown[] = [];
    for (const one of cases) {
      const doc = edited({ item: items[one.item]! }, one);
      const got = await verdictOn(() => checkItem(itemOf(doc.item), hexToBytes(roots[one.root]!)));
      if (got !== one.verdict) {
        wrong.push({ ...one, got });
      }
    }
    expect(wrong).toEqual([]);
  });

  test("counts a validator once that signs from two places", async () => {
    const keys = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte));
    const block = (height: bigint, places: readonly number[]) =>
      signedBlock(
        "battleship-1",
        height,
        new Uint8Array(32),
        places.map((i) => keys[i]!),
      );
    const trusted = trust(block(2n, [0, 1, 2, 3]));
    const now = BigInt(Date.parse("2026-01-01T00:01:00Z")) * 1_000_000n;
    const verdict = (...places: number[]) => verdictOn(() => verify(trusted, block(5n, places), now));
    expect(await verdict(0, 1)).toBe("valid");
    expect(await verdict(0)).toBe("distant");
    expect(await verdict(0, 0)).toBe("signatures");
  });

  test("does not count power beyond the limit for all validators together", async () => {
    const limit = (2n ** 63n - 1n) / 8n;
    const set = (...powers: bigint[]) =>
      powers.map((power) => ({ address: new Uint8Array(20), key: new Uint8Array(32), power }));
    expect(totalPower(set(limit - 1n, 1n))).toBe(limit);
    expect(await verdictOn(() => void totalPower(set(limit, 1n)))).toBe("malformed");
  });

  test("agrees with the vectors for clients in other languages", async () => {
    const { vectors } = json<{ vectors: Record<string, never>[] }>("interchain/storeproof/testdata/vectors.json");
    const wrong: unknown[] = [];
    let seen = 0;
    for (const { name, verdict, now, trusted, file } of vectors as Record<string, Json>[]) {
      const { chain_id, height, key, value, proof_ops, light_block } = file as Record<string, Json>;
      const header = (light_block as Record<string, Record<string, Record<string, Json>>> | null)?.signed_header
        ?.header;
      const known = (trusted as Record<string, Json>).chain_id;
      if (chain_id !== known || (header && Number(header.height) !== Number(height) + 1) || verdict === "malformed") {
        continue; // data beside header and proof in a file
      }
      seen++;
      const { ops } = proof_ops as { ops: Record<string, string>[] };
      const steps = ops.map((op) => ({ type: op.type!, key: base64.decode(op.key!), data: base64.decode(op.data!) }));
      const got = await verdictOn(async () => {
        const block = readLightBlock(light_block);
        await verify(readTrusted(trusted), block, BigInt(Date.parse(String(now))) * 1_000_000n);
        checkItem({ key: hexToBytes(String(key)), value: hexToBytes(String(value)), steps }, block.header.appHash);
      });
      if (got !== verdict) {
        wrong.push({ name, verdict, got });
      }
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(20);
  });
});
