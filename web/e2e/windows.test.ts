// Many windows of one browser on one server, to which the browser opens no more than six connections.

import { expect } from "vitest";
import { rulesetById, tileName } from "#client/rules/rulesets";
import { address, begin, inBrowser, mover, Person, test } from "./people";

inBrowser("eight windows", () => {
  test("receive blocks by one stream, and by another one when its window is closed", async ({ browser }) => {
    const context = await browser.newContext();
    let streams = 0;
    context.on("request", (request) => {
      streams += request.url().endsWith("/web/live") ? 1 : 0;
    });
    const pages = await Promise.all(Array.from({ length: 8 }, () => context.newPage()));
    for (const page of pages) {
      await page.goto(address);
      await page.getByText(/block \d+/).waitFor();
    }
    const heightOf = async (at: number) => {
      const text = (await pages[at]!.getByText(/block \d+/).textContent()) ?? "";
      return Number(/block (\d+)/.exec(text)?.[1]);
    };
    const all = () => Promise.all(pages.map((_, i) => heightOf(i)));
    const passes = async (from: number) =>
      expect.poll(async () => Math.min(...(await all())) > from, { timeout: 30_000 }).toBe(true);
    await passes(Math.max(...(await all())) + 1);
    expect(streams).toBe(1);
    // There are connections left for the requests of each window.
    await Promise.all(pages.map((page) => page.goto(`${address}/#/ladder`)));
    await Promise.all(pages.map((page) => page.getByRole("heading", { level: 1 }).waitFor()));

    await pages.shift()!.close();
    await passes(Math.max(...(await all())) + 3);
    expect(streams).toBe(2);
    await context.close();
  });
});

inBrowser("two windows of one player", () => {
  test("do not both play a game: the second says so, and takes over when the first is closed", async ({ open }) => {
    const [a, b, id] = await begin(open);
    await mover(a, b);
    const second = new Person(a.context, await a.context.newPage(), a.at);
    await second.go(`g/${id}`);
    const waits = second.page.getByText("You play this game in another window of this browser.");
    await waits.waitFor();
    expect(await second.page.getByRole("button", { name: "Concede" }).count()).toBe(0);
    const [by] = await mover(a, b);
    await by.shoot();
    await a.page.close();
    await waits.waitFor({ state: "hidden" });
    const [next] = await mover(second, b);
    await next.shoot();
    await mover(second, b);
    await second.concede();
    expect(second.faults).toEqual([]);
  });
});

inBrowser("a spectator", () => {
  test("receives the game with the blocks, and requests it no more", async ({ open }) => {
    const [a, b, id] = await begin(open);
    const watcher = await open();
    const opened = watcher.page.waitForRequest(`${address}/web/live?view=games/${id}`);
    await watcher.go(`g/${id}`);
    await opened;
    await watcher.heading(/^Game \d+/);
    const shoot = async (): Promise<void> => {
      const [by, other] = await mover(a, b);
      const tile = tileName(rulesetById(1)!, await by.shoot());
      await mover(other, other);
      await watcher.heard(new RegExp(`\\b${tile}: `));
    };
    await shoot();
    let requests = 0;
    watcher.page.on("request", (request) => {
      requests += /battleship\/v1\/(games|results)/.test(request.url()) ? 1 : 0;
    });
    await shoot();
    await shoot();
    expect(requests).toBe(0);
  });
});
