// Faults of headers and proofs, as in player/light/proof.

/** A Kind is one of the errors of the Go packages storeproof and proof, by the names of their vectors, or stale, which is
 * the page's own. */
export type Kind =
  | "malformed"
  | "chain"
  | "key"
  | "value"
  | "header"
  | "signatures"
  | "distant"
  | "newer"
  | "only-hash"
  | "expired"
  | "stale"
  | "future";

/** A Fault means that a header or a record is not proven. */
export class Fault extends Error {
  override readonly name = "Fault";

  constructor(readonly kind: Kind) {
    super(kind);
  }
}

/** check throws a fault unless something holds. */
export function check(holds: boolean, kind: Kind): asserts holds {
  if (!holds) {
    throw new Fault(kind);
  }
}
