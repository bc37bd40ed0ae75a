// The compressed size of the built page: its first screen, and all of it.

import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const built = new URL("../dist/assets/", import.meta.url);
/** Games with proven boards load the prover. */
const prover = /^(prover|worker)\.js$/;

const read = (name: string) => readFileSync(new URL(name, built));
const packed = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);
const all = (ending: string) => readdirSync(built).filter((name) => name.endsWith(ending) && !prover.test(name));

/** withImports returns a file and all files that it imports before it runs. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (!found.has(name)) {
    found.add(name);
    for (const [, imported] of read(name)
      .toString()
      .matchAll(/\b(?:import|from)\s*["']\.\/([^"']+)["']/g)) {
      withImports(imported!, found);
    }
  }
  return found;
}

test("the scripts of the first screen are at most 90 kB compressed", () => {
  const size = packed(withImports("index.js"));
  expect(size).toBeGreaterThan(50_000);
  expect(size).toBeLessThanOrEqual(90_000);
});

test.for([
  [".js", 160_000],
  [".css", 10_000],
] as const)("all files that end in %s are at most %d bytes compressed", ([ending, most]) => {
  expect(packed(all(ending))).toBeGreaterThan(0);
  expect(packed(all(ending))).toBeLessThanOrEqual(most);
});
