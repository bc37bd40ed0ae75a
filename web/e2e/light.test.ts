// A page that trusts a block acts on proven records alone, and opens nothing for a node that shows others.

import { expect } from "vitest";
import { Node } from "#client/chain/node";
import { Player, withBinary } from "./devnet";
import { address, begin, inBrowser, mover, type Person, test, trusts } from "./people";

/** requests are those of a person from now on whose addresses match. */
function requests(person: Person, matching: RegExp): string[] {
  const seen: string[] = [];
  person.context.on("request", (request) => {
    if (matching.test(request.url())) {
      seen.push(request.url());
    }
  });
  return seen;
}

inBrowser("a player who trusts a block", () => {
  test("plays with proofs, also after a reload, at no more than one more request in a block", async ({ open }) => {
    const [a, b, id] = await begin(async (options) => {
      const person = await open(options);
      await trusts(person);
      return person;
    });
    const proofs = requests(a, /\/web\/proofs/);
    const from = (await new Node(address).status()).height;
    for (let shots = 0; shots < 6; shots++) {
      const [by, other] = await mover(a, b);
      await by.shoot();
      await other.sees(/turn: |^Answering/);
    }
    await mover(a, b);
    await b.page.reload();
    await mover(a, b);
    const blocks = Number((await new Node(address).status()).height - from);
    expect(proofs.length).toBeGreaterThan(3);
    expect(proofs.length).toBeLessThanOrEqual(blocks + 2);
    await a.concede();
    await b.press(/^Prove your board/);
    await b.sees("You have won");
    expect(await a.page.getByRole("alert").count()).toBe(0);
    expect(Number(id)).toBeGreaterThan(0);
  });

  test("opens nothing for a node that invents shots, and reports the lie", async ({ open }) => {
    const [a, b, id] = await begin(async (options) => {
      const person = await open(options);
      await trusts(person);
      return person;
    });
    const [victim] = await mover(a, b);
    const sent = requests(victim, /\/v1beta1\/(txs|simulate)$/);
    let shown = 0;
    await victim.page.route(new RegExp(`/battleship/v1/games/${id}$`), async (route) => {
      const answer = await route.fetch();
      const state = (await answer.json()) as { progress: Record<string, unknown> };
      state.progress = { ...state.progress, owes: "OBLIGATION_ANSWER", pending: 1 + (shown++ % 100) };
      await route.fulfill({ status: answer.status(), json: state });
    });
    await victim.page.reload();
    await victim.sees("The node shows this game otherwise than its chain has it");
    await expect.poll(() => shown, { timeout: 30_000 }).toBeGreaterThan(20);
    expect(sent).toEqual([]);
    await victim.page.unroute(new RegExp(`/battleship/v1/games/${id}$`));
    await mover(a, b);
    await victim.shoot();
    await expect.poll(() => sent.length, { timeout: 30_000 }).toBeGreaterThan(0);
  });
});

withBinary("a melee of a player who trusts a block", () => {
  inBrowser("in a browser", () => {
    test("is played with proofs to its end", async ({ open }) => {
      const bots = await Promise.all([1, 2].map(() => Player.hire(address)));
      try {
        const dave = await open();
        const { page } = dave;
        await trusts(dave);
        const proofs = requests(dave, /\/web\/proofs/);
        await dave.press("Open a melee");
        await page
          .getByLabel(/players/i)
          .first()
          .selectOption("3");
        await dave.press("Open the melee");
        await dave.heading(/^Melee \d+, for 3$/);
        const id = /\d+/.exec((await page.getByRole("heading", { level: 1 }).textContent()) ?? "")![0];
        for (const bot of bots) {
          await bot.run("join-melee", id, "--yes");
          bot.start("bot", id);
        }
        await dave.press("Confirm that you are there");
        for (const round of [1, 2]) {
          await dave.sees(new RegExp(`Round ${round}: `));
          await dave.sees(/^Choose a target/);
          await dave.aim();
        }
        await dave.sees(/Round 3: /); // the aims were opened, and the volleys reported
        for (const bot of bots) {
          await bot.stop();
          await bot.run("concede", id, "--yes");
        }
        await page.getByRole("heading", { name: /has ended$/ }).waitFor({ timeout: 120_000 });
        expect(await page.locator("main [role=status]").first().textContent()).toMatch(
          /^You won|^You have won|won after/,
        );
        expect(proofs.length).toBeGreaterThan(5);
      } finally {
        for (const bot of bots) {
          bot.leave();
        }
      }
    });
  });
});
