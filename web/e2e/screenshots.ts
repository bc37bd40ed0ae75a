// The screens of the page as pictures for the documentation: windows of one size, light and dark, and of a telephone.

import { writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { Player } from "./devnet";
import { address, inBrowser, mover, type Person, test } from "./people";

const folder = process.env.SCREENSHOTS ?? ".";
/** A picture is to be read on a slow line, too. */
const mostBytes = 60_000;

const wide = { viewport: { width: 1024, height: 720 } };
const light = { ...wide, colorScheme: "light" as const };
const dark = { ...wide, colorScheme: "dark" as const };
const phone = { viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: "light" as const };

async function take({ context, page }: Pick<Person, "context" | "page">): Promise<string> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
  });
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 75 });
  return data;
}

function write(name: string, data: string): void {
  const bytes = Buffer.from(data, "base64");
  expect(bytes.length, name).toBeLessThan(mostBytes);
  writeFileSync(`${folder}/${name}.webp`, bytes);
}

const draw = async (person: Person, name: string) => write(name, await take(person));

/** strip writes pictures side by side as one. */
async function strip(browser: Browser, name: string, pictures: readonly string[]): Promise<void> {
  const gap = 16;
  const width = pictures.length * (phone.viewport.width + gap) + gap;
  const context = await browser.newContext({ viewport: { width, height: phone.viewport.height + 2 * gap } });
  const page = await context.newPage();
  const images = pictures.map((data) => `<img src="data:image/webp;base64,${data}">`).join("");
  await page.setContent(`<body style="margin:${gap}px;display:flex;gap:${gap}px;background:#8899a3">${images}`);
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  write(name, await take({ context, page }));
  await context.close();
}

inBrowser("pictures", () => {
  test("of a duel and the pages around it", async ({ open, browser }) => {
    const [a, b, watcher] = [await open(light), await open(phone), await open(dark)];
    const phones = [await take(b)];
    await a.ready();
    await draw(a, "placing");
    const id = await a.openGame();
    await b.ready();
    await b.join(id);
    await watcher.go(`g/${id}`);
    for (let i = 0; i < 36; i++) {
      const [by] = await mover(a, b);
      await by.shoot();
      await by.turn.waitFor({ state: "hidden" });
    }
    if ((await mover(a, b))[0] === b) {
      await b.shoot();
    }
    await a.turn.waitFor();
    await draw(a, "game");
    phones.push(await take(b));
    await watcher.page
      .getByRole("gridcell", { name: / miss$/ })
      .first()
      .waitFor();
    await draw(watcher, "watch");
    await b.concede();
    await a.page.getByRole("button", { name: /^Prove your board/ }).waitFor();
    await draw(a, "claim");
    await a.press(/^Prove your board/);
    await a.sees("You have won");
    await a.sees(/^\+42/);
    await draw(a, "won");
    await a.page.getByRole("link", { name: "Replay" }).click();
    await a.sees("Verified in this page");
    await draw(a, "replay");
    await a.page.getByRole("link", { name: "Profile" }).click();
    await a.heading("Your profile");
    await a.page.waitForLoadState("networkidle");
    await draw(a, "profile");

    await b.openGame();
    await a.openGame();
    await a.go("");
    await a.page.getByRole("button", { name: "Join" }).first().waitFor();
    await draw(a, "home");
    await watcher.go("ladder");
    await watcher.page.locator("main a.player").first().waitFor();
    await draw(watcher, "ladder");

    await b.go("settings");
    await b.heading("Settings");
    phones.push(await take(b));
    await b.page.emulateMedia({ colorScheme: "dark" });
    await b.go("practice");
    await b.press("Begin");
    phones.push(await take(b));
    await strip(browser, "phone", phones);
  });

  test("of a melee", async ({ open }) => {
    const bots = await Promise.all([1, 2, 3].map(() => Player.hire(address)));
    try {
      const person = await open(light);
      await person.ready();
      await person.go("");
      await person.press("Open a melee");
      await person.press("Open the melee");
      await person.heading(/^Melee \d+, /);
      const id = /\d+/.exec((await person.page.getByRole("heading", { level: 1 }).textContent()) ?? "")![0];
      for (const bot of bots) {
        await bot.run("join-melee", id, "--yes");
        bot.start("bot", id);
      }
      await person.press("Confirm that you are there");
      for (let round = 1; round < 9; round++) {
        await person.sees(`Round ${round}: `);
        await person.sees(/^Choose a target/);
        const free = person.page.getByRole("grid", { name: "Your sea" }).getByRole("gridcell", { name: / open$/ });
        await free.nth(7 * round).click();
      }
      await person.sees("Round 9: ");
      await person.sees(/^Choose a target/);
      await draw(person, "melee");
    } finally {
      for (const bot of bots) {
        bot.leave();
      }
    }
  });
});
