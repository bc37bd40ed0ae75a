// Games that are played off-chain, against the devnet's bot and against a program that goes away.

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { history } from "#client/chain/history";
import { Node } from "#client/chain/node";
import { readUpdate } from "#client/channel/update";
import { rulesetById, rulesets, tileName } from "#client/rules/rulesets";
import { base, Player, withBinary } from "./devnet";
import { address, inBrowser, mover, Person, serious, test, trusts, wider } from "./people";

const classic = rulesetById(1)!;

/** offChain reports whether the chain has a game as off-chain. */
async function offChain(id: string): Promise<boolean> {
  const answer = await fetch(`${address}/battleship/v1/games/${id}`);
  const { progress } = (await answer.json()) as { progress: { off_chain?: boolean } };
  return progress.off_chain ?? false;
}

/** choose ticks the box for a game off-chain. */
async function choose(person: Person): Promise<void> {
  await person.page.getByRole("checkbox", { name: /^off-chain/ }).check();
}

/** shot shoots, and waits for the result. The turn itself can be back before anything sees that it had ended. */
async function shot(person: Person, ruleset = classic): Promise<void> {
  const { size } = (await person.opponent(ruleset)).answered;
  await person.shoot(ruleset);
  await expect.poll(async () => (await person.opponent(ruleset)).answered.size).toBe(size + 1);
}

/** next waits for a person's next action, and returns it. */
function next(person: Person): Promise<"shoot" | "prove" | "over"> {
  const { page } = person;
  return Promise.any([
    person.turn.waitFor().then(() => "shoot" as const),
    page
      .getByRole("button", { name: /^Prove your board/ })
      .waitFor()
      .then(() => "prove" as const),
    page
      .getByText(/^You have (won|lost): /)
      .first()
      .waitFor()
      .then(() => "over" as const),
  ]);
}

inBrowser("off-chain", () => {
  test("a whole game is played against the bot of the chain, with a reload in the middle", async ({ open }) => {
    const person = await open();
    await person.press("Play now");
    await person.heading("Play against the bot");
    await choose(person);
    await person.press("Play");
    await person.sees("The relay carries your moves.");
    const id = await person.game();
    const waited: number[] = [];
    let left = 0;
    person.page.on("websocket", (relay) => {
      relay.on("framesent", () => {
        left ||= performance.now();
      });
      relay.on("framereceived", () => {
        if (left > 0) waited.push(performance.now() - left);
        left = 0;
      });
    });
    let what = await next(person);
    for (let shots = 1; what === "shoot"; shots++) {
      expect(await offChain(id)).toBe(true);
      const tile = await person.shoot(classic);
      await person.heard(new RegExp(`(^|; )${tileName(classic, tile)}: `));
      if (shots === 5) {
        await person.turn.waitFor();
        const before = await person.opponent(classic);
        await person.page.reload();
        await person.sees("The relay carries your moves.");
        await person.turn.waitFor();
        expect(await person.opponent(classic)).toEqual(before);
      }
      what = await next(person);
    }
    if (what === "prove") {
      expect(await offChain(id)).toBe(true);
      await person.press(/^Prove your board/);
    }
    await person.sees(/^You have (won|lost): the last ship was sunk\.$/);
    waited.sort((x, y) => x - y);
    console.log(
      `${waited.length} shots off-chain from click to result: median ${waited[waited.length >> 1]!.toFixed(0)} ms`,
    );
  });
});

withBinary("off-chain, against a program that goes away", () => {
  test("the game continues on-chain from the newest state, and its program too when it is back", async ({ open }) => {
    const bot = await Player.hire(address);
    try {
      const person = await open();
      await person.ready();
      await person.go("new");
      await choose(person);
      const id = await person.openGameHere();
      await bot.run("join", id, "--yes");
      bot.start("bot", id);
      await person.shots(3, classic);
      await person.turn.waitFor();
      await bot.stop();
      const before = await person.opponent(classic);
      const tile = await person.shoot(classic);
      await person.sees(/Your opponent has owed a move for \d+ s/);
      expect(await offChain(id)).toBe(true);
      await person.press("Continue on-chain");
      await person.sees("It continues on-chain under the clock above.");
      expect(await offChain(id)).toBe(false);
      expect(await person.opponent(classic)).toEqual(before);
      bot.start("bot", id);
      await person.turn.waitFor();
      expect((await person.opponent(classic)).answered).toEqual(new Set([...before.answered, tile]));
      await person.shoot(classic);
      await person.turn.waitFor({ state: "hidden" });
      await person.turn.waitFor();
      await person.concede();
      await person.sees("You have lost: you gave up.");
    } finally {
      bot.leave();
    }
  });
});

withBinary("off-chain, in a game that battleshipd opens", () => {
  test.for(["classic", "xaya", "classic-zk"])(
    "under %s, a page joins, plays and surrenders",
    async (name, { open }) => {
      const ruleset = rulesets.find((r) => r.name === name)!;
      const bot = await Player.hire(address);
      try {
        const relay = ["--relay", `ws://127.0.0.1:${base + 5}`];
        const made = await bot.run("create", "--channel", ...relay, "--ruleset", name, "--yes");
        const id = /^Game (\d+)/m.exec(made)![1]!;
        const person = await open({ bypassCSP: true }); // for the checker
        await person.go(`join/${id}`);
        await person.sees(/^off-chain, over ws:/);
        await person.join(id);
        bot.start("bot", id);
        await person.sees("The relay carries your moves.");
        await person.sees("Your opponent is connected.");
        expect(await serious(person.page)).toEqual([]);
        await person.page.setViewportSize({ width: 320, height: 640 });
        expect(await wider(person.page)).toBeLessThanOrEqual(0);
        const saved = person.page.waitForEvent("download");
        await person.page.getByText("More", { exact: true }).click();
        await person.press("Save the newest state");
        const file = await saved;
        expect(file.suggestedFilename()).toBe(`${id}.proof`);
        expect(readUpdate(new Uint8Array(readFileSync(await file.path())))).toBeDefined();
        for (let i = 0; i < 6; i++) {
          await person.turn.waitFor();
          await shot(person, ruleset);
        }
        await person.turn.waitFor();
        expect(await offChain(id)).toBe(true);
        await person.concede();
        await person.sees("You have lost: you gave up.");
      } finally {
        bot.leave();
      }
    },
  );
});

inBrowser("off-chain, in one browser", () => {
  /** begun is a person in a game against the bot, off-chain, after some shots. */
  async function begun(person: Person): Promise<string> {
    await person.go("bot");
    await person.heading("Play against the bot");
    await choose(person);
    await person.press("Play");
    await person.sees("The relay carries your moves.");
    for (let i = 0; i < 3; i++) {
      await person.turn.waitFor();
      await shot(person);
    }
    await person.turn.waitFor();
    return person.game();
  }

  test("of two windows one plays, and the other takes over where it was", async ({ open }) => {
    const person = await open();
    await person.ready();
    const id = await begun(person);
    const second = new Person(person.context, await person.context.newPage(), person.at);
    await second.go(`g/${id}`);
    await second.sees("You play this game in another window of this browser.");
    const before = await person.opponent(classic);
    await person.page.close();
    await second.turn.waitFor();
    expect(await second.opponent(classic)).toEqual(before);
    await shot(second);
    await second.turn.waitFor();
    await second.concede();
    await second.sees("You have lost: you gave up.");
    expect(second.faults).toEqual([]);
  });

  test("a deleted log signs nothing, and the game continues on-chain with the bot's messages", async ({ open }) => {
    const person = await open();
    await person.ready();
    const id = await begun(person);
    const before = await person.opponent(classic);
    await person.go("settings");
    await person.page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.deleteDatabase("battleship-channels");
          request.onsuccess = resolve;
          request.onblocked = resolve;
        }),
    );
    await person.page.reload();
    await person.go(`g/${id}`);
    await person.sees("This browser has no log of this off-chain game");
    expect(await person.turn.count()).toBe(0);
    await person.press("Continue on-chain");
    await person.sees("It continues on-chain under the clock above.");
    await expect.poll(() => person.opponent(classic)).toEqual(before);
  });

  test("a player who trusts a block plays as fast, and closes the game on a proven one", async ({ open }) => {
    const person = await open();
    await trusts(person);
    const id = await begun(person);
    expect(await offChain(id)).toBe(true);
    await person.page.reload();
    await person.turn.waitFor();
    await shot(person);
    await person.turn.waitFor();
    await person.press("Continue on-chain");
    await person.sees("It continues on-chain under the clock above.");
    await person.turn.waitFor();
    await person.shoot(classic);
    await person.turn.waitFor({ state: "hidden" });
  });
});

inBrowser("off-chain, with proofs", () => {
  test("a whole game with a reload in the middle takes three transactions, and its rematch is off-chain, too", async ({
    open,
  }) => {
    const xaya = rulesets.find(({ name }) => name === "xaya-zk")!;
    const person = await open();
    await person.ready();
    await person.go("bot");
    await person.page.getByLabel("Rules").selectOption({ label: "xaya-zk, 8×8" });
    await person.sees("The prover is ready.");
    await choose(person);
    await person.press("Play");
    await person.sees("The relay carries your moves.");
    const id = await person.game();
    const waited: number[] = [];
    const shootOn = async (shots: number) => {
      for (let i = 0; i < shots; i++) {
        await person.turn.waitFor();
        const tile = await person.shoot(xaya);
        const shot = performance.now();
        const answered = person.page.getByRole("gridcell", { name: / (hit|miss)$/ });
        await person
          .tile(tile)
          .and(answered)
          .or(person.page.getByText(/^You have (won|lost): /).first())
          .first()
          .waitFor();
        waited.push(performance.now() - shot);
      }
    };
    await shootOn(4);
    expect(await offChain(id)).toBe(true);
    await person.turn.waitFor();
    const before = await person.opponent(xaya);
    await person.page.reload();
    await person.sees("The relay carries your moves.");
    await person.turn.waitFor();
    expect(await person.opponent(xaya)).toEqual(before);
    let what = await next(person);
    for (; what === "shoot"; what = await next(person)) {
      await shootOn(1);
    }
    expect(what).toBe("over");
    waited.sort((x, y) => x - y);
    const [median, most] = [waited[waited.length >> 1]!, waited.at(-1)!].map((millis) => millis.toFixed(0));
    console.log(
      `${waited.length} proven shots off-chain from click to result: median ${median} ms, the slowest ${most} ms`,
    );
    await person.sees(/^You have (won|lost): the last ship was sunk\.$/);
    expect((await history(new Node(address), BigInt(id), true)).txs).toHaveLength(3);
    await person.sees("a move, off-chain.");
    await person.press("Rematch");
    await person.sees("The relay carries your moves.");
    const again = await person.game();
    expect(again).not.toBe(id);
    await shootOn(2);
    expect(await offChain(again)).toBe(true);
    await person.turn.waitFor();
    await person.concede();
    await person.sees("You have lost: you gave up.");
  });
});

inBrowser("off-chain, between two people", () => {
  test("a rematch is offered and accepted off-chain, and the player who shot second shoots first", async ({ open }) => {
    const [a, b] = [await open(), await open()];
    await a.ready();
    await a.go("new");
    await choose(a);
    const id = await a.openGameHere();
    await b.join(id);
    await Promise.all([a, b].map((person) => person.sees("The relay carries your moves.")));
    const [first, second] = await mover(a, b);
    await first.concede();
    await second.press(/^Prove your board/);
    await second.sees("You have won: your opponent gave up.");
    await second.press("Rematch");
    await first.sees(/wants to play again\. .* a move, off-chain\./);
    await first.press("Accept the rematch");
    await Promise.all([a, b].map((person) => person.sees("The relay carries your moves.")));
    await second.turn.waitFor();
    const again = await second.game();
    expect(await first.game()).toBe(again);
    expect(await offChain(again)).toBe(true);
    await second.shoot(classic);
    await first.turn.waitFor();
    await first.concede();
    await second.press(/^Prove your board/);
    await second.sees("You have won: your opponent gave up.");
  });

  test("a rematch that is offered while the relay is silent is accepted as it was offered", async ({ open }) => {
    const [a, b] = [await open(), await open()];
    await a.ready();
    await a.go("new");
    await choose(a);
    await b.join(await a.openGameHere());
    await Promise.all([a, b].map((person) => person.sees("The relay carries your moves.")));
    const [first, second] = await mover(a, b);
    let silent = true;
    const ended = new Promise<void>((resolve) => {
      void first.page.routeWebSocket(/./, (socket) => {
        if (silent) socket.onClose(() => resolve());
        else socket.connectToServer();
      });
    });
    await first.concede();
    await second.press(/^Prove your board/);
    await second.sees("You have won: your opponent gave up.");
    await second.press("Rematch");
    await first.sees(/wants to play again\. .* a move, off-chain\./);
    await ended; // the page has given up its question, too late
    silent = false;
    await first.press("Accept the rematch");
    await Promise.all([a, b].map((person) => person.sees("The relay carries your moves.")));
    expect(await first.game()).toBe(await second.game());
  });

  test("two who look for an opponent off-chain find each other, and play with proven boards", async ({ open }) => {
    const [a, b] = [await open(), await open()];
    const find = async (person: Person) => {
      await person.press("Find an opponent");
      await person.page.getByLabel("Rules").selectOption({ label: "classic-zk, 10×10" });
      await choose(person);
      await person.sees("The prover is ready.");
      await person.press("Play");
      await person.heading(/^Game \d+, classic-zk/);
    };
    await find(a);
    await find(b);
    await Promise.all([a, b].map((person) => person.sees("The relay carries your moves.")));
    expect(await a.game()).toBe(await b.game());
    const classicZk = rulesetById(3)!;
    for (let i = 0; i < 4; i++) {
      const [by, other] = await mover(a, b);
      await by.shoot(classicZk);
      await other.turn.waitFor();
    }
    expect(await offChain(await a.game())).toBe(true);
    const [by, other] = await mover(a, b);
    await by.concede();
    await other.sees("You have won: your opponent gave up.");
  });

  test("without its relay the rematch of an off-chain game is offered on-chain", async ({ open }) => {
    const person = await open({ expected: /WebSocket connection/ });
    await person.ready();
    await person.go("bot");
    await choose(person);
    await person.press("Play");
    await person.turn.waitFor();
    await person.page.routeWebSocket(/./, (socket) => socket.close());
    await person.concede();
    await person.sees(/Free|Takes/);
    await person.sees(/The relay does not answer, so the rematch is on-chain\./);
    await person.press("Rematch");
    await person.turn.waitFor();
    expect(await offChain(await person.game())).toBe(false);
  });
});
