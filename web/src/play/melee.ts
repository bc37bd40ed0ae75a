// A melee as it stands on the chain: who owes what, what is known of each board, and the words for it. The chain says it;
// nothing is inferred here.

import { BadAnswer } from "../chain/errors";
import { type Melee, type MeleeResult, SeatStanding, Stage } from "../gen/battleship/v1/battleship_melee_pb";
import type { BoardCommitment } from "../gen/battleship/v1/battleship_pb";
import type { QueryMeleeResponse } from "../gen/battleship/v1/melee_query_pb";
import type { Side } from "../rules/answer";
import { volley } from "../rules/melee";
import { parseTile, type Ruleset, rulesetById, shipTiles, tileName, tiles } from "../rules/rulesets";
import type { Tiles } from "../rules/tiles";

/** A MeleeSeat is one player's, and what is publicly known of the board. */
export interface MeleeSeat {
  /** player sits there; empty if nobody does. */
  readonly player: string;
  readonly delegate: string;
  readonly standing: SeatStanding;
  /** round is the one in which it lost; 0 if it has not. */
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
  readonly stage: Stage;
  /** extended tells that most have missed the stage's first deadline. */
  readonly extended: boolean;
  readonly withdrawn: boolean;
  readonly emptied: boolean;
  /** round counts from 1; 0 before the first. */
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

/** meleeViewOf reads what a node answers. */
export function meleeViewOf(answer: QueryMeleeResponse): MeleeView {
  const { melee, state } = answer;
  const ruleset = melee && rulesetById(melee.rulesetId);
  if (!melee || !state || !ruleset?.melee) {
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

/** meleeSeatOf is the seat of a player, by its address; nothing for anybody else. */
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

/** clockBlocks is how long a stage takes at most; 0 for an open table, whose wait is not known. */
export function clockBlocks({ stage, melee: { turnBlocks, claimBlocks } }: MeleeView): bigint {
  if (inRounds(stage)) {
    return turnBlocks;
  }
  return stage === Stage.READY && turnBlocks > claimBlocks ? turnBlocks : stage === Stage.OPEN ? 0n : claimBlocks;
}

/** dueBy is the stage in which a seat owes something that can still get into a block; nothing if it owes nothing. */
export function dueBy(view: MeleeView, seat: number): Stage | undefined {
  return view.seats[seat]?.owes && view.deadline > view.height ? view.stage : undefined;
}

/** meleePosition names what is owed in a melee: a stage of a round, with its deadline, for a table can be filled again. */
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

/** reported reports whether a seat has said what the last volley hit. */
function reported({ stage }: MeleeView, seat: MeleeSeat): boolean {
  return stage === Stage.REPORT ? !seat.owes : inClaim(stage) && !seat.unreported;
}

/** meleeSide is what is publicly known of a seat's board. Of a seat that is out only the hits are. */
export function meleeSide(view: MeleeView, seat: MeleeSeat): Side {
  const { hits } = seat;
  const all = reported(view, seat) ? [...view.bombed, ...view.volley] : view.bombed;
  return { answered: seat.standing === SeatStanding.AFLOAT ? new Set(all) : hits, hits, sunk: [] };
}

export type Mark = "open" | "ship" | "miss" | "hit" | "sunk" | "wait" | "unknown";

/** marks are what is drawn on each tile of a seat's board; `ships` are those of a fleet that is known. */
export function marks(view: MeleeView, seat: MeleeSeat, ships?: Tiles): Mark[] {
  const { ruleset: r } = view;
  const afloat = seat.standing === SeatStanding.AFLOAT;
  const sunk = seat.standing === SeatStanding.SUNK;
  const fell = new Set(view.volley);
  return Array.from({ length: r.width * r.height }, (_, tile) => {
    const bombed = view.bombed.has(tile);
    if (seat.hits.has(tile)) {
      return sunk ? "sunk" : "hit";
    }
    if (!bombed && !fell.has(tile)) {
      return ships?.has(tile) ? "ship" : "open";
    }
    if (sunk || (afloat && (bombed || reported(view, seat)))) {
      return "miss";
    }
    return afloat ? "wait" : ships?.has(tile) ? "ship" : "unknown";
  });
}

/** A Volley are the bombs of one round, with who fired them as far as that is known. */
export interface Volley {
  readonly round: number;
  readonly bombs: readonly { readonly tile: number; readonly by: readonly number[] }[];
}

/** volleyOf are the bombs of a round. */
export function volleyOf(round: number, fired: readonly { tile: number; by?: number }[]): Volley {
  const bombs = volley(fired.map(({ tile }) => tile)).map((tile) => ({
    tile,
    by: fired.flatMap((one) => (one.tile === tile && one.by !== undefined ? [one.by] : [])),
  }));
  return { round, bombs };
}

/** lastVolley are the bombs that were fired last: those of this round, or else those of the one before, as an earlier look
 * has shown them. The chain does not keep who fired them. */
export function lastVolley(view: MeleeView, before?: MeleeView, known?: Volley): Volley | undefined {
  const fired = view.seats.flatMap(({ target }, by) => (target === undefined ? [] : { tile: target, by }));
  if (fired.length > 0) {
    return volleyOf(view.round, fired);
  }
  const fresh = before ? [...view.bombed].filter((tile) => !before.bombed.has(tile)) : [];
  if (fresh.length === 0 || (known && fresh.every((tile) => known.bombs.some((bomb) => bomb.tile === tile)))) {
    return known;
  }
  return volleyOf(
    before!.round,
    fresh.map((tile) => ({ tile })),
  );
}

export interface MeleeLine {
  readonly height: bigint;
  readonly by: number | undefined;
  readonly text: string;
}

/** names lists tiles as people read them. */
export function tileNames(r: Ruleset, list: Iterable<number>): string {
  return [...list].map((tile) => tileName(r, tile)).join(", ");
}

/** count says how many of something there are: 1 round, 2 rounds. */
export function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

const lostText: Partial<Record<SeatStanding, string>> = {
  [SeatStanding.ABSENT]: "not there",
  [SeatStanding.SUNK]: "sunk",
  [SeatStanding.SCUTTLED]: "scuttled for silence",
  [SeatStanding.CONCEDED]: "gave up",
  [SeatStanding.UNPROVEN]: "ships missing",
};

/** lost says how a seat is out: sunk in round 5. Empty if it is not. */
export function lost({ standing, round }: { standing: SeatStanding; round: number }): string {
  const how = lostText[standing] ?? "";
  return how && round > 0 ? `${how}, round ${round}` : how;
}

/** meleeChanges tells what has happened since an earlier look. */
export function meleeChanges(before: MeleeView, after: MeleeView): MeleeLine[] {
  const { height, ruleset: r } = after;
  const lines: MeleeLine[] = [];
  const add = (by: number | undefined, text: string) => lines.push({ height, by, text });
  after.seats.forEach((is, by) => {
    const was = before.seats[by];
    if (was?.player !== is.player) {
      add(is.player ? by : undefined, is.player ? "took a seat" : "A player has left.");
      return;
    }
    if (is.target !== undefined && (is.target !== was.target || before.round !== after.round)) {
      add(by, `fired at ${tileName(r, is.target)}`);
    }
    const hits = [...is.hits].filter((tile) => !was.hits.has(tile));
    if (hits.length > 0) {
      add(by, `hit at ${tileNames(r, hits)}`);
    }
    if (is.struck && !was.struck) {
      add(by, "missed an aim: a strike");
    }
    if (is.standing !== was.standing && lost(is)) {
      add(by, lost(is));
    }
    if (is.proven && !was.proven) {
      add(by, "has shown an honest board");
    }
  });
  if (after.extended && !before.extended) {
    add(undefined, "Most were late: the stage has one more clock.");
  }
  if (after.round > before.round) {
    const fresh = [...after.bombed].filter((tile) => !before.bombed.has(tile));
    const fell = fresh.length > 0 ? ` Bombed before: ${tileNames(r, fresh)}.` : "";
    add(undefined, `Round ${after.round} begins.${fell}`);
  }
  if (inClaim(after.stage) && !inClaim(before.stage)) {
    add(undefined, "Play has ended. Boards are shown now.");
  }
  return lines;
}

/** seatState says in a word or two how a seat stands just now. */
export function seatState(view: MeleeView, seat: MeleeSeat): string {
  const due = (owed: string, done: string) => (seat.owes ? owed : done);
  switch (seat.standing) {
    case SeatStanding.VACANT:
      return "free";
    case SeatStanding.CLOSED:
      return "declined";
    case SeatStanding.AFLOAT:
      break;
    default:
      return seat.proven ? "board shown" : lost(seat);
  }
  switch (view.stage) {
    case Stage.OPEN:
      return "here";
    case Stage.READY:
      return due("to confirm", "confirmed");
    case Stage.AIM:
      return due("to aim", "has aimed");
    case Stage.FIRE:
      return seat.owes ? "to fire" : seat.target === undefined ? "no bomb" : "has fired";
    case Stage.REPORT:
      return due("to report", "has reported");
    default:
      return seat.proven ? "board shown" : due("to show its board", "afloat");
  }
}

/** stageText says how far the melee is. */
export function stageText(view: MeleeView): string {
  const round = `Round ${view.round}`;
  switch (view.stage) {
    case Stage.OPEN:
      return `${withStanding(view, SeatStanding.AFLOAT).length} of ${view.seats.length} at the table`;
    case Stage.READY:
      return "The table is full: all confirm";
    case Stage.AIM:
      return `${round}: all aim`;
    case Stage.FIRE:
      return `${round}: the aims are opened`;
    case Stage.REPORT:
      return `${round}: the bombs have fallen, all report`;
    case Stage.CLAIM:
      return "Play has ended: first those who rank first show their boards";
    case Stage.SECOND_CLAIM:
      return "Play has ended: now anybody who ranks may show its board";
    default:
      return "";
  }
}

/** headline says to a player what is to be done, and to everybody else what is waited for. */
export function headline(view: MeleeView, seat: number | undefined, aimed: number | undefined): string {
  const me = seat === undefined ? undefined : view.seats[seat];
  const free = withStanding(view, SeatStanding.VACANT).length;
  if (view.stage === Stage.OPEN) {
    return view.withdrawn
      ? "All have left: the table is gone soon, unless somebody has just joined."
      : `Waiting for ${count(free, "more player")}.${me ? " Share the address of this page." : ""}`;
  }
  if (!me) {
    return `${withStanding(view, SeatStanding.AFLOAT).length} of ${view.seats.filter(({ player }) => player).length} are afloat.`;
  }
  if (me.standing === SeatStanding.ABSENT) {
    return "You are not in this melee any more. The others play without you.";
  }
  if (me.standing !== SeatStanding.AFLOAT && inRounds(view.stage)) {
    return `You are out: ${lost(me)}. The others play on.`;
  }
  switch (view.stage) {
    case Stage.READY:
      return me.owes
        ? "The table is full: confirm that you are there, or you are out."
        : "You have confirmed. The first round begins when all have.";
    case Stage.AIM:
      if (me.owes && aimed === undefined) {
        return me.struck
          ? "Choose a target in time: you have a strike, and a second one is the end."
          : "Choose a target: the bomb falls on every board, also on yours.";
      }
      return aimed === undefined
        ? "You have aimed. Nobody sees where before all have."
        : `You aim at ${tileName(view.ruleset, aimed)}. Nobody sees that before all have aimed.`;
    case Stage.FIRE:
      if (me.owes) {
        return "All have aimed. Your bomb is fired by itself.";
      }
      return me.target === undefined
        ? "You missed an aim: a strike, and no bomb of yours falls. Another is the end."
        : `Your bomb at ${tileName(view.ruleset, me.target)} falls when all have fired.`;
    case Stage.REPORT:
      return me.owes
        ? "The bombs have fallen. What they hit on your board is reported by itself."
        : "You have reported. The next round begins when all have.";
    default:
      return me.proven
        ? "Play has ended. Your board is shown."
        : `Play has ended. ${me.owes ? "Your board is shown by itself." : "Boards are shown now."}`;
  }
}

/** winnersOf are the seats that have shared the pot. */
export function winnersOf({ winners, places }: MeleeResult): number[] {
  return places.flatMap((_, seat) => ((winners >> seat) & 1 ? [seat] : []));
}

/** placeText says how a seat has ended. */
export function placeText(result: MeleeResult, seat: number): string {
  const place = result.places[seat]!;
  const winners = winnersOf(result);
  if (winners.includes(seat)) {
    return winners.length === 1 ? "won" : "draw";
  }
  return lost(place) || (place.standing === SeatStanding.AFLOAT ? "afloat, board not shown" : "");
}

/** outcome says how a melee has ended; `name` names a seat. */
export function outcome(result: MeleeResult, name: (seat: number) => string): string {
  const winners = winnersOf(result).map(name);
  const after = `after ${count(result.rounds, "round")}`;
  if (winners.length === 0) {
    return `Nobody won: nobody has shown an honest board in time, ${after}.`;
  }
  return winners.length === 1
    ? `${winners[0]} won ${after}.`
    : `A draw of ${winners.length} ${after}: ${winners.join(", ")}.`;
}

/** hitsText says how much of a fleet is hit. */
export function hitsText(r: Ruleset, hits: number): string {
  return `${hits}/${shipTiles(r)} hit`;
}
