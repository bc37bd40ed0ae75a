// Sending a transaction through whatever a node does: each of these has happened.

import { describe, expect, test, vi } from "vitest";
import { base64 } from "../src/base.js";
import { BadAnswer, explain, NoNode, NotFound, type Refusal } from "../src/chain/errors.js";
import { Node, txHash } from "../src/chain/node.js";
import { Submitter } from "../src/chain/submit.js";
import { MsgConcedeSchema } from "../src/gen/battleship/v1/tx_pb.js";
import { AuthInfoSchema, TxRawSchema } from "../src/gen/cosmos/tx/v1beta1/tx_pb.js";
import { create, fromBinary, type Message } from "../src/proto/codec.js";
import { KeyWallet } from "../src/wallet/key.js";

const wallet = new KeyWallet(new Uint8Array(32).fill(7));
const message: Message = create(MsgConcedeSchema, { sender: wallet.address, gameId: 5n });

interface Fake {
  /** broadcasts are the received transactions, with the sequence that each was signed for. */
  broadcasts: { hash: string; sequence: bigint }[];
  sequence: bigint;
  height: number;
  /** onBroadcast decides the node's answer; 0 takes it. "down" does not answer. */
  onBroadcast: (n: number) => { codespace?: string; code: number } | "down";
  /** blockAfter is the number of looks that a transaction waits for its block; its code there is blockCode. */
  blockAfter: number;
  blockCode: number;
  looks: number;
}

function fake(changes: Partial<Fake> = {}): { state: Fake; node: Node; send: Submitter } {
  const state: Fake = {
    broadcasts: [],
    sequence: 3n,
    height: 100,
    onBroadcast: () => ({ code: 0 }),
    blockAfter: 1,
    blockCode: 0,
    looks: 0,
    ...changes,
  };
  const taken = new Set<string>();
  const answer = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  const node = new Node("", async (url, init) => {
    if (url.includes("/account_info/")) {
      return answer({ info: { account_number: "1", sequence: String(state.sequence) } });
    }
    if (url.endsWith("/config")) {
      return answer({ minimum_gas_price: "0.001uanchor,0.001uship" });
    }
    if (url.endsWith("/status")) {
      return answer({ height: String(state.height), timestamp: "2026-01-01T00:00:00Z" });
    }
    if (init?.method === "POST") {
      const tx = base64.decode((JSON.parse(String(init.body)) as { tx_bytes: string }).tx_bytes);
      const { authInfoBytes } = fromBinary(TxRawSchema, tx);
      const { sequence } = fromBinary(AuthInfoSchema, authInfoBytes).signerInfos[0]!;
      state.broadcasts.push({ hash: txHash(tx), sequence });
      const said = state.onBroadcast(state.broadcasts.length);
      if (said === "down") {
        throw new TypeError("fetch failed");
      }
      if (said.code === 0) {
        taken.add(txHash(tx));
      }
      return answer({ tx_response: { codespace: "", ...said } });
    }
    state.looks++;
    const hash = /'(\w+)'/.exec(decodeURIComponent(url))![1]!;
    if (!taken.has(hash) || state.looks < state.blockAfter) {
      return answer({ txs: [], tx_responses: [] });
    }
    const failed = state.blockCode !== 0;
    return answer({
      tx_responses: [
        {
          height: "101",
          code: state.blockCode,
          codespace: failed ? "battleship" : "",
          data: "",
          events: [],
        },
      ],
    });
  });
  return { state, node, send: new Submitter(node, "battleship-devnet-1", wallet, async () => undefined) };
}

test("a transaction is sent once, requested until it is in a block, and reported in stages", async () => {
  const { state, send } = fake({ blockAfter: 4 });
  const stages: string[] = [];
  const receipt = await send.send([message], { onStage: (stage, height) => stages.push(`${stage} ${height ?? ""}`) });
  expect(stages).toEqual(["signing ", "sent ", "in a block 101"]);
  expect(state.broadcasts).toHaveLength(1);
  expect(receipt.hash).toBe(state.broadcasts[0]!.hash);
});

test("nothing is asked between a click and its transaction, if it was prepared for", async () => {
  const { node, state, send } = fake();
  await send.prepare();
  const asked: string[] = [];
  const account = node.account.bind(node);
  node.account = async (address) => {
    asked.push("account");
    return account(address);
  };
  node.gasPrice = async () => {
    throw new Error("asked for the price");
  };
  await send.send([message]);
  expect(asked).toEqual([]);
  expect(state.broadcasts.map(({ sequence }) => sequence)).toEqual([3n]);
});

test("a transaction whose effect was seen is not requested, and counts for the account's sequence", async () => {
  const { state, send } = fake({ blockAfter: Number.POSITIVE_INFINITY });
  const stages: string[] = [];
  const onStage = (stage: string, height?: bigint) => stages.push(`${stage} ${height ?? ""}`);
  const receipt = await send.send([message], { happened: Promise.resolve(77n), onStage });
  expect(receipt).toMatchObject({ height: 77n, hash: state.broadcasts[0]!.hash });
  expect(stages).toEqual(["signing ", "sent ", "in a block 77"]);
  expect(state.looks).toBe(0);
  await send.send([message], { happened: Promise.resolve(78n) });
  expect(state.broadcasts.map(({ sequence }) => sequence)).toEqual([3n, 4n]);
});

test("a transaction that fails in a block is found, though its effect is never seen", async () => {
  const { state, send } = fake({ blockCode: 20 });
  const sent = send.send([message], { happened: new Promise<bigint>(() => undefined) });
  await expect(sent).rejects.toMatchObject({ codespace: "battleship", code: 20, height: 101n });
  expect(state.looks).toBe(1);
});

test("those of one account wait for each other, and each has the next sequence", async () => {
  const { state, send } = fake();
  await Promise.all([send.send([message]), send.send([message]), send.send([message])]);
  expect(state.broadcasts.map(({ sequence }) => sequence)).toEqual([3n, 4n, 5n]);
});

test("a sequence that another program has used is requested again, and the message signed anew", async () => {
  const { state, send } = fake({
    onBroadcast: (n) => {
      if (n === 1) {
        state.sequence = 8n;
        return { codespace: "sdk", code: 32 };
      }
      return { code: 0 };
    },
  });
  await send.send([message]);
  expect(state.broadcasts.map(({ sequence }) => sequence)).toEqual([3n, 8n]);
});

test("a node that is away for a while gets the same bytes again, and nothing else", async () => {
  const { state, send } = fake({ onBroadcast: (n) => (n < 10 ? "down" : { code: 0 }) });
  await send.send([message]);
  expect(state.broadcasts).toHaveLength(10);
  expect(new Set(state.broadcasts.map(({ hash }) => hash)).size).toBe(1);
});

test("a node that was killed with a transaction that it had taken gets it again as soon as it is back", async () => {
  const { node, state, send } = fake({ blockAfter: 2 });
  let away = 3;
  const tx = node.tx.bind(node);
  node.tx = async (hash) => {
    if (away-- > 0) {
      throw new NoNode();
    }
    return state.broadcasts.length < 2 ? undefined : tx(hash); // the node has forgotten the transaction
  };
  await send.send([message]);
  expect(state.broadcasts.length).toBeLessThan(6);
  expect(away).toBeGreaterThan(-5);
  expect(new Set(state.broadcasts.map(({ hash }) => hash)).size).toBe(1);
});

test("a transaction that the node has already is not a failure", async () => {
  const { state, send } = fake({
    onBroadcast: (n) => (n === 1 ? "down" : n === 2 ? { code: 0 } : { codespace: "sdk", code: 19 }),
    blockAfter: 3,
  });
  await send.send([message]);
  expect(state.broadcasts.length).toBeGreaterThanOrEqual(2);
});

test("a node that is full, or has just started, is asked again", async () => {
  const { state, send } = fake({
    onBroadcast: (n) => (n < 4 ? { codespace: "sdk", code: n < 2 ? 26 : 20 } : { code: 0 }),
  });
  await send.send([message]);
  expect(state.broadcasts).toHaveLength(4);
});

test("a refusal before a block and one in a block are distinguished", async () => {
  const refused = fake({ onBroadcast: () => ({ codespace: "sdk", code: 5 }) });
  await expect(refused.send.send([message])).rejects.toMatchObject({ codespace: "sdk", code: 5, height: undefined });
  expect(refused.state.broadcasts).toHaveLength(1);

  const failed = fake({ blockCode: 20 });
  const error = await failed.send.send([message]).catch((e: unknown) => e as Refusal);
  expect(error).toMatchObject({ codespace: "battleship", code: 20, height: 101n });
  expect((error as Refusal).overtaken).toBe(true);
  await failed.send.send([message]).catch(() => undefined);
  expect(failed.state.broadcasts.map(({ sequence }) => sequence)).toEqual([3n, 3n]); // as the chain says, which is asked
});

test.each([150, 151])(
  "a transaction that can be in the last block, or has failed after it, is waited for: %d",
  async (height) => {
    const { send } = fake({ blockAfter: 3, height });
    expect((await send.send([message], { lastHeight: 150n })).height).toBeGreaterThan(0n);
  },
);

test("a transaction that has missed its last block is given up, for it can never be in one", async () => {
  const { send } = fake({ blockAfter: Number.POSITIVE_INFINITY, height: 200 });
  await expect(send.send([message], { lastHeight: 150n })).rejects.toMatchObject({ codespace: "sdk", code: 30 });
});

describe("a node", () => {
  const says = (status: number, body: string) => new Node("", async () => new Response(body, { status }));

  test.each<[string, Node, string]>([
    ["that is away", new Node("", () => Promise.reject(new TypeError("x"))), NoNode.name],
    ["behind a proxy that cannot reach it", says(502, "<html>"), NoNode.name],
    ["that is a web server", says(200, "<!doctype html>"), BadAnswer.name],
    ["that knows no such game", says(404, '{"code":5,"message":"x","details":[]}'), NotFound.name],
    ["that refuses the question", says(400, '{"code":3,"message":"<b>x","details":[]}'), BadAnswer.name],
    ["of another release", says(200, '{"game":7}'), BadAnswer.name],
  ])("%s", async (_, node, name) => {
    const error = await node.game(1n).then(
      () => new Error("no failure"),
      (e: unknown) => e as Error,
    );
    expect(error.name).toBe(name);
    expect(explain(error)).not.toContain("<");
  });

  test("whose answer is cut off is away, and one that answers otherwise is none", async () => {
    const cut = new ReadableStream({
      pull: (body) => {
        body.enqueue(new TextEncoder().encode('{"height":"7"'));
        body.error(new TypeError("network error"));
      },
    });
    await expect(new Node("", async () => new Response(cut)).json("/x")).rejects.toMatchObject({ name: NoNode.name });
    await expect(says(200, '{"height":"7"').json("/x")).rejects.toMatchObject({ name: BadAnswer.name });
  });

  test("that is busy is asked again, and given up after three tries", async () => {
    vi.useFakeTimers();
    try {
      const answers = [429, 429, 200, 429, 429, 429];
      const busy = new Node("", async () => new Response('{"height":"7"}', { status: answers.shift()! }));
      const first = busy.json("/x");
      await vi.runAllTimersAsync();
      expect(await first).toEqual({ height: "7" });
      const second = busy.json("/x").catch((e: unknown) => e as Error);
      await vi.runAllTimersAsync();
      expect(await second).toMatchObject({ name: BadAnswer.name, message: "The node is busy. Try again in a moment." });
      expect(answers).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("that asks for fees in another coin gets the usual price in the coin of fees", async () => {
    const asks = (price: string) => says(200, JSON.stringify({ minimum_gas_price: price })).gasPrice();
    const usual = { denom: "uanchor", micro: 1000n };
    // A tenth of a smallest unit can be a cent or a house.
    expect(await asks("0.1ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2")).toEqual(usual);
    expect(await asks("0.1uship")).toEqual(usual);
    expect(await asks("0.1uship,0.002uanchor")).toEqual({ denom: "uanchor", micro: 2000n });
  });

  test("has no result of a game in play, though a later one has ended", async () => {
    const later = says(200, '{"results":[{"game_id":"8"}]}');
    expect(await later.ended(7n)).toBeUndefined();
    expect((await later.ended(8n))?.gameId).toBe(8n);
  });

  test("answers in the names of the definitions", async () => {
    const game = '{"game":{"id":"18446744073709551615","ruleset_id":1},"progress":{"phase":"PHASE_PLAY"},"height":"7"}';
    const read = await says(200, game).game(1n);
    expect(read.game?.id).toBe(18446744073709551615n);
    expect(read.progress?.phase).toBe(3);
  });
});
