// Whole games in a browser, on a devnet.

import { expect } from "vitest";
import { rulesetById, tileName } from "#client/rules/rulesets";
import { Player, withBinary } from "./devnet";
import { address, begin, inBrowser, mover, type Person, test } from "./people";

const classic = rulesetById(1)!;

/** fleetOf are the tiles of a person's own ships. */
async function fleetOf(person: Person): Promise<number[]> {
  const tiles = person.page.getByRole("region", { name: "Your sea" }).getByRole("gridcell", { name: / ship$/ });
  await tiles.first().waitFor();
  return tiles.evaluateAll((found) => found.map((tile) => Number((tile as HTMLElement).dataset.tile)));
}

inBrowser("in a browser", () => {
  test("two windows play a game, by keys and by touch, up to the payout, the replay and a one-click rematch", async ({
    open,
  }) => {
    const [a, b, id] = await begin(open, { hasTouch: true });
    a.by = "keys";
    b.by = "touch";
    // One of them looks over the other's shoulder, so that the game is as short as one can be.
    const aims = await fleetOf(b);
    const waited: number[] = [];
    const began = performance.now();
    while (aims.length > 0) {
      const [by] = await mover(a, b);
      await by.titled(`● Your turn in game ${id}`);
      if (by === a && aims.length === 1) {
        await b.shoot(); // ahead, while its last ship is hit
      }
      const clicked = performance.now();
      const tile = by === a ? aims.pop()! : await b.shoot();
      if (by === a) {
        await a.fire(tile, classic);
      }
      await by.sent(`${tileName(classic, tile)}: block`);
      waited.push(performance.now() - clicked);
      if (by === a) {
        await a.heard(new RegExp(`^${tileName(classic, tile)}: hit`));
        await b.heard(new RegExp(`^Your sea, ${tileName(classic, tile)}: hit`));
      }
    }
    await a.press(/^Prove your board/);
    await a.sees("You have won: the last ship was sunk.");
    await b.sees("You have lost: the last ship was sunk.");
    await a.sees(/^\+42/);
    waited.sort((x, y) => x - y);
    const part = (share: number) => waited[Math.floor(share * (waited.length - 1))]?.toFixed(0);
    console.log(
      `a whole game in ${((performance.now() - began) / 1000).toFixed(1)} s; ` +
        `${waited.length} shots from click to block: median ${part(0.5)} ms, p95 ${part(0.95)} ms`,
    );
    await a.page.getByRole("link", { name: "Replay" }).click();
    await a.sees("Verified in this page");

    await a.page.goBack();
    await b.press("Rematch");
    await b.heading(/^Game \d+, /);
    const next = await b.game();
    expect(next).not.toBe(id);
    await a.press("Accept the rematch");
    await mover(a, b);
    expect(await a.game()).toBe(next);
  });
});

inBrowser("against the bot of the chain", () => {
  test("Play now is a game that begins at once, and so is its rematch", async ({ open }) => {
    const person = await open();
    await person.press("Play now");
    await person.heading("Play against the bot");
    await person.press("Play");
    await person.turn.waitFor();
    await person.shoot(classic);
    await person.turn.waitFor({ state: "hidden" });
    await person.concede();
    await person.sees("You have lost: you gave up.");
    await person.press("Rematch");
    await person.heading(/^Game \d+, /);
    await person.turn.waitFor();
  });
});

withBinary("against a bot", () => {
  test("that battleshipd runs, a game is played, and given up, and the bot takes its win", async ({ open }) => {
    const bot = await Player.hire(address);
    try {
      const person = await open();
      await person.ready();
      const id = await person.openGame();
      await bot.run("join", id, "--yes");
      bot.start("bot", id);
      await person.shots(3, classic);
      await person.concede();
      await person.sees("You have lost: you gave up.");
    } finally {
      bot.leave();
    }
  });
});
