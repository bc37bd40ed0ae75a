// Accessibility of every page: by keyboard alone, on a narrow screen, in both colours, and without a fault.

import { expect } from "vitest";
import { begin, inBrowser, mover, type Person, serious, test, wider } from "./people";

async function show(person: Person, path: string): Promise<void> {
  await person.go(path);
  await person.page.getByRole("heading", { level: 1 }).waitFor();
}

inBrowser("every page", () => {
  test("of a game, in play, to be claimed, ended and replayed, and all others are accessible", async ({ open }) => {
    // The checker is brought in as a script of the test, past the policy of the page.
    const [a, b, id] = await begin(open, { bypassCSP: true, viewport: { width: 320, height: 640 } });
    const watcher = await open({ bypassCSP: true, viewport: { width: 320, height: 640 } });
    await watcher.go(`g/${id}`);
    const [by, other] = await mover(a, b);
    await by.shoot();
    await other.turn.waitFor();
    const looked = async (person: Person, what: string) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await person.page.emulateMedia({ colorScheme });
        expect(await serious(person.page), `${what}, ${colorScheme}`).toEqual([]);
      }
      expect(await wider(person.page), `${what} is wider than 320 pixels`).toBeLessThanOrEqual(0);
    };
    await looked(by, "a game in play");
    await looked(watcher, "a game that is watched");
    await other.concede();
    await by.page.getByRole("button", { name: /^Prove your board/ }).waitFor();
    await looked(by, "a game to be claimed");
    await by.press(/^Prove your board/);
    await by.sees("You have won");
    await looked(by, "a game that has ended");
    for (const path of [
      `replay/${id}`,
      "",
      "match",
      "new",
      "melee",
      "join/1",
      "ladder",
      "settings",
      "practice",
      "p/nobody",
      "g/999999",
    ]) {
      await show(by, path);
      await looked(by, path || "home");
    }
    await by.press("Menu");
    await looked(by, "the menu");
    await by.page.getByRole("link", { name: "Profile" }).click();
    await by.heading("Your profile");
    await looked(by, "profile");
  });
});

inBrowser("one click", () => {
  test("does not replace the key of a browser", async ({ open }) => {
    const person = await open();
    await person.ready();
    await person.go("settings");
    await person.press("Show the words");
    const kept = (await person.page.locator("code").textContent())!;
    await person.page.getByLabel("Bring in a key by its words").fill(`${"abandon ".repeat(11)}about`);
    await person.press("Replace the key of this browser");
    await person.sees("unless you have its words elsewhere");
    await person.press("Keep it");
    expect(await person.page.locator("code").textContent()).toBe(kept);
    await person.press("Replace the key of this browser");
    await person.press("Delete it and bring in the other");
    await person.sees("This browser now has that key.");
  });

  test("does not delete the key of a browser, and names the loss before", async ({ open }) => {
    const person = await open();
    await person.ready();
    const id = await person.openGame();
    await person.go("settings");
    await person.press("Forget this key");
    await person.sees(/is deleted, and [\d.]+ ANCHOR and 1 game in play with it, unless you have its words elsewhere/);
    await person.press("Keep it");
    await person.press("Forget this key");
    await person.press("Delete it");
    await person.sees("This browser has no key now.");
    await person.page.reload();
    expect(await person.page.getByRole("button", { name: "Show the words" }).count()).toBe(0);
    expect(await person.page.locator("header [title]").count()).toBe(0);
    await person.go(`g/${id}`);
    await person.page.getByRole("button", { name: "Join" }).waitFor();
  });

  test("on the way to a game that has ended shows its result", async ({ open }) => {
    const [a, b, id] = await begin(open);
    await mover(a, b);
    await a.concede();
    await b.press(/^Prove your board/);
    await b.sees("You have won");
    const late = await open();
    await late.go(`join/${id}`);
    await late.heading(`Game ${id} has ended`);
  });
});

/** tabTo presses the tab key until something of that name has the focus. */
async function tabTo(person: Person, name: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await person.page.keyboard.press("Tab");
    const focused = await person.page.locator(":focus").evaluateAll((all) => {
      const [at] = all as HTMLElement[];
      return at ? (at.getAttribute("aria-label") ?? (at.textContent ?? "").trim()) : "";
    });
    if (name.test(focused)) {
      return;
    }
  }
  throw new Error(`no tab stop is called ${name}`);
}

inBrowser("with the keyboard alone", () => {
  test("a fleet is placed, a game opened, a shot typed, and the game given up", async ({ open }) => {
    const [a, b] = [await open(), await open()];
    const { keyboard } = a.page;
    await a.page.evaluate(() => document.querySelector<HTMLElement>(".brand")?.focus());
    await tabTo(a, /^Open a game$/);
    await keyboard.press("Enter");
    await a.heading("Open a game");
    await tabTo(a, /^A1 /);
    const placed = a.page.getByText(/^Your fleet is ready/);
    const before = await placed.textContent();
    for (let i = 0; i < 100; i++) {
      if (/carrier/.test((await a.page.locator(":focus").getAttribute("aria-label")) ?? "")) {
        break;
      }
      await keyboard.press(i % 10 === 9 ? "ArrowDown" : Math.floor(i / 10) % 2 === 0 ? "ArrowRight" : "ArrowLeft");
    }
    await keyboard.press("r");
    expect(await a.page.locator("main [role=status]").first().textContent()).not.toBe(before);
    await tabTo(a, /^Random$/);
    await keyboard.press("Enter");
    await placed.waitFor();
    await tabTo(a, /^Open the game$/);
    await keyboard.press("Enter");
    const id = await a.game();
    await b.ready();
    await b.join(id);
    const [by] = await mover(a, b);
    if (by === b) {
      await b.shoot();
    }
    await a.turn.waitFor();
    await keyboard.type("b7"); // wherever the focus is
    await keyboard.press("Enter");
    await a.page
      .getByRole("gridcell", { name: /^B7 (hit|miss)$/ })
      .first()
      .waitFor();
    await tabTo(a, /^Concede$/);
    await keyboard.press("Enter");
    await tabTo(a, /^Give up$/);
    await keyboard.press("Enter");
    await a.sees(/Play has ended: one player gave up/);
  });
});
