// The messages that this page sends, by their type, and the envelope of the wire around them.

import { create, createRegistry, type DescMessage, fromBinary, type Message, toBinary } from "@bufbuild/protobuf";
import { type Any, AnySchema } from "@bufbuild/protobuf/wkt";
import { file_battleship_v1_tx } from "../gen/battleship/v1/tx_pb";
import { file_cosmos_bank_v1beta1_tx } from "../gen/cosmos/bank/v1beta1/tx_pb";
import { file_cosmos_crypto_secp256k1_keys } from "../gen/cosmos/crypto/secp256k1/keys_pb";
import { file_cosmos_feegrant_v1beta1_feegrant } from "../gen/cosmos/feegrant/v1beta1/feegrant_pb";
import { file_cosmos_feegrant_v1beta1_tx } from "../gen/cosmos/feegrant/v1beta1/tx_pb";

export const registry = createRegistry(
  file_battleship_v1_tx,
  file_cosmos_bank_v1beta1_tx,
  file_cosmos_crypto_secp256k1_keys,
  file_cosmos_feegrant_v1beta1_tx,
  file_cosmos_feegrant_v1beta1_feegrant,
);

/** schemaOf returns the definition of a message by its full name. */
export function schemaOf(typeName: string): DescMessage {
  const schema = registry.getMessage(typeName);
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
