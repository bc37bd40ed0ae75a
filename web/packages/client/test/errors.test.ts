// Every refusal has a sentence of its own, and nothing of a log reaches the player.

import { expect, test } from "vitest";
import { BadAnswer, explain, NoNode, Refusal, sentence, sentences } from "../src/chain/errors.js";
import { Node } from "../src/chain/node.js";
import { repository } from "./files.js";

const registered = [...repository("x/battleship/types/errors.go").matchAll(/errors\.Register\(ModuleName, (\d+),/g)];
const codes = registered.map((match) => Number(match[1]));

// After a restart a node answers 500 until its first block, and the page gave a shot up that it could have sent.
test("a node that cannot answer yet is asked again, and one that never can is not", async () => {
  const message = "codespace sdk code 26: invalid height: context did not contain latest block height";
  for (const status of [500, 502, 503, 504]) {
    const node = new Node("", async () => Response.json({ code: 2, message }, { status }));
    await expect(node.json("/"), String(status)).rejects.toBeInstanceOf(NoNode);
  }
  for (const status of [400, 501]) {
    const node = new Node("", async () => Response.json({ code: 12, message }, { status }));
    await expect(node.json("/"), String(status)).rejects.toBeInstanceOf(BadAnswer);
  }
});

test("each code that the module registers has a sentence, and no other", () => {
  expect(codes.length).toBeGreaterThan(40);
  expect(Object.keys(sentences.battleship!).map(Number)).toEqual(codes);
});

test("each code of the SDK that clients meet has a sentence", () => {
  const table = repository("docs/clients.md").matchAll(/^\| (\d+) \| [^|]+\| [^|]+\|$/gm);
  const met = [...table].map((match) => Number(match[1]));
  expect(met).toContain(32);
  for (const code of met) {
    expect(sentences.sdk, String(code)).toHaveProperty(String(code));
  }
});

test("every sentence is one for people: short, ended, and said once", () => {
  for (const [codespace, byCode] of Object.entries(sentences)) {
    for (const [code, text] of Object.entries(byCode)) {
      expect(text, `${codespace} ${code}`).toMatch(/^[A-Z].{10,140}[.?]$/);
    }
  }
  const module = Object.values(sentences.battleship!);
  expect(new Set(module).size).toBe(module.length);
});

test("a codespace of a hostile node is not shown as it came", () => {
  expect(sentence("<img src=x>", 3)).not.toContain("<");
  expect(explain(new Refusal("feegrant", 5))).toContain("Allow");
  expect(explain(new Error("panic: \u0001\u0002 at 0x7f"))).not.toContain("panic");
});
