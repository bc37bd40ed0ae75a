// The requests of a light client to servers, and how it reads their answers.

import { afterEach, describe, expect, test, vi } from "vitest";
import { base64 } from "../src/base.js";
import { bytesToHex } from "../src/bytes.js";
import { NoNode } from "../src/chain/errors.js";
import { keyOf, prefixes } from "../src/game/records.js";
import { LightChain } from "../src/light/chain.js";
import { bundled, direct, type Source } from "../src/light/source.js";
import { HonestChain } from "./honest.js";

const honest = new HonestChain("battleship-1");
const key = keyOf(prefixes.Results, Uint8Array.of(7));
honest.commit(2n, [[key, Uint8Array.of(1, 2, 3)]]);

let asked: string[] = [];

type Answer = { status?: number; body: unknown };

function serve(answer: (url: URL) => Promise<Answer> | Answer): void {
  vi.stubGlobal("fetch", async (text: string) => {
    asked.push(text);
    const { status = 200, body } = await answer(new URL(text, "http://page"));
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  asked = [];
});

/** read follows the chain by a source to the record, with its true value. */
const read = (source: Source) => new LightChain({ ...honest.trusted, source }).read(2n, [key]);

/** parts are the header and the record at a height as servers answer them. */
async function parts(height: bigint) {
  const [{ json }, [item]] = await honest.source.read(height, [key]);
  const ops = item!.steps.map(({ type, key, data }) => ({ type, key: base64.encode(key), data: base64.encode(data) }));
  return {
    signed_header: json.signed_header,
    validators: json.validator_set.validators as unknown[],
    item: { value: base64.encode(item!.value), proofOps: { ops } },
  };
}

describe("a server of the page", () => {
  test("answers with a header and records at once, without validators that are known", async () => {
    serve(async (url) => {
      const { signed_header, validators, item } = await parts(BigInt(url.searchParams.get("height")!));
      const items = url.searchParams.get("keys") ? [item] : [];
      return { body: { signed_header, items, ...(!url.searchParams.get("known") && { validators }) } };
    });
    expect(await read(bundled("/web/proofs"))).toEqual([Uint8Array.of(1, 2, 3)]);
    expect(asked).toEqual([
      "/web/proofs?height=2&keys=",
      expect.stringMatching(new RegExp(`^/web/proofs\\?height=3&keys=${bytesToHex(key)}&known=[0-9A-F]{64}$`)),
    ]);
  });

  test.each<[string, Answer, string]>([
    ["no such block", { status: 404, body: { error: "none" } }, "cannot prove"],
    ["nothing", { body: {} }, "cannot prove"],
    ["no header", { body: { items: [], validators: [] } }, "cannot prove"],
    ["more records", { body: { items: [{}] } }, "cannot prove"],
    ["no JSON", { body: "<html>" }, "does not answer"],
    ["an error", { status: 502, body: { error: "gone" } }, "does not answer"],
  ])("is refused with %s", async (_, answer, sentence) => {
    serve(() => answer);
    await expect(read(bundled("/web/proofs"))).rejects.toThrow(sentence);
  });

  test("that is gone is no liar", async () => {
    serve(() => Promise.reject(new Error("refused")));
    await expect(read(bundled("/web/proofs"))).rejects.toBeInstanceOf(NoNode);
  });
});

describe("the RPC of a node", () => {
  let total = 1;
  let code = 0;
  const rpc = async (url: URL): Promise<Answer> => {
    const height = BigInt(url.searchParams.get("height")!);
    switch (url.pathname) {
      case "/commit":
        return height > 3n
          ? { status: 500, body: { error: { message: "must be less than or equal to" } } }
          : { body: { result: { signed_header: (await parts(height)).signed_header } } };
      case "/validators": {
        const { validators } = await parts(height);
        return { body: { result: { validators, total: String(total) } } };
      }
      default:
        expect(url.searchParams.get("path")).toBe('"/store/battleship/key"');
        expect(url.searchParams.get("prove")).toBe("true");
        expect(url.searchParams.get("data")).toBe(`0x${bytesToHex(key)}`);
        return { body: { result: { response: { code, ...(await parts(height + 1n)).item } } } };
    }
  };

  test("is asked for a header, its validators page by page, and each record", async () => {
    serve(rpc);
    [total, code] = [1, 0];
    expect(await read(direct("http://node"))).toEqual([Uint8Array.of(1, 2, 3)]);
    expect(asked.map((url) => url.replace(/\?.*/, ""))).toEqual([
      "http://node/commit",
      "http://node/validators",
      "http://node/commit",
      "http://node/abci_query",
    ]);
    total = 2; // it shows the same one twice, which is not the set of the header
    await expect(read(direct("http://node"))).rejects.toThrow("cannot prove");
  });

  test("regression: is refused if its validators have no end", async () => {
    serve(rpc);
    [total, code] = [Number.POSITIVE_INFINITY, 0];
    await expect(read(direct("http://node"))).rejects.toThrow("cannot prove");
    expect(asked).toHaveLength(101);
  });

  test("is refused if it does not have the state any more", async () => {
    serve(rpc);
    [total, code] = [1, 26];
    await expect(read(direct("http://node"))).rejects.toThrow("cannot prove");
  });

  test("is asked again for a block that is yet to come", async () => {
    vi.useFakeTimers();
    let late = 2;
    serve((url) => (url.pathname === "/commit" && late-- > 0 ? { status: 500, body: { error: {} } } : rpc(url)));
    [total, code] = [1, 0];
    const reading = read(direct("http://node"));
    await vi.runAllTimersAsync();
    expect(await reading).toEqual([Uint8Array.of(1, 2, 3)]);
    vi.useRealTimers();
  });
});
