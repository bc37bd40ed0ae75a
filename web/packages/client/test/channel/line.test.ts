// A line to a relay: the recorded challenge, and relays that misbehave.

import { beforeEach, expect, test } from "vitest";
import { bytesToHex, concatBytes } from "../../src/bytes.js";
import {
  Line,
  type LineOptions,
  presentAt,
  relayMessage,
  relayUrl,
  type Socket,
  sameRelay,
} from "../../src/channel/line.js";
import { heartbeat, presenceMessage, presentIn, relayKey } from "../../src/channel/presence.js";
import { publicKeyOf, verifyRaw } from "../../src/wallet/keys.js";
import { json } from "../files.js";
import { hex } from "./cast.js";

const vectors = json<
  {
    secret_key: string;
    key: string;
    url: string;
    host: string;
    challenge: string;
    message: string;
    answer: string;
    time: number;
    presence: string;
    heartbeat: string;
  }[]
>("player/relay/testdata/vectors.json");

class FakeSocket implements Socket {
  binaryType = "blob";
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  readonly sent: Uint8Array[] = [];
  closed = false;

  constructor(readonly url: string) {}

  send(data: Uint8Array): void {
    this.sent.push(data);
  }

  close(): void {
    this.closed = true;
  }

  says(data: Uint8Array | string): void {
    const value = typeof data === "string" ? data : data.slice().buffer;
    this.onmessage?.({ data: value } as never);
  }

  ends(code = 1006): void {
    this.onclose?.({ code } as never);
  }
}

const key = new Uint8Array(32).fill(5);
const own = publicKeyOf(key);
const peer = publicKeyOf(new Uint8Array(32).fill(6));
const stranger = publicKeyOf(new Uint8Array(32).fill(7));
const challenge = new Uint8Array(32).fill(1);

let sockets: FakeSocket[];
let timers: { millis: number; what: () => void; cancelled: boolean }[];
let updates: Uint8Array[];
let clock: number;

beforeEach(() => {
  sockets = [];
  timers = [];
  updates = [];
  clock = 0;
});

const around = {
  dial: (to: string) => {
    const socket = new FakeSocket(to);
    sockets.push(socket);
    return socket;
  },
  after: (millis: number, what: () => void) => {
    const timer = { millis, what, cancelled: false };
    timers.push(timer);
    return () => {
      timer.cancelled = true;
    };
  },
  now: () => clock,
  time: () => 1_800_000_000,
};

function open(url = "ws://127.0.0.1:26680", by = key, more: Partial<LineOptions> = {}): Line {
  return new Line({ url, key: by, peer, onUpdate: (update) => updates.push(update), ...around, ...more });
}

const last = () => sockets.at(-1)!;
/** fire ends the wait that is on. */
function fire(): number {
  const timer = timers.findLast(({ cancelled }) => !cancelled)!;
  timer.cancelled = true;
  timer.what();
  return timer.millis;
}

function admit(): void {
  last().says(challenge);
  last().says(own);
}

test.each(vectors)("the key is proven to $url as recorded", (v) => {
  expect(relayUrl(v.url)!.host).toBe(v.host);
  expect(bytesToHex(relayMessage(v.host, hex(v.challenge)))).toBe(v.message);
  open(v.url, hex(v.secret_key));
  last().says(hex(v.challenge));
  expect(bytesToHex(last().sent[0]!)).toBe(v.answer);
  expect(last().url.endsWith("/v1")).toBe(true);
});

test("a URL has a host and a path, and nothing else", () => {
  for (const url of [
    "http://a",
    "ws://",
    "wss://u:p@a",
    "wss://a?b",
    "wss://a#b",
    "a",
    "",
    "javascript:1",
    "ws://a:99999",
  ]) {
    expect(relayUrl(url)).toBeUndefined();
  }
  expect(relayUrl("wss://Relay.Example/games/")!.dial).toBe("wss://relay.example/games/v1");
  expect(sameRelay("wss://relay.example", "wss://Relay.Example:443/")).toBe(true);
  expect(sameRelay("", "ws://127.0.0.1:26680")).toBe(true);
  expect(sameRelay("wss://relay.example", "ws://relay.example")).toBe(false);
  expect(sameRelay("nonsense", "nonsense")).toBe(false);
});

test("the opponent is written to first, and only its updates are read", () => {
  const line = open();
  expect(line.open).toBe(false);
  admit();
  expect(line.open).toBe(true);
  expect(last().sent[1]).toEqual(peer); // without content
  line.send(Uint8Array.of(1, 2));
  expect(last().sent[2]).toEqual(concatBytes(peer, Uint8Array.of(1, 2)));
  for (const frame of [
    concatBytes(stranger, Uint8Array.of(1)),
    concatBytes(new Uint8Array(33), Uint8Array.of(2)),
    peer,
    own,
  ]) {
    last().says(frame);
  }
  expect(updates).toEqual([]);
  last().says(concatBytes(peer, Uint8Array.of(9)));
  expect(updates).toEqual([Uint8Array.of(9)]);
});

test("of the updates sent without a connection, the newest alone leaves once there is one", () => {
  const line = open();
  line.send(Uint8Array.of(1));
  line.send(Uint8Array.of(2));
  admit();
  expect(last().sent.slice(1)).toEqual([concatBytes(peer, Uint8Array.of(2))]);
});

test.each<[string, () => void]>([
  ["a challenge of another length", () => last().says(new Uint8Array(31))],
  ["a text", () => last().says("hello")],
  [
    "another key",
    () => {
      last().says(challenge);
      last().says(stranger);
    },
  ],
  [
    "an update that is too long",
    () => {
      admit();
      last().says(concatBytes(peer, new Uint8Array(2049)));
    },
  ],
  ["its end", () => last().ends()],
  ["silence", () => void fire()],
])("after %s from the relay the line is made anew, after longer and longer pauses", (_, fault) => {
  open();
  const waits: number[] = [];
  for (let i = 0; i < 9; i++) {
    const socket = last();
    fault();
    waits.push(fire());
    socket.says(challenge); // too late
    expect(last()).not.toBe(socket);
  }
  expect(updates).toEqual([]);
  expect(waits.slice(0, 3)).toEqual([250, 500, 1000]);
  expect(waits.at(-1)).toBe(15_000);
});

test("another program with the same key ends the line", () => {
  const line = open();
  admit();
  last().ends(4000);
  expect(line.elsewhere).toBe(true);
  expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
  line.send(Uint8Array.of(1));
  expect(sockets).toHaveLength(1);
});

test("a flood is not read", () => {
  open();
  admit();
  for (let i = 0; i < 3000; i++) {
    last().says(concatBytes(peer, Uint8Array.of(1)));
  }
  expect(updates).toHaveLength(100);
  clock = 1000;
  last().says(concatBytes(peer, Uint8Array.of(2)));
  expect(updates).toHaveLength(101);
});

test("the key signs what begins as no state does", () => {
  open();
  last().says(challenge);
  const signature = last().sent[0]!.slice(33);
  expect(verifyRaw(own, relayMessage("127.0.0.1:26680", challenge), signature)).toBe(true);
});

test("a closed line is silent", () => {
  const line = open();
  admit();
  line.close();
  expect(last().closed).toBe(true);
  line.send(Uint8Array.of(1));
  expect(last().sent).toHaveLength(2);
  expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
});

const url = "ws://127.0.0.1:26680";
const host = "127.0.0.1:26680";
const now = 1_800_000_000;
/** beats are entries of an answer: a key and its heartbeat. */
const beats = (...of: [by: Uint8Array, seconds: number, at?: string][]) =>
  concatBytes(
    Uint8Array.of(2),
    ...of.flatMap(([by, seconds, at = host]) => [publicKeyOf(by), heartbeat(at, by, seconds).slice(1)]),
  );
const [other, third] = [6, 7].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array];

test.each(vectors)("a heartbeat at $host is as recorded, and is read", (v) => {
  expect(bytesToHex(presenceMessage(v.host, v.time))).toBe(v.presence);
  const beat = heartbeat(v.host, hex(v.secret_key), v.time);
  expect(bytesToHex(beat)).toBe(`01${v.heartbeat}`);
  const answer = concatBytes(Uint8Array.of(2), hex(v.key), hex(v.heartbeat));
  for (const late of [0, 120, -120]) {
    expect(presentIn(answer, v.host, v.time + late)).toEqual(new Set([v.key]));
  }
  for (const late of [121, -121]) {
    expect(presentIn(answer, v.host, v.time + late)).toEqual(new Set());
  }
  expect(presentIn(answer, "elsewhere.example", v.time)).toEqual(new Set());
});

test("presence is by the signature of each key, and no other message is an answer", () => {
  const both = beats([other, now], [third, now - 60]);
  expect(presentIn(both, host, now)).toEqual(new Set([peer, stranger].map(bytesToHex)));
  both.set(stranger, 1); // the heartbeat of another key
  expect(presentIn(both, host, now)).toEqual(new Set([bytesToHex(stranger)]));
  expect(presentIn(Uint8Array.of(2), host, now)).toEqual(new Set());
  for (const bad of [new Uint8Array(), both.slice(0, -1), Uint8Array.of(3, ...both.slice(1)), Uint8Array.of(2, 0)]) {
    expect(presentIn(bad, host, now)).toBeUndefined();
  }
  expect(presentIn(new Uint8Array(1 + 17 * 105).fill(2, 0, 1), host, now)).toBeUndefined();
});

test("a client is shown every 30 seconds, and the relay asked every five, also after a reconnect", () => {
  const line = open(url, key, { shown: true, asks: [peer] });
  expect(line.present).toBeUndefined();
  const sent = () =>
    last()
      .sent.filter((frame) => bytesToHex(frame.slice(0, 33)) === bytesToHex(relayKey))
      .map((frame) => frame[33]);
  admit();
  expect(sent()).toEqual([1, 2]);
  expect(Array.from({ length: 7 }, fire)).toEqual(new Array(7).fill(5000));
  expect(sent()).toEqual([1, 2, 2, 2, 2, 2, 2, 1, 2, 2]);
  last().says(concatBytes(relayKey, beats([other, now])));
  expect(line.present).toEqual(new Set([bytesToHex(peer)]));
  last().ends();
  expect(line.present).toBeUndefined();
  fire();
  admit();
  expect(sent()).toEqual([1, 2]);
  expect(line.present).toBeUndefined(); // until the relay has answered again
  line.close();
  expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
});

test("an answer without a question is not verified", () => {
  const line = open(url, key, { asks: [peer] });
  admit();
  last().says(concatBytes(relayKey, beats([other, now])));
  last().says(concatBytes(relayKey, beats()));
  expect(line.present).toEqual(new Set([bytesToHex(peer)]));
  fire();
  last().says(concatBytes(relayKey, beats()));
  expect(line.present).toEqual(new Set());
  expect(updates).toEqual([]);
});

test("a relay that answers no more is dialled anew, unless it has never answered", () => {
  const line = open(url, key, { shown: true, asks: [peer] });
  const answers = () => last().says(concatBytes(relayKey, beats([other, now])));
  admit();
  answers();
  expect([fire(), fire(), fire()]).toEqual([5000, 5000, 5000]);
  answers();
  expect([fire(), fire(), fire()]).toEqual([5000, 5000, 5000]);
  expect(line.present).toEqual(new Set([bytesToHex(peer)]));
  expect([fire(), fire()]).toEqual([5000, 250]); // the third question had five seconds, too
  expect(line.open).toBe(false);
  expect(sockets.map(({ closed }) => closed)).toEqual([true, false]);
  admit();
  expect(Array.from({ length: 5 }, fire)).toEqual(new Array(5).fill(5000));
  expect(line.open).toBe(true);
  expect(sockets).toHaveLength(2);
});

test("a client without an opponent writes to none, and reads no update", () => {
  open(url, key, { peer: undefined, shown: true });
  admit();
  expect(last().sent).toHaveLength(2); // key and heartbeat
  last().says(concatBytes(peer, Uint8Array.of(9)));
  expect(updates).toEqual([]);
});

test("a line that lasts is made anew after the shortest pause", () => {
  open(url, key, { peer: undefined, shown: true });
  const drop = () => {
    last().ends();
    return fire();
  };
  expect([drop(), drop(), drop()]).toEqual([250, 500, 1000]);
  admit();
  expect(drop()).toBe(2000);
  admit();
  expect(fire()).toBe(5000);
  expect(drop()).toBe(250);
});

test("a question under a key of one use ends with its answer, or with the patience", async () => {
  const asked = presentAt(url, [peer, stranger], around.dial, around);
  last().says(challenge);
  const used = last().sent[0]!.slice(0, 33);
  last().says(used);
  expect(last().sent.at(-1)).toEqual(concatBytes(relayKey, Uint8Array.of(2), peer, stranger));
  last().says(concatBytes(relayKey, beats([third, now])));
  expect(await asked).toEqual(new Set([bytesToHex(stranger)]));
  expect(last().closed).toBe(true);
  expect(timers.every(({ cancelled }) => cancelled)).toBe(true);
  timers = [];
  const silent = presentAt(url, [peer], around.dial, around);
  timers.find(({ millis }) => millis === 2000)!.what();
  expect(await silent).toEqual(new Set());
  expect(last().closed).toBe(true);
});
