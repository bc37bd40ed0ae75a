// The prover as it is committed, held to the vectors of game/zk: commitments and proofs.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../src/bytes.js";
import { notLoaded, Told } from "../src/chain/errors.js";
import { stopped } from "../src/prover/answer.js";
import { type Call, type ProverRequest, type ProverResult, start } from "../src/prover/load.js";
import { type ProvenBoard, Provers } from "../src/prover/provers.js";
import { commitToss } from "../src/rules/commitment.js";
import { parseFleet } from "../src/rules/fleet.js";
import { parseTile, rulesetById } from "../src/rules/rulesets.js";
import { json } from "./files.js";

interface Vectors {
  boards: {
    name: string;
    chain_id: string;
    player: string;
    nonce: number;
    ruleset_id: number;
    fleet: string;
    secret: string;
    commitment: string;
    toss_leaf: string;
    proof: string;
  }[];
  answers: {
    board: string;
    tile: string;
    hit: boolean;
    proof: string;
  }[];
  wrong_proofs: { board: string; tile?: string; hit?: boolean; proof: string; why: string }[];
}

const vectors = json<Vectors>("game/zk/testdata/vectors.json");

function boardOf(name: string) {
  const v = vectors.boards.find((board) => board.name === name)!;
  const ruleset = rulesetById(v.ruleset_id)!;
  const binding = { chainId: v.chain_id, player: hexToBytes(v.player), nonce: BigInt(v.nonce), ruleset };
  const request: ProverRequest = {
    do: "commit",
    ruleset: v.ruleset_id,
    chainId: v.chain_id,
    player: binding.player,
    nonce: String(v.nonce),
    fleet: v.fleet,
    secret: hexToBytes(v.secret),
    commitment: hexToBytes(v.commitment),
    tile: 0,
    hit: false,
    proof: hexToBytes(v.proof),
  };
  return { v, ruleset, binding, request };
}

describe("the program", () => {
  let call: Call;

  beforeAll(async () => {
    const program = readFileSync(new URL("../../../public/prover/prover.wasm.gz", import.meta.url));
    call = await start(new Uint8Array(program), () => undefined);
  });

  test.each(vectors.boards.map(({ name }) => name))(
    "commits as recorded, and accepts the recorded proof: %s",
    (name) => {
      const { v, binding, request } = boardOf(name);
      expect(bytesToHex(call(request).bytes!)).toBe(v.commitment);
      const fleet = parseFleet(binding.ruleset, v.fleet)!;
      expect(bytesToHex(commitToss(binding, fleet, request.secret))).toBe(v.toss_leaf);
      expect(call({ ...request, do: "verify board" }).error).toBeUndefined();
      expect(call({ ...request, do: "verify board", nonce: "99" }).error).toBeDefined();
    },
  );

  test.each(vectors.answers.map((v, i) => [i, v.board, v.tile] as const))("accepts recorded answer %i: %s %s", (i) => {
    const v = vectors.answers[i]!;
    const { ruleset, request } = boardOf(v.board);
    const asked = { ...request, tile: parseTile(ruleset, v.tile)!, hit: v.hit, proof: hexToBytes(v.proof) };
    expect(call({ ...asked, do: "verify answer" }).error).toBeUndefined();
    expect(call({ ...asked, do: "verify answer", hit: !v.hit }).error).toBeDefined();
    expect(bytesToHex(call({ ...asked, do: "answer" }).bytes!)).toBe(v.proof);
  });

  test.each(vectors.wrong_proofs.map((v, i) => [i, v.why] as const))("refuses wrong proof %i: %s", (i) => {
    const v = vectors.wrong_proofs[i]!;
    const { ruleset, request } = boardOf(v.board);
    const asked = { ...request, proof: hexToBytes(v.proof) };
    const answer = v.tile && { do: "verify answer" as const, tile: parseTile(ruleset, v.tile)!, hit: v.hit ?? false };
    expect(call({ ...asked, ...(answer || { do: "verify board" as const }) }).error).toBeDefined();
  });

  test.each(["classic-zk alice", "xaya-zk alice"])(
    "proves the board as recorded, and no answer that is not true: %s",
    (name) => {
      const { v, ruleset, request } = boardOf(name);
      expect(bytesToHex(call({ ...request, do: "board" }).bytes!)).toBe(v.proof);
      const asked = { ...request, tile: parseFleet(ruleset, v.fleet)![0]!.origin, hit: true };
      expect(call({ ...asked, do: "answer" }).bytes).toHaveLength(48);
      expect(call({ ...asked, do: "answer", hit: false }).error).toContain("not true");
      expect(call({ ...asked, do: "answer", secret: new Uint8Array(32).fill(9) }).error).toBeDefined();
    },
    60_000,
  );

  test("a request with something missing is refused, and the next one answered", () => {
    const { v, request } = boardOf("classic-zk alice");
    expect(call({} as ProverRequest).error).toBeDefined();
    expect(call({ ...request, ruleset: 1, do: "board" }).error).toBeDefined();
    expect(call({ ...request, ruleset: 77 }).error).toBeDefined();
    expect(bytesToHex(call(request).bytes!)).toBe(v.commitment);
  });
});

test("a prover that fails is reported in one sentence, and can be asked again", async () => {
  const results: ProverResult[] = [
    { error: "some fault" },
    { bytes: new Uint8Array(47) },
    { bytes: new Uint8Array(48) },
  ];
  const provers = new Provers({ ask: async () => results.shift()! });
  const ruleset = rulesetById(3)!;
  const board: ProvenBoard = {
    binding: { chainId: "test", player: new Uint8Array(20), nonce: 0n, ruleset },
    fleet: parseFleet(ruleset, "A1h,A3h,A5h,A7h,A9h")!,
    secret: new Uint8Array(32),
  };
  const prove = () => provers.proveAnswer(board, new Uint8Array(48), { tile: 0, hit: true });
  await expect(prove()).rejects.toThrow(/battleshipd/);
  await expect(prove()).rejects.toThrow(/battleshipd/); // of another size
  expect(await prove()).toHaveLength(48);
});

test.each([notLoaded, stopped])("a proof is not false because there is no prover: %s", async (error) => {
  const provers = new Provers({ ask: async () => ({ error }) });
  const binding = { chainId: "test", player: new Uint8Array(20), nonce: 0n, ruleset: rulesetById(3)! };
  const proof = new Uint8Array(48);
  for (const of of [{}, { statement: { tile: 0, hit: true } }]) {
    await expect(provers.fault([{ binding, commitment: proof, proof, ...of }])).rejects.toThrow(Told);
  }
});
