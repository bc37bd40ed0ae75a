// Whole games in a browser, on a devnet.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rulesetById } from "../src/rules/rulesets";
import { drawn, launch, shoot, type Visitor, visit, why } from "./browser";

const skipped = await why();
if (skipped) {
  console.warn(`skipped: browser tests, for ${skipped}`);
}

let browser: Browser;

beforeAll(async () => {
  if (!skipped) {
    browser = await launch();
  }
});

afterAll(() => browser?.close());

const status = (page: Page) => page.locator("main [role=status]").first();

async function enter(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Play now" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.getByRole("heading", { name: /^Game \d+, / }).waitFor();
}

/** playOn notes how long each shot took from the click to the block that the page has drawn. It shoots whenever it is the visitor's turn, until the game has ended or is to be claimed. */
async function playOn(page: Page, waited: number[], r = rulesetById(1)!): Promise<void> {
  const ended = page.getByRole("heading", { name: /has ended$/ });
  const claim = page.getByRole("button", { name: /^Prove your board/ });
  // A player who has seen what became of the last shot aims ahead, while the other one chooses, and so saves a block.
  const turn = page.getByText(/^Your turn: choose a tile\.$|: to shoot\.$/);
  const mine = page.getByText("Your turn: choose a tile.");
  const waits = page.getByText(/ is next$|…$/);
  for (;;) {
    await ended.or(claim).or(turn).first().waitFor({ timeout: 300_000 });
    if (await ended.isVisible()) {
      return;
    }
    if (await claim.isVisible()) {
      await claim.click();
      await ended.waitFor();
      return;
    }
    if ((await turn.isVisible()) && !(await waits.first().isVisible())) {
      const due = await mine.isVisible();
      const clicked = performance.now();
      const shot = await shoot(page, r).catch(() => undefined);
      if (due && shot !== undefined) {
        await drawn(page, shot);
        waited.push(performance.now() - clicked);
      }
    }
    await page.waitForTimeout(30);
  }
}

describe.skipIf(skipped !== undefined)("in a browser", () => {
  test("two windows play a whole game, to the result, the replay and the offer of a rematch", async () => {
    const [alice, bob]: Visitor[] = await Promise.all([visit(browser), visit(browser)]);
    const began = Date.now();
    await enter(alice!.page);
    await enter(bob!.page);
    const waited: number[] = [];
    await Promise.all([playOn(alice!.page, waited), playOn(bob!.page, waited)]);
    waited.sort((a, b) => a - b);
    const part = (share: number) => waited[Math.floor(share * (waited.length - 1))]?.toFixed(0);
    console.log(
      `a whole game in ${((Date.now() - began) / 1000).toFixed(1)} s; ` +
        `${waited.length} shots from click to block: median ${part(0.5)} ms, p95 ${part(0.95)} ms`,
    );
    const said = await Promise.all([alice, bob].map((v) => status(v!.page).textContent()));
    expect(said.filter((text) => text?.includes("You have won"))).toHaveLength(1);
    expect(said.filter((text) => text?.includes("You have lost"))).toHaveLength(1);
    await alice!.page.getByRole("link", { name: "Replay" }).click();
    await alice!.page.getByText("Verified in this page").waitFor();
    expect(alice!.faults).toEqual([]);
    expect(bob!.faults).toEqual([]);
  });
});
