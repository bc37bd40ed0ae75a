import { expect, test } from "vitest";
import { notLoaded } from "../src/chain/errors.js";
import { Provers, WorkerMaker } from "../src/prover/provers.js";
import { rulesetById } from "../src/rules/rulesets.js";

test("a worker that does not answer in time is lost, and the next request starts another", async () => {
  let [started, ended] = [0, 0];
  const start = () => {
    started++;
    return { post: () => undefined, end: () => void ended++ };
  };
  const provers = new Provers(new WorkerMaker("prover.wasm.gz", start, 1));
  for (const n of [1, 2]) {
    await expect(provers.prepare({ ruleset: rulesetById(3)! })).rejects.toThrow(notLoaded);
    expect([started, ended]).toEqual([n, n]);
  }
});
