// Amino JSON, which hardware wallets sign: one encoder for every message, led by the options in its definition.

import { type DescField, type DescMessage, getOption, hasOption, type Message, ScalarType } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import type { Any, Timestamp } from "@bufbuild/protobuf/wkt";
import { base64 } from "../base";
import { dont_omitempty, encoding, name } from "../gen/amino/amino_pb";
import { scalar } from "../gen/cosmos_proto/cosmos_pb";
import { schemaOf, unpack } from "./codec";

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface AminoMsg {
  readonly type: string;
  readonly value: Json;
}

/** aminoMsg returns a message with the name that wallets know it by. */
export function aminoMsg(message: Message): AminoMsg {
  const schema = schemaOf(message.$typeName);
  if (!hasOption(schema, name)) {
    throw new Error(`${message.$typeName} has no name in amino`);
  }
  return { type: getOption(schema, name), value: value(schema, message) };
}

function value(schema: DescMessage, message: Message): Json {
  return object(reflect(schema, message));
}

function object(message: ReflectMessage): Json {
  switch (message.desc.typeName) {
    case "google.protobuf.Any": {
      const inner = aminoMsg(unpack(message.message as Any));
      return { type: inner.type, value: inner.value };
    }
    case "google.protobuf.Timestamp":
      return timestamp(message.message as Timestamp);
  }
  const fields: { [key: string]: Json } = {};
  for (const field of message.fields) {
    if (field.oneof) {
      throw new Error(`${field.name}: a choice between fields has no form in amino here`);
    }
    if (message.isSet(field) || getOption(field, dont_omitempty)) {
      fields[field.name] = fieldValue(message, field);
    }
  }
  return fields;
}

function fieldValue(message: ReflectMessage, field: DescField): Json {
  switch (field.fieldKind) {
    case "message":
      return object(message.get(field));
    case "enum":
      return message.get(field);
    case "scalar":
      return scalarValue(field, field.scalar, message.get(field));
    case "list": {
      const list = [...message.get(field)];
      if (list.length === 0) {
        return getOption(field, encoding) === "legacy_coins" ? [] : null;
      }
      return list.map((item) => {
        if (field.listKind === "message") {
          return object(item as ReflectMessage);
        }
        return field.listKind === "scalar" ? scalarValue(field, field.scalar, item) : (item as number);
      });
    }
    default:
      throw new Error(`${field.name}: a map has no form in amino`);
  }
}

function scalarValue(field: DescField, type: ScalarType, item: unknown): Json {
  switch (type) {
    case ScalarType.BYTES:
      return base64.encode(item as Uint8Array);
    case ScalarType.UINT64:
    case ScalarType.INT64:
      return String(item);
    case ScalarType.STRING:
      return item === "" && getOption(field, scalar) === "cosmos.Int" ? "0" : (item as string);
    case ScalarType.BOOL:
    case ScalarType.UINT32:
    case ScalarType.INT32:
      return item as boolean | number;
    default:
      throw new Error(`${field.name}: a number of this kind has no form in amino`);
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
