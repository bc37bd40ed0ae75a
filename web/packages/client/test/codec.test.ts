// The page's own tables and codec, compared with protobuf-es and the output of its generator for the same definitions:
// random messages of every type are the same bytes, are read back from them and from JSON, and invalid bytes do no
// harm.

import * as es from "@bufbuild/protobuf";
import { file_google_protobuf_any, file_google_protobuf_timestamp } from "@bufbuild/protobuf/wkt";
import { base64 } from "@scure/base";
import { describe, expect, test } from "vitest";
import { bytesToHex } from "../src/bytes.js";
import { byName } from "../src/chain/codec.js";
import { create, fromBinary, fromJson, type Schema, toBinary } from "../src/proto/codec.js";

type Files = Record<string, object>;

const ours = byName(...Object.values(import.meta.glob("../src/gen/**/*_pb.ts", { eager: true }) as Files));
const files = Object.values(import.meta.glob("./gen/**/*_pb.ts", { eager: true }) as Files)
  .flatMap((file) => Object.values(file) as Partial<es.DescFile>[])
  .filter((part): part is es.DescFile => part?.kind === "file");
const theirs = es.createRegistry(...files, file_google_protobuf_any, file_google_protobuf_timestamp);
const named = [...ours.values()].map((schema): [string, Schema] => [schema.typeName, schema]);

/** A source of numbers that are the same each time: mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Random {
  private readonly next;

  constructor(seed: number) {
    this.next = numbers(seed);
  }

  below(n: number): number {
    return Math.floor(this.next() * n);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  bytes(): Uint8Array {
    return Uint8Array.from({ length: this.pick([0, 1, 32, 127, 128, 300]) }, () => this.below(256));
  }

  scalar(type: es.ScalarType): unknown {
    switch (type) {
      case es.ScalarType.STRING:
        return this.pick(["", "a", "ship1qqq", "0", "ø <b>🚢</b>", "\ufeffx", "\u2028", "x".repeat(200)]);
      case es.ScalarType.BYTES:
        return this.bytes();
      case es.ScalarType.BOOL:
        return this.below(2) === 1;
      case es.ScalarType.UINT32:
        return this.pick([0, 1, 127, 128, 300, 2 ** 31, 2 ** 32 - 1]);
      case es.ScalarType.INT32:
        return this.pick([0, 1, -1, 127, 128, -(2 ** 31), 2 ** 31 - 1]);
      case es.ScalarType.UINT64:
        return this.pick([0n, 1n, 127n, 128n, 2n ** 53n + 1n, 2n ** 64n - 1n]);
      case es.ScalarType.INT64:
        return this.pick([0n, 1n, -1n, 128n, 2n ** 53n + 1n, -(2n ** 63n), 2n ** 63n - 1n]);
      default:
        throw new Error(`no values for a scalar ${type}`);
    }
  }

  /** init returns the argument of create for a random message. */
  init(desc: es.DescMessage, depth = 0): Record<string, unknown> {
    switch (desc.typeName) {
      case "google.protobuf.Any": {
        const inner = theirs.getMessage(this.pick(["cosmos.base.v1beta1.Coin", "battleship.v1.MsgAim"]))!;
        return {
          typeUrl: `/${inner.typeName}`,
          value: es.toBinary(inner, es.create(inner, this.init(inner, depth + 1))),
        };
      }
      case "google.protobuf.Timestamp":
        return {
          seconds: this.pick([0n, 1n, -1n, 1_800_000_000n, -62135596800n]),
          nanos: this.pick([0, 1, 5e8, 999_999_999]),
        };
    }
    const init: Record<string, unknown> = {};
    for (const member of desc.members) {
      if (member.kind === "oneof") {
        const field = this.pick(member.fields);
        const full = field.fieldKind === "message" && depth < 4 && this.below(4) > 0;
        init[member.localName] = full
          ? { case: field.localName, value: this.init(field.message, depth + 1) }
          : { case: undefined };
      } else if (this.below(4) > 0) {
        const length = this.below(4);
        const value = () => this.value(member, depth);
        init[member.localName] = member.fieldKind === "list" ? Array.from({ length }, value) : value();
      }
    }
    return init;
  }

  private value(field: es.DescField, depth: number): unknown {
    if (field.message) {
      return depth < 4 ? this.init(field.message, depth + 1) : {};
    }
    return field.enum ? this.pick(field.enum.values).number : this.scalar(field.scalar as es.ScalarType);
  }
}

test("the tables have every message that the definitions have", () => {
  const all = [...theirs].filter((desc): desc is es.DescMessage => desc.kind === "message");
  const options = /^(google\.protobuf|cosmos_proto)\./;
  expect(all.length).toBeGreaterThan(60);
  for (const desc of all.filter(({ typeName }) => !options.test(typeName))) {
    const fields = (from: readonly { number: number; name: string }[]) => from.map((f) => [f.number, f.name]).sort();
    expect(fields(ours.get(desc.typeName)!.fields), desc.typeName).toEqual(fields(desc.fields));
  }
});

describe.each(named)("%s", (typeName, schema) => {
  const desc = theirs.getMessage(typeName)!;
  const random = new Random(typeName.length);
  const inits = Array.from({ length: 40 }, () => random.init(desc));

  test("is written and read as protobuf-es does", () => {
    for (const init of [{}, ...inits]) {
      const [own, other] = [create(schema, init), es.create(desc, init)];
      const bytes = toBinary(schema, own);
      expect(bytesToHex(bytes)).toBe(bytesToHex(es.toBinary(desc, other)));
      const back = fromBinary(schema, bytes);
      expect(back).toEqual(own);
      expect(back).toEqual(es.fromBinary(desc, bytes));
    }
  });

  test("is read from JSON as protobuf-es writes it, whatever else is there", () => {
    for (const init of inits) {
      const own = create(schema, init);
      for (const options of [{}, { useProtoFieldName: true }, { enumAsInteger: true }, { alwaysEmitImplicit: true }]) {
        const json = es.toJson(desc, es.create(desc, init), { registry: theirs, ...options });
        const more = json !== null && typeof json === "object" ? { ...json, more: [{}], constructor: 1 } : json;
        expect(fromJson(schema, more, (name) => ours.get(name))).toEqual(own);
      }
    }
  });

  test("bytes that are broken are refused, or read as protobuf-es does", () => {
    for (const init of inits) {
      const bytes = [...toBinary(schema, create(schema, init))];
      for (let i = 0; i < 10; i++) {
        const broken = [...bytes];
        const at = random.below(broken.length + 1);
        broken.splice(at, random.below(3), ...Array.from({ length: random.below(4) }, () => random.below(256)));
        const input = Uint8Array.from(broken.slice(0, random.below(8) === 0 ? at : undefined));
        let read: ReturnType<typeof fromBinary> | undefined;
        try {
          read = fromBinary(schema, input);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
        if (read) {
          expect(read).toEqual(es.fromBinary(desc, input, { readUnknownFields: false }));
        }
      }
    }
  });
});

const coin = ours.get("cosmos.base.v1beta1.Coin")!;
const params = ours.get("battleship.v1.Params")!;
const modeInfo = ours.get("cosmos.tx.v1beta1.ModeInfo")!;

test.each([
  ["a length beyond the end", coin, [0x0a, 0x05, 0x61]],
  ["a length of 64 bits", coin, [0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
  ["a number that does not end", params, Array.from({ length: 20 }, () => 0xff)],
  ["field 0", coin, [0x02, 0x00]],
  ["a group", coin, [0x0b, 0x0c]],
  ["a text that is not UTF-8", coin, [0x0a, 0x01, 0xff]],
  ["a text where a number is", params, [0x0a, 0x01, 0x61]],
  ["a number where a text is", coin, [0x08, 0x01]],
  ["eight bytes where a text is", coin, [0x09, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61, 0x61]],
  ["half a number of 32 bits", coin, [0x7d, 0x01, 0x02]],
] as [string, Schema, number[]][])("%s is refused", (_, schema, bytes) => {
  expect(() => fromBinary(schema, Uint8Array.from(bytes))).toThrow();
});

test("messages within messages without an end are refused", () => {
  const any = ours.get("google.protobuf.Any")!;
  const inside = (value: Uint8Array) => toBinary(any, create(any, { value })); // field 2, as in a ModeInfo and its Multi
  const nested = (times: number) => Array.from({ length: times }).reduce<Uint8Array>(inside, Uint8Array.of(0x0a, 0x00));
  expect(() => fromBinary(modeInfo, nested(90))).not.toThrow();
  expect(() => fromBinary(modeInfo, nested(300))).toThrow("without an end");
});

test.each([
  ["a list that is none", params, { closed_rulesets: 1 }],
  ["a number with a fraction", params, { block_millis: 1.5 }],
  ["a number that is too large", params, { block_millis: 2 ** 32 }],
  ["a number that is empty", params, { open_blocks: "" }],
  ["a number that is true", params, { open_blocks: true }],
  ["a truth that is a text", params, { local_network: "true" }],
  ["a text that is a number", coin, { denom: 1 }],
  ["a message that is a text", params, { open_deposit: "1uship" }],
  ["nothing in a list", params, { stake_denoms: [null] }],
  ["bytes that are not base64", ours.get("battleship.v1.Channel")!, { key: "§" }],
  ["a value that its enum has not", ours.get("battleship.v1.Progress")!, { phase: "PHASE_toString" }],
  ["no object", coin, []],
  ["a kind that nobody knows", ours.get("google.protobuf.Any")!, { "@type": "/x.Y" }],
  ["a time that is none", ours.get("google.protobuf.Timestamp")!, "yesterday"],
] as [string, Schema, unknown][])("%s in JSON is refused", (_, schema, json) => {
  expect(() => fromJson(schema, json)).toThrow();
});

test.each([
  [params, { blockMillis: -1 }],
  [params, { blockMillis: 1.5 }],
  [params, { openBlocks: 2n ** 63n }],
] as [Schema, object][])("what a field cannot hold is not written", (schema, init) => {
  expect(() => toBinary(schema, create(schema, init))).toThrow();
});

test("bytes in JSON are of either alphabet, with or without padding", () => {
  const channel = ours.get("battleship.v1.Channel")!;
  const key = Uint8Array.of(0xfb, 0xff, 0xfe, 0x01);
  for (const text of [base64.encode(key), "-__-AQ", "-__-AQ=="]) {
    expect(fromJson(channel, { key: text })).toEqual(create(channel, { key }));
  }
});
