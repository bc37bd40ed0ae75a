// A melee in words.

import { type MeleeResult, SeatStanding, Stage } from "#client/gen/battleship/v1/battleship_melee_pb";
import { inClaim, inRounds, type MeleeSeat, type MeleeView, tileNames, withStanding } from "#client/kinds/melee/view";
import { type Ruleset, shipTiles, tileName } from "#client/rules/rulesets";
import { count } from "../../ui/words";

export interface MeleeLine {
  readonly height: bigint;
  readonly by: number | undefined;
  readonly text: string;
}

const lostText: Partial<Record<SeatStanding, string>> = {
  [SeatStanding.ABSENT]: "not there",
  [SeatStanding.SUNK]: "sunk",
  [SeatStanding.SCUTTLED]: "scuttled for silence",
  [SeatStanding.CONCEDED]: "gave up",
  [SeatStanding.UNPROVEN]: "ships missing",
};

/** lostAs describes how a seat lost, by the chain's name of its standing, such as SEAT_STANDING_SUNK. */
export function lostAs(standing: string): string {
  const named = SeatStanding[standing.replace("SEAT_STANDING_", "") as keyof typeof SeatStanding];
  return lostText[named] ?? "out";
}

/** lost describes how a seat lost, as in "sunk, round 5". It returns "" for a seat that has not. */
export function lost({ standing, round }: { standing: SeatStanding; round: number }): string {
  const how = lostText[standing] ?? "";
  return how && round > 0 ? `${how}, round ${round}` : how;
}

/** meleeChanges describes the events since an earlier look. */
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

/** seatState describes the present state of a seat in a word or two. */
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

/** stageText describes the stage of a melee. */
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

/** headline describes a player's next action, or to a spectator the awaited one. */
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

/** placeText describes how a seat has ended. */
export function placeText(result: MeleeResult, seat: number): string {
  const place = result.places[seat]!;
  const winners = winnersOf(result);
  if (winners.includes(seat)) {
    return winners.length === 1 ? "won" : "draw";
  }
  return lost(place) || (place.standing === SeatStanding.AFLOAT ? "afloat, board not shown" : "");
}

/** outcome describes how a melee has ended; `name` names a seat. */
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

/** hitsText describes the damage of a fleet. */
export function hitsText(r: Ruleset, hits: number): string {
  return `${hits}/${shipTiles(r)} hit`;
}
