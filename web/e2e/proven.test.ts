// Proven boards: proofs that the page makes are accepted by the chain.

import { loadavg } from "node:os";
import { expect } from "vitest";
import { rulesetById, rulesets, shipTiles } from "#client/rules/rulesets";
import { Player, withBinary } from "./devnet";
import { address, inBrowser, mover, type Person, test } from "./people";

const classic = rulesetById(3)!;
const xaya = rulesetById(4)!;

/** answersOf are the milliseconds that each proof of an answer took since the page was loaded. */
function answersOf({ page }: Person): Promise<number[]> {
  return page.evaluate(() => performance.getEntriesByName("answer proven").map(({ duration }) => duration));
}

function tell(what: string, answers: readonly number[]): void {
  const sorted = answers.toSorted((x, y) => x - y);
  console.log(
    `${what}: ${answers.length} answers, each proven in ${sorted[sorted.length >> 1]?.toFixed(0)} ms, the slowest in ` +
      `${sorted.at(-1)?.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

/** openProven opens a game whose boards are proven. */
async function openProven(person: Person, rules: string): Promise<string> {
  await person.go("new");
  const began = performance.now();
  await person.page.getByLabel("Rules").selectOption({ label: rules });
  await person.sees("nobody has to show the board at the end");
  await person.sees("The prover is ready.");
  console.log(`${rules}: the prover is loaded in ${(performance.now() - began).toFixed(0)} ms`);
  await person.press("Open the game");
  return person.game();
}

withBinary("with proofs", () => {
  test("against a bot, answers are proven and accepted, also after a reload", async ({ open }) => {
    const bot = await Player.hire(address);
    try {
      const person = await open();
      await person.ready();
      const id = await openProven(person, "classic-zk, 10×10");
      await bot.run("join", id, "--yes");
      bot.start("bot", id);
      const answers: number[] = [];
      for (let i = 0; i < 8; i++) {
        await person.turn.waitFor();
        if (i === 4) {
          answers.push(...(await answersOf(person)));
          await person.page.reload();
          await person.turn.waitFor();
        }
        await person.shoot(classic);
        await person.turn.waitFor({ state: "hidden" });
      }
      await person.turn.waitFor();
      answers.push(...(await answersOf(person)));
      tell("classic-zk", answers);
      expect(answers.length).toBeGreaterThanOrEqual(8);
      await person.concede();
      await person.sees("You have lost: you gave up.");
    } finally {
      bot.leave();
    }
  });
});

inBrowser("with proofs in two windows", () => {
  test("a game ends with its last shot, without showing a board", async ({ open }) => {
    const [a, b] = [await open(), await open()];
    await a.ready();
    const id = await openProven(a, "xaya-zk, 8×8");
    await b.go(`join/${id}`);
    await b.sees("The prover is ready.");
    await b.press("Join");
    await b.heading(/^Game \d+, xaya-zk/);
    const ships = b.page.getByRole("region", { name: "Your sea" }).getByRole("gridcell", { name: / ship$/ });
    await ships.first().waitFor();
    const aims = await ships.evaluateAll((found) => found.map((tile) => Number((tile as HTMLElement).dataset.tile)));
    while (aims.length > 0) {
      const [by] = await mover(a, b);
      const tile = by === a ? aims.pop()! : await b.shoot(xaya);
      if (by === a) {
        await a.tile(tile).click();
      }
      // After a hit it is the same player's turn again, too soon for the test to observe the change.
      const answered = by.tile(tile).and(by.page.getByRole("gridcell", { name: / (hit|miss|sunk)/ }));
      await answered
        .or(by.page.getByRole("heading", { name: /has ended/ }))
        .first()
        .waitFor();
    }
    tell("xaya-zk", await answersOf(b));
    await a.sees("You have won: the last ship was sunk.");
    await b.sees("You have lost: the last ship was sunk.");
    const theirs = a.page.getByRole("grid", { name: "Opponent’s sea" });
    const r = rulesets.find(({ name }) => name === "xaya-zk")!;
    await expect.poll(() => theirs.getByRole("gridcell", { name: / hit$/ }).count()).toBe(shipTiles(r));
    expect(await theirs.getByRole("gridcell", { name: /not answered yet/ }).count()).toBe(0);
    await a.page.getByRole("link", { name: "Replay" }).click();
    await a.page.getByText("Verified in this page").click();
    await a.sees("and both boards are proven");
  });

  test("a prover that cannot be loaded is reported in one sentence; other games can be played", async ({ open }) => {
    const person = await open();
    person.expected = /prover\.wasm\.gz/;
    await person.context.route("**/prover.wasm.gz", (route) => route.fulfill({ status: 404 }));
    await person.ready();
    await person.go("new");
    await person.page.getByLabel("Rules").selectOption({ label: "classic-zk, 10×10" });
    await person.sees("The prover of this page cannot be loaded. Nothing is lost");
    await person.press("Open the game");
    await person.page.getByRole("alert").getByText("The prover of this page cannot be loaded.").waitFor();
    await person.page.getByLabel("Rules").selectOption({ label: "classic, 10×10" });
    await person.press("Open the game");
    await person.game();
  });
});
