// The requests of the light client that follows a chain, the headers that it keeps, and its refusals.

import { describe, expect, test } from "vitest";
import { base64 } from "../src/base.js";
import { bytesToHex, hexToBytes } from "../src/bytes.js";
import { LightChain, type LightOptions } from "../src/light/chain.js";
import type { LightBlock } from "../src/light/header.js";
import type { Source } from "../src/light/source.js";
import type { Item } from "../src/light/store.js";
import { readLightBlock, trust } from "../src/light/verify.js";
import { memory } from "./begun.js";
import { json, recordedHeaders } from "./files.js";

/** The recorded chain has the blocks 2 to 34, and another validator among its four every five blocks. */
const blocks = recordedHeaders().blocks.slice(0, 33).map(readLightBlock);
const at = (height: number) => blocks.find((block) => block.header.height === BigInt(height))!;
const rootAt = (height: number) => ({ height: BigInt(height), hash: bytesToHex(trust(at(height)).hash) });
/** after is when a block has just come. They are a minute apart. */
const after = (height: number) => Number(at(height).header.time / 1_000_000n) + 5_000;
/** forged has the height of a block of the chain, and another state. */
const forged = recordedHeaders().blocks.slice(33).map(readLightBlock)[0]!;

class Recorded implements Source {
  readonly asked: number[] = [];

  constructor(private readonly find: (height: number) => LightBlock | undefined = at) {}

  async read(height: bigint): Promise<[LightBlock, Item[]]> {
    this.asked.push(Number(height));
    const block = this.find(Number(height));
    if (!block) {
      throw new Error("no such block");
    }
    return [block, []];
  }
}

function chain(options: Partial<LightOptions> = {}) {
  const source = new Recorded();
  const of = { chainId: "battleship-1", root: rootAt(2), source, now: () => after(34), ...options };
  return { source, light: new LightChain(of) };
}

describe("a chain that is followed", () => {
  test("is asked for headers between where too few signers are known", async () => {
    let now = after(34);
    const { light, source } = chain({ now: () => now });
    await light.read(33n, []);
    expect(source.asked[0]).toBe(2);
    expect(source.asked[1]).toBe(34);
    expect(source.asked.length).toBeGreaterThan(3);
    expect(source.asked.length).toBeLessThan(12);
    source.asked.length = 0;
    await light.read(33n, []); // a header that is known is no reason for others
    now = after(31);
    await light.read(30n, []); // and one before it is verified from the last one before that
    expect(source.asked.slice(0, 2)).toEqual([34, 31]);
  });

  test("is followed where the newest header cannot be kept", async () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error("no space");
      },
    };
    const { light } = chain({ kept: full, now: () => after(10) });
    await expect(light.read(9n, [])).resolves.toEqual([]);
  });

  test("is followed by the next program from the newest header, if that begins at the same block", async () => {
    const kept = memory();
    let now = after(34) - 11_000;
    const { light } = chain({ kept, now: () => now });
    await light.read(32n, []);
    now += 11_000;
    await light.read(33n, []);
    const again = chain({ kept });
    await again.light.read(33n, []);
    expect(again.source.asked).toEqual([34]);
    const elsewhere = chain({ kept, root: rootAt(5), now: () => after(10) });
    await elsewhere.light.read(9n, []);
    expect(elsewhere.source.asked).toEqual([5, 10]);
    kept.setItem("battleship/trust/battleship-1", '{"root":"2 00","newest":');
    await expect(chain({ kept, now: () => after(10) }).light.read(9n, [])).resolves.toEqual([]);
  });

  test.each([
    [
      "a root that the node does not have",
      { root: { height: 2n, hash: "00".repeat(32) } },
      "does not have the trusted",
    ],
    ["a root that is no hash", { root: { height: 2n, hash: "xyz" } }, "does not have the trusted"],
    ["another chain", { chainId: "battleship-2" }, "on another chain"],
    ["a root that is too old", { now: () => after(34) + 14 * 24 * 3600_000 }, "older than two weeks"],
    ["a clock that is late", { now: () => after(34) - 3600_000 }, "ahead of this device"],
    ["a node that shows another block", { source: new Recorded((n) => at(n === 20 ? 21 : n)) }, "cannot prove"],
    ["a block before the root", { root: rootAt(25) }, "cannot prove"],
    [
      "a second node with another block",
      { witness: new Recorded((n) => (n === 20 ? forged : at(n))) },
      "two nodes have different blocks",
    ],
    ["a second node that does not answer", { witness: new Recorded((n) => (n === 2 ? at(2) : undefined)) }, "confirm"],
  ])("is refused with a sentence: %s", async (_, options, sentence) => {
    const { light } = chain({ now: () => after(20), ...(options as Partial<LightOptions>) });
    await expect(light.read(19n, [])).rejects.toThrow(sentence);
    await expect(light.read(19n, [])).rejects.toThrow(sentence);
  });

  test("is believed with a second node that has the same blocks", async () => {
    const witness = new Recorded();
    await chain({ witness, now: () => after(20) }).light.read(19n, []);
    expect(witness.asked).toContain(20);
  });

  test("regression: is proven by no header from long before the newest one", async () => {
    let now = after(20);
    const { light } = chain({ now: () => now });
    await light.read(19n, []);
    now = after(34);
    await light.read(33n, []);
    now = after(25); // of a clock that was set back since, for the age of a header to be no reason
    await expect(light.read(23n, [])).rejects.toThrow("an old state");
    await expect(light.read(24n, [])).resolves.toEqual([]);
  });

  test("regression: is proven to a new program by no header that is old by the clock", async () => {
    const { light } = chain();
    await expect(light.read(30n, [])).rejects.toThrow("an old state");
    await light.read(32n, []);
  });
});

interface File {
  readonly key: string;
  readonly value: string;
  readonly height: string;
  readonly proof_ops: { readonly ops: readonly { type: string; key: string; data: string }[] };
  readonly light_block: unknown;
}

describe("a record", () => {
  const { vectors } = json<{
    vectors: { name: string; file: File; trusted: { height: string; hash: string; light_block: unknown } }[];
  }>("interchain/storeproof/testdata/vectors.json");
  const { file, trusted } = vectors.find(({ name }) => name === "the trusted header is older")!;
  const height = BigInt(file.height);

  const read = (change: (item: Item) => Item) => {
    const steps = file.proof_ops.ops.map(({ type, key, data }) => ({
      type,
      key: base64.decode(key),
      data: base64.decode(data),
    }));
    const item = change({ key: hexToBytes(file.key), value: hexToBytes(file.value), steps });
    const block = readLightBlock(file.light_block);
    const source: Source = {
      read: async (n, keys) => [n === height + 1n ? block : readLightBlock(trusted.light_block), keys.map(() => item)],
    };
    const root = { height: BigInt(trusted.height), hash: trusted.hash };
    const now = () => Number(block.header.time / 1_000_000n) + 1_000;
    return new LightChain({ chainId: "battleship-1", root, source, now }).read(height, [hexToBytes(file.key)]);
  };

  test("is returned if the header proves it", async () => {
    const [value] = await read((item) => item);
    expect(bytesToHex(value!).toUpperCase()).toBe(file.value);
  });

  test.each([
    ["another value", (item: Item) => ({ ...item, value: item.value.slice(1) })],
    ["no value", (item: Item) => ({ ...item, value: new Uint8Array() })],
    ["no proof", (item: Item) => ({ ...item, steps: [] })],
    [
      "the proof of another key",
      (item: Item) => ({ ...item, steps: item.steps.map((step) => ({ ...step, key: Uint8Array.of(8) })) }),
    ],
  ])("is refused otherwise: %s", async (_, change) => {
    await expect(read(change)).rejects.toThrow("cannot prove");
  });
});
