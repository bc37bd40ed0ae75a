// The block that a player trusts.

import type { Root } from "#client/game/chain";

/** readRoot reads a trusted block as people paste it: its height and its hash. */
export function readRoot(text: string): Root | undefined {
  const [, height, hash] = /^\D*(\d{1,18})\W.*?\b([0-9a-f]{64})\s*$/is.exec(text) ?? [];
  return height && hash ? { height: BigInt(height), hash: hash.toUpperCase() } : undefined;
}

/** rootAt is where the player's own trusted block of a chain is kept. */
export const rootAt = (chainId: string) => `battleship/root/${chainId}`;

/** rootsIn are the player's own trusted blocks, by the names of their chains. */
export function rootsIn(kept: Readonly<Record<string, string>>): Map<string, Root> {
  const roots = new Map<string, Root>();
  for (const [key, text] of Object.entries(kept)) {
    const root = key.startsWith(rootAt("")) && readRoot(text);
    if (root) roots.set(key.slice(rootAt("").length), root);
  }
  return roots;
}

/** strangerThan is a sentence for a chain of which the player trusts no block, though blocks of others: its name is the node's
 * word, which must not be a way around them. It is empty for a player who trusts none. */
export function strangerThan(roots: ReadonlyMap<string, Root>, chainId: string): string {
  const others = [...roots.keys()].join(", ");
  return others && !roots.has(chainId)
    ? `The node is on ${chainId}, and you trust a block of ${others}, so nothing is sent. Name another block in the settings, or forget yours.`
    : "";
}
