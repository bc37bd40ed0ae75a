// A melee as its chain proves it.

import { u32, u64 } from "../../bytes.js";
import type { Chain } from "../../game/chain.js";
import { keyOf, prefixes, readEnd, recordOf, same, untrue } from "../../game/records.js";
import {
  type MeleeBoard,
  type MeleeResult,
  MeleeResultSchema,
  MeleeSchema,
  type MeleeState,
  MeleeStateSchema,
  type SeatStanding,
  type Stage,
} from "../../gen/battleship/v1/battleship_melee_pb.js";
import { BoardCommitmentSchema } from "../../gen/battleship/v1/battleship_pb.js";
import { QueryMeleeResponseSchema } from "../../gen/battleship/v1/melee_query_pb.js";
import { create } from "../../proto/codec.js";
import { type Ruleset, rulesetById, tileName, tiles } from "../../rules/rulesets.js";
import { tilesFromBytes } from "../../rules/tiles.js";
import { type MeleeView, meleeViewOf } from "./view.js";

/** meleePrefixes are the first bytes of keys, beside those of games of all kinds. */
export const meleePrefixes = { Melees: 24, MeleeBoards: 25, MeleeProgress: 26, Aims: 27, MeleeResults: 28 } as const;

/** The bytes of a melee's progress before the bombed tiles, and of a seat before its hits. */
const [progressBytes, seatBytes] = [24, 3];

/** progressOf decodes the bytes of game/melee.AppendProgress. */
export function progressOf(r: Ruleset, bytes: Uint8Array): MeleeState {
  const size = Math.ceil(tiles(r) / 8);
  const seats = bytes[progressBytes - 1] ?? 0;
  if (bytes.length !== progressBytes + size + seats * (seatBytes + size)) {
    throw untrue();
  }
  const read = new DataView(bytes.slice().buffer);
  const names = (at: number) =>
    [...tilesFromBytes(bytes.slice(at, at + size))].sort((a, b) => a - b).map((tile) => tileName(r, tile));
  const sets = [11, 13, 15, 17, 19, 21].map((at) => read.getUint16(at));
  return create(MeleeStateSchema, {
    stage: bytes[0]! as Stage,
    extended: (bytes[1]! & 1) !== 0,
    withdrawn: (bytes[1]! & 2) !== 0,
    emptied: (bytes[1]! & 4) !== 0,
    round: bytes[2]!,
    deadline: read.getBigInt64(3),
    owes: sets[0]!,
    struck: sets[1]!,
    unreported: sets[2]!,
    proven: sets[3]!,
    kept: { num: sets[4]!, den: sets[5]! },
    bombed: names(progressBytes),
    seats: Array.from({ length: seats }, (_, i) => {
      const at = progressBytes + size + i * (seatBytes + size);
      const [standing, round, target] = [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
      return {
        standing: standing as SeatStanding,
        round,
        target: target > 0 ? tileName(r, target - 1) : "",
        hits: names(at + seatBytes),
      };
    }),
  });
}

/** provenMelee returns a view made of proven records alone. It throws a BadAnswer if the records are not proven, or
 * differ from the shown ones. Without a trusted block it returns the view unchanged. */
export async function provenMelee(chain: Chain, shown: MeleeView): Promise<MeleeView> {
  if (!chain.proofs) {
    return shown;
  }
  const id = u64(shown.id);
  const places = shown.seats.map((_, i) => i);
  const [melee, progress, ...perSeat] = await (await chain.proofs()).read(shown.height, [
    keyOf(meleePrefixes.Melees, id),
    keyOf(meleePrefixes.MeleeProgress, id),
    ...places.flatMap((i) => [
      keyOf(meleePrefixes.MeleeBoards, id, u32(i)),
      keyOf(meleePrefixes.Aims, id, u32(i)),
      keyOf(prefixes.Recoveries, id, u32(i + 1)),
    ]),
  ]);
  const record = recordOf(MeleeSchema, melee);
  const ruleset = record && rulesetById(record.rulesetId);
  if (!ruleset || !progress || !same(MeleeSchema, record, shown.melee)) {
    throw untrue();
  }
  const state = progressOf(ruleset, progress);
  if (!same(MeleeStateSchema, state, shown.state)) {
    throw untrue();
  }
  const answer = create(QueryMeleeResponseSchema, {
    height: shown.height,
    boards: places.map((seat): Partial<MeleeBoard> => ({ seat })) as never,
    aims: places.map((seat) => ({ seat, aim: perSeat[3 * seat + 1]! })).filter(({ aim }) => aim.length > 0),
    recoveries: places.map((seat) => ({ seat, recovery: perSeat[3 * seat + 2]! })),
  });
  for (const board of answer.boards) {
    board.board = recordOf(BoardCommitmentSchema, perSeat[3 * board.seat]);
  }
  return meleeViewOf({ ...answer, melee: record, state });
}

/** provenMeleeEnd makes sure that the result that was shown is that of the chain after its last block. */
export async function provenMeleeEnd(chain: Chain, id: bigint, shown: MeleeResult): Promise<MeleeResult> {
  if (!chain.proofs) {
    return shown;
  }
  const keys = [keyOf(meleePrefixes.MeleeResults, u64(id))];
  const [result] = await readEnd(chain.node, await chain.proofs(), keys);
  const proven = recordOf(MeleeResultSchema, result);
  if (proven?.gameId !== id) {
    throw untrue();
  }
  return proven;
}
