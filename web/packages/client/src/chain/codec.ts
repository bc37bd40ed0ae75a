// The messages that this page sends, by their type, and the envelope of the wire around them.

import * as tx from "../gen/battleship/v1/tx_pb.js";
import * as bank from "../gen/cosmos/bank/v1beta1/tx_pb.js";
import * as keys from "../gen/cosmos/crypto/secp256k1/keys_pb.js";
import * as allowance from "../gen/cosmos/feegrant/v1beta1/feegrant_pb.js";
import * as feegrant from "../gen/cosmos/feegrant/v1beta1/tx_pb.js";
import { type Any, AnySchema } from "../gen/google/protobuf/any_pb.js";
import { type Timestamp, TimestampSchema } from "../gen/google/protobuf/timestamp_pb.js";
import { create, fromBinary, type Message, type Schema, toBinary } from "../proto/codec.js";

/** byName are the definitions in a generated file, by the full names of their messages. */
export function byName(...files: readonly object[]): ReadonlyMap<string, Schema> {
  const schemas = files.flatMap((file) => Object.values(file) as Partial<Schema>[]);
  return new Map(schemas.flatMap((schema) => (schema.typeName ? [[schema.typeName, schema as Schema]] : [])));
}

export const known = byName(tx, bank, keys, allowance, feegrant);

/** schemaOf returns the definition of a message by its full name. */
export function schemaOf(typeName: string): Schema {
  const schema = known.get(typeName);
  if (!schema) {
    throw new Error(`this page does not know the message ${typeName}`);
  }
  return schema;
}

export function typeUrl(message: Message): string {
  return `/${message.$typeName}`;
}

/** pack wraps a message as transactions hold it: with a slash in front of its name, and no host. */
export function pack(message: Message): Any {
  const value = toBinary(schemaOf(message.$typeName), message);
  return create(AnySchema, { typeUrl: typeUrl(message), value });
}

/** unpack is the inverse of pack. */
export function unpack(any: Any): Message {
  return fromBinary(schemaOf(any.typeUrl.replace(/^.*\//, "")), any.value);
}

/** timestampFromDate is a time as messages have it. */
export function timestampFromDate(date: Date): Timestamp {
  const millis = date.getTime();
  const seconds = Math.floor(millis / 1000);
  return create(TimestampSchema, { seconds: BigInt(seconds), nanos: (millis - seconds * 1000) * 1e6 });
}
