// Heights as they come: by the server's stream, and by requests where there is none or while it is silent. One window
// of the origin has the stream and passes blocks to the others, since a browser opens no more than six connections to a
// server.

import { NoNode } from "#client/chain/errors";
import type { Node } from "#client/chain/node";

/** A beat is a block. `games` are those in which something has happened; absent if that is not known. `answers` are those to
 * reads of the game that is watched, by path. */
export interface Beat {
  readonly height: bigint;
  readonly time: Date;
  readonly games?: readonly bigint[];
  readonly answers?: unknown;
}

/** kept is the number of blocks whose times determine the block time. */
const kept = 20;
/** How long the stream may be silent, in milliseconds and in blocks, before the node is asked for its height. */
const [patience, blocksOfPatience] = [1000, 1.5];
/** How long the node may take for its height before it counts as down. */
const answerWithin = 1500;
/** The pause before a stream that has ended is opened again: it doubles from the first to the last. */
const [firstPause, lastPause] = [1000, 30_000];

/** Surroundings are the means of a browser, some of which only pages from a secure origin have. */
export interface Surroundings {
  readonly EventSource?: new (url: string) => Pick<EventSource, "onmessage" | "onerror" | "close">;
  readonly BroadcastChannel?: new (name: string) => Pick<BroadcastChannel, "onmessage" | "postMessage" | "close">;
  readonly navigator?: { readonly locks?: Pick<LockManager, "request"> };
  readonly document?: Pick<Document, "hidden" | "addEventListener" | "removeEventListener">;
}

type Stream = InstanceType<NonNullable<Surroundings["EventSource"]>>;
type Channel = InstanceType<NonNullable<Surroundings["BroadcastChannel"]>>;

export class Live {
  private readonly listeners = new Set<(beat: Beat) => void>();
  private readonly beats: Beat[] = [];
  private readonly ended = new AbortController();
  private source: Stream | undefined;
  private channel: Channel | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reopening: ReturnType<typeof setTimeout> | undefined;
  private heard = Number.NEGATIVE_INFINITY;
  /** watched is the game that the stream carries, as in "games/7", or empty. */
  private watched = "";
  /** interrupted means that another server may answer now. */
  private interrupted = false;
  /** down means that the node has not answered its last request, or takes long for it. */
  down = false;
  /** onOther is called once another chain answers; there are no beats after that. */
  onOther: (sentence: string) => void = () => undefined;

  constructor(
    private readonly node: Node,
    private readonly chainId: string,
    /** stream is the address of the server's stream; absent where there is none. */
    private readonly stream?: string,
    private readonly every = 1000,
    private readonly around: Surroundings = globalThis as Surroundings,
  ) {}

  get last(): Beat | undefined {
    return this.beats.at(-1);
  }

  /** blockMillis is the mean time between the last blocks, or the expected one if there are too few. */
  blockMillis(expected: number): number {
    const [first, last] = [this.beats[0], this.last];
    const blocks = first && last ? Number(last.height - first.height) : 0;
    return blocks > 0 ? (last!.time.getTime() - first!.time.getTime()) / blocks : expected;
  }

  subscribe(listener: (beat: Beat) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** watch has the stream, if it is this window's, carry the view of a game, such as "games/7", so that looking at it takes no
   * request, until the function that it returns is called. */
  watch(game: string): () => void {
    this.carry(game);
    return () => {
      if (this.watched === game) {
        this.carry("");
      }
    };
  }

  private carry(game: string): void {
    this.watched = game;
    if (this.source) {
      this.source.close();
      this.source = undefined;
      this.reopening = setTimeout(() => this.open(), 0);
    }
  }

  start(): void {
    void this.poll();
    const { EventSource, BroadcastChannel, navigator, document } = this.around;
    if (!this.stream || !EventSource) {
      return;
    }
    const [name, locks] = [`battleship/${this.chainId}${this.stream}`, navigator?.locks];
    if (!BroadcastChannel || !locks) {
      // No window can lead, so each has its own stream while it is seen, and polls while it is not.
      document?.addEventListener("visibilitychange", this.look);
      this.look();
      return;
    }
    this.channel = new BroadcastChannel(name);
    this.channel.onmessage = ({ data }) => void this.told(String(data));
    const lead = () => {
      this.open();
      return new Promise((resolve) => this.ended.signal.addEventListener("abort", resolve));
    };
    locks.request(name, { signal: this.ended.signal }, lead).catch(() => undefined); // stopped before it was its turn
  }

  stop(): void {
    this.ended.abort();
    this.close();
    this.channel?.close();
    this.around.document?.removeEventListener("visibilitychange", this.look);
    clearTimeout(this.timer);
  }

  private readonly look = (): void => {
    this.close();
    if (!this.around.document?.hidden) {
      this.open();
    }
  };

  private open(pause = firstPause): void {
    const source = new this.around.EventSource!(`${this.stream!}${this.watched && `?view=${this.watched}`}`);
    let again = pause;
    this.source = source;
    source.onmessage = ({ data }) => {
      again = firstPause;
      this.channel?.postMessage(data);
      void this.told(String(data));
    };
    source.onerror = () => {
      this.close();
      this.interrupted = true;
      this.reopening = setTimeout(() => this.open(Math.min(2 * again, lastPause)), again);
    };
  }

  private close(): void {
    this.source?.close();
    this.source = undefined;
    clearTimeout(this.reopening);
    this.heard = Number.NEGATIVE_INFINITY;
  }

  private async told(text: string): Promise<void> {
    let beat: Beat;
    try {
      const { chain, height, time, games, answers } = JSON.parse(text) as {
        chain?: string;
        height: string;
        time: string;
        games?: string[];
        answers?: unknown;
      };
      if (chain !== undefined && chain !== this.chainId) {
        this.other();
        return;
      }
      beat = { height: BigInt(height), time: new Date(time), answers, ...(games && { games: games.map(BigInt) }) };
    } catch {
      return; // a beat that cannot be read is one that is missed
    }
    this.heard = performance.now();
    await this.take(beat);
  }

  private async poll(): Promise<void> {
    if (performance.now() - this.heard > Math.max(patience, blocksOfPatience * this.blockMillis(0))) {
      const silent = () => {
        this.down = true;
        this.interrupted = true;
        this.tell(this.last);
      };
      const late = setTimeout(silent, answerWithin);
      try {
        await this.take(await this.node.status());
      } catch {
        silent();
      }
      clearTimeout(late);
    }
    if (!this.ended.signal.aborted) {
      this.timer = setTimeout(() => void this.poll(), this.every);
    }
  }

  /** take adds a beat. After an interruption the node must still know the last block from before it. */
  private async take(beat: Beat): Promise<void> {
    if (this.interrupted && this.last) {
      this.interrupted = false;
      const { last } = this;
      const block = await this.node.block(last.height).catch((error) => {
        this.interrupted = error instanceof NoNode;
        return undefined; // a node may have forgotten it
      });
      if (block && (block.chainId !== this.chainId || block.time.getTime() !== last.time.getTime())) {
        this.other();
        return;
      }
    }
    this.add(beat);
  }

  private other(): void {
    if (!this.ended.signal.aborted) {
      this.stop();
      this.onOther(
        "Another chain answers here, or this one was begun anew: what this page shows is of the old one. Reload it.",
      );
    }
  }

  add(beat: Beat): void {
    if (this.ended.signal.aborted) {
      return;
    }
    this.down = false;
    const { last } = this;
    if (last) {
      const [blocks, millis] = [beat.height - last.height, beat.time.getTime() - last.time.getTime()];
      if ((blocks <= 0n && millis > 0) || (blocks > 0n && millis < 0)) {
        this.other(); // on one chain a later block has a later time
        return;
      }
      if (blocks <= 0n) {
        return; // known, or from a node that is behind
      }
    }
    const missed = last !== undefined && beat.height > last.height + 1n;
    const { answers, ...known } = beat;
    const added = missed ? { height: beat.height, time: beat.time } : known; // in a gap the games are not known
    this.node.push(beat.height, answers);
    this.beats.push(added);
    this.beats.splice(0, this.beats.length - kept);
    this.tell(added);
  }

  private tell(beat: Beat | undefined): void {
    if (beat) {
      for (const listener of this.listeners) {
        listener(beat);
      }
    }
  }
}
