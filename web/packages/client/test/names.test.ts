import { expect, test } from "vitest";
import { generatedName, isName, words } from "../src/rules/names";
import { json } from "./files";

interface Vectors {
  Words: string[][];
  Generated: { Address: string; Name: string }[];
  Allowed: string[];
  Reserved: string[];
  Malformed: string[];
}
const recorded = json<Vectors>("game/name/testdata/vectors.json");

test("the words of generated names are those of Go, and so are the names", () => {
  expect(words).toEqual(recorded.Words);
  expect(recorded.Generated.length).toBeGreaterThan(50);
  for (const { Address, Name } of recorded.Generated) {
    expect(generatedName(Address)).toBe(Name);
    expect(isName(Name)).toBe(false);
  }
});

test("a text has the form of a name here as it has in Go", () => {
  for (const text of [...recorded.Allowed, ...recorded.Reserved]) {
    expect(isName(text), text).toBe(true);
  }
  const others = [
    "a\n",
    "abc\n",
    "a\u0000b",
    "b\u00f6b",
    "bob\u200b",
    "<b>",
    "ab_",
    "123",
    "ship1-otter",
    "a".repeat(21),
  ];
  for (const text of [...recorded.Malformed, ...others]) {
    expect(isName(text), text).toBe(false);
  }
});
