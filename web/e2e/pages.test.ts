// Every page for everybody: with a keyboard alone, on a narrow screen, in both colours, and without a fault.

import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { address, launch, visit, why } from "./browser";

const skipped = await why();
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const pages = ["", "practice", "ladder", "settings", "match", "new", "g/999999", "replay/999999", "p/nobody"];

let browser: Browser;

beforeAll(async () => {
  if (!skipped) {
    browser = await launch();
  }
});

afterAll(() => browser?.close());

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** serious are the faults that the checker finds serious or worse. */
async function serious(page: Page): Promise<string[]> {
  const found = await page.evaluate(async () => {
    const checker = (globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }).axe;
    return (await checker.run()).violations;
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" ")}`);
}

async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${address}/#/${path}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
}

describe.skipIf(skipped !== undefined).each(["light", "dark"] as const)("in %s", (colorScheme) => {
  test("no page has a serious fault for those who do not see or point", async () => {
    // The checker is brought in as a script of the test, past the policy of the page.
    const { context, page } = await visit(browser, { bypassCSP: true, colorScheme });
    for (const path of pages) {
      await show(page, path);
      await page.addScriptTag({ path: axe });
      expect(await serious(page), path).toEqual([]);
    }
    await context.close();
  });
});

describe.skipIf(skipped !== undefined)("every page", () => {
  test("fits a screen of 320 pixels", async () => {
    const { context, page } = await visit(browser, { viewport: { width: 320, height: 640 } });
    for (const path of pages) {
      await show(page, path);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, path).toBeLessThanOrEqual(0);
    }
    await context.close();
  });

  test("asks nobody but its own server, and breaks no rule of its policy", async () => {
    const { context, page, faults } = await visit(browser);
    for (const path of pages.filter((path) => !path.includes("999999"))) {
      await show(page, path);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a practice game is begun and played with the keyboard alone", async () => {
    const { context, page } = await visit(browser);
    await show(page, "practice");
    const own = page.getByRole("grid", { name: "Your fleet" });
    await own.locator('[tabindex="0"]').focus();
    const before = await page.getByText(/^Legal: /).textContent();
    await page.keyboard.press("ArrowDown");
    for (let i = 0; i < 100 && !(await page.locator(":focus").getAttribute("aria-label"))?.includes("carrier"); i++) {
      await page.keyboard.press(i % 10 === 9 ? "ArrowDown" : Math.floor(i / 10) % 2 === 0 ? "ArrowRight" : "ArrowLeft");
    }
    await page.keyboard.press("r");
    expect(await page.locator("main [role=status]").textContent()).not.toBe(before);
    const random = page.getByRole("button", { name: "Random" });
    await random.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Begin" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Your turn: choose a tile.").waitFor();
    const sea = page.getByRole("grid", { name: "The bot’s sea" });
    await sea.locator('[tabindex="0"]').focus();
    await page.keyboard.type("b7");
    expect(await page.locator(":focus").getAttribute("aria-label")).toMatch(/^B7 /);
    await page.keyboard.press("Enter");
    await expect.poll(() => sea.locator('[data-tile="61"]').getAttribute("aria-label")).toMatch(/^B7 (hit|miss|sunk)$/);
    await context.close();
  });
});
