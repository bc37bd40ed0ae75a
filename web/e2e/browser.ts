// A browser for tests, and what a person does in it.

import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { chooseShot } from "../src/play/bot";
import type { Side } from "../src/rules/answer";
import { parseShip } from "../src/rules/answer";
import type { Ship } from "../src/rules/fleet";
import { parseTile, type Ruleset } from "../src/rules/rulesets";

export const address = process.env.BATTLESHIP_PAGE ?? "http://127.0.0.1:4173";
const executable = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** why tells why browser tests cannot run here; nothing if they can. */
export async function why(): Promise<string | undefined> {
  if (!executable) {
    return "there is no Chromium: on Debian, apt-get install chromium";
  }
  const answers = await fetch(`${address}/config.json`).then(
    (response) => response.ok,
    () => false,
  );
  return answers ? undefined : `no page is served at ${address}: name it with BATTLESHIP_PAGE`;
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: executable!, args: ["--no-sandbox"] });
}

/** A visitor is one person's window; it notes whatever should not happen in it. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: string[];
}

export async function visit(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Visitor> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => faults.push(`page: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(address)) {
      faults.push(`foreign request: ${request.url()}`);
    }
  });
  await page.goto(address);
  return { context, page, faults };
}

const sea = "Opponent’s sea";

/** sideOf reads the opponent's sea from what its tiles are called, as a screen reader would. */
export async function sideOf(page: Page, r: Ruleset): Promise<{ side: Side; pending: boolean }> {
  const grid = page.getByRole("grid", { name: sea });
  const names = await grid
    .getByRole("gridcell")
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label") ?? ""));
  const answered = new Set<number>();
  const hits = new Set<number>();
  let pending = false;
  for (const name of names) {
    const [tile, ...rest] = name.split(" ");
    const index = parseTile(r, tile!)!;
    const what = rest.join(" ");
    pending ||= what.startsWith("shot");
    if (what === "hit" || what === "miss" || what === "sunk") {
      answered.add(index);
    }
    if (what === "hit" || what === "sunk") {
      hits.add(index);
    }
  }
  return { side: { answered, hits, sunk: await sunkShips(page, r) }, pending };
}

async function sunkShips(page: Page, r: Ruleset): Promise<Ship[]> {
  const opponent = page.getByRole("region", { name: sea });
  const names = await opponent.getByRole("list", { name: "Ships sunk" }).getByRole("listitem").allTextContents();
  return names.flatMap((text) => {
    const [name, where] = text.trim().split(" ");
    return parseShip(r, name ?? "", where ?? "") ?? [];
  });
}

/** drawn waits until the page has drawn a shot as the chain has it. It looks often: a turn can come and go between two looks
 * of a waiting locator. */
export async function drawn(page: Page, tile: number): Promise<void> {
  const mine = page.getByText("Your turn: choose a tile.");
  const at = page.getByRole("grid", { name: sea }).locator(`[data-tile="${tile}"]`);
  const label = () => at.evaluateAll((found) => found[0]?.getAttribute("aria-label") ?? "");
  for (const until = Date.now() + 30_000; (await mine.isVisible()) && !/ (hit|miss|sunk)$/.test(await label()); ) {
    if (Date.now() > until) {
      throw new Error(`the shot at ${await label()} is in no block`);
    }
    await page.waitForTimeout(10);
  }
}

/** shoot clicks the likeliest tile. It returns which. */
export async function shoot(page: Page, r: Ruleset): Promise<number> {
  const { side } = await sideOf(page, r);
  const tile = chooseShot(r, side, (n) => Math.floor(Math.random() * n));
  await page.getByRole("grid", { name: sea }).locator(`[data-tile="${tile}"]`).click();
  return tile;
}
