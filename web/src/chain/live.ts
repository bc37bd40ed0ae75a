// Heights as they come: by the server's stream, or where there is none by asking.

import type { Node } from "./node";

/** A beat is a block. `games` are those in which something has happened; absent if that is not known. */
export interface Beat {
  readonly height: bigint;
  readonly time: Date;
  readonly games?: readonly bigint[];
}

/** The last blocks whose times a clock is told by. */
const kept = 20;

export class Live {
  private readonly listeners = new Set<(beat: Beat) => void>();
  private readonly beats: Beat[] = [];
  private source: EventSource | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  /** down tells that the node has not answered the last time. */
  down = false;

  constructor(
    private readonly node: Node,
    /** stream is the address of the server's stream; absent where there is none. */
    private readonly stream?: string,
    private readonly every = 1000,
  ) {}

  get last(): Beat | undefined {
    return this.beats.at(-1);
  }

  /** blockMillis is the mean time between the last blocks, or what is expected if there are too few. */
  blockMillis(expected: number): number {
    const [first, last] = [this.beats[0], this.last];
    const blocks = first && last ? Number(last.height - first.height) : 0;
    return blocks > 0 ? (last!.time.getTime() - first!.time.getTime()) / blocks : expected;
  }

  subscribe(listener: (beat: Beat) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  start(): void {
    if (this.stream && typeof EventSource !== "undefined") {
      this.source = new EventSource(this.stream);
      this.source.onmessage = (event) => this.told(String(event.data));
      this.source.onerror = () => {
        this.source?.close();
        this.source = undefined;
        this.poll();
      };
    } else {
      this.poll();
    }
  }

  stop(): void {
    this.stopped = true;
    this.source?.close();
    clearTimeout(this.timer);
  }

  private told(text: string): void {
    try {
      const { height, time, games } = JSON.parse(text) as { height: string; time: string; games?: string[] };
      this.add({ height: BigInt(height), time: new Date(time), ...(games && { games: games.map(BigInt) }) });
    } catch {
      // a beat that cannot be read is one that is missed
    }
  }

  private async poll(): Promise<void> {
    try {
      this.add(await this.node.status());
      this.down = false;
    } catch {
      this.down = true;
      this.tell(this.last);
    }
    if (!this.stopped) {
      this.timer = setTimeout(() => void this.poll(), this.every);
    }
  }

  add(beat: Beat): void {
    this.down = false;
    if (this.last && beat.height <= this.last.height) {
      if (beat.height < this.last.height - 10n) {
        this.beats.length = 0; // another chain, or the same one begun anew
      } else {
        return;
      }
    }
    this.beats.push(beat);
    this.beats.splice(0, this.beats.length - kept);
    this.tell(beat);
  }

  private tell(beat: Beat | undefined): void {
    if (beat) {
      for (const listener of this.listeners) {
        listener(beat);
      }
    }
  }
}
