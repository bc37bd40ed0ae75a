// Keys of the browser, and extensions. An extension here is an object with the documented interface over a test key,
// not Keplr or Leap.

import { describe, expect, test, vi } from "vitest";
import { base64 } from "#client/base";
import { aminoBytes, aminoDoc, directBytes, directDoc, type Signing, type StdSignDoc } from "#client/chain/tx";
import { MsgConcedeSchema } from "#client/gen/battleship/v1/tx_pb";
import { create, type Message } from "#client/proto/codec";
import { boardText, signDocument } from "#client/rules/vault";
import { KeyWallet } from "#client/wallet/key";
import { addressOf, publicKeyOf, signRaw } from "#client/wallet/keys";
import { areWords, newWords, readWordList } from "#client/wallet/words";
import { repository } from "../packages/client/test/files";
import { browserWallet, forget, importWords, keptWallet, keptWords } from "../src/wallet/browser";
import { chainInfo, connect, remember, remembered, type WalletApi, walletApi } from "../src/wallet/keplr";

const key = new Uint8Array(32).fill(7);
const list = readWordList(repository("web/public/words.txt"));
const info = chainInfo("battleship-devnet-1", "http://127.0.0.1:26657", "http://127.0.0.1:1317");

/** mock is an object with the documented interface over a test key. It counts its questions to the owner. */
function mock(options: { ledger?: boolean; refuse?: boolean; other?: boolean } = {}) {
  const asked: string[] = [];
  const ask = (what: string) => {
    asked.push(what);
    if (options.refuse) {
      throw new Error("Request rejected");
    }
  };
  const signer = options.other ? new Uint8Array(32).fill(8) : key;
  const answer = (bytes: Uint8Array) => ({
    signature: base64.encode(signRaw(signer, bytes)),
    pub_key: { type: "tendermint/PubKeySecp256k1", value: base64.encode(publicKeyOf(key)) },
  });
  const api: WalletApi = {
    experimentalSuggestChain: async () => undefined,
    enable: async () => undefined,
    getKey: async () => ({
      name: "alice",
      bech32Address: addressOf(publicKeyOf(key)),
      pubKey: publicKeyOf(key),
      isNanoLedger: options.ledger ?? false,
    }),
    signDirect: async (_chain, _signer, doc) => {
      ask("direct");
      const signed = doc as Parameters<typeof directBytes>[0];
      return { signed, signature: answer(directBytes(signed)) };
    },
    signAmino: async (_chain, _signer, doc: StdSignDoc) => {
      ask("amino");
      return { signed: doc, signature: answer(aminoBytes(doc)) };
    },
    signArbitrary: async (_chain, address, text) => {
      ask("text");
      return answer(signDocument(address, text));
    },
  };
  return { api, asked };
}

const signing: Signing = {
  chainId: info.chainId,
  publicKey: publicKeyOf(key),
  accountNumber: 3n,
  sequence: 9n,
};
const messages: Message[] = [create(MsgConcedeSchema, { sender: addressOf(publicKeyOf(key)), gameId: 5n })];
const envelope = { gas: 100_000n, fee: [{ denom: "uanchor", amount: "100" }] };

describe("an extension", () => {
  test("signs the bytes that the browser's own key would sign", async () => {
    const wallet = await connect("keplr", mock().api, info);
    expect(wallet.address).toBe(new KeyWallet(key).address);
    expect(await wallet.sign(signing, messages, envelope)).toEqual(
      await new KeyWallet(key).sign(signing, messages, envelope),
    );
    const text = boardText(info.chainId, wallet.address, 0n);
    expect(await wallet.signText(text)).toEqual(await new KeyWallet(key).signText(text));
  });

  test("signs amino JSON for a Ledger", async () => {
    const { api, asked } = mock({ ledger: true });
    const wallet = await connect("keplr", api, info);
    const tx = await wallet.sign(signing, messages, envelope);
    expect(asked).toEqual(["amino"]);
    const signature = signRaw(key, aminoBytes(aminoDoc(signing, messages, envelope)));
    expect(tx.slice(-64)).toEqual(signature);
  });

  test("that refuses is reported in a sentence, and nothing is sent", async () => {
    const wallet = await connect("leap", mock({ refuse: true }).api, info);
    await expect(wallet.sign(signing, messages, envelope)).rejects.toThrow("Nothing was signed");
    await expect(wallet.signText("x")).rejects.toThrow("Nothing was signed");
  });

  test("that signs with another account is found out", async () => {
    const wallet = await connect("keplr", mock({ other: true }).api, info);
    await expect(wallet.sign(signing, messages, envelope)).rejects.toThrow("does not verify");
    await expect(wallet.signText("x")).rejects.toThrow("does not verify");
  });

  test("that signs other messages than it was shown is found out, though its signature verifies", async () => {
    const { api } = mock();
    const other = directDoc(signing, [create(MsgConcedeSchema, { gameId: 6n })], envelope);
    const { signDirect } = api;
    api.signDirect = (chain, signer) => signDirect(chain, signer, other);
    const wallet = await connect("keplr", api, info);
    await expect(wallet.sign(signing, messages, envelope)).rejects.toThrow("something else than it was asked to");
  });

  test.each([
    ["fee", { fee: { amount: [{ denom: "uanchor", amount: "999999" }], gas: "100000" } }],
    ["memo", { memo: "x" }],
  ])("that changes the %s of what a Ledger signs is found out", async (_, changed) => {
    const { api } = mock({ ledger: true });
    const { signAmino } = api;
    api.signAmino = (chain, signer, doc) => signAmino(chain, signer, { ...doc, ...changed });
    const wallet = await connect("keplr", api, info);
    await expect(wallet.sign(signing, messages, envelope)).rejects.toThrow("changed fee or memo");
  });

  test.each(["battleship-internal-testnet-3", "b".repeat(30), "short-1"])("is offered %s in its schema", (id) => {
    const { chainId, chainName } = chainInfo(id, "http://a", "http://b");
    expect(chainId).toBe(id);
    expect(chainName.length).toBeLessThanOrEqual(30); // as in Keplr's schema
    expect(chainName).toContain(id);
  });

  test("is not asked for a chain whose id is longer than its schema allows", async () => {
    const { api } = mock();
    const suggested = vi.spyOn(api, "experimentalSuggestChain");
    const long = connect("keplr", api, chainInfo("b".repeat(31), "http://a", "http://b"));
    await expect(long).rejects.toThrow("Wallets take chain ids of at most 30 characters");
    expect(suggested).not.toHaveBeenCalled();
  });

  test("is known after a reload without being asked, signs then, and is another chain's no more", async () => {
    const kept = storage();
    const { api, asked } = mock();
    remember(await connect("keplr", api, info), kept);
    const getKey = vi.spyOn(api, "getKey");
    const wallet = remembered(info.chainId, kept, { keplr: api })!;
    expect(wallet).toMatchObject({ kind: "keplr", address: addressOf(publicKeyOf(key)) });
    expect(getKey).not.toHaveBeenCalled();
    expect(asked).toEqual([]);
    await wallet.sign(signing, messages, envelope);
    expect(asked).toEqual(["direct"]);
    await expect(remembered(info.chainId, kept, {})!.signText("x")).rejects.toThrow("not in this browser any more");
    expect(remembered("other-1", kept)).toBeUndefined();
    expect(remembered(info.chainId, storage())).toBeUndefined();
  });

  test("is found by its name in the page", () => {
    const { api } = mock();
    expect(walletApi("keplr", { keplr: api })).toBe(api);
    expect(walletApi("leap", { keplr: api })).toBeUndefined();
  });
});

/** storage is a Storage in memory. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage;
}

describe("a key of the browser", () => {
  test("is made once, kept, and brought in by its words", () => {
    const [mine, yours] = [storage(), storage()];
    const wallet = browserWallet(list, mine);
    expect(browserWallet(list, mine).address).toBe(wallet.address);
    expect(browserWallet(list, yours).address).not.toBe(wallet.address);
    const words = keptWords(mine)!;
    expect(words.split(" ")).toHaveLength(12);
    expect(importWords(list, `  ${words.toUpperCase().replaceAll(" ", "\n")} `, yours)?.address).toBe(wallet.address);
    expect(browserWallet(list, yours).address).toBe(wallet.address);
  });

  test("is forgotten together with its words", () => {
    const mine = storage();
    browserWallet(list, mine);
    forget(mine);
    expect([keptWallet(mine), keptWords(mine)]).toEqual([undefined, undefined]);
  });

  test("is not replaced by invalid words", () => {
    const mine = storage();
    const { address } = browserWallet(list, mine);
    for (const words of ["", "legal winner thank", newWords(list).replace(/^\w+/, "battleship")]) {
      expect(areWords(list, words)).toBe(false);
      expect(importWords(list, words, mine)).toBeUndefined();
    }
    expect(browserWallet(list, mine).address).toBe(address);
  });
});
