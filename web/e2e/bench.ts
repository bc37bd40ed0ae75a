// The waits of a person, measured in the page: from the press on a tile to the block that holds the shot and to the
// result on the board, and from opening the page to the first shot that is possible. It prints, in blocks and in
// milliseconds, and asserts nothing of time.

import { loadavg } from "node:os";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { address, inBrowser, type Person, test, trusts } from "./people";

const shots = Number(process.env.SHOTS ?? 60);
/** think is the longest that a player thinks before a shot, in milliseconds; with 0 it presses as soon as it is its turn,
 * which is the longest wait, since the next block has to come. */
const think = Number(process.env.THINK ?? 0);

/** proven has the players trust a block, offChain has them play off-chain. */
const proven = Boolean(process.env.PROVEN);
const offChain = Boolean(process.env.OFF_CHAIN);

/** Notes holds the page's own measurements. */
interface Notes {
  /** first is when it was first the player's turn, in milliseconds since the epoch. */
  first?: number;
  opened: number;
  waits: number[];
  results: number[];
  pressed?: number;
  fired?: number;
  tile?: string;
}

/** watchItself runs in the page, before its own script. */
function watchItself(): void {
  const notes: Notes = { opened: performance.timeOrigin, waits: [], results: [] };
  (window as unknown as { notes: Notes }).notes = notes;
  addEventListener(
    "pointerdown",
    (event) => {
      const tile = (event.target as Element).closest("[data-tile]");
      if (tile) {
        notes.pressed = notes.fired = performance.now();
        notes.tile = tile.getAttribute("aria-label")?.split(" ")[0] ?? "";
      }
    },
    true,
  );
  new MutationObserver(() => {
    const turn = document.querySelector("main")?.textContent?.includes("Your turn: choose a tile.");
    if (turn && notes.first === undefined) {
      notes.first = performance.timeOrigin + performance.now();
    }
    const sent = document.querySelector("[data-sent]")?.textContent ?? "";
    if (notes.pressed !== undefined && sent.startsWith(`${notes.tile}: block`)) {
      notes.waits.push(performance.now() - notes.pressed);
      delete notes.pressed;
    }
    const tile = notes.fired && document.querySelector(`.theirs [aria-label^="${notes.tile} "]`);
    if (notes.fired !== undefined && tile && / (hit|miss|sunk)$/.test(tile.getAttribute("aria-label") ?? "")) {
      notes.results.push(performance.now() - notes.fired);
      delete notes.fired;
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

const notesOf = (page: Page) => page.evaluate(() => (window as unknown as { notes: Notes }).notes);

async function status(): Promise<{ height: number; time: number }> {
  const answer = (await (await fetch(`${address}/cosmos/base/node/v1beta1/status`)).json()) as Record<string, string>;
  return { height: Number(answer.height), time: Date.parse(answer.timestamp!) };
}

async function enter(person: Person): Promise<void> {
  if (proven) {
    await trusts(person);
    await person.go("");
  }
  await person.press("Play now");
  if (offChain) {
    await person.page.getByLabel(/off-chain/).check();
  }
  await person.press("Play");
}

/** play presses whenever it is the player's turn, until enough was measured or the game has ended. */
async function play(person: Person, enough: () => boolean): Promise<void> {
  const { page, turn } = person;
  const ended = page.getByText(/^Play has ended|has ended/).first();
  while (!enough() && !(await ended.isVisible())) {
    if (await turn.isVisible()) {
      await page.waitForTimeout(Math.random() * think);
      const { results } = await notesOf(page);
      await person.shoot();
      await page.waitForFunction(
        (n) => (window as unknown as { notes: Notes }).notes.results.length > n,
        results.length,
      );
    } else {
      await page.waitForTimeout(10);
    }
  }
}

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

const spread = (what: string, sorted: readonly number[], say: (ms: number) => string) =>
  `${sorted.length} shots from ${what}: median ${say(at(sorted, 0.5))}, 95 of 100 within ${say(at(sorted, 0.95))}, all within ${say(at(sorted, 1))}`;

inBrowser("how long a player waits", () => {
  test("for a block, and for the first shot", async ({ open }) => {
    const load = loadavg().map((n) => n.toFixed(1));
    const [alice, bob] = await Promise.all([open({ script: watchItself }), open({ script: watchItself })]);
    await Promise.all([enter(alice), enter(bob)]);
    const before = await status();
    let count = 0;
    const counting = setInterval(async () => {
      const all = await Promise.all([alice, bob].map(({ page }) => notesOf(page).catch(() => undefined)));
      count = all.reduce((n, notes) => n + (notes?.results.length ?? 0), 0);
    }, 1000);
    const enough = () => count >= shots;
    await Promise.all([play(alice, enough), play(bob, enough)]);
    clearInterval(counting);
    const [after, ...notes] = await Promise.all([status(), notesOf(alice.page), notesOf(bob.page)]);
    const block = (after.time - before.time) / (after.height - before.height);
    const waits = notes.flatMap((n) => n.waits).sort((a, b) => a - b);
    const results = notes.flatMap((n) => n.results).sort((a, b) => a - b);
    const opened = Math.min(...notes.map((n) => n.opened));
    const first = Math.min(...notes.map((n) => n.first ?? Number.POSITIVE_INFINITY)) - opened;
    const say = (ms: number) => `${(ms / block).toFixed(2)} blocks (${ms.toFixed(0)} ms)`;
    console.log(
      [
        `blocks of ${block.toFixed(0)} ms, load ${load.join(" ")} before and ${loadavg()
          .map((n) => n.toFixed(1))
          .join(" ")} after`,
        `first shot possible ${(first / 1000).toFixed(1)} s after two windows were opened`,
        ...(offChain ? [] : [spread("press to block", waits, say)]),
        spread("press to result on the board", results, say),
      ].join("\n"),
    );
    expect(results.length).toBeGreaterThan(0);
  });
});
