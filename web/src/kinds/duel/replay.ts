// A game rebuilt from its events, one frame for each. Events record the actions; the rules determine the effects.

import type { GameEvent } from "#client/chain/history";
import { CancelCause, Obligation, type Participant, Reason, Seat } from "#client/gen/battleship/v1/battleship_pb";
import * as events from "#client/gen/battleship/v1/event_pb";
import { type SeatIndex, seatIndex } from "#client/kinds/duel/view";
import { isMessage, type Message } from "#client/proto/codec";
import { answered, parseShip, type Side, sideFromBytes, unseen } from "#client/rules/answer";
import { placement } from "#client/rules/fleet";
import { parseTile, type Ruleset, rulesetById } from "#client/rules/rulesets";
import { reasonText } from "./words";

export interface Frame {
  readonly height: bigint;
  readonly text: string;
  /** by is the seat that acted, or undefined for the chain. */
  readonly by: SeatIndex | undefined;
  readonly sides: readonly [Side, Side];
  /** shot is the tile of the other's board that waits for an answer. */
  readonly shot?: { readonly by: SeatIndex; readonly tile: number };
}

export interface Replay {
  readonly gameId: bigint;
  readonly ruleset: Ruleset;
  readonly participants: readonly Participant[];
  readonly first: SeatIndex | undefined;
  readonly frames: readonly Frame[];
  readonly winner: SeatIndex | undefined;
  readonly reason: Reason;
  /** fleets are those that were proven, by seat. */
  readonly fleets: readonly [string | undefined, string | undefined];
  /** over reports whether the end is among the events. */
  readonly over: boolean;
  /** offChain reports whether moves were made by updates; the chain has only the states that they led to. */
  readonly offChain: boolean;
}

interface Builder {
  gameId: bigint;
  ruleset: Ruleset;
  participants: Participant[];
  first: SeatIndex | undefined;
  frames: Frame[];
  winner: SeatIndex | undefined;
  reason: Reason;
  fleets: [string | undefined, string | undefined];
  over: boolean;
  offChain: boolean;
  sides: [Side, Side];
  shot: Frame["shot"] | undefined;
}

/** obligationText names an obligation that was not met. */
const obligationText: Readonly<Record<Obligation, string>> = {
  [Obligation.NONE]: "",
  [Obligation.TOSS_REVEAL]: "opening the toss",
  [Obligation.ANSWER]: "an answer",
  [Obligation.SHOT]: "a shot",
  [Obligation.CLAIM]: "the proof of its board",
};

const causeText: Readonly<Record<CancelCause, string>> = {
  [CancelCause.UNSPECIFIED]: "the game was cancelled",
  [CancelCause.WITHDRAWN]: "the game was taken back",
  [CancelCause.EXPIRED]: "nobody joined in time",
  [CancelCause.DECLINED]: "the invitation was declined",
  [CancelCause.ABSENT]: "too few confirmed",
};

/** replay rebuilds a duel. It returns undefined if the events do not begin with the opening of a game that this page
 * knows. */
export function replay(history: readonly GameEvent[]): Replay | undefined {
  const [begun, ...rest] = history;
  if (!begun || !isMessage(begun.event, events.EventGameCreatedSchema)) {
    return undefined;
  }
  const created = begun.event;
  const ruleset = rulesetById(created.rulesetId);
  if (!ruleset || !created.participant) {
    return undefined;
  }
  const b: Builder = {
    gameId: created.gameId,
    ruleset,
    participants: [created.participant],
    first: seatIndex(created.first),
    frames: [],
    winner: undefined,
    reason: Reason.UNSPECIFIED,
    fleets: [undefined, undefined],
    over: false,
    offChain: created.channelTimeoutBlocks > 0n,
    sides: [unseen, unseen],
    shot: undefined,
  };
  add(b, begun.height, "opened the game", 0);
  for (const { height, event } of rest) {
    apply(b, height, event);
  }
  const { sides: _sides, shot: _shot, ...done } = b;
  return done;
}

function add(b: Builder, height: bigint, text: string, by: SeatIndex | undefined): void {
  b.frames.push({ height, text, by, sides: [b.sides[0], b.sides[1]], ...(b.shot && { shot: b.shot }) });
}

function seatBy(b: Builder, address: string): SeatIndex | undefined {
  const index = b.participants.findIndex((p) => p.address === address);
  return index === 0 || index === 1 ? index : undefined;
}

function apply(b: Builder, height: bigint, event: Message): void {
  if (isMessage(event, events.EventGameJoinedSchema)) {
    if (event.participant) {
      b.participants.push(event.participant);
    }
    add(b, height, "joined", 1);
  } else if (isMessage(event, events.EventTossOpenedSchema)) {
    b.first = seatIndex(event.first);
    add(
      b,
      height,
      event.first === Seat.CREATOR ? "opened the toss and shoots first" : "opened the toss and shoots second",
      0,
    );
  } else if (isMessage(event, events.EventShotFiredSchema)) {
    shot(b, height, event);
  } else if (isMessage(event, events.EventShotAnsweredSchema)) {
    answer(b, height, event);
  } else if (isMessage(event, events.EventConcededSchema)) {
    add(b, height, "gave up", seatBy(b, event.player));
  } else if (isMessage(event, events.EventChallengedSchema)) {
    add(b, height, "demanded the other's proof", seatBy(b, event.player));
  } else if (isMessage(event, events.EventDeadlinePassedSchema)) {
    add(b, height, `missed the deadline for ${obligationText[event.obligation]}`, seatBy(b, event.player));
  } else if (isMessage(event, events.EventStateSubmittedSchema)) {
    posted(b, height, event);
  } else {
    ending(b, height, event);
  }
}

function shot(b: Builder, height: bigint, event: events.EventShotFired): void {
  const [by, tile] = [seatBy(b, event.player), parseTile(b.ruleset, event.target)];
  if (by !== undefined && tile !== undefined) {
    b.shot = { by, tile };
    add(b, height, `shot at ${event.target}`, by);
  }
}

function answer(b: Builder, height: bigint, event: events.EventShotAnswered): void {
  const [by, tile] = [seatBy(b, event.player), parseTile(b.ruleset, event.target)];
  if (by === undefined || tile === undefined) {
    return;
  }
  const sunk = event.sunk && parseShip(b.ruleset, event.sunk.class, event.sunk.placement);
  b.sides[by] = answered(b.sides[by], tile, { hit: event.hit, ...(sunk && { sunk }) });
  b.shot = undefined;
  const ship = sunk ? `, ${b.ruleset.classes[sunk.class]!.name} ${placement(b.ruleset, sunk)} sunk` : "";
  add(b, height, `answered ${event.target}: ${event.hit ? "hit" : "miss"}${ship}`, by);
}

function posted(b: Builder, height: bigint, event: events.EventStateSubmitted): void {
  for (const seat of [0, 1] as const) {
    const side = event.progress?.sides[seat];
    b.sides[seat] = side ? sideFromBytes(side.answered, side.hits, side.sunk) : unseen;
  }
  b.shot = undefined;
  b.first = event.progress ? seatIndex(event.progress.first) : b.first;
  add(b, height, "brought the game on-chain", seatIndex(event.seat));
}

function ending(b: Builder, height: bigint, event: Message): void {
  if (isMessage(event, events.EventClaimOpenedSchema)) {
    b.shot = undefined;
    b.reason = event.reason;
    const why = reasonText[event.reason];
    const text = event.second ? "may prove its board too" : `is to prove its board: ${why}`;
    add(b, height, text, seatBy(b, event.claimant));
  } else if (isMessage(event, events.EventClaimProvenSchema)) {
    const by = seatBy(b, event.player);
    if (by !== undefined) {
      b.fleets[by] = event.fleet;
    }
    add(b, height, "proved its board", by);
  } else if (isMessage(event, events.EventGameOverSchema)) {
    b.over = true;
    b.shot = undefined;
    b.winner = event.result && seatIndex(event.result.winner);
    b.reason = event.result?.reason ?? b.reason;
    if (b.winner !== undefined && event.fleet) {
      b.fleets[b.winner] = event.fleet;
    }
    add(b, height, b.winner === undefined ? "nobody won" : `won: ${reasonText[b.reason]}`, b.winner);
  } else if (isMessage(event, events.EventGameWithdrawnSchema)) {
    add(b, height, "took the game back", 0);
  } else if (isMessage(event, events.EventGameCancelledSchema)) {
    b.over = true;
    b.reason = Reason.CANCELLED;
    add(b, height, causeText[event.cause], undefined);
  }
}
