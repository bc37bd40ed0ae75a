// Faults during play: windows that are reloaded or asleep, a node that is gone, another chain, no coins.

import { expect } from "vitest";
import { base, Devnet, Player, withBinary } from "./devnet";
import { address, begin, inBrowser, mover, type Person, test } from "./people";

/** away moves a person's window off the page during a call, so that owed messages wait. */
async function away(person: Person, during: () => Promise<unknown>): Promise<void> {
  const game = person.page.url();
  await person.page.goto("about:blank");
  await during();
  await person.page.goto(game);
}

inBrowser("without a network", () => {
  test("practice works in a page that was opened before, and nothing else claims to", async ({ open }) => {
    const person = await open({ expected: /ERR_INTERNET_DISCONNECTED|Failed to fetch/ });
    await person.page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      await new Promise<void>((done) => {
        if (active?.state === "activated") done();
        active?.addEventListener("statechange", () => done());
      });
    });
    await person.context.setOffline(true);
    await person.page.goto(`${person.at}/#/practice`);
    await person.page.reload();
    await person.press("Begin");
    await person.page.getByRole("grid", { name: "The bot’s sea" }).locator('[data-tile="0"]').click();
    await person.page
      .getByRole("gridcell", { name: /^A1 (hit|miss)$/ })
      .first()
      .waitFor();
    await person.go("");
    await person.sees("No chain");
    await person.context.setOffline(false);
    await person.press("Try again");
    await person.sees(/block \d+/);
    const kept = await person.page.evaluate(() => caches.keys());
    expect(kept).toEqual([expect.stringMatching(/^battleship\/[0-9a-f]{16}$/)]);
  });
});

inBrowser("a node that is silent", () => {
  test("is said to be so within some seconds, though requests are in flight", async ({ open }) => {
    const person = await open();
    await person.page.getByText(/block \d+/).waitFor();
    await person.page.route("**/cosmos/**", () => undefined); // which is never answered
    await person.page.reload();
    const began = performance.now();
    await person.sees(/The node does not answer/);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

inBrowser("a node that takes its time", () => {
  test("is not said to know of no games before it has answered", async ({ open }) => {
    const person = await open();
    await person.ready();
    const id = await person.openGame();
    let answer = () => {};
    const late = new Promise<void>((resolve) => (answer = resolve));
    await person.page.route(/\/battleship\/v1\/games\?/, async (route) => {
      await late;
      await route.continue();
    });
    await person.go("");
    await person.sees("Looking…");
    expect(await person.page.getByText("None is being played.").count()).toBe(0);
    expect(await person.page.getByText(/^Nobody waits/).count()).toBe(0);
    answer();
    await person.page.getByRole("link", { name: `Game ${id}` }).waitFor();
  });
});

inBrowser("a game goes on after a reload of the page", () => {
  test("that owes the toss, an answer, a shot, the proof, and a rematch", async ({ open }) => {
    const [a, b] = [await open(), await open()];
    await a.ready();
    const id = await a.openGame();
    await away(a, async () => {
      await b.join(id);
      await b.sees(/the coin toss/);
    });
    const [first, second] = await mover(a, b);
    await first.page.reload();
    await first.turn.waitFor();
    await away(second, async () => {
      await first.shoot();
      await first.sees(/the answer to/);
    });
    await second.turn.waitFor();

    await second.concede();
    const claim = first.page.getByRole("button", { name: /^Prove your board/ });
    await claim.waitFor();
    await first.page.reload();
    await claim.click();
    await first.sees("You have won: your opponent gave up.");

    await first.page.reload();
    await first.press("Rematch");
    await first.heading(/^Game \d+, /);
    const next = await first.game();
    await first.page.reload();
    await second.sees("You have lost: you gave up.");
    await second.page.reload();
    await second.press("Accept the rematch");
    await mover(first, second);
    expect(await second.game()).toBe(next);
  });
});

/** asleep stops the scripts of a page, as a browser does with a background tab. */
async function asleep(person: Person, during: () => Promise<unknown>): Promise<void> {
  const session = await person.context.newCDPSession(person.page);
  await session.send("Page.setWebLifecycleState", { state: "frozen" });
  await during();
  await session.send("Page.setWebLifecycleState", { state: "active" });
}

withBinary("a window that slept sees", () => {
  test("that the other one has given up, and proves the board", async ({ open }) => {
    const [a, b] = await begin(open);
    await mover(a, b);
    await asleep(a, async () => {
      await b.concede();
      await b.sees(/turn: prove the board/);
    });
    await a.press(/^Prove your board/);
    await a.sees("You have won: your opponent gave up.");
  });

  test("that its own time is over, and that the game has ended", async ({ open }) => {
    const other = await Player.hire(address);
    try {
      const made = await other.run("create", "--channel=false", "--clock", "15", "--casual", "--yes");
      const id = /^Game (\d+)/m.exec(made)![1]!;
      other.start("bot", id);
      const person = await open();
      await person.ready();
      await person.join(id);
      await person.turn.waitFor();
      await asleep(person, async () => {
        const result = `${address}/battleship/v1/results?pagination.reverse=true&pagination.limit=1`;
        await expect
          .poll(async () => JSON.stringify(await (await fetch(result)).json()), { timeout: 60_000 })
          .toContain(`"game_id":"${id}"`);
      });
      await person.sees(/^You have lost: you were too late/);
    } finally {
      other.leave();
    }
  });
});

withBinary("a node", () => {
  test("that is killed for 10 seconds loses no shot; a new chain with its id is recognized", async ({ open }) => {
    const devnet = new Devnet(base + 20);
    try {
      const at = await devnet.start();
      const [a, b, id] = await begin(open, { at });
      const gone = /Failed to load resource|ERR_CONNECTION_REFUSED|EventSource/;
      [a.expected, b.expected] = [gone, gone];
      const [by, other] = await mover(a, b);
      await devnet.stop("SIGKILL");
      const shot = await by.shoot();
      await by.sees(/The node does not answer/);
      await by.page.waitForTimeout(10_000); // 10 seconds, as in the name of the test
      await devnet.start();
      await other.turn.waitFor();
      await expect.poll(() => by.tile(shot).getAttribute("aria-label")).toMatch(/ (hit|miss)$/);
      await expect.poll(() => by.page.getByText(/The node does not answer/).count()).toBe(0);

      await devnet.stop();
      devnet.forget();
      await devnet.start();
      await by.sees("Another chain answers here, or this one was begun anew");
      await other.sees("Another chain answers here, or this one was begun anew");
      await by.go("");
      await by.page.reload();
      await by.ready();
      expect(await by.openGame()).toBe(id);
      await other.go("");
      await other.page.reload();
      await other.ready();
      await other.join(id);
      // A tile chosen in the same position of the other game is not shot at in this one.
      const [now] = await mover(by, other);
      const free = now.page.getByRole("region", { name: "Opponent’s sea" }).getByRole("gridcell", { name: / open$/ });
      const name = (await free.last().getAttribute("aria-label"))!.replace(/ open$/, "");
      await free.last().click();
      await now.page
        .getByRole("gridcell", { name: new RegExp(`^${name} (hit|miss)$`) })
        .first()
        .waitFor();
    } finally {
      await devnet.end();
    }
  });
});

inBrowser("a sentence reports the fault", () => {
  test("when there are no coins and the faucet gives none", async ({ open }) => {
    const person = await open();
    person.expected = /429/;
    await person.page.route("**/web/faucet", (route) =>
      route.fulfill({ status: 429, json: { error: "<b>spent</b>" } }),
    );
    await person.press("Play now");
    await person.sees("The faucet gives nothing");
    expect(await person.page.locator("b").count()).toBe(0);
  });

  test("when the server is no node", async ({ open }) => {
    const person = await open();
    await person.page.route("**/cosmos/**", (route) => route.fulfill({ body: "<h1>hello</h1>" }));
    await person.page.reload();
    await person.sees("is not a node of this chain");
    await person.page.getByRole("link", { name: "Practice against the bot" }).click();
    await person.heading("Practice");
  });
});
