// What goes wrong on the way: a window that is reloaded whatever is owed, a node that is gone for a while, no coins.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rulesetById } from "../src/rules/rulesets";
import { address, launch, shoot, type Visitor, visit, why } from "./browser";

const skipped = await why();
let browser: Browser;

beforeAll(async () => {
  if (!skipped) {
    browser = await launch();
  }
});

afterAll(() => browser?.close());

const classic = rulesetById(1)!;
const turn = (v: Visitor) => v.page.getByText("Your turn: choose a tile.");

async function begin(): Promise<[Visitor, Visitor]> {
  const [a, b] = [await visit(browser), await visit(browser)];
  await a.page.getByRole("button", { name: "Play now" }).click();
  await a.page.getByRole("heading", { name: "Find an opponent" }).waitFor();
  await a.page.goto(`${address}/#/new`);
  await a.page.getByRole("button", { name: "Open the game" }).click();
  await heading(a.page).waitFor();
  const id = /\d+/.exec((await heading(a.page).textContent()) ?? "")![0];
  await b.page.goto(`${address}/#/join/${id}`);
  await b.page.getByRole("button", { name: "Join", exact: true }).click();
  await heading(b.page).waitFor();
  return [a, b];
}

const heading = (page: Page) => page.getByRole("heading", { name: /^Game \d+, / });

/** mover waits until it is somebody's turn, and says whose. */
async function mover(a: Visitor, b: Visitor): Promise<Visitor> {
  return Promise.any(
    [a, b].map(async (v) =>
      turn(v)
        .waitFor()
        .then(() => v),
    ),
  );
}

describe.skipIf(skipped !== undefined)("a game goes on", () => {
  test("after a reload of both windows, whatever is owed: the toss, an answer, a shot", async () => {
    const [a, b] = await begin();
    await Promise.all([a.page.reload(), b.page.reload()]); // the toss
    for (let i = 0; i < 3; i++) {
      const by = await mover(a, b);
      await by.page.reload(); // a shot
      await turn(by).waitFor();
      await shoot(by.page, classic);
      const other = by === a ? b : a;
      await other.page.reload(); // an answer
      await turn(other).waitFor();
    }
    expect(a.faults).toEqual([]);
    expect(b.faults).toEqual([]);
    await Promise.all([a.context.close(), b.context.close()]);
  });

  test("when the node was gone for 10 seconds, with the shot that was chosen meanwhile", async () => {
    const [a, b] = await begin();
    const by = await mover(a, b);
    await by.context.setOffline(true);
    await shoot(by.page, classic);
    await by.page
      .getByText(/The node does not answer/)
      .first()
      .waitFor();
    await by.page.waitForTimeout(10_000);
    await by.context.setOffline(false);
    await turn(by === a ? b : a).waitFor();
    await Promise.all([a.context.close(), b.context.close()]);
  });
});

describe.skipIf(skipped !== undefined)("a sentence says what is wrong", () => {
  test("when there are no coins and the faucet gives none", async () => {
    const { context, page } = await visit(browser);
    await page.route("**/web/faucet", (route) => route.fulfill({ status: 429, json: { error: "<b>spent</b>" } }));
    await page.getByRole("button", { name: "Play now" }).click();
    await page.getByText("The faucet gives nothing").waitFor();
    expect(await page.locator("b").count()).toBe(0);
    await context.close();
  });

  test("when what answers is no node", async () => {
    const { context, page } = await visit(browser);
    await page.route("**/cosmos/**", (route) => route.fulfill({ body: "<h1>hello</h1>" }));
    await page.reload();
    await page.getByText("is not a node of this chain").waitFor();
    await page.getByRole("link", { name: "Practice against the bot" }).waitFor();
    await context.close();
  });

  test("and what a node tells is text, never markup", async () => {
    const { context, page, faults } = await visit(browser);
    const evil = '<img src=x onerror="document.title=`gone`">';
    await page.route("**/battleship/v1/open_games**", (route) =>
      route.fulfill({
        json: {
          games: [
            { id: "3", ruleset_id: 1, creator: evil, offer: {}, terms: { stake: { denom: evil, amount: evil } } },
          ],
        },
      }),
    );
    await page.reload();
    await page.getByText("<img").first().waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.title()).toBe("Battleship");
    expect(faults).toEqual([]);
    await context.close();
  });
});
