// What proves the records of this page. This file is loaded if a block is trusted.

import type { Proofs, Root } from "#client/game/chain";
import { LightChain } from "#client/light/chain";
import { bundled, direct, type Source } from "#client/light/source";

/** Where has the addresses of the servers of proofs: paths of the page's server, or the RPC of nodes. */
export interface Where {
  readonly proofs?: string | undefined;
  readonly rpc: string;
  readonly witness?: string | undefined;
}

const at = (address: string): Source => (address.startsWith("/") ? bundled(address) : direct(address));

/** light follows a chain from a trusted block. */
export function light(chainId: string, root: Root, { proofs, rpc, witness }: Where): Proofs {
  const source = proofs ? at(proofs) : direct(rpc);
  return new LightChain({ chainId, root, source, witness: witness ? at(witness) : undefined, kept: localStorage });
}
