// The wire format of protobuf and its form in JSON, for messages that are tables.

import { base64 } from "../base.js";
import { create, type Field, fieldOf, isEmpty, type Message, type Schema } from "./message.js";

export { create, isMessage, type Message, type Schema } from "./message.js";

type Fields = Record<string, unknown>;

/** A message inside a message and so on, as deep as any that is not made to do harm. */
const deepest = 100;

/** ranges are those of whole numbers; enums have any number of 32 bits. */
const ranges: Readonly<Record<string, readonly [bigint, bigint]>> = {
  uint32: [0n, 2n ** 32n - 1n],
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  enum: [-(2n ** 31n), 2n ** 31n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

function inRange(kind: string, n: bigint): bigint {
  const [least, most] = ranges[kind]!;
  if (n < least || n > most) {
    throw new Error(`${n} is no ${kind}`);
  }
  return n;
}

/** number is a whole number as messages hold it: a bigint only where 64 bits are. */
function number(kind: string, n: bigint): number | bigint {
  return kind.endsWith("64") ? n : Number(n);
}

// Writing.

/** varint appends a number in as few bytes of 7 bits as it takes. */
export function varint(out: number[], n: bigint): void {
  let rest = BigInt.asUintN(64, n);
  for (; rest > 127n; rest >>= 7n) {
    out.push(Number(rest & 127n) | 128);
  }
  out.push(Number(rest));
}

function sized(out: number[], bytes: ArrayLike<number>): void {
  varint(out, BigInt(bytes.length));
  for (let i = 0; i < bytes.length; i++) {
    out.push(bytes[i]!);
  }
}

/** toBinary writes a message, its fields in the order of their numbers, so that it is the same each time. */
export function toBinary<M extends Message>(schema: Schema<M>, message: M): Uint8Array {
  return Uint8Array.from(encode(schema, message));
}

function encode(schema: Schema, message: Message): number[] {
  const out: number[] = [];
  for (const field of schema.fields) {
    const value = fieldOf(message, field);
    if (value === undefined || (isEmpty(value) && !field.choice)) {
      continue;
    }
    const tag = (wire: number) => varint(out, BigInt(field.number * 8 + wire));
    if (field.list && field.kind in ranges) {
      const packed: number[] = [];
      for (const item of value as unknown[]) {
        one(packed, field, item);
      }
      tag(2);
      sized(out, packed);
    } else {
      for (const item of field.list ? (value as unknown[]) : [value]) {
        tag(field.kind in ranges || field.kind === "bool" ? 0 : 2);
        one(out, field, item);
      }
    }
  }
  return out;
}

function one(out: number[], field: Field, value: unknown): void {
  if (field.kind in ranges) {
    varint(out, inRange(field.kind, BigInt(value as bigint)));
  } else if (field.kind === "bool") {
    out.push(value ? 1 : 0);
  } else if (field.message) {
    sized(out, encode(field.message, value as Message));
  } else {
    sized(out, field.kind === "bytes" ? (value as Uint8Array) : new TextEncoder().encode(value as string));
  }
}

// Reading.

class Reader {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get more(): boolean {
    return this.at < this.bytes.length;
  }

  varint(): bigint {
    let n = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.take(1)[0]!;
      n |= BigInt(byte & 127) << shift;
      if (byte < 128) {
        return n;
      }
    }
    throw new Error("a number that does not end");
  }

  sized(): Uint8Array {
    return this.take(Number(this.varint()));
  }

  take(n: number): Uint8Array {
    if (n > this.bytes.length - this.at) {
      throw new Error("bytes that end too early");
    }
    this.at += n;
    return this.bytes.slice(this.at - n, this.at);
  }
}

/** fromBinary decodes a message. It skips fields that the table does not have, and throws for bytes that are no
 * message. */
export function fromBinary<M extends Message>(schema: Schema<M>, bytes: Uint8Array): M {
  return decode(schema, create(schema), bytes, 0) as M;
}

function decode(schema: Schema, message: Message, bytes: Uint8Array, depth: number): Message {
  if (depth >= deepest) {
    throw new Error("messages within messages without an end");
  }
  const reader = new Reader(bytes);
  while (reader.more) {
    const tag = reader.varint();
    const wire = Number(tag & 7n);
    const field = schema.fields.find((f) => BigInt(f.number) === tag >> 3n);
    if (tag < 8n || tag >> 32n > 0n) {
      throw new Error("a field that cannot be");
    }
    if (wire === 0 || wire === 2) {
      const content = wire === 0 ? reader.varint() : reader.sized();
      if (field) {
        put(message, field, content, depth);
      }
    } else if (!field && (wire === 1 || wire === 5)) {
      reader.take(wire === 1 ? 8 : 4); // numbers of a fixed size, which no table here has
    } else {
      throw new Error("a field of a kind that it cannot be");
    }
  }
  return message;
}

function put(message: Message, field: Field, content: bigint | Uint8Array, depth: number): void {
  const { kind, key, choice } = field;
  const fields = message as unknown as Fields;
  const add = (value: unknown) => {
    if (field.list) {
      (fields[key] as unknown[]).push(value);
    } else {
      fields[choice ?? key] = choice ? { case: key, value } : value;
    }
  };
  const isNumber = kind in ranges || kind === "bool";
  if (typeof content === "bigint") {
    if (!isNumber) {
      throw new Error(`a number for ${field.name}`);
    }
    add(kind === "bool" ? content !== 0n : number(kind, cut(kind, content)));
  } else if (isNumber && field.list) {
    for (const packed = new Reader(content); packed.more; ) {
      put(message, field, packed.varint(), depth);
    }
  } else if (isNumber) {
    throw new Error(`no number for ${field.name}`);
  } else if (field.message) {
    const before = field.list ? undefined : (fieldOf(message, field) as Message | undefined);
    add(decode(field.message, before ?? create(field.message), content, depth + 1));
  } else {
    add(kind === "bytes" ? content : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content));
  }
}

/** cut takes the bits that a kind has. */
function cut(kind: string, n: bigint): bigint {
  const bits = kind.endsWith("64") ? 64 : 32;
  return kind.startsWith("u") ? BigInt.asUintN(bits, n) : BigInt.asIntN(bits, n);
}

// JSON, as gateways and events write it.

export type Find = (typeName: string) => Schema | undefined;

/** fromJson reads a message from JSON that is parsed. Fields may have either name; those that the table does not know are
 * passed over. `find` knows the messages that may be inside an Any. */
export function fromJson<M extends Message>(schema: Schema<M>, json: unknown, find: Find = () => undefined): M {
  return object(schema, json, find) as M;
}

function object(schema: Schema, json: unknown, find: Find): Message {
  const message = create(schema);
  const fields = message as unknown as Fields;
  if (schema.typeName === "google.protobuf.Timestamp") {
    return Object.assign(message, instant(json));
  }
  if (json === null || typeof json !== "object" || Array.isArray(json)) {
    throw new Error(`${schema.typeName} is no object`);
  }
  const given = json as Fields;
  if (schema.typeName === "google.protobuf.Any") {
    return Object.assign(message, any(given, find));
  }
  for (const field of schema.fields) {
    const value = given[field.key] ?? given[field.name] ?? null;
    if (value !== null) {
      if (field.list) {
        fields[field.key] = (Array.isArray(value) ? value : bad(field)).map((item) => read(field, item, find));
      } else {
        const one = read(field, value, find);
        fields[field.choice ?? field.key] = field.choice ? { case: field.key, value: one } : one;
      }
    }
  }
  return message;
}

function bad(field: Field): never {
  throw new Error(`${field.name} is not as it should be`);
}

function read(field: Field, json: unknown, find: Find): unknown {
  const { kind } = field;
  if (field.message) {
    return object(field.message, json, find);
  }
  if (field.enum && typeof json === "string") {
    const [prefix, values] = field.enum;
    return json.startsWith(prefix) && Object.hasOwn(values, json.slice(prefix.length))
      ? values[json.slice(prefix.length)]
      : bad(field);
  }
  if (kind in ranges) {
    return /^-?\d+$/.test(String(json)) && typeof json !== "object"
      ? number(kind, inRange(kind, BigInt(json as string)))
      : bad(field);
  }
  if (kind === "bool") {
    return typeof json === "boolean" ? json : bad(field);
  }
  if (typeof json !== "string") {
    return bad(field);
  }
  return kind === "bytes" ? base64.decode(json.replace(/-/g, "+").replace(/_/g, "/")) : json;
}

function any(given: Fields, find: Find): Fields {
  const typeUrl = given["@type"];
  if (typeUrl === undefined) {
    return {};
  }
  const inner = find(String(typeUrl).replace(/^.*\//, ""));
  if (!inner) {
    throw new Error(`this page does not know ${typeUrl}`);
  }
  const json = inner.typeName.startsWith("google.protobuf.") ? given.value : given;
  return { typeUrl, value: toBinary(inner, object(inner, json, find)) };
}

function instant(json: unknown): Fields {
  const [, whole, fraction, zone] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(String(json)) ?? [];
  const millis = Date.parse(`${whole}${zone}`);
  if (Number.isNaN(millis)) {
    throw new Error("a time that is none");
  }
  return { seconds: BigInt(millis / 1000), nanos: Number((fraction ?? "").padEnd(9, "0")) };
}
