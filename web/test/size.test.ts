// How much the built page may be, compressed: what a first visit loads.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const built = new URL("../dist/assets/", import.meta.url);
/** Only who plays with proven boards loads the prover. */
const prover = /^(prover|worker)\.js$/;

function packed(ending: string): number {
  return readdirSync(built)
    .filter((name) => name.endsWith(ending) && !prover.test(name))
    .reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, built)), { level: 9 }).length, 0);
}

test.for([
  [".js", 100_000],
  [".css", 10_000],
] as const)("all that ends in %s is at most %d bytes compressed", ([ending, most]) => {
  expect(packed(ending)).toBeGreaterThan(0);
  expect(packed(ending)).toBeLessThanOrEqual(most);
});
