// The duties of a player, as player/channelpolicy has recorded them.

import { expect, test } from "vitest";
import { decide } from "../../src/channel/policy.js";
import { readState } from "../../src/channel/state.js";
import { json } from "../files.js";
import { hex, rulesetNamed, seatNamed } from "./cast.js";

interface Row {
  name: string;
  ruleset: string;
  chain: string;
  off_chain: boolean;
  responded: string[];
  newest: string;
  base?: string;
  agreed?: boolean;
  unsure?: boolean;
  calm: string;
  out_of_patience: string;
  may_not_sign: string;
}

const rows = json<Row[]>("player/channelpolicy/testdata/vectors.json");

test("the table has its rows", () => {
  expect(rows.length).toBeGreaterThan(25);
});

test.each(rows)("$name", (row) => {
  const read = (bytes: string) => readState(rulesetNamed(row.ruleset), hex(bytes));
  const chain = {
    state: read(row.chain),
    offChain: row.off_chain,
    responded: row.responded.map((name) => seatNamed(name)!),
  };
  const newest = {
    state: read(row.newest),
    base: read(row.base ?? row.newest),
    agreed: row.agreed ?? false,
    unsure: row.unsure ?? false,
  };
  expect(decide(chain, newest, 0, false, false)).toBe(row.calm);
  expect(decide(chain, newest, 0, true, false)).toBe(row.out_of_patience);
  expect(decide(chain, newest, 0, false, true)).toBe(row.may_not_sign);
});
