// The screens of the page as pictures for the documentation: windows of one size, in light and dark, and of a telephone.

import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { inBrowser, mover, type Person, test } from "./people";

const folder = process.env.SCREENSHOTS ?? ".";
/** A picture is to be read on a slow line, too. */
const mostBytes = 60_000;

const wide = { viewport: { width: 1024, height: 720 } };
const phone = { viewport: { width: 320, height: 640 }, deviceScaleFactor: 2, hasTouch: true };

/** draw writes a window as it is seen, or the whole page that is in it. */
async function draw(person: Person, name: string, whole = false): Promise<void> {
  await person.page.mouse.move(0, 0);
  await person.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const { width, height } = await person.page.evaluate(() => document.documentElement.getBoundingClientRect());
  const session = await person.context.newCDPSession(person.page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: 75,
    ...(whole && {
      captureBeyondViewport: true,
      clip: { x: 0, y: 0, width, height: Math.min(height, 1400), scale: 1 },
    }),
  });
  const bytes = Buffer.from(data, "base64");
  expect(bytes.length, name).toBeLessThan(mostBytes);
  writeFileSync(`${folder}/${name}.webp`, bytes);
}

inBrowser("pictures", () => {
  test("of every screen", async ({ open }) => {
    const light = { ...wide, colorScheme: "light" as const };
    const dark = { ...wide, colorScheme: "dark" as const };
    const [a, b] = [await open(light), await open({ ...phone, colorScheme: "light" })];
    await draw(b, "phone-home", true);
    await a.ready();
    await draw(a, "placing");
    const id = await a.openGame();
    await b.ready();
    await b.join(id);
    const watcher = await open(dark);
    await watcher.go(`g/${id}`);
    for (let i = 0; i < 36; i++) {
      const [by] = await mover(a, b);
      await by.shoot();
      await by.turn.waitFor({ state: "hidden" });
    }
    await mover(a, b);
    await draw(a, "game");
    await draw(b, "phone-game", true);
    await watcher.page.getByRole("gridcell", { name: / hit$/ }).first().waitFor();
    await draw(watcher, "watch");
    await b.concede();
    await a.page.getByRole("button", { name: /^Prove your board/ }).waitFor();
    await draw(a, "claim");
    await a.press(/^Prove your board/);
    await a.sees("You have won");
    await draw(a, "won");
    await a.page.getByRole("link", { name: "Replay" }).click();
    await a.sees("Verified in this page");
    await draw(a, "replay");
    await a.page.getByRole("link", { name: "Profile" }).click();
    await a.heading("Your profile");
    await draw(a, "profile");
    await a.go("");
    await a.sees("Open games");
    await draw(a, "home");
    await watcher.go("ladder");
    await watcher.page
      .getByRole("link", { name: /^ship1/ })
      .first()
      .waitFor();
    await draw(watcher, "ladder");
    await b.go("settings");
    await draw(b, "phone-settings", true);
  });
});
