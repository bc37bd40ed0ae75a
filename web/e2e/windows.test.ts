// Many windows of one browser on one server, to which the browser opens no more than six connections.

import { expect } from "vitest";
import { address, inBrowser, test } from "./people";

inBrowser("eight windows", () => {
  test("are told of blocks by one stream, and by another one when its window is closed", async ({ browser }) => {
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
    // There are connections left for what each window asks.
    await Promise.all(pages.map((page) => page.goto(`${address}/#/ladder`)));
    await Promise.all(pages.map((page) => page.getByRole("heading", { level: 1 }).waitFor()));

    await pages.shift()!.close();
    await passes(Math.max(...(await all())) + 3);
    expect(streams).toBe(2);
    await context.close();
  });
});
