// Attacks by others on a player: markup in place of text, and a page of their own in the player's browser.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { bech32 } from "#client/base";
import { randomBytes } from "#client/bytes";
import { Node } from "#client/chain/node";
import { Player, withBinary } from "./devnet";
import { address, begin, inBrowser, launch, mover, type Person, test } from "./people";

const evil = '<img src="/x" onerror="document.title=`gone`">';

/** twisted is an answer of a node in which all words are markup; numbers, bytes, times and names of constants stay. */
function twisted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(twisted);
  }
  if (value !== null && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, key === "type" || key === "key" ? inner : twisted(inner)]),
    );
  }
  if (typeof value !== "string") {
    return value;
  }
  if (/^["[{]/.test(value)) {
    return JSON.stringify(twisted(JSON.parse(value))); // an attribute of an event
  }
  return /^ship1|^[a-z]{1,20}$|^[A-J]\d+[hv]?$/.test(value) ? evil : value;
}

async function seesTextAlone(person: Person, what: string): Promise<void> {
  await person.page.getByRole("heading", { level: 1 }).waitFor();
  await person.page.waitForLoadState("networkidle").catch(() => undefined);
  expect(await person.page.locator("main img").count(), what).toBe(0);
  expect(await person.page.title(), what).toMatch(/^(Battleship|● Your turn in (game|melee) \d+)$/);
}

inBrowser("an opponent", () => {
  withBinary("who offers a rematch for more than the last game was for", () => {
    test("is joined by one click only after that has been said", async ({ open }) => {
      const mine = await open();
      const thief = await Player.hire(address);
      try {
        await mine.ready();
        await mine.go("new");
        await mine.page.getByLabel(/casual: no fee/).check();
        await mine.press("Open the game");
        const id = await mine.game();
        await thief.run("join", id, "--yes");
        await mine.sees(/turn: /);
        await thief.run("concede", id, "--yes");
        await mine.press(/^Prove your board/);
        await mine.sees(/Free, \d/);
        await thief.run("rematch", id, "--stake", "90anchor", "--clock", "10", "--yes");
        await mine.sees(/wants to play again. Takes 90 ANCHOR from you, \d/);
        await mine.page.getByRole("link", { name: "Place the fleet first" }).click();
        await mine.sees(/This takes 90 ANCHOR from you/);
      } finally {
        thief.leave();
      }
    });
  });
});

inBrowser("text from a node is shown as text, never as markup", () => {
  test("on every page, whatever names, coins and events contain", async ({ open }) => {
    const [a, b, id] = await begin(open);
    const [by, other] = await mover(a, b);
    await by.shoot();
    await other.sees(/shot at/); // before that, conceding is refused, for it costs more then
    await other.concede();
    await by.press(/^Prove your board/);
    await by.sees("You have won");
    await by.openGame();

    const watcher = await open();
    await watcher.page.route(/\/battleship\//, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json().catch(() => ({}));
      await route.fulfill({ status: answer.status(), json: twisted(body) });
    });
    let shown = 0;
    for (const path of ["", "ladder", `g/${id}`, `g/${Number(id) + 1}`, `replay/${id}`, `p/${evil}`]) {
      await watcher.go(encodeURI(path));
      await watcher.page.reload();
      await seesTextAlone(watcher, path);
      shown += await watcher.page.getByText("<img").count();
    }
    expect(shown).toBeGreaterThan(3);
    await watcher.page.goto(`${address}/#/%`); // an invalid percent escape
    await watcher.page.reload();
    await seesTextAlone(watcher, "%");
  });
});

withBinary("text from a player is shown as text, never as markup", () => {
  test("in the note of a transaction", async ({ open }) => {
    const player = await Player.hire(address);
    try {
      const made = await player.run("create", "--channel=false", "--casual", "--yes", "--note", evil);
      const id = /^Game (\d+)/m.exec(made)![1]!;
      const person = await open();
      for (const path of ["", `g/${id}`, `replay/${id}`]) {
        await person.go(path);
        await seesTextAlone(person, path);
      }
    } finally {
      player.leave();
    }
  });
});

const thief = bech32.encode("ship", randomBytes(20));

/** attack tries to use the player's page at an address from a foreign page, and returns the result of each try. */
async function attack([at, to]: readonly [string, string]): Promise<Record<string, string>> {
  const got: Record<string, string> = {};
  const body = JSON.stringify({ address: to });
  const tries: Record<string, () => Promise<string>> = {
    faucet: async () => {
      const answer = await fetch(`${at}/web/faucet`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      return answer.ok ? "paid" : "refused";
    },
    "faucet without asking": async () => {
      const answer = await fetch(`${at}/web/faucet`, { method: "POST", mode: "no-cors", body });
      return answer.type === "opaque" || !answer.ok ? "sent" : "paid";
    },
    games: async () => ((await fetch(`${at}/battleship/v1/params`)).ok ? "read" : "refused"),
    stream: () =>
      new Promise((resolve) => {
        const source = new EventSource(`${at}/web/live`);
        source.onmessage = () => resolve("heard");
        source.onerror = () => resolve("refused");
      }),
    keys: async () => localStorage.getItem("battleship/words") ?? "none",
    frame: () =>
      new Promise((resolve) => {
        const frame = document.createElement("iframe");
        frame.onload = () => {
          try {
            resolve(frame.contentWindow?.localStorage.getItem("battleship/words") ?? "none");
          } catch {
            resolve("none");
          }
        };
        frame.src = at || "/";
        document.body.append(frame);
      }),
  };
  for (const [what, attempt] of Object.entries(tries)) {
    got[what] = await attempt().catch(() => "refused");
  }
  return got;
}

const nothing = {
  faucet: "refused",
  games: "refused",
  stream: "refused",
  keys: "none",
  frame: "none",
};

/** balance returns an address's coins three blocks from now, after the blocks of all earlier transactions. */
async function balance(of: string): Promise<unknown[]> {
  const node = new Node(address);
  const { height } = await node.status();
  await expect.poll(async () => (await node.status()).height > height + 3n, { timeout: 30_000 }).toBe(true);
  const answer = await fetch(`${address}/cosmos/bank/v1beta1/balances/${of}`);
  return ((await answer.json()) as { balances: unknown[] }).balances;
}

inBrowser("neither coins nor keys nor the stream are reached", () => {
  test("by a page of another origin in the same browser", async ({ open }) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>evil</title>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const person = await open();
      await person.ready();
      const page = await person.context.newPage();
      person.expected = /./; // the browser reports everything that it blocks
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      expect(await page.evaluate(attack, [address, thief] as const)).toMatchObject(nothing);
      expect(await balance(thief)).toEqual([]);
    } finally {
      server.close();
    }
  });

  test("by a foreign host name that resolves to this machine", async () => {
    const browser = await launch("--host-resolver-rules=MAP evil.test 127.0.0.1");
    try {
      const page = await browser.newPage();
      const at = `http://evil.test:${new URL(address).port}`;
      const real = await page.goto(at);
      expect(real?.status()).toBe(403);
      // The page that came from there while the name led elsewhere.
      await page.route(`${at}/`, (route) =>
        route.request().frame() === page.mainFrame()
          ? route.fulfill({ contentType: "text/html", body: "<!doctype html><title>evil</title>" })
          : route.continue(),
      );
      await page.goto(at);
      expect(await page.evaluate(attack, ["", thief] as const)).toMatchObject(nothing);
      expect(await balance(thief)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
