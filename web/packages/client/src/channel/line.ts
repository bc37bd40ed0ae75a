// A player's line to a relay, over which updates go: docs/channels.md has the protocol. A relay is not trusted: an update may be
// missing, late, doubled, or forged.

import { ascii, concatBytes, equal } from "../bytes.js";
import { publicKeyOf, signRaw } from "../wallet/keys.js";
import { maxUpdate } from "./update.js";

const keySize = 33;
const challengeSize = 32;
/** How many frames a relay may deliver in a second; the others are dropped, and come again. Each can cost two verifications. */
const mostFrames = 100;
/** How long a relay may take to let a client in, and the pauses between attempts, in milliseconds. */
const shake = 10_000;
const pauses = [250, 15_000] as const;
/** replaced is the code with which a relay ends a line whose key another program has proven. */
const replaced = 4000;

/** relayUrl returns where a relay is dialled and the host that a client signs; nothing for a text that is no relay's URL. */
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

/** relayMessage is what a client signs to prove its key. */
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
  /** key is the player's private channel key, peer the opponent's public one. */
  readonly key: Uint8Array;
  readonly peer: Uint8Array;
  readonly onUpdate: (update: Uint8Array) => void;
  /** onState is called when the line is there, or is not any more. */
  readonly onState?: () => void;
  readonly dial: (url: string) => Socket;
  readonly after?: (millis: number, what: () => void) => () => void;
  readonly now?: () => number;
}

const frameOf = (key: Uint8Array, content: Uint8Array) => Uint8Array.of(...key, ...content);

function after(millis: number, what: () => void): () => void {
  const timer = setTimeout(what, millis);
  return () => clearTimeout(timer);
}

export class Line {
  private readonly at: { readonly dial: string; readonly host: string };
  private readonly public: Uint8Array;
  private readonly options: Required<LineOptions>;
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
      onState: () => undefined,
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
    if (this.open && this.waiting) {
      this.socket!.send(frameOf(this.options.peer, this.waiting));
      this.waiting = undefined;
    }
  }

  private connect(): void {
    this.stage = "challenge";
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
        onState();
        return;
      case "in":
        if (this.tooMany() || frame.length <= keySize || !equal(frame.subarray(0, keySize), peer)) {
          return;
        }
        this.pause = pauses[0];
        onUpdate(frame.slice(keySize));
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
