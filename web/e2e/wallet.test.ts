// A wallet that asks. What stands in for the extension is an object with the documented interface over a test key: it shows
// what the page asks of a wallet, not that Keplr answers so.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { base64 } from "../src/base";
import { bytesToHex, hexToBytes, randomBytes } from "../src/bytes";
import { Node } from "../src/chain/node";
import { askFaucet } from "../src/chain/submit";
import { directBytes } from "../src/chain/tx";
import { SignDocSchema } from "../src/gen/cosmos/tx/v1beta1/tx_pb";
import { create } from "../src/proto/codec";
import { rulesetById } from "../src/rules/rulesets";
import { signDocument } from "../src/rules/vault";
import { addressOf, publicKeyOf, signRaw } from "../src/wallet/keys";
import { address, launch, shoot, type Visitor, visit, why } from "./browser";

const skipped = await why();
let browser: Browser;

beforeAll(async () => {
  if (!skipped) {
    browser = await launch();
  }
});

afterAll(() => browser?.close());

/** withWallet opens a window in which `keplr` is a wallet over that key, and counts what its owner is asked. */
async function withWallet(key: Uint8Array, asked: string[], refuses = () => false): Promise<Visitor> {
  const visitor = await visit(browser);
  const { context, page } = visitor;
  const owner = addressOf(publicKeyOf(key));
  await context.exposeFunction("ownerSigns", (what: string, ...parts: string[]) => {
    asked.push(what);
    if (refuses()) {
      throw new Error("Request rejected");
    }
    const bytes =
      what === "text"
        ? signDocument(owner, parts[0]!)
        : directBytes(
            create(SignDocSchema, {
              bodyBytes: hexToBytes(parts[0]!),
              authInfoBytes: hexToBytes(parts[1]!),
              chainId: parts[2]!,
              accountNumber: BigInt(parts[3]!),
            }),
          );
    return base64.encode(signRaw(key, bytes));
  });
  await context.addInitScript(
    ({ owner, key }) => {
      type Signs = (what: string, ...parts: string[]) => Promise<string>;
      const { ownerSigns } = globalThis as unknown as { ownerSigns: Signs };
      const hex = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
      const pub_key = { type: "tendermint/PubKeySecp256k1", value: "" };
      const pubKey = Uint8Array.from(key.match(/../g)!, (pair) => Number.parseInt(pair, 16));
      Object.assign(globalThis, {
        keplr: {
          experimentalSuggestChain: async () => undefined,
          enable: async () => undefined,
          getKey: async () => ({ name: "test", bech32Address: owner, pubKey }),
          signArbitrary: async (_c: string, _s: string, text: string) => ({
            signature: await ownerSigns("text", text),
            pub_key,
          }),
          signDirect: async (
            _c: string,
            _s: string,
            doc: { bodyBytes: Uint8Array; authInfoBytes: Uint8Array; chainId: string; accountNumber: bigint },
          ) => ({
            signed: doc,
            signature: {
              signature: await ownerSigns(
                "transaction",
                hex(doc.bodyBytes),
                hex(doc.authInfoBytes),
                doc.chainId,
                String(doc.accountNumber),
              ),
              pub_key,
            },
          }),
        },
      });
    },
    { owner, key: bytesToHex(publicKeyOf(key)) },
  );
  await page.reload();
  return visitor;
}

describe.skipIf(skipped !== undefined)("a wallet that asks", () => {
  test("is asked twice to enter a game, never for a move, and not after a reload", async () => {
    const key = randomBytes(32);
    const owner = addressOf(publicKeyOf(key));
    await askFaucet(new Node(address), owner);
    const asked: string[] = [];
    const alice = await withWallet(key, asked);
    const bob = await visit(browser);
    await alice.page.getByRole("button", { name: "Connect Keplr" }).click();
    await alice.page.getByRole("button", { name: "Open a game" }).click();
    await alice.page.getByRole("button", { name: "Open the game" }).click();
    await alice.page.getByRole("heading", { name: /^Game \d+, / }).waitFor();
    expect(asked).toEqual(["text", "transaction"]);

    const id = /\d+/.exec((await alice.page.getByRole("heading", { level: 1 }).textContent()) ?? "")![0];
    await bob.page.goto(`${address}/#/join/${id}`);
    await bob.page.getByRole("button", { name: "Join", exact: true }).click();
    const turn = (v: Visitor) => v.page.getByText("Your turn: choose a tile.");
    let reloaded = false;
    for (let shots = 0; shots < 8; shots++) {
      await Promise.any([turn(alice).waitFor(), turn(bob).waitFor()]);
      const mover = (await turn(alice).isVisible()) ? alice : bob;
      await shoot(mover.page, rulesetById(1)!);
      await turn(mover).waitFor({ state: "hidden" });
      if (shots === 4 && !reloaded) {
        reloaded = true;
        await alice.page.reload();
        await alice.page.getByRole("link", { name: "Battleship" }).click();
        await alice.page.getByRole("button", { name: "Connect Keplr" }).click();
        await alice.page.goto(`${address}/#/g/${id}`);
      }
    }
    expect(asked).toEqual(["text", "transaction"]);
    await Promise.all([alice.context.close(), bob.context.close()]);
  });

  test("and when its owner has refused, not again by itself", async () => {
    const key = randomBytes(32);
    const node = new Node(address);
    await askFaucet(node, addressOf(publicKeyOf(key)));
    const asked: string[] = [];
    let refused = false;
    const { context, page } = await withWallet(key, asked, () => refused);
    const heading = page.getByRole("heading", { name: /^Game \d+, / });
    await page.getByRole("button", { name: "Connect Keplr" }).click();
    await page.getByRole("button", { name: "Open a game" }).click();
    await page.getByRole("button", { name: "Open the game" }).click();
    await heading.waitFor();
    const game = page.url();
    refused = true;
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${address}/#/`);
    await page.reload();
    await page.getByRole("button", { name: "Connect Keplr" }).click();
    await page.goto(game);
    const again = page.getByRole("button", { name: "Open my board" });
    await again.waitFor();
    const { height } = await node.status();
    await expect.poll(async () => (await node.status()).height > height + 5n, { timeout: 30_000 }).toBe(true);
    expect(asked).toEqual(["text", "transaction", "text"]);
    refused = false;
    await again.click();
    await page.getByText(/^Afloat: /).waitFor();
    expect(asked).toHaveLength(4);
    await context.close();
  });
});
