// A player who is kept out of blocks offers more, as far as the move is worth it, and pays for one of them.

import { expect, test, vi } from "vitest";
import { base64 } from "../src/base.js";
import { Node, txHash } from "../src/chain/node.js";
import { type Bid, Submitter, type TxSigner } from "../src/chain/submit.js";
import type { Envelope } from "../src/chain/tx.js";
import { mostFees } from "../src/game/bid.js";
import { MsgConcedeSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { create, type Message } from "../src/proto/codec.js";
import { KeyWallet } from "../src/wallet/key.js";

const wallet = new KeyWallet(new Uint8Array(32).fill(7));
const message: Message = create(MsgConcedeSchema, { sender: wallet.address, gameId: 5n });

interface Signed {
  readonly sequence: string;
  readonly fee: number;
  readonly until?: string;
  readonly timeoutHeight?: string;
}

/** A chain that makes a block whenever it is asked for the last one, and now and then, and takes what `takes` says. */
function chain(
  takes: (tx: Signed, height: number) => boolean,
  code: (tx: Signed) => number = () => 0,
  refuses = false,
) {
  let height = 10;
  let sequence = 3;
  const waiting = new Map<string, { tx: Signed; raw: string }>();
  const done = new Map<string, { height: number; code: number }>();
  const blocks = new Map<number, string[]>();
  const signed: Signed[] = [];
  let looks = 0;
  const answer = (body: unknown) => new Response(JSON.stringify(body));
  const next = () => {
    height++;
    const txs: string[] = [];
    for (const [hash, { tx, raw }] of waiting) {
      if (takes(tx, height)) {
        waiting.delete(hash);
        done.set(hash, { height, code: code(tx) });
        txs.push(raw);
        if (!tx.until) sequence++;
      }
    }
    blocks.set(height, txs);
  };
  const node = new Node("", async (url, init) => {
    if (url.includes("/account_info/")) {
      return answer({ info: { account_number: "1", sequence: String(sequence) } });
    }
    if (url.endsWith("/config")) {
      return answer({ minimum_gas_price: "0.001uanchor" });
    }
    if (url.endsWith("/status")) {
      return answer({ height: String(height), timestamp: "2026-01-01T00:00:00Z" });
    }
    const block = /\/blocks\/(\w+)$/.exec(url);
    if (block) {
      if (block[1] === "latest") next();
      const at = block[1] === "latest" ? height : Number(block[1]);
      const time = new Date(1767225600000 + at * 1000).toISOString();
      return answer({ block: { header: { height: String(at), time }, data: { txs: blocks.get(at) ?? [] } } });
    }
    if (init?.method === "POST") {
      const raw = (JSON.parse(String(init.body)) as { tx_bytes: string }).tx_bytes;
      const bytes = base64.decode(raw);
      const tx = JSON.parse(new TextDecoder().decode(bytes)) as Signed;
      if (refuses && tx.until) return answer({ tx_response: { codespace: "feegrant", code: 2 } });
      if (!done.has(txHash(bytes))) waiting.set(txHash(bytes), { tx, raw });
      return answer({ tx_response: { code: 0 } });
    }
    if (++looks % 100 === 0) next(); // time passes whether or not blocks are read
    const found = done.get(/'(\w+)'/.exec(decodeURIComponent(url))![1]!);
    const response = found && { height: String(found.height), code: found.code, codespace: "battleship", data: "" };
    return answer({ tx_responses: response ? [response] : [] });
  });
  const signer: TxSigner = {
    address: wallet.address,
    publicKey: wallet.publicKey,
    async sign(signing, _messages, envelope: Envelope) {
      const tx: Signed = {
        sequence: String(signing.sequence),
        fee: Number(envelope.fee[0]!.amount),
        ...(envelope.until && { until: envelope.until.toISOString() }),
        ...(envelope.timeoutHeight && { timeoutHeight: String(envelope.timeoutHeight) }),
      };
      signed.push(tx);
      return new TextEncoder().encode(JSON.stringify(tx));
    },
  };
  return { signed, submitter: new Submitter(node, "battleship-devnet-1", signer, async () => undefined) };
}

const bid = (most: bigint): Bid => ({ most, spent: 0n });

test("a transaction kept out of blocks is sent again at twice the price, unordered, until a block holds it", async () => {
  const { signed, submitter } = chain((tx) => tx.fee > 400);
  const stages: string[] = [];
  const receipt = await submitter.send([message], {
    bid: bid(10_000n),
    lastHeight: 90n,
    onStage: (stage) => stages.push(stage),
  });
  expect(receipt.height).toBeGreaterThan(13n);
  const [first, ...bids] = signed;
  expect(first!.until).toBeUndefined();
  expect(bids.map(({ fee }) => Math.round(fee / first!.fee))).toEqual([2, 4]);
  expect(new Set(bids.map(({ until }) => until)).size).toBe(2);
  // After block 89 a node takes nothing that times out in block 90, the last one in which this makes sense.
  expect(signed.every(({ timeoutHeight }) => timeoutHeight === "91")).toBe(true);
  expect(stages).toEqual(["signing", "sent", "outbid", "outbid", "in a block"]);
});

test("all bids together cost no more than they may", async () => {
  const { signed, submitter } = chain((_, height) => height > 40);
  const most = bid(700n);
  await submitter.send([message], { bid: most });
  expect(signed.map(({ fee }) => fee)).toEqual([105, 218, 377]); // the last fee is the rest of the bid
  expect(most.spent).toBe(700n);
});

test("a bid that the node refuses is the last one, and the first offer is still waited for", async () => {
  const { signed, submitter } = chain(
    (_, height) => height > 20,
    () => 0,
    true,
  );
  await submitter.send([message], { bid: bid(10_000n) });
  expect(signed.map(({ until }) => until !== undefined)).toEqual([false, true]);
});

test("a bid lives five minutes, which the chain allows, and is not made if the clock cannot measure them", async () => {
  const begun = 1767225600000;
  const late = chain((tx) => tx.until !== undefined);
  await late.submitter.send([message], { bid: bid(10_000n) });
  const life = new Date(late.signed[1]!.until!).getTime() - begun;
  expect(life).toBeGreaterThan(300_000);
  expect(life).toBeLessThan(400_000);
  vi.useFakeTimers({ now: begun - 3_600_000, toFake: ["Date"] }); // this machine's clock is an hour behind
  try {
    const ahead = chain((_, height) => height > 20);
    await ahead.submitter.send([message], { bid: bid(10_000n) });
    expect(ahead.signed).toHaveLength(1);
  } finally {
    vi.useRealTimers();
  }
});

test("without a bid a transaction is handed in as it is", async () => {
  const { signed, submitter } = chain((_, height) => height > 20);
  await submitter.send([message], {});
  expect(signed.length).toBe(1);
});

test("a transaction in a block is not outbid, though the node does not find it yet", async () => {
  const { signed, submitter } = chain((_, height) => height > 11);
  await submitter.send([message], { bid: bid(10_000n) });
  expect(signed.length).toBe(1);
});

test("behind one that is stuck the next goes without a place in line", async () => {
  const { signed, submitter } = chain((tx) => tx.until !== undefined);
  await submitter.send([message], { bid: bid(10_000n) });
  const before = signed.length;
  await submitter.send([message], { bid: bid(10_000n) });
  expect(signed[before]!.until).toBeDefined();
});

test("of several offers the one that has happened counts, not those that came too late", async () => {
  const { submitter } = chain(
    (_, height) => height > 13,
    (tx) => (tx.until ? 0 : 20),
  );
  const receipt = await submitter.send([message], { bid: bid(10_000n) });
  expect(receipt.height).toBe(14n);
});

test("a move is worth a twentieth of the payments for the game, in bounds", () => {
  const ship = { denom: "uship", amount: "42000000" };
  const price = { denom: "uanchor", amount: "500000" };
  expect(mostFees([], false, price)).toBe(10_000n);
  expect(mostFees([], true, price)).toBe(50_000n);
  expect(mostFees([ship], false, price)).toBe(1_000_000n); // 1.05 ANCHOR
  expect(mostFees([{ denom: "uanchor", amount: "2000000" }], false, undefined)).toBe(100_000n);
  expect(mostFees([{ denom: "ibc/1", amount: "9".repeat(30) }], false, price)).toBe(10_000n);
});

// A node that says again and again that the account has sent something else meanwhile can keep each of the transactions.
test("a node that takes nothing is not given one transaction after the other", async () => {
  let [sequence, cost] = [0n, 0n];
  class Liar extends Node {
    override account = async () => ({ number: 1n, sequence: sequence++ });
    override gasPrice = async () => ({ denom: "uanchor", micro: 100_000n });
    override broadcast = async () => ({ codespace: "sdk", code: 32 });
    override tx = async () => undefined;
  }
  const signer: TxSigner = {
    address: wallet.address,
    publicKey: wallet.publicKey,
    sign: async (_signing, _messages, envelope) => {
      cost += BigInt(envelope.fee[0]!.amount);
      return new Uint8Array([Number(sequence)]);
    },
  };
  const submitter = new Submitter(new Liar(), "x", signer, async () => undefined);
  const bid: Bid = { most: mostFees([], false, undefined), spent: 0n };
  const said: string[] = [];
  for (let i = 0; i < 10; i++) {
    await submitter.send([message], { bid }).catch((error: Error) => said.push(error.message));
  }
  const one = 10_500n; // 105,000 gas at the most that is paid for one
  expect(cost).toBeLessThanOrEqual(bid.most + 5n * one);
  expect(said.at(-1)).toContain("No more is paid for it");
});
