// The block that a player trusts.

import type { Root } from "#client/game/chain";

/** readRoot reads a trusted block as people paste it: its height and its hash. */
export function readRoot(text: string): Root | undefined {
  const [, height, hash] = /^\D*(\d{1,18})\W.*?\b([0-9a-f]{64})\s*$/is.exec(text) ?? [];
  return height && hash ? { height: BigInt(height), hash: hash.toUpperCase() } : undefined;
}
