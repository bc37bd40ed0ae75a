// Heights as they come, and how long a block takes.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NoNode } from "#client/chain/errors";
import { Node } from "#client/chain/node";
import { type Beat, Live, type Surroundings } from "../src/play/live";
import { coinName, coinsText, coinText, depositText, shortName } from "../src/ui/words";

const node = new Node("", () => Promise.reject(new TypeError("down")));
const beat = (height: number, seconds: number): Beat => ({ height: BigInt(height), time: new Date(seconds * 1000) });

test("a block takes the mean of the last twenty, and the chain's expected time until two are known", () => {
  const live = new Live(node, "test-1");
  expect(live.blockMillis(1500)).toBe(1500);
  live.add(beat(1, 0));
  expect(live.blockMillis(1500)).toBe(1500);
  live.add(beat(5, 8));
  expect(live.blockMillis(1500)).toBe(2000);
  for (let i = 6; i <= 40; i++) {
    live.add(beat(i, i + 3));
  }
  expect(live.blockMillis(1500)).toBe(1000);
});

test("a height is reported once, in order, whatever a lagging node answers", () => {
  const live = new Live(node, "test-1");
  const told: bigint[] = [];
  const stop = live.subscribe(({ height }) => told.push(height));
  for (const height of [100, 101, 101, 99, 102, 3, 103]) {
    live.add(beat(height, height));
  }
  stop();
  live.add(beat(104, 104));
  expect(told).toEqual([100n, 101n, 102n, 103n]);
  expect(live.blockMillis(9)).toBe(1000);
});

test("the games of missed blocks are not known, so every game is looked at", () => {
  const live = new Live(node, "test-1");
  const told: (readonly bigint[] | undefined)[] = [];
  live.subscribe(({ games }) => told.push(games));
  for (const height of [1, 2, 4, 7, 8]) {
    live.add({ ...beat(height, height), games: [] });
  }
  expect(told).toEqual([[], [], undefined, undefined, []]);
});

test.each([
  ["lower and later", beat(3, 200)],
  ["of the same height and later", beat(100, 101)],
  ["higher and earlier", beat(101, 99)],
])("a chain begun anew is not mixed with the old one: a block that is %s", (_, odd) => {
  const live = new Live(node, "test-1");
  const told: bigint[] = [];
  live.subscribe(({ height }) => told.push(height));
  let other = "";
  live.onOther = (sentence) => {
    other += sentence;
  };
  for (const next of [beat(100, 100), odd, beat(102, 300)]) {
    live.add(next);
  }
  expect(told).toEqual([100n]);
  expect(other).toMatch(/^Another chain answers here, or this one was begun anew: .* Reload it\.$/);
});

describe("a stream", () => {
  beforeEach(() => void vi.useFakeTimers({ now: 0 }));
  afterEach(() => void vi.useRealTimers());

  /** world is a node, its server's streams, and the state that the windows of one browser share. */
  function world(secure = true) {
    const open = new Set<Stream>();
    const opened: number[] = [];
    class Stream {
      onmessage: ((event: MessageEvent) => unknown) | null = null;
      onerror: ((event: Event) => unknown) | null = null;
      constructor(readonly url: string) {
        opened.push(Date.now());
        open.add(this);
      }
      close(): void {
        open.delete(this);
      }
    }
    const channels = new Set<Channel>();
    class Channel {
      onmessage: ((event: MessageEvent) => unknown) | null = null;
      constructor() {
        channels.add(this);
      }
      postMessage(data: unknown): void {
        for (const other of channels) {
          if (other !== this) {
            other.onmessage?.({ data } as MessageEvent);
          }
        }
      }
      close(): void {
        channels.delete(this);
      }
    }
    let line: Promise<unknown> = Promise.resolve();
    const locks = {
      request: (_: string, { signal }: LockOptions, lead: () => Promise<unknown>) => {
        line = line.then(() => (signal?.aborted ? undefined : lead()));
        return line;
      },
    };
    const document = Object.assign(new EventTarget(), { hidden: false });
    const w = {
      height: 1,
      chain: "test-1",
      asked: 0,
      silent: false,
      opened,
      open,
      document,
      node: new Node("", async (url): Promise<Response> => {
        if (w.height === 0) {
          throw new TypeError("down");
        }
        if (w.silent) {
          await new Promise((_, reject) => setTimeout(() => reject(new TypeError("patience")), 10_000));
        }
        const known = /blocks\/(\d+)/.exec(url)?.[1];
        if (known) {
          return Response.json({
            block: { header: { chain_id: w.chain, height: known, time: w.timeOf(Number(known)) }, data: {} },
          });
        }
        w.asked++;
        return Response.json({ height: `${w.height}`, timestamp: w.timeOf(w.height) });
      }),
      timeOf: (height: number) => new Date(height * 1000).toISOString(),
      /** carried are the games that open streams carry. */
      carried: () => [...open].map(({ url }) => url),
      window(stream = true): { live: Live; told: string[]; other: string[] } {
        const around = {
          EventSource: Stream,
          document,
          ...(secure && { BroadcastChannel: Channel, navigator: { locks } }),
        } as unknown as Surroundings;
        const live = new Live(w.node, "test-1", stream ? "/web/live" : undefined, 250, around);
        const [told, other]: string[][] = [[], []];
        live.subscribe(({ height, games }) => void told!.push(`${height}:${games ?? "?"}`));
        live.onOther = (sentence) => void other!.push(sentence);
        live.start();
        return { live, told: told!, other: other! };
      },
      async block(games: string[] = [], answers?: unknown): Promise<void> {
        w.height++;
        const data = JSON.stringify({
          chain: w.chain,
          height: `${w.height}`,
          time: w.timeOf(w.height),
          games,
          answers,
        });
        for (const stream of open) {
          stream.onmessage?.({ data } as MessageEvent);
        }
        await vi.advanceTimersByTimeAsync(1000);
      },
      async end(): Promise<void> {
        for (const stream of [...open]) {
          stream.onerror?.(new Event("error"));
        }
        await vi.advanceTimersByTimeAsync(0);
      },
    };
    return w;
  }

  test("that has ended is opened again, later each time, and the node is asked meanwhile", async () => {
    const w = world();
    const { live, told } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    await w.block(["7"]);
    await w.block();
    const before = w.asked;
    w.height = 0;
    const pauses: number[] = [];
    for (let i = 0; i < 7; i++) {
      const ended = Date.now();
      await w.end();
      await vi.advanceTimersByTimeAsync(40_000);
      pauses.push(w.opened.at(-1)! - ended);
    }
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(live.down).toBe(true);
    w.height = 9;
    await vi.advanceTimersByTimeAsync(500);
    expect(live.down).toBe(false);
    expect(w.asked).toBeGreaterThan(before);
    expect(told.at(-1)).toBe("9:?");
    await w.block(["8"]);
    expect(told.at(-1)).toBe("10:8");
    const asked = w.asked;
    await w.block();
    expect(w.asked).toBe(asked); // no polling while the stream sends blocks
    live.stop();
    expect(w.open.size).toBe(0);
  });

  test.each([true, false])(
    "and a node that are silent are known to be so within 3 s (a stream: %s)",
    async (stream) => {
      const w = world();
      const { live } = w.window(stream);
      await vi.advanceTimersByTimeAsync(0);
      for (let i = 0; i < 3; i++) {
        await w.block();
      }
      expect(live.down).toBe(false);
      w.silent = true;
      await vi.advanceTimersByTimeAsync(3000);
      expect(live.down).toBe(true);
      w.silent = false;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(live.down).toBe(false);
      live.stop();
    },
  );

  test("that falls silent is noticed though this machine's clock was set back", async () => {
    const w = world();
    const { live } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 3; i++) {
      await w.block();
    }
    vi.setSystemTime(-3_600_000);
    w.height = 9;
    await vi.advanceTimersByTimeAsync(3000);
    expect(live.last?.height).toBe(9n);
    live.stop();
  });

  test("is one for eight windows, and another leads when the first is closed", async () => {
    const w = world();
    const windows = Array.from({ length: 8 }, () => w.window());
    await vi.advanceTimersByTimeAsync(0);
    await w.block(["5"]);
    expect(w.open.size).toBe(1);
    for (const { told } of windows) {
      expect(told).toEqual(["1:?", "2:5"]);
    }
    windows[0]!.live.stop();
    windows[1]!.live.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(w.open.size).toBe(1);
    await w.block(["6"]);
    for (const { told } of windows.slice(2)) {
      expect(told.at(-1)).toBe("3:6");
    }
    for (const { live } of windows) {
      live.stop();
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(w.open.size).toBe(0);
  });

  test("is had by visible windows where none can lead", async () => {
    const w = world(false);
    const { live, told } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    expect(w.open.size).toBe(1);
    w.document.hidden = true;
    w.document.dispatchEvent(new Event("visibilitychange"));
    expect(w.open.size).toBe(0);
    w.height = 4;
    await vi.advanceTimersByTimeAsync(500);
    expect(told.at(-1)).toBe("4:?");
    w.document.hidden = false;
    w.document.dispatchEvent(new Event("visibilitychange"));
    expect(w.open.size).toBe(1);
    live.stop();
  });

  test("is opened again soon after one that has sent a block, however often it ended before", async () => {
    const w = world();
    const { live } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    for (let i = 0; i < 4; i++) {
      await w.end();
      await vi.advanceTimersByTimeAsync(30_000);
    }
    await w.block();
    const ended = Date.now();
    await w.end();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(w.opened.at(-1)! - ended).toBe(1000);
    live.stop();
  });

  test.each([true, false])("is not opened any more after the window is closed (secure: %s)", async (secure) => {
    const w = world(secure);
    const { live } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    await w.end();
    live.stop();
    w.document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(w.open.size).toBe(0);
    expect(w.opened).toHaveLength(1);
  });

  test("of another chain is not followed", async () => {
    const w = world();
    const { told, other } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    w.chain = "other-1";
    await w.block(["5"]);
    expect(told).toEqual(["1:?"]);
    expect(other).toHaveLength(1);
    expect(w.open.size).toBe(0);
  });

  test("that comes back with a chain begun anew, of the same name and higher by now, is not followed", async () => {
    const w = world();
    const { told, other } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    await w.block();
    await w.end();
    w.timeOf = (height) => new Date(500_000 + height * 1000).toISOString();
    w.height = 50;
    await vi.advanceTimersByTimeAsync(1000);
    await w.block();
    expect(told).toEqual(["1:?", "2:"]);
    expect(other).toHaveLength(1);
  });

  test("carries the game that is looked at, and is opened again for another one", async () => {
    const w = world();
    const { live, told } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    expect(w.carried()).toEqual(["/web/live"]);
    const leave = live.watch("games/7");
    await vi.advanceTimersByTimeAsync(0);
    expect(w.carried()).toEqual(["/web/live?view=games/7"]);
    await w.block(["7"]);
    leave();
    const again = live.watch("melees/8");
    await vi.advanceTimersByTimeAsync(0);
    expect(w.carried()).toEqual(["/web/live?view=melees/8"]);
    expect(w.opened).toHaveLength(3);
    await w.end();
    await vi.advanceTimersByTimeAsync(1000);
    expect(w.carried()).toEqual(["/web/live?view=melees/8"]);
    again();
    await vi.advanceTimersByTimeAsync(0);
    expect(w.carried()).toEqual(["/web/live"]);
    await w.block(["8"]);
    expect(told.at(-1)).toBe("3:8");
    live.stop();
    live.watch("games/9");
    await vi.advanceTimersByTimeAsync(0);
    expect(w.carried()).toEqual([]);
  });

  test("has its content answer the next look, in all windows, and nothing else", async () => {
    const w = world();
    const [leader, follower] = [w.window(), w.window()];
    const path = "/battleship/v1/games/7";
    const seen: boolean[] = [];
    leader.live.subscribe(() => void seen.push(w.node.has(path)));
    leader.live.watch("games/7");
    follower.live.subscribe(() => void seen.push(w.node.has(path)));
    follower.live.watch("games/7");
    await vi.advanceTimersByTimeAsync(0);
    seen.splice(0);
    await w.block(["7"], { [path]: {} });
    await w.block(["8"]);
    expect(seen).toEqual([true, true, false, false]);
    w.height--; // a block that is known
    await w.block(["7"], { [path]: {} });
    expect(w.node.has(path)).toBe(false);
    w.chain = "other-1";
    await w.block(["7"], { [path]: {} });
    expect(w.node.has(path)).toBe(false);
  });

  test("carries the game of the window that leads, and then that of the next one", async () => {
    const w = world();
    const [first, second] = [w.window(), w.window()];
    first.live.watch("games/7");
    second.live.watch("games/8");
    await vi.advanceTimersByTimeAsync(0);
    expect(w.carried()).toEqual(["/web/live?view=games/7"]);
    first.live.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(w.carried()).toEqual(["/web/live?view=games/8"]);
    second.live.stop();
  });

  test("and a node that has forgotten the last block is the same one", async () => {
    const w = world();
    const { told, other, live } = w.window();
    await vi.advanceTimersByTimeAsync(0);
    await w.block();
    vi.spyOn(w.node, "block").mockRejectedValueOnce(new NoNode()).mockRejectedValue(new Error("forgotten"));
    await w.end();
    await vi.advanceTimersByTimeAsync(1000);
    await w.block();
    await w.block(["3"]);
    expect(told.at(-1)).toBe("4:3");
    expect(other).toEqual([]);
    live.stop();
  });
});

test("coins are written as people read them, and strange ones as they are", () => {
  expect(coinText({ denom: "uship", amount: "42000000" })).toBe("42 SHIP");
  expect(coinText({ denom: "uanchor", amount: "1234567890001" })).toBe("1,234,567.890001 ANCHOR");
  expect(coinText({ denom: "uship", amount: "1" })).toBe("0.000001 SHIP");
  expect(coinText({ denom: "ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2", amount: "5" })).toBe(
    "5 ibc/27394FB092D2…F41E5EB2",
  );
  expect(coinText({ denom: "uship", amount: "<b>" })).toBe("<b> uship");
  expect(shortName("ship1vqhxztgyzzj5gnazztnayuz5kdnyeadrrft9jp")).toBe("ship1vqh…t9jp");
});

test("the deposit for opening a game is announced, where there is one", () => {
  expect(depositText({ denom: "uanchor", amount: "1000000" })).toContain("a deposit of 1 ANCHOR, which comes back");
  expect([undefined, { denom: "uanchor", amount: "0" }].map(depositText)).toEqual(["", ""]);
});

test("coins of different denominations have different names, and those of one are added up", () => {
  const coin = (denom: string, amount = "1") => ({ denom, amount });
  const names = ["uanchor", "ANCHOR", "factory/ship1abcdefghijklm/a", "factory/ship1abcdefghijklm/b"].map(coinName);
  expect(new Set(names).size).toBe(names.length);
  const price = coinsText(coin("uanchor", "5000000"), undefined, coin("uship", "0"), coin("uanchor", "100000"));
  expect(price).toBe("5.1 ANCHOR");
  expect(coinsText(coin("uanchor", "1000000"), coin("uship", "2000000"), coin("x", "<b>"))).toBe("1 ANCHOR and 2 SHIP");
});
