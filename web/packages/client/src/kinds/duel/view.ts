// The on-chain state of a game, and the obligation of each player. The chain provides both; the client infers nothing.

import { BadAnswer } from "../../chain/errors.js";
import {
  type Game,
  Obligation,
  Phase,
  type Progress,
  type Reason,
  Seat,
  SecondClaim,
} from "../../gen/battleship/v1/battleship_pb.js";
import type { PlayerSummary, QueryGameResponse } from "../../gen/battleship/v1/query_pb.js";
import { type Side, sideFromBytes, unseen } from "../../rules/answer.js";
import type { Board } from "../../rules/commitment.js";
import { type Ruleset, rulesetById, shipTiles, tiles } from "../../rules/rulesets.js";

/** A seat is 0 for the creator and 1 for the joiner. */
export type SeatIndex = 0 | 1;

export type Owed = "nothing" | "toss" | "answer" | "shot" | "claim";

export interface View {
  readonly id: bigint;
  /** height is the last block as the node saw it. */
  readonly height: bigint;
  readonly ruleset: Ruleset;
  readonly game: Game;
  readonly progress: Progress;
  readonly phase: Phase;
  readonly owes: Owed;
  readonly actor: SeatIndex | undefined;
  readonly deadline: bigint;
  readonly turnBlocks: bigint;
  /** pending is the tile that was shot at and not yet answered. */
  readonly pending: number | undefined;
  readonly reason: Reason;
  readonly secondClaim: SecondClaim;
  /** sides are the public boards, by seat. */
  readonly sides: readonly [Side, Side];
  readonly offChain: boolean;
  /** channel reports whether the game is or was played off-chain. */
  readonly channel: boolean;
  /** under is the game as the chain has it, where the page holds the signed states of an off-chain game: the view is then of the
   * newest of them, if that counts. */
  readonly under?: View;
  /** responded are the seats that have submitted or moved since the game moved on-chain. */
  readonly responded: readonly SeatIndex[];
  readonly recoveries: readonly Uint8Array[];
  /** players are the summaries of the participants, by seat. */
  readonly players: readonly PlayerSummary[];
  /** secondsLeft is about how long the deadline is away, as the chain says. */
  readonly secondsLeft: bigint;
}

export const owedNames: Readonly<Record<Obligation, Owed>> = {
  [Obligation.NONE]: "nothing",
  [Obligation.TOSS_REVEAL]: "toss",
  [Obligation.ANSWER]: "answer",
  [Obligation.SHOT]: "shot",
  [Obligation.CLAIM]: "claim",
};

export function seatIndex(seat: Seat): SeatIndex | undefined {
  return seat === Seat.CREATOR ? 0 : seat === Seat.JOINER ? 1 : undefined;
}

export function other(seat: SeatIndex): SeatIndex {
  return seat === 0 ? 1 : 0;
}

function sideOf(r: Ruleset, progress: Progress, seat: SeatIndex): Side {
  const side = progress.sides[seat];
  if (!side) {
    return unseen;
  }
  const read = sideFromBytes(side.answered, side.hits, side.sunk);
  if ([...read.answered, ...read.hits].some((tile) => tile >= tiles(r))) {
    throw new BadAnswer("The node shows a board that cannot be.");
  }
  return read;
}

/** viewOf decodes a node's answer. */
export function viewOf(answer: QueryGameResponse): View {
  const { game, progress } = answer;
  const ruleset = game && rulesetById(game.rulesetId);
  if (!game || !progress || !ruleset) {
    throw new BadAnswer("This game has rules that this page does not know. Reload the page.");
  }
  return {
    id: game.id,
    height: answer.height,
    ruleset,
    game,
    progress,
    phase: progress.phase,
    owes: owedNames[progress.owes],
    actor: seatIndex(progress.actor),
    deadline: progress.deadline,
    turnBlocks: game.turnBlocks,
    pending: progress.pending > 0 ? progress.pending - 1 : undefined,
    reason: progress.reason,
    secondClaim: progress.secondClaim,
    sides: [sideOf(ruleset, progress, 0), sideOf(ruleset, progress, 1)],
    offChain: progress.offChain,
    channel: game.channelTimeoutBlocks > 0n,
    responded: progress.responded.flatMap((seat) => seatIndex(seat) ?? []),
    recoveries: answer.recoveries,
    players: answer.players,
    secondsLeft: answer.nextAction?.secondsLeft ?? 0n,
  };
}

/** begun reports whether a shot was fired. */
export function begun({ pending, sides }: View): boolean {
  return pending !== undefined || sides.some((side) => side.answered.size > 0);
}

/** seatOf returns a player's seat by its address, or undefined for any other address. */
export function seatOf(view: View, address: string): SeatIndex | undefined {
  const index = view.game.participants.findIndex((p) => p.address === address);
  return index === 0 || index === 1 ? index : undefined;
}

export function playerOf(view: View, seat: SeatIndex): string {
  return view.game.participants[seat]?.address ?? "";
}

/** boardOf returns the commitment of a seat's player. */
export function boardOf(view: View, seat: SeatIndex): Board {
  const board = view.game.participants[seat]?.board;
  return { rowRoots: board?.rowRoots ?? [], tossLeaf: board?.tossLeaf ?? new Uint8Array() };
}

/** inPlay reports whether moves are made. */
export function inPlay(view: View): boolean {
  return view.phase === Phase.TOSS || view.phase === Phase.PLAY;
}

/** watched reports whether a game is played with states that this page does not hold, so that it only looks on. */
export function watched({ channel, under }: View): boolean {
  return channel && !under;
}

/** mayClaim reports whether the player of a seat can win now by proving its board. */
export function mayClaim(view: View, seat: SeatIndex): boolean {
  return !watched(view) && view.phase === Phase.CLAIM && (view.actor === seat || view.secondClaim === SecondClaim.OPEN);
}

/** owedBy returns the obligation of a seat's player. */
export function owedBy(view: View, seat: SeatIndex): Owed {
  if (watched(view)) {
    return "nothing";
  }
  if (view.phase === Phase.CLAIM) {
    return mayClaim(view, seat) ? "claim" : "nothing";
  }
  return view.actor === seat ? view.owes : "nothing";
}

/** shootsNext returns the player to shoot after an answer, if play continues. */
export function shootsNext(r: Ruleset, answerer: SeatIndex, hit: boolean): SeatIndex {
  return hit && r.hitShootsAgain ? other(answerer) : answerer;
}

/** lost reports whether all ship tiles of a side are hit. */
export function lost(r: Ruleset, side: Side): boolean {
  return side.hits.size >= shipTiles(r);
}

/** position names a state of a game for the messages signed in it: it grows with each message. */
export function position(view: View): string {
  const answers = view.sides[0].answered.size + view.sides[1].answered.size;
  const known = `${view.phase}.${answers}.${view.pending ?? "-"}`;
  return view.under ? `${known}/${view.offChain ? "off" : position(view.under)}` : known;
}
