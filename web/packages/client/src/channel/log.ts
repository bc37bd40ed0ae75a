// The log of a player's off-chain game: its signed and received states. A signed state is on the disk before its
// signature leaves, and of two states that compete only one is ever signed. A log that cannot guarantee that has a
// refusal, and signs nothing.

import { bytesToHex, equal } from "../bytes.js";
import { Told } from "../chain/errors.js";
import type { Remembered } from "../wallet/wallet.js";
import type { Seat } from "./state.js";

/** A signed record has a signature of the player's on its state; a submitted one was sent to the chain without. */
export type Kind = "signed" | "received" | "submitted";

export interface LogRecord {
  readonly kind: Kind;
  /** progress and state are those that the update leads to. */
  readonly progress: number;
  readonly state: Uint8Array;
  readonly update: Uint8Array;
}

/** Head is all of a log but its records. It changes in one step with the record that is added. */
export interface Head {
  readonly count: number;
  /** game names the game that the log belongs to, once it is joined: channel id and seat. */
  readonly game: string;
  readonly closed: "" | "on-chain" | "elsewhere";
}

export const emptyHead: Head = { count: 0, game: "", closed: "" };

export const sameHead = (a: Head, b: Head): boolean =>
  a.count === b.count && a.game === b.game && a.closed === b.closed;

/** LogStore keeps logs by the channel keys of their games. */
export interface LogStore {
  /** create makes the log of a key, with an empty head, unless there is one. It returns once that is on the disk. */
  create(key: string): Promise<void>;
  /** read returns undefined if there is no log. */
  read(key: string): Promise<{ head: Head; records: LogRecord[] } | undefined>;
  /** write replaces the head and adds a record, both or neither; if it is to be `durable`, it returns once they are on the disk.
   * It returns false, and changes nothing, if the head is not the one before: another window has written. */
  write(key: string, before: Head, after: Head, record: LogRecord | undefined, durable: boolean): Promise<boolean>;
}

/** Why a log signs nothing any more. */
export type Why = "missing" | "copied" | "older" | "damaged" | "in use" | "elsewhere" | "on-chain";

const sentences: Readonly<Record<Why, string>> = {
  missing: "This browser has no log of this off-chain game",
  copied: "The log of this off-chain game is a copy",
  older: "The log of this off-chain game is older than what was signed",
  damaged: "The log of this off-chain game is damaged",
  "in use": "Another window of this browser plays this game",
  elsewhere: "A state of this game was signed with its key elsewhere",
  "on-chain": "This game is played on-chain",
};

/** LogFault is why nothing is signed. */
export class LogFault extends Told {
  constructor(readonly why: Why) {
    super(`${sentences[why]}, so nothing is signed off-chain.`);
  }
}

/** signedBefore is for a state that another signed one competes with. */
export const signedBefore = () => new Told("Another move was signed in this turn, and may count: wait for its answer.");

const unwritten = () => new Told("This browser cannot write down the move, so nothing was signed or sent. Try again.");

/** LogName is which game of a player a log belongs to. */
export interface LogName {
  readonly channel: Uint8Array;
  readonly seat: Seat;
  /** key is the public one. */
  readonly key: Uint8Array;
}

const markAt = (key: string): string => `battleship/channel/${key}`;

/** prepareLog makes the log of a game that is about to be entered with a key, before the transaction is sent. So a log that is
 * missing later was lost. */
export async function prepareLog(store: LogStore, marks: Remembered, publicKey: Uint8Array): Promise<void> {
  const key = bytesToHex(publicKey);
  await store.create(key);
  if (marks.getItem(markAt(key)) === null) {
    marks.setItem(markAt(key), "0");
  }
}

const isOwn = ({ kind }: LogRecord): boolean => kind !== "received";

export class Log {
  private readonly key: string;
  private readonly kept: LogRecord[] = [];
  private readonly signed = new Map<number, Uint8Array>();
  private head = emptyHead;
  private last: LogRecord | undefined;

  private constructor(
    name: LogName,
    private why: Why | undefined,
    private store?: LogStore,
    private readonly marks?: Remembered,
  ) {
    this.key = bytesToHex(name.key);
  }

  /** open reads the log of a game for this window alone. One that is missing, or not to be trusted, is in memory. */
  static async open(store: LogStore, marks: Remembered, name: LogName): Promise<Log> {
    const key = bytesToHex(name.key);
    const found = await store.read(key);
    if (!found) {
      return new Log(name, "missing");
    }
    const { head, records } = found;
    const game = `${bytesToHex(name.channel)}/${name.seat}`;
    const mark = marks.getItem(markAt(key));
    const log = new Log(name, undefined, store, marks);
    const fits = head.count === records.length && (head.game === game || (head.game === "" && head.count === 0));
    if (!fits || !records.every((record) => log.take(record))) {
      return new Log(name, "damaged").with(records);
    }
    if (mark === null || !(Number(mark) <= head.count)) {
      return new Log(name, mark === null ? "copied" : "older").with(records);
    }
    log.head = head;
    log.why = head.closed || undefined;
    if (head.game === "" && !(await log.change({ ...head, game }, undefined, true))) {
      log.why = "in use";
    }
    return log;
  }

  /** with keeps the readable records of a log that signs nothing. */
  private with(records: readonly LogRecord[]): this {
    for (const record of records) {
      this.keep(record);
    }
    return this;
  }

  /** refusal is the reason why the log signs nothing any more, or undefined if it signs. */
  get refusal(): Why | undefined {
    return this.why;
  }

  get records(): readonly LogRecord[] {
    return this.kept;
  }

  /** made is the newest state that was signed or submitted. */
  get made(): LogRecord | undefined {
    return this.last;
  }

  /** signedAt is the state that was signed at a progress. */
  signedAt(progress: number): Uint8Array | undefined {
    return this.signed.get(progress);
  }

  /** sign records a state that is about to be signed. */
  async sign(progress: number, state: Uint8Array, update: Uint8Array): Promise<void> {
    if (this.why) {
      throw new LogFault(this.why);
    }
    await this.add({ kind: "signed", progress, state, update });
  }

  /** submit records a move that is about to be sent to the chain without a signature of the channel key. */
  async submit(progress: number, state: Uint8Array, update: Uint8Array): Promise<void> {
    if (this.why && this.why !== "on-chain") {
      throw new LogFault(this.why);
    }
    await this.add({ kind: "submitted", progress, state, update });
  }

  private async add(record: LogRecord): Promise<void> {
    if (this.competes(record)) {
      throw signedBefore();
    }
    await this.append(record, true);
  }

  /** receive keeps an update of the opponent's. Only one that ends the game has to be on the disk: until the answer to any other is
   * signed, the opponent sends it again. */
  async receive(progress: number, state: Uint8Array, update: Uint8Array, last: boolean): Promise<void> {
    await this.append({ kind: "received", progress, state, update }, last);
  }

  private async append(record: LogRecord, durable: boolean): Promise<void> {
    if (this.store && !(await this.change({ ...this.head, count: this.head.count + 1 }, record, durable))) {
      throw this.taken();
    }
    this.keep(record);
    if (this.store && durable) {
      this.mark();
    }
  }

  /** mark notes beside the log how many records are on the disk: after them, so that it never promises more than there are. */
  private mark(): void {
    try {
      this.marks?.setItem(markAt(this.key), String(this.head.count));
    } catch {
      // It then promises less.
    }
  }

  /** taken is for a log that another window has written to. */
  private taken(): LogFault {
    this.why = "in use";
    this.store = undefined;
    return new LogFault("in use");
  }

  private async change(after: Head, record: LogRecord | undefined, durable: boolean): Promise<boolean> {
    let done: boolean;
    try {
      done = await this.store!.write(this.key, this.head, after, record, durable);
    } catch {
      throw unwritten();
    }
    if (done) {
      this.head = after;
    }
    return done;
  }

  /** shut has nothing signed any more, in this window and any later one. Also if it fails nothing is signed in this one. */
  async shut(closed: "on-chain" | "elsewhere"): Promise<void> {
    this.why ??= closed;
    // A log with missing signed states never becomes complete, so its reason is kept.
    if (!this.store || this.head.closed === "elsewhere" || this.head.closed === closed) {
      return;
    }
    if (!(await this.change({ ...this.head, closed }, undefined, true))) {
      throw this.taken();
    }
  }

  /** damage has the log sign nothing, and leaves it as it is. */
  damage(): void {
    this.why = "damaged";
    this.store = undefined;
  }

  private take(record: LogRecord): boolean {
    if (isOwn(record) && this.competes(record)) {
      return false;
    }
    this.keep(record);
    return true;
  }

  /** competes reports whether a state is not newer than all signed or submitted ones, unless it is the last. */
  private competes({ progress, state }: LogRecord): boolean {
    return this.last !== undefined && progress <= this.last.progress && !equal(state, this.last.state);
  }

  private keep(record: LogRecord): void {
    this.kept.push(record);
    if (isOwn(record)) {
      this.last = record;
    }
    if (record.kind === "signed") {
      this.signed.set(record.progress, record.state);
    }
  }
}
