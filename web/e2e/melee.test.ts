// A melee of four on a devnet: one window and three bots of battleshipd. Also an off-chain game, watched.

import { expect } from "vitest";
import { base, Player, withBinary } from "./devnet";
import { address, inBrowser, serious, test, wider } from "./people";

withBinary("a melee", () => {
  inBrowser("in a browser", () => {
    test("of a window and three bots goes to its end, through a reload in each stage of a round, and is watched at 320 pixels", async ({
      open,
    }) => {
      const bots = await Promise.all([1, 2, 3].map(() => Player.hire(address)));
      try {
        const began = Date.now();
        const dave = await open();
        const { page } = dave;
        await dave.press("Open a melee");
        await dave.press("Open the melee");
        await dave.heading(/^Melee \d+, for 4$/);
        const id = /\d+/.exec((await page.getByRole("heading", { level: 1 }).textContent()) ?? "")![0];

        const watcher = await open({ bypassCSP: true, viewport: { width: 320, height: 700 } });
        await watcher.press("Menu");
        await watcher.page.getByRole("textbox", { name: "Watch game" }).fill(id);
        await watcher.press("Watch");
        await watcher.sees("1 of 4 at the table");
        for (const bot of bots) {
          await bot.run("join-melee", id, "--yes");
          bot.start("bot", id);
        }
        await dave.press("Confirm that you are there");
        await dave.sees(/^You have confirmed|^Choose a target/);

        // The first aim, fire and report are dropped and the page is reloaded, so that nothing but its storage has
        // them.
        const posts: string[] = [];
        await page.route(/\/cosmos\/tx\/v1beta1\/txs$/, async (route) => {
          posts.push(route.request().postData() ?? "");
          if (posts.length % 2 === 1 && posts.length < 6) {
            await page.reload();
          } else {
            await route.continue();
          }
        });
        const ended = page.getByRole("heading", { name: /has ended$/ });
        const choose = page.getByText(/^Choose a target/);
        const out = page.getByText(/^You are out:/);
        const said = () =>
          page
            .locator("main")
            .textContent()
            .then(
              (text) => text ?? "",
              () => "",
            );
        for (let rounds = 0; ; ) {
          await ended.or(choose).or(out).first().waitFor();
          if ((await ended.isVisible()) || (await out.isVisible())) {
            break;
          }
          const round = /Round \d+: /.exec(await said())?.[0];
          if (round && (await dave.aim().catch(() => false))) {
            await expect
              .poll(async () => !(await said()).includes("Choose a target") || !(await said()).includes(round), {
                timeout: 10_000,
              })
              .toBe(true);
            if (++rounds === 5) {
              // The others give up, so that the end is near.
              for (const bot of bots) {
                await bot.stop();
                await bot.run("concede", id, "--yes");
              }
            }
          }
        }
        // The dropped messages are signed again, byte for byte.
        expect([posts[1], posts[3], posts[5]]).toEqual([posts[0], posts[2], posts[4]]);
        expect(new Set(posts.slice(0, 6)).size).toBe(3);

        await ended.waitFor({ timeout: 120_000 });
        const result = await page.locator("main [role=status]").first().textContent();
        expect(result).toMatch(/won after \d+ rounds?\.$|^A draw of|^Nobody won/);
        expect(await page.getByRole("row").count()).toBe(5);
        await watcher.heading(/has ended$/);
        expect(await watcher.page.getByRole("img", { name: /^Sea of / }).count()).toBe(4);
        await watcher.page
          .getByText("Paid")
          .or(watcher.page.getByRole("img", { name: /, round \d+, / }))
          .first()
          .waitFor();
        expect(await wider(watcher.page)).toBeLessThanOrEqual(0);
        expect(await serious(watcher.page)).toEqual([]);
        await watcher.page.getByRole("link", { name: "Replay" }).click();
        await watcher.sees("The table is set.");
        await watcher.press("To the end");
        await watcher.sees("The melee is over.");
        expect(await wider(watcher.page)).toBeLessThanOrEqual(0);
        expect(await serious(watcher.page)).toEqual([]);
        console.log(`a melee of four in ${((Date.now() - began) / 1000).toFixed(1)} s: ${result}`);
      } finally {
        for (const bot of bots) {
          bot.leave();
        }
      }
    });
  });
});

const stages = { aim: "STAGE_AIM", report: "STAGE_REPORT", claim: "STAGE_CLAIM" };

/** crowd is a node's answer about a melee of many in a stage: some seats hit, one struck, some out. */
function crowd(seats: number, stage: keyof typeof stages) {
  const tile = (i: number) => `${"ABCDEFGHIJ"[i % 10]}${Math.floor(i / 10) + 1}`;
  const bombed = Array.from({ length: 40 }, (_, i) => tile(i * 2));
  const volley = stage === "report";
  return {
    melee: {
      id: "7",
      ruleset_id: 5,
      players: Array.from({ length: seats }, (_, i) => ({
        address: `ship1${"<b>".repeat(i === 1 ? 1 : 0)}${"qpzry9x8".repeat(5)}${i}`,
      })),
      turn_blocks: "300",
      claim_blocks: "300",
      terms: { casual: true, stake: { denom: "uanchor", amount: "5000000" } },
    },
    state: {
      stage: stages[stage],
      round: 10,
      deadline: "9000",
      extended: stage === "report",
      owes: 0b1010,
      struck: 2,
      bombed,
      kept: { num: 1, den: 1 },
      seats: Array.from({ length: seats }, (_, i) => ({
        standing: ["AFLOAT", "AFLOAT", "SUNK", "SCUTTLED", "CONCEDED"].map((s) => `SEAT_STANDING_${s}`)[i % 5],
        round: i % 5 > 1 ? 4 + (i % 3) : 0,
        target: volley && i % 5 < 2 ? tile(1 + 2 * i) : "",
        hits: i % 5 === 2 ? bombed.slice(0, 10) : bombed.slice(i, i + (i % 4)),
      })),
    },
    boards: [],
    aims: [],
    recoveries: [],
    height: "8900",
    seconds_left: "50",
  };
}

inBrowser("a table", () => {
  test("is joined by its address alone, without a key, and left again", async ({ open }) => {
    const [a, b] = [await open(), await open()];
    await a.press("Open a melee");
    await a.press("Open the melee");
    await a.sees("Waiting for 3 more players. Share the address of this page.");
    await b.page.goto(a.page.url());
    await b.press("Join");
    await b.heading(/^Join melee \d+$/);
    await b.press("Join");
    await b.sees("Waiting for 2 more players.");
    await a.sees("2 of 4 at the table");
    await b.press("Leave the table");
    await a.sees("1 of 4 at the table");
    await b.page.getByRole("button", { name: "Join" }).waitFor();
  });
});

inBrowser("the seas of many", () => {
  test.for([4, 8, 16])("%i are drawn on a narrow screen and a wide one, for everybody", async (seats, { open }) => {
    const watcher = await open({ bypassCSP: true, viewport: { width: 320, height: 700 } });
    const { page } = watcher;
    await page.route(/\/games\/7\/log\?/, (route) => route.fulfill({ json: {} }));
    for (const stage of ["aim", "report", "claim"] as const) {
      await page.route(/\/battleship\/v1\/melees\/7$/, (route) => route.fulfill({ json: crowd(seats, stage) }));
      await watcher.go("settings");
      await watcher.go("m/7");
      await watcher.heading(`Melee 7, for ${seats}`);
      expect(await page.getByRole("img", { name: /^Sea of / }).count()).toBe(seats);
      expect(await page.locator("main b").count(), "a name is text").toBe(0);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [320, 1280]) {
          await page.setViewportSize({ width, height: 700 });
          expect(await wider(page), `${stage}, ${width} pixels`).toBeLessThanOrEqual(0);
          expect(await serious(page), `${stage}, ${colorScheme}, ${width} pixels`).toEqual([]);
        }
      }
      await page.unroute(/\/battleship\/v1\/melees\/7$/);
    }
  });
});

withBinary("an off-chain game", () => {
  inBrowser("in a browser", () => {
    test("shows the chain's state to a spectator, off-chain and on-chain, without a move", async ({ open }) => {
      const players = await Promise.all([1, 2].map(() => Player.hire(address)));
      const [alice, bob] = players as [Player, Player];
      try {
        await alice.run("create", "--channel", "--relay", `ws://127.0.0.1:${base + 5}`, "--yes");
        const watcher = await open();
        const offered = watcher.page.locator("p", { hasText: "· off-chain" });
        await offered.getByRole("link", { name: "View" }).click();
        await watcher.heading(/^Game \d+, classic$/);
        await watcher.sees("To be played off-chain");
        const id = await watcher.game();
        await bob.run("join", id, "--yes");
        await watcher.sees("moves on-chain after block");
        expect(await watcher.page.getByRole("main").getByRole("button").count()).toBe(0);
        await alice.run("channel", "submit", id, "--yes");
        await watcher.sees("It continues on-chain under the clock above");
        await watcher.sees("submitted the state that counts");
      } finally {
        for (const player of players) {
          player.leave();
        }
      }
    });
  });
});
