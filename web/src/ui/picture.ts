// A picture for each address, the same everywhere: two players whose names look alike have different ones.

import { sha256 } from "@noble/hashes/sha2.js";
import { ascii } from "#client/bytes";

/** A picture has a path on a grid of five by five, whose right half mirrors the left, with its colour and the one behind. */
export interface Picture {
  readonly path: string;
  readonly colour: string;
  readonly behind: string;
}

/** pictureOf draws an address. */
export function pictureOf(address: string): Picture {
  const [hue = 0, turn = 0, high = 0, low = 0] = sha256(ascii(`battleship/picture/v1${address}`));
  const bits = 256 * high + low;
  let path = "";
  for (let i = 0; i < 15; i++) {
    const [x, y] = [i % 3, Math.floor(i / 3)];
    if ((bits >> i) & 1) {
      for (const column of new Set([x, 4 - x])) path += `M${column} ${y}h1v1h-1z`;
    }
  }
  const degrees = (of: number) => Math.round((of * 360) / 256);
  return { path, colour: `hsl(${degrees(hue)} 65% 36%)`, behind: `hsl(${degrees(turn)} 60% 88%)` };
}
