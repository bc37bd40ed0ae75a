// The records of a game as a chain's store has them, in the order in which a session asks for them.

import { GameSchema, ProgressSchema } from "../../src/gen/battleship/v1/battleship_pb.js";
import type { QueryGameResponse } from "../../src/gen/battleship/v1/query_pb.js";
import { toBinary } from "../../src/proto/codec.js";

export function records({ game, progress, recoveries }: QueryGameResponse, n: number): Uint8Array[] {
  return [toBinary(GameSchema, game!), toBinary(ProgressSchema, progress!), ...recoveries].slice(0, n);
}
