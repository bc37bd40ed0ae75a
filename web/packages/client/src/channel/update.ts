// State updates as bytes: the message StateProof, in its one form.

import { equal } from "../bytes.js";
import { type ChannelMove, type StateProof, StateProofSchema } from "../gen/battleship/v1/battleship_pb.js";
import { create, fromBinary, toBinary } from "../proto/codec.js";
import type { Seat } from "./state.js";

/** maxUpdate is the limit of an update, in bytes. */
export const maxUpdate = 2048;

/** Signatures are by seat; an empty one is absent. */
export type Signatures = readonly [Uint8Array, Uint8Array];

const none = new Uint8Array();

export const signaturesOf = (p: StateProof): Signatures => [p.creatorSignature, p.joinerSignature];

/** bothOf are the signatures with that of one seat, and of the other one if it is given. */
export const bothOf = (seat: Seat, own: Uint8Array, other: Uint8Array = none): Signatures =>
  seat === 0 ? [own, other] : [other, own];

export function proofOf(state: Uint8Array, move: ChannelMove | undefined, signatures: Signatures): StateProof {
  const [creatorSignature, joinerSignature] = signatures;
  return create(StateProofSchema, { state, ...(move && { move }), creatorSignature, joinerSignature });
}

/** writeUpdate returns the bytes of a proof. */
export const writeUpdate = (p: StateProof): Uint8Array => toBinary(StateProofSchema, p);

/** readUpdate is the inverse of writeUpdate. It returns undefined for any other bytes. */
export function readUpdate(bytes: Uint8Array): StateProof | undefined {
  if (bytes.length > maxUpdate) {
    return undefined;
  }
  try {
    const p = fromBinary(StateProofSchema, bytes);
    return equal(writeUpdate(p), bytes) ? p : undefined;
  } catch {
    return undefined;
  }
}
