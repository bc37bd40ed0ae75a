// The commitments and openings of a player in a round of a melee: an aim, and a report of the volley.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { ascii, concatBytes, equal, u16 } from "../bytes.js";
import { type Binding, bindingBytes, type Opening, open, secretSize } from "./commitment.js";
import { type Fleet, fleetTiles } from "./fleet.js";
import { tiles } from "./rulesets.js";
import type { Tiles } from "./tiles.js";

/** aimSalt is the salt of the aim in a round; each round has its own. */
export function aimSalt(secret: Uint8Array, round: number): Uint8Array {
  if (secret.length !== secretSize) {
    throw new Error(`a board secret has ${secretSize} bytes, not ${secret.length}`);
  }
  return hmac(sha256, secret, concatBytes(ascii("battleship/aim-salt/v1"), u16(round)));
}

function aimHash(b: Binding, round: number, tile: number, salt: Uint8Array): Uint8Array {
  return sha256(concatBytes(ascii("battleship/aim/v1"), bindingBytes(b), u16(round), Uint8Array.of(tile), salt));
}

/** commitAim returns the commitment to a tile in a round, which hides the tile. */
export function commitAim(b: Binding, secret: Uint8Array, round: number, tile: number): Uint8Array {
  return aimHash(b, round, tile, aimSalt(secret, round));
}

/** verifyAim reports whether tile and salt open the player's aim of that round. */
export function verifyAim(b: Binding, aim: Uint8Array, round: number, tile: number, salt: Uint8Array): boolean {
  return salt.length === 32 && tile >= 0 && tile < tiles(b.ruleset) && equal(aimHash(b, round, tile, salt), aim);
}

/** findAim finds the tile that was aimed at by trying all of them; a client need not remember it. */
export function findAim(b: Binding, secret: Uint8Array, round: number, aim: Uint8Array): number | undefined {
  const salt = aimSalt(secret, round);
  for (let tile = 0; tile < tiles(b.ruleset); tile++) {
    if (equal(aimHash(b, round, tile, salt), aim)) {
      return tile;
    }
  }
  return undefined;
}

/** volley puts the targets of a round in the order of a report: each tile once, ascending. */
export function volley(targets: Iterable<number>): number[] {
  return [...new Set(targets)].sort((a, b) => a - b);
}

/** report returns the openings of a volley, in its order. */
export function report(b: Binding, fleet: Fleet, secret: Uint8Array, targets: Iterable<number>): Opening[] {
  return volley(targets).map((tile) => open(b, fleet, secret, tile));
}

/** reported are the tiles of a volley that hit a fleet, as its report says. */
export function reported(b: Binding, fleet: Fleet, targets: Iterable<number>): number[] {
  const taken = fleetTiles(b.ruleset, fleet);
  return volley(targets).filter((tile) => taken.has(tile));
}

/** mayAim are the tiles that a bomb can still fall on. */
export function mayAim(b: Binding, bombed: Tiles): number[] {
  return Array.from({ length: tiles(b.ruleset) }, (_, tile) => tile).filter((tile) => !bombed.has(tile));
}
