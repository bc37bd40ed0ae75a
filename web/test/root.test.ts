// How a trusted block is read from what people paste.

import { expect, test } from "vitest";
import { readRoot } from "../src/play/root";

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
