// The queries about melees.

import { base64 } from "../../base.js";
import { u64 } from "../../bytes.js";
import { type Filter, type Node, query } from "../../chain/node.js";
import type { MeleeResult } from "../../gen/battleship/v1/battleship_melee_pb.js";
import {
  QueryMeleeResponseSchema,
  QueryMeleeResultsResponseSchema,
  QueryMeleesResponseSchema,
  QueryOpenMeleesResponseSchema,
} from "../../gen/battleship/v1/melee_query_pb.js";

const meleePath = (id: bigint) => `/battleship/v1/melees/${id}`;

export const melee = (node: Node, id: bigint) => node.read(QueryMeleeResponseSchema, meleePath(id));

export const melees = (node: Node, f: Filter = {}) =>
  node.read(QueryMeleesResponseSchema, `/battleship/v1/melees${query(f)}`);

export const openMelees = (node: Node, f: Filter = {}) =>
  node.read(QueryOpenMeleesResponseSchema, `/battleship/v1/open_melees${query(f)}`);

/** endedMelee returns a melee's result if there is one, as Node.ended does for a duel. */
export async function endedMelee(node: Node, id: bigint): Promise<MeleeResult | undefined> {
  if (node.has(meleePath(id))) {
    return undefined;
  }
  const list = query({ "pagination.key": base64.encode(u64(id)), "pagination.limit": 1 });
  const { results } = await node.read(QueryMeleeResultsResponseSchema, `/battleship/v1/melee_results${list}`);
  return results.find((result) => result.gameId === id);
}
