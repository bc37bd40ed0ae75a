// Which of two windows plays a game.

import { expect, test } from "vitest";
import { playAlone } from "../src/play/alone";

/** locksOf are locks as browsers have them, for one name. */
function locksOf() {
  let held = false;
  const waiting: (() => void)[] = [];
  const run = async (callback: (lock: object | null) => unknown) => {
    held = true;
    try {
      return await callback({});
    } finally {
      held = false;
      while (waiting.length > 0 && !held) {
        waiting.shift()!();
      }
    }
  };
  const request = (_: string, { ifAvailable, signal }: LockOptions, callback: (lock: object | null) => unknown) => {
    if (ifAvailable && signal) {
      throw new DOMException("these exclude each other", "NotSupportedError");
    }
    if (!held) {
      return run(callback);
    }
    if (ifAvailable) {
      return Promise.resolve(callback(null));
    }
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      waiting.push(() => void (signal?.aborted || resolve(run(callback))));
    });
  };
  return { request } as unknown as LockManager;
}

test("one of three windows plays, and the next one when it is closed, but for one that was left", async () => {
  const locks = locksOf();
  const windows = [0, 1, 2].map((i) => {
    const turns: boolean[] = [];
    const closed = new AbortController();
    playAlone("game", closed.signal, (mine) => turns.push(mine), locks);
    return { i, turns, closed };
  });
  const turns = () => windows.map(({ turns }) => turns);
  await expect.poll(turns).toEqual([[true], [false], [false]]);
  windows[1]!.closed.abort();
  windows[0]!.closed.abort();
  await expect.poll(turns).toEqual([[true], [false], [false, true]]);
});

test("a window that is left before its turn does not keep the game from the next one", async () => {
  const locks = locksOf();
  const [left, next]: [boolean[], boolean[]] = [[], []];
  playAlone("game", AbortSignal.abort(), (mine) => left.push(mine), locks);
  playAlone("game", new AbortController().signal, (mine) => next.push(mine), locks);
  await expect.poll(() => next.at(-1)).toBe(true);
  expect(left).toEqual([]);
});

test("every window plays where there are no locks", () => {
  const turns: boolean[] = [];
  playAlone("game", new AbortController().signal, (mine) => turns.push(mine), undefined);
  expect(turns).toEqual([true]);
});
