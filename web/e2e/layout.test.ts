// The parts of a game that are visible without scrolling, and play by touch.

import { expect } from "vitest";
import { begin, inBrowser, mover, type Person, test } from "./people";

/** low returns the lowest edge on the screen of all parts that must be visible, in pixels. */
const low = ({ page }: Person) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll(".sea, .player-bar, .status, [data-heard]")];
    return Math.max(...seen.map((one) => one.getBoundingClientRect().bottom + scrollY));
  });

/** ringOf is where the ring is drawn in the tile that was tapped. */
const ringOf = ({ page }: Person) =>
  page.evaluate(() => {
    const tile = document.querySelector(".crosshair")!;
    const { top, height } = tile.getBoundingClientRect();
    const { height: ring } = getComputedStyle(tile, "::after");
    const rows = getComputedStyle(tile).gridTemplateRows.split(" ").length;
    // A grid of one row centres its only child.
    const above = rows === 1 ? (height - Number.parseFloat(ring)) / 2 : height;
    return { top: top + above, bottom: top + above + Number.parseFloat(ring) };
  });

inBrowser("a game", () => {
  test("has both boards, the clock and the last result on one screen, on desktops and telephones", async ({ open }) => {
    const [a, b] = await begin(open);
    const [by, other] = await mover(a, b);
    await by.shoot();
    await other.heard(/: (hit|miss)/);
    for (const [width, height, least] of [
      [1366, 768, 40],
      [1024, 768, 40],
      [390, 844, 34],
    ] as const) {
      for (const person of [by, other]) {
        await person.page.setViewportSize({ width, height });
        await person.page.locator(".clock").waitFor();
        expect(await low(person), `${width} by ${height}`).toBeLessThanOrEqual(height);
        const tile = await person.tile(0).boundingBox();
        expect(tile!.width, `a tile at ${width}`).toBeGreaterThanOrEqual(least);
      }
    }
  });

  test("is played by touch: the first tap aims, and the second shoots", async ({ open }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const [a, b] = await begin(open, phone);
    const [by, other] = await mover(a, b);
    await by.tile(13).tap();
    await by.sees("Tap D2 again");
    await by.tile(27).tap();
    await by.sees("Tap H3 again");
    const [ring, tile] = await Promise.all([ringOf(by), by.tile(27).boundingBox()]);
    expect(ring.top).toBeGreaterThanOrEqual(tile!.y);
    expect(ring.bottom).toBeLessThanOrEqual(tile!.y + tile!.height);
    await by.tile(27).tap();
    await other.sees("shot at H3");
    await other.turn.waitFor();
    expect(await by.tile(13).getAttribute("aria-label")).toBe("D2 open");
  });
});

inBrowser("a replay", () => {
  test("moves by the arrow keys, plays by the space bar, and opens at the step of a link", async ({ open }) => {
    const [a, b, id] = await begin(open);
    const [by, other] = await mover(a, b);
    await by.shoot();
    await other.heard(/: (hit|miss)/);
    await by.concede();
    await other.press(/^Prove your board/);
    await other.sees("You have won");
    await other.go(`replay/${id}/2`);
    await other.sees("Step 2 of ");
    const { keyboard } = other.page;
    await keyboard.press("ArrowRight");
    await other.sees("Step 3 of ");
    await keyboard.press("ArrowLeft");
    await keyboard.press("ArrowLeft");
    await other.sees("Step 1 of ");
    await keyboard.press("Space");
    await other.sees("Step 2 of ");
    await other.press("Pause");
  });
});
