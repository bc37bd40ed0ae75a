// A wallet that asks. The extension is replaced by an object with the documented interface over a test key: the tests
// check the page's requests to a wallet, not that Keplr answers like this.

import type { BrowserContext } from "playwright-core";
import { expect } from "vitest";
import { base64 } from "#client/base";
import { bytesToHex, hexToBytes, randomBytes } from "#client/bytes";
import { Node } from "#client/chain/node";
import { askFaucet, Submitter } from "#client/chain/submit";
import { directBytes } from "#client/chain/tx";
import { SignDocSchema } from "#client/gen/cosmos/tx/v1beta1/tx_pb";
import { create } from "#client/proto/codec";
import { signDocument } from "#client/rules/vault";
import { KeyWallet } from "#client/wallet/key";
import { addressOf, publicKeyOf, signRaw } from "#client/wallet/keys";
import { revoke } from "#client/wallet/session";
import { address, inBrowser, mover, type Person, test } from "./people";

type Asked = "text" | "transaction";

/** An Owner is a person with a wallet, which records its questions to the owner on all devices. */
class Owner {
  readonly key = randomBytes(32);
  readonly address = addressOf(publicKeyOf(this.key));
  readonly asked: Asked[] = [];
  refuses = false;

  paid(): Promise<void> {
    return askFaucet(new Node(address), this.address);
  }

  sign(what: Asked, ...parts: string[]): string {
    this.asked.push(what);
    if (this.refuses) {
      throw new Error("Request rejected");
    }
    const bytes =
      what === "text"
        ? signDocument(this.address, parts[0]!)
        : directBytes(
            create(SignDocSchema, {
              bodyBytes: hexToBytes(parts[0]!),
              authInfoBytes: hexToBytes(parts[1]!),
              chainId: parts[2]!,
              accountNumber: BigInt(parts[3]!),
            }),
          );
    return base64.encode(signRaw(this.key, bytes));
  }
}

/** install puts the wallet into the pages of a browser. One that is on another chain signs for that. */
async function install(owner: Owner, context: BrowserContext, otherChain = ""): Promise<void> {
  await context.exposeFunction("ownerSigns", (what: Asked, ...parts: string[]) => owner.sign(what, ...parts));
  await context.addInitScript(
    ({ owner, key, otherChain }) => {
      type Signs = (what: string, ...parts: string[]) => Promise<string>;
      interface Doc {
        bodyBytes: Uint8Array;
        authInfoBytes: Uint8Array;
        chainId: string;
        accountNumber: bigint;
      }
      const { ownerSigns } = globalThis as unknown as { ownerSigns: Signs };
      const hex = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
      const pub_key = { type: "tendermint/PubKeySecp256k1", value: "" };
      const pubKey = Uint8Array.from(key.match(/../g)!, (pair) => Number.parseInt(pair, 16));
      Object.assign(globalThis, {
        keplr: {
          experimentalSuggestChain: async () => undefined,
          enable: async () => undefined,
          getKey: async () => ({ name: "<img src=x>", bech32Address: owner, pubKey }),
          signArbitrary: async (_c: string, _s: string, text: string) => ({
            signature: await ownerSigns("text", text),
            pub_key,
          }),
          signDirect: async (_c: string, _s: string, doc: Doc) => {
            const parts = [hex(doc.bodyBytes), hex(doc.authInfoBytes), otherChain || doc.chainId];
            const signature = await ownerSigns("transaction", ...parts, String(doc.accountNumber));
            return { signed: doc, signature: { signature, pub_key } };
          },
        },
      });
    },
    { owner: owner.address, key: bytesToHex(publicKeyOf(owner.key)), otherChain },
  );
}

async function connect(person: Person, owner: Owner, otherChain = ""): Promise<void> {
  await install(owner, person.context, otherChain);
  await person.page.reload();
  await person.press("Connect Keplr");
  await person.page.locator("header").getByTitle(owner.address).waitFor();
}

inBrowser("a wallet that asks", () => {
  test("is asked twice for a game, once more on a second device, never for a move or after a reload", async ({
    open,
  }) => {
    const owner = new Owner();
    await owner.paid();
    const [first, other] = [await open(), await open()];
    await connect(first, owner);
    const id = await first.openGame();
    expect(owner.asked).toEqual(["text", "transaction"]);
    await other.ready();
    await other.join(id);
    const exchange = async (mine: Person) => {
      for (let shots = 0; shots < 2; shots++) {
        const [by] = await mover(mine, other);
        await by.shoot();
        await by.turn.waitFor({ state: "hidden" });
      }
    };
    await exchange(first);
    await first.page.reload(); // the extension is not even asked for its account
    await exchange(first);
    expect(owner.asked).toEqual(["text", "transaction"]);

    // The fleet is found again from the wallet and the chain alone.
    await first.context.close();
    const second = await open();
    await connect(second, owner);
    await second.go(`g/${id}`);
    await exchange(second);
    await other.concede();
    await second.press(/^Prove your board/);
    await second.sees("You have won: your opponent gave up.");
    expect(owner.asked).toEqual(["text", "transaction", "text"]);
  });

  test("is connected where its game is, and asked once for another allowance when that is gone", async ({ open }) => {
    const owner = new Owner();
    await owner.paid();
    const [first, other] = [await open(), await open()];
    await connect(first, owner);
    const id = await first.openGame();
    await other.ready();
    await other.join(id);
    await first.page.evaluate(() => sessionStorage.removeItem("battleship/connected"));
    await first.page.reload();
    await first.press("Connect Keplr"); // on the page of the game
    const node = new Node(address);
    await mover(first, other);
    const { delegate } = (await node.game(BigInt(id))).game!.participants[0]!;
    const wallet = new Submitter(node, await node.chainId(), new KeyWallet(owner.key));
    await wallet.send([revoke(owner.address, delegate)]);
    const allow = first.page.getByRole("button", { name: "Allow fees again" });
    // In either case the first player owes the next message: the shot, or the answer to it.
    const [by] = await mover(first, other);
    await by.shoot();
    await first.sees("No fees were allowed for the key of this game.");
    const asked = owner.asked.length;
    await allow.click();
    await allow.waitFor({ state: "hidden" });
    expect(owner.asked.slice(asked)).toEqual(["transaction"]);
    for (let shots = 0; shots < 2; shots++) {
      const [by] = await mover(first, other);
      await by.shoot();
      await by.turn.waitFor({ state: "hidden" });
    }
    expect(owner.asked).toHaveLength(asked + 1);
  });

  test("is connected where its melee is, and asks nothing more to leave the table than the transaction", async ({
    open,
  }) => {
    const owner = new Owner();
    await owner.paid();
    const person = await open();
    await connect(person, owner);
    await person.press("Open a melee");
    await person.press("Open the melee");
    await person.sees("1 of 4 at the table");
    await person.page.evaluate(() => sessionStorage.removeItem("battleship/connected"));
    await person.page.reload();
    await person.press("Connect Keplr"); // on the page of the melee
    person.expected = /Not Found.*\/melees\/\d+$/; // it is gone with its last player
    await person.press("Leave the table");
    await person.sees("This melee was cancelled before its first round.");
    expect(owner.asked).toEqual(["text", "transaction", "transaction"]);
  });

  test("is followed when its owner chooses another account", async ({ open }) => {
    const [owner, second] = [new Owner(), new Owner()];
    const person = await open();
    await connect(person, owner);
    await person.page.evaluate(
      ([bech32Address, hex]) => {
        const pubKey = Uint8Array.from(hex!.match(/../g)!, (pair) => Number.parseInt(pair, 16));
        const { keplr } = globalThis as unknown as { keplr: { getKey: () => Promise<unknown> } };
        keplr.getKey = async () => ({ name: "second", bech32Address, pubKey });
        dispatchEvent(new Event("keplr_keystorechange"));
      },
      [second.address, bytesToHex(publicKeyOf(second.key))],
    );
    await person.page.getByTitle(second.address).waitFor();
    await person.page.reload();
    await person.page.getByTitle(second.address).waitFor();
    expect(owner.asked).toEqual([]);
  });

  test("and whose owner has refused is not asked again by itself", async ({ open }) => {
    const owner = new Owner();
    await owner.paid();
    const [first, second] = [await open(), await open()];
    await connect(first, owner);
    const id = await first.openGame();
    await first.context.close();

    owner.refuses = true;
    await connect(second, owner);
    await second.go(`g/${id}`);
    const retry = second.page.getByRole("button", { name: "Open my board" });
    await retry.waitFor();
    const node = new Node(address);
    const { height } = await node.status();
    await expect.poll(async () => (await node.status()).height > height + 5n, { timeout: 30_000 }).toBe(true);
    expect(owner.asked).toEqual(["text", "transaction", "text"]);
    owner.refuses = false;
    await retry.click();
    const own = second.page.getByRole("region", { name: "Your sea" });
    await own
      .getByRole("gridcell", { name: / ship$/ })
      .first()
      .waitFor();
    expect(owner.asked).toHaveLength(4);
  });

  test("and has no coins, or is on another chain, gets a sentence about it, and nothing was sent", async ({ open }) => {
    const poor = new Owner();
    const person = await open();
    await connect(person, poor);
    await person.go("new");
    await person.press("Open the game");
    await person.sees(/^This account has no coins yet/);
    expect(poor.asked).toEqual([]);

    const lost = new Owner();
    await lost.paid();
    const elsewhere = await open();
    await connect(elsewhere, lost, "cosmoshub-4");
    await elsewhere.go("new");
    await elsewhere.press("Open the game");
    await elsewhere.sees("The wallet's signature does not verify. Is it on the right account?");
    const { sequence } = (await new Node(address).account(lost.address))!;
    expect(sequence).toBe(0n);
  });
});
