// People in front of the page, as tests drive them: they read the screen and act on it.

import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { test as base, describe, expect } from "vitest";
import { Node } from "#client/chain/node";
import type { Side } from "#client/rules/answer";
import { parseShip } from "#client/rules/answer";
import { chooseShot } from "#client/rules/bot";
import type { Ship } from "#client/rules/fleet";
import { parseTile, type Ruleset, rulesetById, tileName } from "#client/rules/rulesets";

export const address = process.env.BATTLESHIP_PAGE ?? "http://127.0.0.1:4173";
const executable = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"].find(existsSync);
/** Where the windows of a test that fails are drawn. */
const pictures = "../build/web-browser";

/** skipped is the reason why browser tests cannot run here, or undefined if they can. */
const skipped = !executable
  ? "there is no Chromium: on Debian, apt-get install chromium"
  : await fetch(`${address}/config.json`).then(
      () => undefined,
      () => `no page is served at ${address}: name it with BATTLESHIP_PAGE`,
    );
if (skipped) {
  console.warn(`skipped: browser tests, for ${skipped}`);
}

export const inBrowser = describe.skipIf(skipped !== undefined);

export function launch(...args: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: executable!, args: ["--no-sandbox", ...args] });
}

interface Fixtures {
  browser: Browser;
  /** open opens the page in the window of a new person. */
  open: (options?: BrowserContextOptions & { at?: string; expected?: RegExp; script?: () => void }) => Promise<Person>;
}

/** A test fails if a browser complains, breaks a rule of the page's policy, or sends a request to another server. */
export const test = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that vitest reads
    async ({}, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],
  open: async ({ browser, task }, use) => {
    const people: Person[] = [];
    await use(async ({ at = address, expected, script, ...options } = {}) => {
      const context = await browser.newContext(options);
      if (script) {
        await context.addInitScript(script); // it runs before those of the page
      }
      const person = new Person(context, await context.newPage(), at);
      person.expected = expected;
      people.push(person);
      await person.page.goto(at);
      return person;
    });
    if (task.result?.state === "fail") {
      mkdirSync(pictures, { recursive: true });
      const name = task.name.replace(/\W+/g, "-").slice(0, 60);
      for (const [i, { page }] of people.entries()) {
        await page.screenshot({ path: `${pictures}/${name}-${i}.png`, fullPage: true }).catch(() => undefined);
      }
    }
    await Promise.all(people.map(({ context }) => context.close()));
    expect(people.flatMap(({ faults }) => faults)).toEqual([]);
  },
});

/** A page that requests a game which has just ended gets a 404, which the browser also logs on its console. */
const justEnded = /\(Not Found\) \S+\/battleship\/v1\/games\/\d+$/;
/** left is Svelte's warning that a screen which was left has read a value once more: an answer came for it. */
const left = /svelte\.dev\/e\/derived_inert /;
const theirs = "Opponent’s sea";

/** A Person is one window, with whatever should not have happened in it. */
export class Person {
  readonly faults: string[] = [];
  /** expected are complaints that belong to the test, such as those about a node that is gone. */
  expected: RegExp | undefined;
  by: "pointer" | "keys" | "touch" = "pointer";

  constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly at: string,
  ) {
    const note = (fault: string) => {
      if (!this.expected?.test(fault) && !justEnded.test(fault) && !left.test(fault)) {
        this.faults.push(fault);
      }
    };
    // A broken rule of the policy is reported on the console, too.
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") {
        note(`console: ${message.text()} ${message.location().url}`);
      }
    });
    context.on("weberror", (error) => note(`page: ${error.error().message}`));
    context.on("request", (request) => {
      if (new URL(request.url()).origin !== at) {
        note(`foreign request: ${request.url()}`);
      }
    });
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.at}/#/${path}`);
  }

  press(name: string | RegExp): Promise<void> {
    return this.page.getByRole("button", { name, exact: true }).click();
  }

  /** sees waits until a text is shown. */
  sees(text: string | RegExp): Promise<void> {
    return this.page.getByText(text).first().waitFor();
  }

  /** heard waits until a screen reader is given a text about shots. */
  async heard(text: RegExp): Promise<void> {
    await this.page.locator("[data-heard]").filter({ hasText: text }).waitFor({ state: "attached" });
  }

  /** sent waits until the details of a game have the block of a move. */
  async sent(text: string): Promise<void> {
    await this.page.locator("[data-sent]").filter({ hasText: text }).waitFor({ state: "attached" });
  }

  /** titled waits for a title of the page. */
  async titled(text: string): Promise<void> {
    await this.page.waitForFunction((title) => document.title === title, text);
  }

  heading(name: string | RegExp): Promise<void> {
    return this.page.getByRole("heading", { level: 1, name }).waitFor();
  }

  /** game is the number of the game that is shown. */
  async game(): Promise<string> {
    const heading = this.page.getByRole("heading", { level: 1, name: /^Game \d+/ });
    return /\d+/.exec((await heading.textContent()) ?? "")![0];
  }

  get turn() {
    return this.page.getByText("Your turn: choose a tile.");
  }

  /** ready makes sure of a key with coins. */
  async ready(): Promise<void> {
    await this.press("Find an opponent");
    await this.heading("Find an opponent");
  }

  async openGame(): Promise<string> {
    await this.go("new");
    return this.openGameHere();
  }

  /** openGameHere opens the game that the form describes. */
  async openGameHere(): Promise<string> {
    await this.press("Open the game");
    await this.heading(/^Game \d+, /);
    return this.game();
  }

  async join(id: string): Promise<void> {
    await this.go(`join/${id}`);
    await this.press("Join");
    await this.heading(/^Game \d+, /);
  }

  async concede(): Promise<void> {
    await this.press("Concede");
    await this.press("Give up");
  }

  /** opponent reads the opponent's sea from the names of its tiles, as a screen reader would. */
  async opponent(r: Ruleset): Promise<Side> {
    const region = this.page.getByRole("region", { name: theirs });
    const names = await region
      .getByRole("gridcell")
      .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label") ?? ""));
    const answered = new Set<number>();
    const hits = new Set<number>();
    for (const name of names) {
      const [tile, what] = name.split(" ");
      const index = parseTile(r, tile!)!;
      if (what === "hit" || what === "miss" || what === "sunk") {
        answered.add(index);
      }
      if (what === "hit" || what === "sunk") {
        hits.add(index);
      }
    }
    const ships = await region.getByRole("list", { name: "Ships sunk" }).getByRole("listitem").allTextContents();
    const sunk = ships.flatMap((text): readonly Ship[] | Ship => {
      const [name, where] = text.trim().split(" ");
      return parseShip(r, name ?? "", where ?? "") ?? [];
    });
    return { answered, hits, sunk };
  }

  tile(index: number) {
    return this.page.getByRole("grid", { name: theirs }).locator(`[data-tile="${index}"]`);
  }

  /** fire shoots at a tile: by a click, by its name and Enter, or by two taps. */
  async fire(tile: number, r: Ruleset): Promise<void> {
    if (this.by === "keys") {
      await this.page.keyboard.type(tileName(r, tile));
      await this.page.keyboard.press("Enter");
    } else if (this.by === "touch") {
      await this.tile(tile).tap();
      await this.tile(tile).tap();
    } else {
      await this.tile(tile).click();
    }
  }

  /** shoot shoots at the likeliest tile. It returns which. */
  async shoot(r = rulesetById(1)!): Promise<number> {
    const tile = chooseShot(r, await this.opponent(r), (n) => Math.floor(Math.random() * n));
    await this.fire(tile, r);
    return tile;
  }

  /** shots plays a number of turns, with one shot in each. */
  async shots(turns: number, r: Ruleset): Promise<void> {
    for (let i = 0; i < turns; i++) {
      await this.turn.waitFor();
      await this.shoot(r);
      await this.turn.waitFor({ state: "hidden" });
    }
  }

  /** aim clicks a tile in a melee that was not bombed and has no ship of the person's. */
  async aim(): Promise<boolean> {
    const sea = this.page.getByRole("grid", { name: "Your sea" });
    const free = sea.getByRole("gridcell", { name: / open$/ });
    const tiles = await free.evaluateAll((found) => found.map((tile) => tile.getAttribute("data-tile")));
    const tile = tiles[Math.floor(Math.random() * tiles.length)];
    await sea.locator(`[data-tile="${tile}"]`).click({ timeout: 2_000 });
    return true;
  }
}

/** mover waits until it is a person's turn, and returns that person and then the other. */
export async function mover(a: Person, b: Person): Promise<[Person, Person]> {
  const by = await Promise.any([a, b].map((person) => person.turn.waitFor().then(() => person)));
  return [by, by === a ? b : a];
}

/** begin has two people begin a game. */
export async function begin(open: Fixtures["open"], options: Parameters<Fixtures["open"]>[0] = {}) {
  const [a, b] = [await open(options), await open(options)];
  await a.ready();
  const id = await a.openGame();
  await b.join(id);
  return [a, b, id] as const;
}

/** trustedBlock is a block of the devnet, in the words that people paste. */
async function trustedBlock(): Promise<string> {
  const { height } = await new Node(address).status();
  const answer = await fetch(`${address}/web/proofs?height=${height}`);
  const { signed_header } = (await answer.json()) as { signed_header: { commit: { block_id: { hash: string } } } };
  return `${height} ${signed_header.commit.block_id.hash}`;
}

/** trusts has a person trust the last block. */
export async function trusts(person: Person): Promise<void> {
  await person.sees("no trusted block: the node is believed");
  await person.go("settings");
  await person.page.getByLabel("Height and hash").fill(await trustedBlock());
  await person.press("Trust it");
  await person.sees("Your games are proven from now on.");
  await person.page.goto(address);
  await person.page.getByText("no trusted block").waitFor({ state: "hidden" });
}

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** serious are the faults that the checker finds serious or worse. */
export async function serious(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate(async () => {
    const checker = (globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }).axe;
    return (await checker.run()).violations;
  });
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" ")}`);
}

/** wider returns the number of pixels by which a page is wider than its window. */
export const wider = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
