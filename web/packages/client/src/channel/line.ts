// A player's line to a relay, over which updates go: docs/channels.md has the protocol. A relay is not trusted: an update may be
// missing, late, doubled, or forged.

import { ascii, concatBytes, equal, randomBytes } from "../bytes.js";
import { publicKeyOf, signRaw } from "../wallet/keys.js";
import { heartbeat, presentIn, question, relayKey } from "./presence.js";
import { maxUpdate } from "./update.js";

const keySize = 33;
const challengeSize = 32;
/** How many frames a relay may deliver in a second; the others are dropped, and come again. Each can cost two verifications. */
const mostFrames = 100;
/** How long a relay may take to let a client in, and the pauses between attempts, in milliseconds. */
const shake = 10_000;
const pauses = [250, 15_000] as const;
/** askAfter is how often the relay is asked about others; each sixth time the client shows itself. */
const askAfter = 5000;
/** mostUnanswered is how many questions a relay that answers leaves unanswered before the line counts as cut. */
const mostUnanswered = 3;
const beatEvery = 6;
/** replaced is the code with which a relay ends a line whose key another program has proven. */
const replaced = 4000;

/** relayUrl returns the address at which a relay is dialled, and the host that a client signs. It returns undefined for
 * a text that is no relay's URL. */
export function relayUrl(text: string): { readonly dial: string; readonly host: string } | undefined {
  if (!URL.canParse(text)) {
    return undefined;
  }
  const url = new URL(text);
  if (!["ws:", "wss:"].includes(url.protocol) || !url.hostname || url.username || url.password || /[?#]/.test(text)) {
    return undefined;
  }
  const host = url.host.replace(/:(80|443)$/, "");
  return { dial: `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, "")}/v1`, host };
}

/** sameRelay reports whether two URLs are of the same relay. An empty one is that of a devnet. */
export function sameRelay(a: string, b: string): boolean {
  const [one, two] = [a, b].map((url) => relayUrl(url || "ws://127.0.0.1:26680")?.dial);
  return one !== undefined && one === two;
}

/** relayMessage returns the bytes that a client signs to prove its key. */
export const relayMessage = (host: string, challenge: Uint8Array): Uint8Array =>
  concatBytes(ascii("battleship/relay/v1"), ascii(host), challenge);

/** Socket is as much of a WebSocket as a line uses. */
export interface Socket {
  binaryType: string;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  send(data: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

export interface LineOptions {
  readonly url: string;
  /** key is the player's private channel key, peer the opponent's public one, if there is an opponent yet. */
  readonly key: Uint8Array;
  readonly peer?: Uint8Array | undefined;
  readonly onUpdate?: (update: Uint8Array) => void;
  /** onState is called when the line is there, or is not any more, and when the relay has answered about others. */
  readonly onState?: () => void;
  readonly dial: (url: string) => Socket;
  readonly after?: (millis: number, what: () => void) => () => void;
  readonly now?: () => number;
  /** shown shows the client as present to others; asks are the keys that the relay is asked about. */
  readonly shown?: boolean;
  readonly asks?: readonly Uint8Array[];
  /** time is that of heartbeats, in seconds since 1970. */
  readonly time?: () => number;
}

const frameOf = (key: Uint8Array, content: Uint8Array) => Uint8Array.of(...key, ...content);

function after(millis: number, what: () => void): () => void {
  const timer = setTimeout(what, millis);
  return () => clearTimeout(timer);
}

/** presentAt asks a relay which keys are present, under a key that is used once. It returns none of a relay that does not answer
 * within two seconds. */
export function presentAt(
  url: string,
  asks: readonly Uint8Array[],
  dial: LineOptions["dial"],
  options: Partial<LineOptions> = {},
): Promise<ReadonlySet<string>> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      const { present } = line;
      line.close();
      resolve(present ?? new Set());
    };
    const cancel = (options.after ?? after)(2000, end);
    const onState = () => line.present && end();
    const line = new Line({ url, key: randomBytes(32), asks, dial, onState, ...options });
  });
}

export class Line {
  private readonly at: { readonly dial: string; readonly host: string };
  private readonly public: Uint8Array;
  private readonly options: Required<LineOptions>;
  /** others are those that the relay was asked about and has shown as present; unanswered is how often it was asked again. */
  private others: ReadonlySet<string> | undefined;
  private unanswered = 0;
  private socket: Socket | undefined;
  private stage: "challenge" | "key" | "in" = "challenge";
  private pause: number = pauses[0];
  private cancel: () => void = () => undefined;
  private second = 0;
  private frames = 0;
  private ended = false;
  /** waiting is the newest update that has not left. */
  private waiting: Uint8Array | undefined;
  /** elsewhere means that another program plays with the same key. */
  elsewhere = false;

  constructor(options: LineOptions) {
    this.options = {
      after,
      now: () => performance.now(),
      time: () => Math.floor(Date.now() / 1000),
      onState: () => undefined,
      onUpdate: () => undefined,
      shown: false,
      asks: [],
      peer: undefined,
      ...options,
    };
    const at = relayUrl(options.url);
    if (!at) {
      throw new Error("no URL of a relay");
    }
    this.at = at;
    this.public = publicKeyOf(options.key);
    this.connect();
  }

  /** open means that updates go out and come in. */
  get open(): boolean {
    return this.socket !== undefined && this.stage === "in";
  }

  /** send sends an update as soon as there is a connection, in place of one that has not left. */
  send(update: Uint8Array): void {
    this.waiting = update;
    this.flush();
  }

  close(): void {
    this.ended = true;
    this.cancel();
    this.drop();
  }

  private flush(): void {
    const { peer } = this.options;
    if (this.open && this.waiting && peer) {
      this.socket!.send(frameOf(peer, this.waiting));
      this.waiting = undefined;
    }
  }

  /** present are the keys asked about whose clients are connected, in hexadecimal. It is undefined before the first answer. */
  get present(): ReadonlySet<string> | undefined {
    return this.open ? this.others : undefined;
  }

  /** answered takes the answer to a question over. Each question has one at most, which costs a verification for each key. */
  private answered(answer: Uint8Array): void {
    const others = this.unanswered > 0 ? presentIn(answer, this.at.host, this.options.time()) : undefined;
    if (others) {
      this.unanswered = 0;
      this.others = others;
      this.options.onState();
    }
  }

  /** request shows the client to others, and asks about them. A line that lasts until the second request is a good one. One on which
   * the relay has answered and answers no more is cut off, though no end of it has come. */
  private request(count: number): void {
    if (count > 0) {
      this.pause = pauses[0];
    }
    const { socket } = this;
    if (socket && this.others && this.unanswered >= mostUnanswered) {
      this.fail(socket);
      return;
    }
    const { shown, asks, key, time, after } = this.options;
    if (shown && count % beatEvery === 0) {
      socket?.send(frameOf(relayKey, heartbeat(this.at.host, key, time())));
    }
    if (asks.length > 0) {
      socket?.send(frameOf(relayKey, question(asks)));
      this.unanswered++;
    }
    if (shown || asks.length > 0) {
      this.cancel = after(askAfter, () => this.request(count + 1));
    }
  }

  private connect(): void {
    this.stage = "challenge";
    this.others = undefined;
    this.unanswered = 0;
    let socket: Socket;
    try {
      socket = this.options.dial(this.at.dial);
    } catch {
      this.retry();
      return;
    }
    this.socket = socket;
    socket.binaryType = "arraybuffer";
    this.cancel = this.options.after(shake, () => this.fail(socket));
    socket.onmessage = ({ data }: { data: unknown }) => {
      if (this.socket === socket) {
        this.hear(socket, data);
      }
    };
    socket.onclose = ({ code }: { code: number }) => {
      if (this.socket !== socket) {
        return;
      }
      if (code === replaced) {
        this.elsewhere = true;
        this.close();
        this.options.onState();
      } else {
        this.fail(socket);
      }
    };
  }

  private fail(socket: Socket): void {
    if (this.socket === socket && !this.ended) {
      this.cancel();
      this.drop();
      this.retry();
    }
  }

  private drop(): void {
    const { socket } = this;
    this.socket = undefined;
    if (socket) {
      socket.onmessage = socket.onclose = null;
      socket.close();
      this.options.onState();
    }
  }

  private retry(): void {
    const pause = this.pause;
    this.pause = Math.min(2 * pause, pauses[1]);
    this.cancel = this.options.after(pause, () => this.connect());
  }

  private hear(socket: Socket, data: unknown): void {
    if (!(data instanceof ArrayBuffer) || data.byteLength > keySize + maxUpdate) {
      this.fail(socket);
      return;
    }
    const frame = new Uint8Array(data);
    const { key, peer, onUpdate, onState } = this.options;
    switch (this.stage) {
      case "challenge":
        if (frame.length !== challengeSize) {
          this.fail(socket);
          return;
        }
        this.stage = "key";
        socket.send(frameOf(this.public, signRaw(key, relayMessage(this.at.host, frame))));
        return;
      case "key":
        if (!equal(frame, this.public)) {
          this.fail(socket);
          return;
        }
        this.cancel();
        this.stage = "in";
        this.waiting ??= new Uint8Array(); // a relay delivers only from keys to which something was written
        this.flush();
        this.request(0);
        onState();
        return;
      case "in": {
        const from = frame.subarray(0, keySize);
        if (this.tooMany() || frame.length <= keySize) {
          return;
        }
        if (equal(from, relayKey)) {
          this.answered(frame.slice(keySize));
        } else if (peer && equal(from, peer)) {
          this.pause = pauses[0];
          onUpdate(frame.slice(keySize));
        }
      }
    }
  }

  private tooMany(): boolean {
    const second = Math.floor(this.options.now() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.frames = 0;
    }
    return ++this.frames > mostFrames;
  }
}
