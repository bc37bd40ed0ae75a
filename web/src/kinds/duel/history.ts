// Facts in the log of a duel that are not in its state.

import { entries, type GameEvent, history, typedIn, untilComplete } from "#client/chain/history";
import type { Node } from "#client/chain/node";
import * as events from "#client/gen/battleship/v1/event_pb";
import { isMessage } from "#client/proto/codec";

/** overIn returns the event of a game's end from its block, or undefined if the node does not keep it. */
export function overIn(node: Node, gameId: bigint, height: bigint): Promise<events.EventGameOver | undefined> {
  return untilComplete(
    async () =>
      typedIn(gameId, await entries(node, gameId, false, String(height)))
        .map(({ event }) => event)
        .find((event) => isMessage(event, events.EventGameOverSchema)),
    (over) => over !== undefined,
  );
}

/** createdIn returns the event with which a game was opened, if it is among the events. */
export function createdIn(all: readonly GameEvent[]): events.EventGameCreated | undefined {
  return all.map(({ event }) => event).find((event) => isMessage(event, events.EventGameCreatedSchema));
}

/** Submitted is a state that was submitted to the chain. */
export interface Submitted {
  readonly height: bigint;
  readonly event: events.EventStateSubmitted;
}

/** submittedIn returns the submitted states of a game in order. At least `least` are expected. */
export function submittedIn(node: Node, gameId: bigint, least: number): Promise<Submitted[]> {
  return untilComplete(
    async () =>
      (await history(node, gameId)).events.flatMap(({ height, event }) =>
        isMessage(event, events.EventStateSubmittedSchema) ? [{ height, event }] : [],
      ),
    (submitted) => submitted.length >= least,
  );
}
