// Amino JSON, which hardware wallets sign: one encoder for every message, led by the options in its definition.

import { base64 } from "../base.js";
import type { Any } from "../gen/google/protobuf/any_pb.js";
import type { Timestamp } from "../gen/google/protobuf/timestamp_pb.js";
import { create, type Field, fieldOf, isEmpty, type Message, type Schema } from "../proto/message.js";
import { schemaOf, unpack } from "./codec.js";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface AminoMsg {
  readonly type: string;
  readonly value: Json;
}

/** aminoMsg returns a message with the name that wallets know it by. */
export function aminoMsg(message: Message): AminoMsg {
  const schema = schemaOf(message.$typeName);
  if (!schema.amino) {
    throw new Error(`${message.$typeName} has no name in amino`);
  }
  return { type: schema.amino, value: object(schema, message) };
}

function object(schema: Schema, message: Message): Json {
  switch (schema.typeName) {
    case "google.protobuf.Any": {
      const { type, value } = aminoMsg(unpack(message as Any));
      return { type, value };
    }
    case "google.protobuf.Timestamp":
      return timestamp(message as Timestamp);
  }
  const fields: { [key: string]: Json } = {};
  for (const field of schema.fields) {
    if (field.choice) {
      throw new Error(`${field.name}: a choice between fields has no form in amino here`);
    }
    const value = fieldOf(message, field);
    if (!isEmpty(value) || field.keep) {
      fields[field.name] = field.list ? list(field, value as unknown[]) : item(field, value);
    }
  }
  return fields;
}

function list(field: Field, values: readonly unknown[]): Json {
  return values.length === 0 && !field.coins ? null : values.map((value) => item(field, value));
}

function item(field: Field, value: unknown): Json {
  if (field.message) {
    // One that is always written is written with nothing in it if it is absent.
    return object(field.message, (value as Message | undefined) ?? create(field.message));
  }
  switch (field.kind) {
    case "bytes":
      return base64.encode(value as Uint8Array);
    case "uint64":
    case "int64":
      return String(value);
    case "Int":
      return (value as string) || "0";
    default:
      return value as string | number | boolean;
  }
}

/** timestamp writes a time as Go does, without zeros at the end of a fraction. */
function timestamp(t: Timestamp): string {
  const whole = new Date(Number(t.seconds) * 1000).toISOString().slice(0, 19);
  const fraction = t.nanos === 0 ? "" : `.${String(t.nanos).padStart(9, "0")}`.replace(/0+$/, "");
  return `${whole}${fraction}Z`;
}

/** canonical writes JSON as it is signed: fields in the order of the alphabet, no spaces, markup escaped. */
export function canonical(json: Json): string {
  return sorted(json).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function sorted(json: Json): string {
  if (Array.isArray(json)) {
    return `[${json.map(sorted).join(",")}]`;
  }
  if (json !== null && typeof json === "object") {
    const keys = Object.keys(json).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted(json[key]!)}`).join(",")}}`;
  }
  return JSON.stringify(json);
}
