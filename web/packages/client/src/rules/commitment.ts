// Board commitments: the byte layout of game/commitment, to which its vectors hold this file.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { ascii, concatBytes, equal, sized, u16, u32, u64 } from "../bytes.js";
import { type Fleet, fleetTiles, isLegal, shipCode } from "./fleet.js";
import { type Ruleset, tiles } from "./rulesets.js";
import type { Tiles } from "./tiles.js";

/** Content is the committed content of a leaf; the numbers are part of the commitment. */
export const Content = { water: 0, ship: 1, toss: 2 } as const;

/** A binding names the one board that a commitment is for. */
export interface Binding {
  readonly chainId: string;
  /** player is the owner's address, its bytes. */
  readonly player: Uint8Array;
  readonly nonce: bigint;
  readonly ruleset: Ruleset;
}

export interface Board {
  readonly rowRoots: readonly Uint8Array[];
  readonly tossLeaf: Uint8Array;
}

export interface Opening {
  readonly content: number;
  readonly salt: Uint8Array;
  readonly path: readonly Uint8Array[];
}

export const secretSize = 32;
const hashSize = 32;

export function bindingBytes(b: Binding): Uint8Array {
  return concatBytes(sized(ascii(b.chainId)), sized(b.player), u64(b.nonce), u32(b.ruleset.id));
}

/** fleetKey keys the salts of tiles with the whole fleet, so that two fleets never share a root. */
export function fleetKey(secret: Uint8Array, fleet: Fleet): Uint8Array {
  const codes = fleet.map(shipCode).sort((a, b) => a - b);
  return hmac(sha256, secret, concatBytes(ascii("battleship/fleet/v1"), ...codes.map(u16)));
}

export function salt(key: Uint8Array, index: number): Uint8Array {
  return hmac(sha256, key, concatBytes(ascii("battleship/salt/v1"), u16(index)));
}

export function leafPreimage(b: Binding, index: number, content: number, leafSalt: Uint8Array): Uint8Array {
  return concatBytes(ascii("battleship/leaf/v1"), bindingBytes(b), u16(index), Uint8Array.of(content), leafSalt);
}

export function leafHash(b: Binding, index: number, content: number, leafSalt: Uint8Array): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(0), leafPreimage(b, index, content, leafSalt)));
}

function inner(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(1), left, right));
}

/** split is the largest power of two below n, where RFC 6962 divides n leaves. */
function split(n: number): number {
  return 2 ** (Math.ceil(Math.log2(n)) - 1);
}

function treeRoot(hashes: readonly Uint8Array[]): Uint8Array {
  if (hashes.length === 1) {
    return hashes[0]!;
  }
  const middle = split(hashes.length);
  return inner(treeRoot(hashes.slice(0, middle)), treeRoot(hashes.slice(middle)));
}

function auditPath(hashes: readonly Uint8Array[], index: number): Uint8Array[] {
  if (hashes.length === 1) {
    return [];
  }
  const middle = split(hashes.length);
  const [left, right] = [hashes.slice(0, middle), hashes.slice(middle)];
  return index < middle
    ? [...auditPath(left, index), treeRoot(right)]
    : [...auditPath(right, index - middle), treeRoot(left)];
}

/** pathLength returns the number of hashes from a leaf to the root of a tree with this number of leaves. */
export function pathLength(leaves: number, index: number): number {
  if (leaves === 1) {
    return 0;
  }
  const middle = split(leaves);
  return 1 + (index < middle ? pathLength(middle, index) : pathLength(leaves - middle, index - middle));
}

/** rootFrom returns the root that a leaf and its path lead to; the path has the right length. */
function rootFrom(leaf: Uint8Array, leaves: number, index: number, path: readonly Uint8Array[]): Uint8Array {
  if (leaves === 1) {
    return leaf;
  }
  const middle = split(leaves);
  const [last, rest] = [path.at(-1)!, path.slice(0, -1)];
  return index < middle
    ? inner(rootFrom(leaf, middle, index, rest), last)
    : inner(last, rootFrom(leaf, leaves - middle, index - middle, rest));
}

function checkInput(b: Binding, fleet: Fleet, secret: Uint8Array): void {
  if (secret.length !== secretSize) {
    throw new Error(`a board secret has ${secretSize} bytes, not ${secret.length}`);
  }
  if (!isLegal(b.ruleset, fleet)) {
    throw new Error(`the fleet is not one of ruleset ${b.ruleset.name}`);
  }
}

function rowHashes(b: Binding, row: number, taken: Tiles, key: Uint8Array): Uint8Array[] {
  const { width } = b.ruleset;
  return Array.from({ length: width }, (_, column) => {
    const tile = row * width + column;
    return leafHash(b, tile, taken.has(tile) ? Content.ship : Content.water, salt(key, tile));
  });
}

/** tossSalt is the salt of the toss leaf. In a proven ruleset it depends on the fleet, as those of tiles do in all others. */
function tossSalt(b: Binding, fleet: Fleet, secret: Uint8Array): Uint8Array {
  return salt(b.ruleset.proven ? fleetKey(secret, fleet) : secret, tiles(b.ruleset));
}

/** commitToss returns the toss leaf, the only part of this commitment that a proven board has. */
export function commitToss(b: Binding, fleet: Fleet, secret: Uint8Array): Uint8Array {
  return leafHash(b, tiles(b.ruleset), Content.toss, tossSalt(b, fleet, secret));
}

/** commit returns the commitment to a legal fleet. */
export function commit(b: Binding, fleet: Fleet, secret: Uint8Array): Board {
  checkInput(b, fleet, secret);
  const taken = fleetTiles(b.ruleset, fleet);
  const key = fleetKey(secret, fleet);
  const rowRoots = Array.from({ length: b.ruleset.height }, (_, row) => treeRoot(rowHashes(b, row, taken, key)));
  return { rowRoots, tossLeaf: commitToss(b, fleet, secret) };
}

/** open returns the opening of one tile. */
export function open(b: Binding, fleet: Fleet, secret: Uint8Array, tile: number): Opening {
  checkInput(b, fleet, secret);
  const taken = fleetTiles(b.ruleset, fleet);
  const key = fleetKey(secret, fleet);
  const row = Math.floor(tile / b.ruleset.width);
  return {
    content: taken.has(tile) ? Content.ship : Content.water,
    salt: salt(key, tile),
    path: auditPath(rowHashes(b, row, taken, key), tile % b.ruleset.width),
  };
}

/** openToss returns the opening of the toss leaf. */
export function openToss(b: Binding, fleet: Fleet, secret: Uint8Array): Opening {
  return { content: Content.toss, salt: tossSalt(b, fleet, secret), path: [] };
}

/** verifyOpening reports whether an opening is the one of that tile that the player committed to. */
export function verifyOpening(b: Binding, board: Board, tile: number, o: Opening): boolean {
  const column = tile % b.ruleset.width;
  const root = board.rowRoots[Math.floor(tile / b.ruleset.width)];
  if (
    root === undefined ||
    (o.content !== Content.water && o.content !== Content.ship) ||
    o.salt.length !== hashSize ||
    o.path.length !== pathLength(b.ruleset.width, column) ||
    o.path.some((hash) => hash.length !== hashSize)
  ) {
    return false;
  }
  return equal(rootFrom(leafHash(b, tile, o.content, o.salt), b.ruleset.width, column, o.path), root);
}

/** verifyToss reports whether an opening is that of the toss leaf. */
export function verifyToss(b: Binding, board: Board, o: Opening): boolean {
  return (
    o.content === Content.toss &&
    o.salt.length === hashSize &&
    o.path.length === 0 &&
    equal(leafHash(b, tiles(b.ruleset), Content.toss, o.salt), board.tossLeaf)
  );
}

/** audit reports whether a legal fleet and a secret match the player's commitment. */
export function audit(b: Binding, board: Board, fleet: Fleet, secret: Uint8Array): boolean {
  if (secret.length !== secretSize || !isLegal(b.ruleset, fleet)) {
    return false;
  }
  if (b.ruleset.proven) {
    return equal(commitToss(b, fleet, secret), board.tossLeaf);
  }
  const honest = commit(b, fleet, secret);
  return (
    honest.rowRoots.length === board.rowRoots.length &&
    honest.rowRoots.every((root, i) => equal(root, board.rowRoots[i]!)) &&
    equal(honest.tossLeaf, board.tossLeaf)
  );
}

/** mixToss returns the joiner's half of the toss as it counts. */
export function mixToss(half: Uint8Array, blockHash: Uint8Array, gameId: bigint, joiner: Uint8Array): Uint8Array {
  return sha256(concatBytes(ascii("battleship/toss-mix/v1"), half, sized(blockHash), u64(gameId), sized(joiner)));
}

/** tossFirst returns who shoots first: 0 the creator, 1 the joiner. */
export function tossFirst(creatorSalt: Uint8Array, mixed: Uint8Array): 0 | 1 {
  const sum = sha256(concatBytes(ascii("battleship/toss/v1"), creatorSalt, mixed));
  return (sum.at(-1)! & 1) as 0 | 1;
}
