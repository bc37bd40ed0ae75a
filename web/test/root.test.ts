// The sources of a trusted block: pasted text, the page's storage, and the file of its server.

import { afterEach, expect, test, vi } from "vitest";
import { namedBy, readConfig } from "../src/play/config";
import { readRoot, rootAt, rootsIn, strangerThan } from "../src/play/root";

const hash = "5A0C".repeat(16);

test.each([
  `81234 ${hash}`,
  `81234:${hash.toLowerCase()}`,
  `  81234,  ${hash} `,
  `to check answers of this node: --trust-height 81234 --trust-hash ${hash}`,
  `{"height": "81234", "hash": ${hash}`,
])("a block is read from %s", (text) => {
  expect(readRoot(text)).toEqual({ height: 81234n, hash });
});

test.each([
  "",
  "undefined undefined",
  hash,
  `81234 ${hash.slice(1)}`,
  `81234 ${hash}0`,
  `81234 ${"xy".repeat(32)}`,
  `81234${hash}`,
])("no block is read from %s", (text) => {
  expect(readRoot(text)).toBeUndefined();
});

test("regression: a node that names another chain does not make the page forget the trusted block", () => {
  const kept: Record<string, string> = { "battleship/settings": "{}", [rootAt("battleship-3")]: "" };
  expect(strangerThan(rootsIn(kept), "battleship-1")).toBe("");
  kept[rootAt("battleship-1")] = `5 ${hash}`;
  expect(rootsIn(kept)).toEqual(new Map([["battleship-1", { height: 5n, hash }]]));
  expect(strangerThan(rootsIn(kept), "battleship-1")).toBe("");
  expect(strangerThan(rootsIn(kept), "battleship-2")).toContain("you trust a block of battleship-1, so nothing");
  kept[rootAt("battleship-2")] = `6 ${hash}`;
  expect(strangerThan(rootsIn(kept), "battleship-2")).toBe("");
});

afterEach(() => vi.unstubAllGlobals());
const answers = (status: number, body: string) => vi.stubGlobal("fetch", async () => new Response(body, { status }));

test("the page's file names its trusted block, and may be missing", async () => {
  answers(200, JSON.stringify({ trust: { height: "81234", hash } }));
  expect(namedBy(await readConfig())).toEqual({ height: 81234n, hash });
  answers(200, "{}");
  expect(namedBy(await readConfig())).toBeUndefined();
  answers(404, "not found");
  expect(await readConfig()).toEqual({});
});

test.each([
  [500, "{}"],
  [403, ""],
  [200, "<html>"],
  [200, "null"],
  [200, '{"trust":{"height":"81234"}}'],
  [200, '{"trust":null}'],
])("regression: the page trusts no node where its file cannot be read: %d %s", async (status, body) => {
  answers(status, body);
  await expect(readConfig()).rejects.toThrow("cannot be read");
});

test("regression: the page trusts no node where nothing answers for its file", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError()));
  await expect(readConfig()).rejects.toThrow("does not answer");
});
