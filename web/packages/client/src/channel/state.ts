// A state of a duel as a value, its canonical bytes, and the rules by which moves lead from one to the next: those of game.Step, as
// far as off-chain moves go. The vectors of game/channel hold this file.

import { concatBytes, u16, u32, u64 } from "../bytes.js";
import { Refusal } from "../chain/errors.js";
import { Obligation, Phase, Reason, SecondClaim } from "../gen/battleship/v1/battleship_pb.js";
import { type Answer, answered, type Side, sideFromBytes, unseen } from "../rules/answer.js";
import { around, footprint, type Ship, shipCode } from "../rules/fleet.js";
import { type Ruleset, ships, shipTiles, tiles } from "../rules/rulesets.js";
import { tilesToBytes } from "../rules/tiles.js";

/** A seat is 0 for the creator and 1 for the joiner. */
export type Seat = 0 | 1;

export const otherSeat = (seat: Seat): Seat => (seat === 0 ? 1 : 0);

/** State is the complete state of a duel. */
export interface State {
  readonly ruleset: Ruleset;
  readonly turnBlocks: bigint;
  readonly claimBlocks: bigint;
  /** provenClaims keeps the claim in a game of a proven ruleset. */
  readonly provenClaims: boolean;
  readonly phase: Phase;
  readonly owes: Obligation;
  readonly actor: Seat;
  readonly first: Seat;
  readonly deadline: bigint;
  /** pending is the tile that was shot at and not yet answered. */
  readonly pending: number | undefined;
  readonly reason: Reason;
  readonly second: SecondClaim;
  readonly sides: readonly [Side, Side];
}

// The codes of codespace battleship, by which the chain refuses the same.
export const errMove = () => new Refusal("battleship", 17);
export const errPhase = () => new Refusal("battleship", 19);
export const errTurn = () => new Refusal("battleship", 20);
export const errTile = () => new Refusal("battleship", 22);
export const errSunk = () => new Refusal("battleship", 23);
export const errState = () => new Refusal("battleship", 48);

const version = 3;
const headSize = 37;

/** inPlay reports whether moves are made in a state. */
export const inPlay = ({ phase }: State): boolean => phase === Phase.TOSS || phase === Phase.PLAY;

/** claims reports whether a claim comes before the end of the game. */
export const claims = ({ ruleset, provenClaims }: State): boolean => !ruleset.proven || provenClaims;

/** progress orders the states of a game: each act leads to a state of greater progress. */
export function progress({ phase, pending, sides }: State): number {
  const answers = 2 * (sides[0].answered.size + sides[1].answered.size);
  const ended = phase === Phase.CLAIM || phase === Phase.OVER;
  return answers + (pending === undefined ? 0 : 1) + (ended || phase === Phase.PLAY ? 1 : 0) + (ended ? 2 : 0);
}

/** restart starts the clock of a state at a height. */
export function restart(s: State, height: bigint): State {
  const blocks = inPlay(s) ? s.turnBlocks : s.phase === Phase.CLAIM ? s.claimBlocks : undefined;
  return blocks === undefined ? s : { ...s, deadline: height + blocks };
}

/** joined is the state that the join of a game at a height has left. */
export function joined(
  terms: Pick<State, "ruleset" | "turnBlocks" | "claimBlocks" | "provenClaims">,
  height: bigint,
): State {
  return {
    ...terms,
    phase: Phase.TOSS,
    owes: Obligation.TOSS_REVEAL,
    actor: 0,
    first: 0,
    deadline: height + terms.turnBlocks,
    pending: undefined,
    reason: Reason.UNSPECIFIED,
    second: SecondClaim.NONE,
    sides: [unseen, unseen],
  };
}

// Moves.

const withSide = (s: State, seat: Seat, side: Side): State["sides"] =>
  seat === 0 ? [side, s.sides[1]] : [s.sides[0], side];

const owe = (s: State, actor: Seat, owes: Obligation, height: bigint): State => ({
  ...s,
  actor,
  owes,
  deadline: height + s.turnBlocks,
});

const allSunk = (r: Ruleset, side: Side): boolean => side.hits.size === shipTiles(r);

/** finished reports whether play ends with a board: all ships are sunk, or every tile is answered. */
const finished = (r: Ruleset, side: Side): boolean => allSunk(r, side) || side.answered.size === tiles(r);

function leavePlay(s: State, actor: Seat, reason: Reason, height: bigint): State {
  const ended = { ...s, actor, reason, pending: undefined };
  return claims(s)
    ? { ...ended, phase: Phase.CLAIM, owes: Obligation.CLAIM, deadline: height + s.claimBlocks }
    : { ...ended, phase: Phase.OVER, owes: Obligation.NONE, second: SecondClaim.NONE, deadline: 0n };
}

function checkOwed(s: State, by: Seat, what: Obligation, phase: Phase): void {
  if (s.phase !== phase) {
    throw errPhase();
  }
  if (s.owes !== what || s.actor !== by) {
    throw errTurn();
  }
}

export function openToss(s: State, by: Seat, first: Seat, height: bigint): State {
  checkOwed(s, by, Obligation.TOSS_REVEAL, Phase.TOSS);
  return owe({ ...s, phase: Phase.PLAY, first }, first, Obligation.SHOT, height);
}

export function shoot(s: State, by: Seat, tile: number | undefined, height: bigint): State {
  checkOwed(s, by, Obligation.SHOT, Phase.PLAY);
  const target = otherSeat(by);
  if (tile === undefined || tile < 0 || tile >= tiles(s.ruleset) || s.sides[target].answered.has(tile)) {
    throw errTile();
  }
  return owe({ ...s, pending: tile }, target, Obligation.ANSWER, height);
}

export function answer(s: State, by: Seat, given: Answer, height: bigint): State {
  checkOwed(s, by, Obligation.ANSWER, Phase.PLAY);
  const r = s.ruleset;
  const tile = s.pending!;
  const side = answered(s.sides[by], tile, given);
  if (given.sunk) {
    const own = checkSunk(r, side.hits, s.sides[by].sunk, given.sunk);
    if (!r.announceSunk || !given.hit || !own?.includes(tile)) {
      throw errSunk();
    }
  }
  if (!claims(s) && finished(r, side) && !allSunk(r, side)) {
    throw new Refusal("battleship", 40);
  }
  const shooter = otherSeat(by);
  const next: State = { ...s, pending: undefined, sides: withSide(s, by, side) };
  if (finished(r, side)) {
    return leavePlay(next, shooter, allSunk(r, side) ? Reason.SUNK : Reason.UNPROVEN, height);
  }
  return owe(next, given.hit && r.hitShootsAgain ? shooter : by, Obligation.SHOT, height);
}

export function concede(s: State, by: Seat, height: bigint): State {
  if (!inPlay(s)) {
    throw errPhase();
  }
  return leavePlay(s, otherSeat(by), Reason.CONCEDED, height);
}

/** checkSunk returns the tiles of a ship that can be sunk after those before it, given the hits on its board. */
function checkSunk(r: Ruleset, hits: ReadonlySet<number>, before: readonly Ship[], ship: Ship): number[] | undefined {
  const own = footprint(r, ship);
  if (!own?.every((tile) => hits.has(tile))) {
    return undefined;
  }
  if (before.filter((earlier) => earlier.class === ship.class).length >= r.classes[ship.class]!.count) {
    return undefined;
  }
  const taken = new Set(before.flatMap((earlier) => footprint(r, earlier) ?? []));
  const room = r.touch ? own : [...around(r, own)];
  return room.some((tile) => taken.has(tile)) ? undefined : own;
}

// Bytes.

/** encodeState returns the canonical bytes of a state. */
export function encodeState(s: State): Uint8Array {
  const n = tiles(s.ruleset);
  return concatBytes(
    Uint8Array.of(version),
    u32(s.ruleset.id),
    u64(s.turnBlocks),
    u64(s.claimBlocks),
    Uint8Array.of(s.phase, s.owes, s.actor, s.first),
    u64(s.deadline),
    u16(s.pending === undefined ? 0 : s.pending + 1),
    Uint8Array.of(s.reason, s.second),
    ...(s.ruleset.proven ? [Uint8Array.of(s.provenClaims ? 1 : 0)] : []),
    ...s.sides.flatMap(({ answered, hits, sunk }) => [
      tilesToBytes(answered, n),
      tilesToBytes(hits, n),
      Uint8Array.of(sunk.length),
      ...sunk.map((ship) => u16(shipCode(ship))),
    ]),
  );
}

/** decodeState reads the canonical bytes of an off-chain state of a ruleset, and throws for any others. */
export function decodeState(r: Ruleset, bytes: Uint8Array): State {
  const s = readState(r, bytes);
  if (!isValid(s)) {
    throw errState();
  }
  return s;
}

/** readState reads bytes in the form of a state, which need not be one that a game can be in. */
export function readState(r: Ruleset, bytes: Uint8Array): State {
  const size = Math.ceil(tiles(r) / 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = headSize + (r.proven ? 1 : 0);
  const needs = (length: number) => {
    if (bytes.length < length) {
      throw errState();
    }
  };
  needs(at);
  const flags = r.proven ? bytes[headSize]! : 0;
  const [phase, owes, actor, first] = bytes.subarray(21, 25) as unknown as [number, number, number, number];
  if (bytes[0] !== version || view.getUint32(1) !== r.id || flags > 1 || actor > 1 || first > 1) {
    throw errState();
  }
  const side = (): Side => {
    needs(at + 2 * size + 1);
    const end = at + 2 * size + 1;
    const count = bytes[end - 1]!;
    needs(end + 2 * count);
    const read = sideFromBytes(
      bytes.subarray(at, at + size),
      bytes.subarray(at + size, end - 1),
      bytes.subarray(end, end + 2 * count),
    );
    at = end + 2 * count;
    return read;
  };
  const sides: [Side, Side] = [side(), side()];
  const pending = view.getUint16(33);
  const s: State = {
    ruleset: r,
    turnBlocks: view.getBigUint64(5),
    claimBlocks: view.getBigUint64(13),
    provenClaims: flags === 1,
    phase: phase as Phase,
    owes: owes as Obligation,
    actor: actor as Seat,
    first: first as Seat,
    deadline: view.getBigUint64(25),
    pending: pending === 0 ? undefined : pending - 1,
    reason: bytes[35] as Reason,
    second: bytes[36] as SecondClaim,
    sides,
  };
  if (at !== bytes.length) {
    throw errState();
  }
  return s;
}

// Which states there are off-chain. Clock and deadline are for Channel to check: they follow from the game.

const ends: readonly number[] = [Reason.SUNK, Reason.CONCEDED, Reason.UNPROVEN];

function isValid(s: State): boolean {
  const ended = s.phase === Phase.CLAIM || s.phase === Phase.OVER;
  return (
    s.second === SecondClaim.NONE &&
    (s.pending !== undefined) === (s.owes === Obligation.ANSWER) &&
    s.sides.every((side) => isSide(s.ruleset, side)) &&
    (ended ? isEnding(s) : s.reason === Reason.UNSPECIFIED && (s.phase === Phase.TOSS ? isToss(s) : isPlay(s)))
  );
}

function isSide(r: Ruleset, { answered, hits, sunk }: Side): boolean {
  return (
    [...answered].every((tile) => tile < tiles(r)) &&
    [...hits].every((tile) => answered.has(tile)) &&
    hits.size <= shipTiles(r) &&
    sunk.length <= (r.announceSunk ? ships(r) : 0) &&
    sunk.every((ship, i) => checkSunk(r, hits, sunk.slice(0, i), ship) !== undefined)
  );
}

const isToss = (s: State): boolean =>
  s.owes === Obligation.TOSS_REVEAL &&
  s.actor === 0 &&
  s.first === 0 &&
  s.sides.every(({ answered }) => answered.size === 0);

function isPlay(s: State): boolean {
  const { pending, actor, owes, ruleset, sides } = s;
  if (s.phase !== Phase.PLAY || (owes !== Obligation.ANSWER && owes !== Obligation.SHOT)) {
    return false;
  }
  if (pending !== undefined && (pending >= tiles(ruleset) || sides[actor].answered.has(pending))) {
    return false;
  }
  const shooter = pending === undefined ? actor : otherSeat(actor);
  const lead = leadBeforeShot(s, shooter);
  return (
    !sides.some((side) => finished(ruleset, side)) &&
    leads(s, shooter, lead, lead) &&
    isFirstTurn(s, turns(s, s.first) === 0)
  );
}

function isEnding(s: State): boolean {
  const { ruleset, sides, actor, reason } = s;
  const left = claims(s) ? [Phase.CLAIM, Obligation.CLAIM] : [Phase.OVER, Obligation.NONE];
  if (s.phase !== left[0] || s.owes !== left[1] || !ends.includes(reason)) {
    return false;
  }
  if (reason === Reason.UNPROVEN && !claims(s)) {
    return false;
  }
  const done = ([0, 1] as const).filter((seat) => finished(ruleset, sides[seat]));
  if (done.length === 0) {
    return reason === Reason.CONCEDED && leads(s, s.first, 0, 1) && isFirstTurn(s, turns(s, s.first) === 0);
  }
  const loser = done[0]!;
  const winner = otherSeat(loser);
  const sunk = allSunk(ruleset, sides[loser]);
  if (done.length > 1 || actor !== winner || reason !== (sunk ? Reason.SUNK : Reason.UNPROVEN)) {
    return false;
  }
  // The last shot used the winner's turn up, unless it was a hit and hits shoot again.
  const before = leadBeforeShot(s, winner);
  const again = ruleset.hitShootsAgain && sides[loser].hits.size > 0;
  return (
    leads(s, winner, again ? before : before + 1, again && sunk ? before : before + 1) &&
    isFirstTurn(s, winner === s.first && turns(s, otherSeat(s.first)) === 0 && turns(s, s.first) <= 1)
  );
}

/** turns counts the turns that a player has used up: shots after which the other player shoots. */
function turns(s: State, seat: Seat): number {
  const { answered, hits } = s.sides[otherSeat(seat)];
  return s.ruleset.hitShootsAgain ? answered.size - hits.size : answered.size;
}

const leadBeforeShot = (s: State, shooter: Seat): number => (shooter === s.first ? 0 : -1);

function leads(s: State, seat: Seat, least: number, most: number): boolean {
  const lead = turns(s, seat) - turns(s, otherSeat(seat));
  return lead >= least && lead <= most;
}

/** isFirstTurn reports whether only the first player has shot, if nothing but its first turn was played. */
const isFirstTurn = (s: State, only: boolean): boolean => !only || s.sides[s.first].answered.size === 0;
