// Sets of tiles, and their bytes: tile i is bit i%8, from the lowest, of byte i/8.

export type Tiles = ReadonlySet<number>;

/** tilesFromBytes reads a set of tiles as the chain keeps it. */
export function tilesFromBytes(bytes: Uint8Array): Set<number> {
  const set = new Set<number>();
  bytes.forEach((byte, i) => {
    for (let bit = 0; bit < 8; bit++) {
      if ((byte >> bit) & 1) {
        set.add(8 * i + bit);
      }
    }
  });
  return set;
}

/** tilesToBytes is the inverse of tilesFromBytes for tiles below n. */
export function tilesToBytes(set: Tiles, n: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(n / 8));
  for (const tile of set) {
    bytes[tile >> 3]! |= 1 << (tile & 7);
  }
  return bytes;
}
