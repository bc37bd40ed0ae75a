// All messages that the package sends and reads, and their codec.

export * from "./gen/battleship/v1/account_pb.js";
export * from "./gen/battleship/v1/battleship_melee_pb.js";
export * from "./gen/battleship/v1/battleship_pb.js";
export * from "./gen/battleship/v1/event_pb.js";
export * from "./gen/battleship/v1/history_pb.js";
export * from "./gen/battleship/v1/melee_query_pb.js";
export * from "./gen/battleship/v1/query_pb.js";
export * from "./gen/battleship/v1/terms_pb.js";
export * from "./gen/battleship/v1/tx_pb.js";
export { create, fromBinary, fromJson, isMessage, type Message, type Schema, toBinary } from "./proto/codec.js";
