// The on-chain state of a melee: each seat's obligation, and the public part of each board. The chain provides both;
// the client infers nothing.

import { BadAnswer } from "../../chain/errors.js";
import { type Melee, type MeleeState, SeatStanding, Stage } from "../../gen/battleship/v1/battleship_melee_pb.js";
import type { BoardCommitment } from "../../gen/battleship/v1/battleship_pb.js";
import type { QueryMeleeResponse } from "../../gen/battleship/v1/melee_query_pb.js";
import type { Side } from "../../rules/answer.js";
import { volley } from "../../rules/melee.js";
import { parseTile, type Ruleset, rulesetById, tileName, tiles } from "../../rules/rulesets.js";
import type { Tiles } from "../../rules/tiles.js";

/** A MeleeSeat is a seat, with the public part of its player's board. */
export interface MeleeSeat {
  /** player is the address of the seat's player, or empty. */
  readonly player: string;
  readonly delegate: string;
  readonly standing: SeatStanding;
  /** round is the round in which it lost, or 0. */
  readonly round: number;
  /** target is the tile that it has fired at in this round. */
  readonly target: number | undefined;
  readonly hits: Tiles;
  readonly owes: boolean;
  readonly struck: boolean;
  readonly unreported: boolean;
  readonly proven: boolean;
  readonly board: BoardCommitment | undefined;
  readonly aim: Uint8Array | undefined;
  readonly recovery: Uint8Array;
}

export interface MeleeView {
  readonly id: bigint;
  /** height is the last block as the node saw it. */
  readonly height: bigint;
  readonly ruleset: Ruleset;
  readonly melee: Melee;
  readonly state: MeleeState;
  readonly stage: Stage;
  /** extended reports whether most have missed the stage's first deadline. */
  readonly extended: boolean;
  readonly withdrawn: boolean;
  readonly emptied: boolean;
  /** round counts from 1; it is 0 before the first. */
  readonly round: number;
  readonly deadline: bigint;
  readonly seats: readonly MeleeSeat[];
  /** bombed are the tiles that were bombed and reported, the same on every board. */
  readonly bombed: Tiles;
  /** volley are the tiles that were fired at in this round, in the order of a report. */
  readonly volley: readonly number[];
}

const mostSeats = 16;

function cannotBe(): never {
  throw new BadAnswer("The node shows a melee that cannot be.");
}

function tilesOf(r: Ruleset, names: readonly string[]): Set<number> {
  return new Set(names.map((name) => parseTile(r, name) ?? cannotBe()));
}

/** meleeViewOf decodes a node's answer. */
export function meleeViewOf(answer: QueryMeleeResponse): MeleeView {
  const { melee, state } = answer;
  const ruleset = melee && rulesetById(melee.rulesetId);
  if (!melee || !state || ruleset?.kind !== "melee") {
    throw new BadAnswer("This melee has rules that this page does not know. Reload the page.");
  }
  const bombed = tilesOf(ruleset, state.bombed);
  if (state.seats.length > mostSeats || state.seats.length !== melee.players.length) {
    cannotBe();
  }
  const seats = state.seats.map((seat, i): MeleeSeat => {
    const of = <T extends { seat: number }>(list: readonly T[]) => list.find((one) => one.seat === i);
    const bit = (set: number) => ((set >> i) & 1) === 1;
    const target = seat.target ? (parseTile(ruleset, seat.target) ?? cannotBe()) : undefined;
    if (target !== undefined && bombed.has(target) && !inClaim(state.stage)) {
      cannotBe();
    }
    return {
      player: melee.players[i]!.address,
      delegate: melee.players[i]!.delegate,
      standing: seat.standing,
      round: seat.round,
      target,
      hits: tilesOf(ruleset, seat.hits),
      owes: bit(state.owes),
      struck: bit(state.struck),
      unreported: bit(state.unreported),
      proven: bit(state.proven),
      board: of(answer.boards)?.board,
      aim: of(answer.aims)?.aim,
      recovery: of(answer.recoveries)?.recovery ?? new Uint8Array(),
    };
  });
  return {
    id: melee.id,
    height: answer.height,
    ruleset,
    melee,
    state,
    stage: state.stage,
    extended: state.extended,
    withdrawn: state.withdrawn,
    emptied: state.emptied,
    round: state.round,
    deadline: state.deadline,
    seats,
    bombed,
    volley: volley(seats.flatMap(({ target }) => target ?? [])),
  };
}

/** meleeSeatOf returns a player's seat by its address, or undefined for any other address. */
export function meleeSeatOf(view: MeleeView, address: string): number | undefined {
  const index = view.seats.findIndex(({ player }) => player !== "" && player === address);
  return index < 0 ? undefined : index;
}

export function inClaim(stage: Stage): boolean {
  return stage === Stage.CLAIM || stage === Stage.SECOND_CLAIM;
}

/** inRounds reports whether bombs fall. */
export function inRounds(stage: Stage): boolean {
  return stage === Stage.AIM || stage === Stage.FIRE || stage === Stage.REPORT;
}

/** clockBlocks returns the longest duration of a stage. It is 0 for an open table, whose wait is unknown. */
export function clockBlocks({ stage, melee: { turnBlocks, claimBlocks } }: MeleeView): bigint {
  if (inRounds(stage)) {
    return turnBlocks;
  }
  return stage === Stage.READY && turnBlocks > claimBlocks ? turnBlocks : stage === Stage.OPEN ? 0n : claimBlocks;
}

/** dueBy returns the stage in which a seat owes a message that can still get into a block, or undefined if it owes
 * none. */
export function dueBy(view: MeleeView, seat: number): Stage | undefined {
  return view.seats[seat]?.owes && view.deadline > view.height ? view.stage : undefined;
}

/** meleePosition names an obligation in a melee: a stage of a round, with its deadline, for a table can be filled
 * again. */
export function meleePosition({ stage, round, deadline }: MeleeView): string {
  return `${stage}.${round}.${deadline}`;
}

/** mayHaveEnded reports whether play can be over as the node says: by silence, with one afloat at most, or with every tile bombed. */
export function mayHaveEnded(view: MeleeView): boolean {
  const afloat = withStanding(view, SeatStanding.AFLOAT).length;
  return view.emptied || afloat < 2 || view.bombed.size === tiles(view.ruleset);
}

export function withStanding(view: MeleeView, standing: SeatStanding): MeleeSeat[] {
  return view.seats.filter((seat) => seat.standing === standing);
}

/** mayJoin reports whether a player could take a seat now. */
export function mayJoin(view: MeleeView, address: string): boolean {
  const { invited } = view.melee;
  return (
    view.stage === Stage.OPEN &&
    meleeSeatOf(view, address) === undefined &&
    (invited.length === 0 || invited.includes(address))
  );
}

/** reported reports whether a seat has reported its hits by the last volley. */
export function reported({ stage }: MeleeView, seat: MeleeSeat): boolean {
  return stage === Stage.REPORT ? !seat.owes : inClaim(stage) && !seat.unreported;
}

/** meleeSide returns the public part of a seat's board: of a seat that is out, its hits alone. */
export function meleeSide(view: MeleeView, seat: MeleeSeat): Side {
  const { hits } = seat;
  const all = reported(view, seat) ? [...view.bombed, ...view.volley] : view.bombed;
  return { answered: seat.standing === SeatStanding.AFLOAT ? new Set(all) : hits, hits, sunk: [] };
}

/** tileNames lists tiles as people read them. */
export function tileNames(r: Ruleset, list: Iterable<number>): string {
  return [...list].map((tile) => tileName(r, tile)).join(", ");
}
