// The events of a game, in the order in which they happened. They are in no state but in a node's index, which it may not
// keep; then there is no log and no replay.

import { base64 } from "../base";
import * as events from "../gen/battleship/v1/event_pb";
import { fromJson, isMessage, type Message } from "../proto/codec";
import { byName } from "./codec";
import { Told } from "./errors";
import type { Node, RawEvent } from "./node";

const known = byName(events);

/** GameEvent is a typed event of the module with the height of its block. */
export interface GameEvent {
  readonly height: bigint;
  readonly event: Message;
}

/** typed reads an event of the module; nothing for any other, or one that this page does not know. */
export function typed(raw: RawEvent): Message | undefined {
  const schema = known.get(raw.type);
  if (!schema) {
    return undefined;
  }
  const fields: Record<string, unknown> = {};
  try {
    for (const { key, value } of raw.attributes) {
      if (key !== "msg_index" && key !== "mode") {
        fields[key] = JSON.parse(value);
      }
    }
    return fromJson(schema, fields);
  } catch {
    return undefined;
  }
}

/** ofGame are the typed events of one game among what a transaction or a block tells. */
export function ofGame(gameId: bigint, raw: readonly RawEvent[]): Message[] {
  return raw.flatMap((event) => {
    const message = typed(event);
    return message && (message as { gameId?: bigint }).gameId === gameId ? [message] : [];
  });
}

const page = 100;
/** The longest game of the largest ruleset has some 600 events. */
const mostPages = 20;

interface Found {
  height: bigint;
  order: number;
  events: readonly RawEvent[];
  tx?: Uint8Array;
}

async function rpc(node: Node, path: string): Promise<Record<string, unknown>> {
  const body = await node.json(`${node.rpc}/${path}`);
  if (body.error || !body.result) {
    throw new Told("This node keeps no history, so there is no log.");
  }
  return body.result as Record<string, unknown>;
}

async function search(node: Node, kind: "tx" | "block", gameId: bigint): Promise<Record<string, unknown>[]> {
  const condition = encodeURIComponent(`"battleship.game_id='${gameId}'"`);
  const all: Record<string, unknown>[] = [];
  for (let i = 1; i <= mostPages; i++) {
    const path = `${kind}_search?query=${condition}&order_by=%22asc%22&per_page=${page}&page=${i}`;
    const found = await rpc(node, path);
    all.push(...((found[kind === "tx" ? "txs" : "blocks"] as Record<string, unknown>[]) ?? []));
    if (all.length >= Number(found.total_count)) {
      break;
    }
  }
  return all;
}

/** overIn is what the block of a game's end tells of it; nothing if the node does not keep it. */
export async function overIn(node: Node, gameId: bigint, height: bigint): Promise<events.EventGameOver | undefined> {
  const { txs_results, finalize_block_events } = (await rpc(node, `block_results?height=${height}`)) as {
    txs_results?: { events?: RawEvent[] }[] | null;
    finalize_block_events?: RawEvent[] | null;
  };
  const raw = [...(txs_results ?? []).flatMap((tx) => tx.events ?? []), ...(finalize_block_events ?? [])];
  return ofGame(gameId, raw).find((event) => isMessage(event, events.EventGameOverSchema));
}

export interface History {
  readonly events: readonly GameEvent[];
  /** txs are the transactions as they were signed, in the same order. */
  readonly txs: readonly Uint8Array[];
}

/** history returns all events of a game. In one block transactions come first, in order, and then the block's own. */
export async function history(node: Node, gameId: bigint): Promise<History> {
  const found: Found[] = [];
  for (const tx of await search(node, "tx", gameId)) {
    const result = tx.tx_result as { events?: RawEvent[] };
    const place = { height: BigInt(String(tx.height)), order: Number(tx.index) };
    found.push({ ...place, events: result.events ?? [], tx: base64.decode(String(tx.tx)) });
  }
  for (const block of await search(node, "block", gameId)) {
    const header = (block.block as { header: { height: string } }).header;
    const results = await rpc(node, `block_results?height=${BigInt(header.height)}`);
    const events = (results.finalize_block_events as RawEvent[] | undefined) ?? [];
    found.push({ height: BigInt(header.height), order: Number.MAX_SAFE_INTEGER, events });
  }
  found.sort((a, b) => (a.height === b.height ? a.order - b.order : a.height < b.height ? -1 : 1));
  return {
    events: found.flatMap(({ height, events }) => ofGame(gameId, events).map((event) => ({ height, event }))),
    txs: found.flatMap(({ tx }) => (tx ? [tx] : [])),
  };
}

const attribute = ({ attributes }: RawEvent, name: string) => attributes.find(({ key }) => key === name)?.value ?? "";
/** A round of sixteen has some fifty transactions. */
const aRound = 100;

/** fired are who fired at which tile, by name, in the last round of a melee that has fired; it is in no state any more. */
export async function fired(node: Node, gameId: bigint): Promise<{ by: number; target: string }[]> {
  const condition = encodeURIComponent(`"battleship.game_id='${gameId}'"`);
  const found = await rpc(node, `tx_search?query=${condition}&order_by=%22desc%22&per_page=${aRound}`);
  const bombs: { by: number; target: string }[] = [];
  for (const tx of (found.txs as { tx_result: { events?: RawEvent[] } }[] | undefined) ?? []) {
    for (const event of tx.tx_result.events ?? []) {
      const kind = /^battleship\.v1\.Event(\w+)$/.exec(event.type)?.[1];
      if (!kind || attribute(event, "game_id") !== `"${gameId}"`) {
        continue;
      }
      if (kind === "Fired") {
        bombs.push({ by: Number(attribute(event, "seat")), target: attribute(event, "target").replaceAll('"', "") });
      } else if (kind === "Aimed" && bombs.length > 0) {
        return bombs; // what was aimed before that was fired in this round
      }
    }
  }
  return bombs;
}

/** A MeleeEvent is one of a melee, by the last part of its name. */
export interface MeleeEvent {
  readonly name: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** meleeLog are the events of a melee from its beginning to its end, as the node's log has them. */
export async function meleeLog(node: Node, gameId: bigint): Promise<MeleeEvent[]> {
  const events: MeleeEvent[] = [];
  let from = "0";
  for (let i = 0; i < mostPages; i++) {
    const page = await node.json(`/battleship/v1/games/${gameId}/log?from_height=${from}`);
    for (const entry of (page.entries as { events?: Record<string, unknown>[] }[] | undefined) ?? []) {
      for (const { "@type": type, ...fields } of entry.events ?? []) {
        const name = /^\/battleship\.v1\.Event(\w+)$/.exec(String(type))?.[1];
        if (name) {
          events.push({ name, fields });
        }
      }
    }
    const next = String(page.next_height ?? "0");
    if (!/^[1-9]\d{0,18}$/.test(next)) {
      break;
    }
    from = next;
  }
  return events;
}
