// The events of a game, in order. They are in no state, only in the node's index of events, which it may not keep; then
// there is no log and no replay.

import { base64 } from "../base.js";
import * as events from "../gen/battleship/v1/event_pb.js";
import { fromJson, type Message } from "../proto/codec.js";
import { byName } from "./codec.js";
import { BadAnswer } from "./errors.js";
import type { Node } from "./node.js";

const known = byName(events);

/** GameEvent is a typed event of the module with the height of its block. */
export interface GameEvent {
  readonly height: bigint;
  readonly event: Message;
}

/** RawGameEvent is an event as a node returns it. */
export type RawGameEvent = Readonly<Record<string, unknown>>;

interface Entry {
  readonly height: bigint;
  readonly events: readonly RawGameEvent[];
  readonly tx?: Uint8Array;
}

/** kindOf returns the kind of an event, such as ShotFired. */
export function kindOf(raw: RawGameEvent): string | undefined {
  return /\/battleship\.v1\.Event(\w+)$/.exec(String(raw?.["@type"]))?.[1];
}

/** typed decodes an event of a game. It returns undefined for one of another game, or of an unknown type. */
export function typed(gameId: bigint, raw: RawGameEvent): Message | undefined {
  const schema = known.get(`battleship.v1.Event${kindOf(raw)}`);
  try {
    const message = schema && fromJson(schema, raw);
    return message && (message as { gameId?: bigint }).gameId === gameId ? message : undefined;
  } catch {
    return undefined;
  }
}

export function entriesOf(body: Record<string, unknown>): Entry[] {
  try {
    return (body.entries as { height: string; events: RawGameEvent[]; tx?: string }[]).map(
      ({ height, events, tx }) => ({
        height: BigInt(height),
        events: [...events],
        ...(tx && { tx: base64.decode(tx) }),
      }),
    );
  } catch {
    throw new BadAnswer("The node tells a history in a form that this page does not know. Reload the page.");
  }
}

/** A page has at most a hundred transactions of together at most 1 MiB, and the longest game of the largest ruleset has some
 * 600. */
const mostPages = 20;

export interface History {
  readonly events: readonly GameEvent[];
  /** txs are the transactions as they were signed, in the same order, if they were asked for. */
  readonly txs: readonly Uint8Array[];
}

/** entries are those of a game from a block on. */
export async function entries(node: Node, gameId: bigint, txs: boolean, first = "0"): Promise<Entry[]> {
  const found: Entry[] = [];
  let key = "";
  for (let pages = 0; (key || pages === 0) && pages < mostPages; pages++) {
    const body = await node.log(gameId, { txs: txs || undefined, from_height: first, key });
    found.push(...entriesOf(body));
    key = String(body.next_key ?? "");
  }
  return found;
}

export function typedIn(gameId: bigint, found: readonly Entry[]): GameEvent[] {
  return found.flatMap(({ height, events }) =>
    events.flatMap((raw) => {
      const event = typed(gameId, raw);
      return event ? [{ height, event }] : [];
    }),
  );
}

/** history returns all events of a game. In one block transactions come first, in order, and then the block's own. */
export async function history(node: Node, gameId: bigint, txs = false): Promise<History> {
  const found = await entries(node, gameId, txs);
  return { events: typedIn(gameId, found), txs: found.flatMap(({ tx }) => tx ?? []) };
}

/** A node's index of events lags a moment behind its state, so recent events are requested again. */
const lag = { tries: 5, millis: 200 };

/** untilComplete asks until the answer is complete, or there is no more to come. */
export async function untilComplete<T>(ask: () => Promise<T>, complete: (answer: T) => boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await ask();
    if (complete(answer) || tries === lag.tries) {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, lag.millis));
  }
}
