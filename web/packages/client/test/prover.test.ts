// The prover as it is committed, held to the vectors of game/zk: commitments, public inputs, proofs; and what a page makes
// of it: the order of proofs, and when one may be used.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../src/bytes.js";
import { type Call, type ProverRequest, type ProverResult, start } from "../src/prover/load.js";
import { type Maker, type ProvenBoard, Provers } from "../src/prover/provers.js";
import { answered, type Side, trueAnswer, unseen } from "../src/rules/answer.js";
import { parseFleet, parsePlacement, shipCode } from "../src/rules/fleet.js";
import { publicInputs, type Statement, statementOf } from "../src/rules/proven.js";
import { parseTile, type Ruleset, rulesetById, tiles } from "../src/rules/rulesets.js";
import { tilesToBytes } from "../src/rules/tiles.js";
import { json } from "./files.js";

interface Vectors {
  boards: {
    name: string;
    chain_id: string;
    player: string;
    nonce: string;
    ruleset_id: number;
    fleet: string;
    secret: string;
    commitment: string;
    public_inputs: string[];
    proof: string;
  }[];
  answers: {
    board: string;
    tile: string;
    hit: boolean;
    sunk?: [string, string];
    earlier_hits: string[];
    public_inputs: string[];
    proof: string;
  }[];
  wrong_proofs: { board: string; proof: string; why?: string }[];
}

const vectors = json<Vectors>("game/zk/testdata/vectors.json");
const none = new Uint8Array();

function boardOf(name: string) {
  const v = vectors.boards.find((board) => board.name === name)!;
  const ruleset = rulesetById(v.ruleset_id)!;
  const binding = { chainId: v.chain_id, player: hexToBytes(v.player), nonce: BigInt(v.nonce), ruleset };
  const request: ProverRequest = {
    do: "commit",
    ruleset: v.ruleset_id,
    chainId: v.chain_id,
    player: binding.player,
    nonce: v.nonce,
    fleet: v.fleet,
    secret: hexToBytes(v.secret),
    commitment: hexToBytes(v.commitment),
    tile: 0,
    hit: false,
    sunk: 0,
    hits: none,
    proof: hexToBytes(v.proof),
  };
  return { v, ruleset, binding, request };
}

function statement(r: Ruleset, v: Vectors["answers"][number]): Statement {
  const [shipClass, place] = v.sunk ?? [];
  const index = r.classes.findIndex((c) => c.name === shipClass);
  return {
    tile: parseTile(r, v.tile)!,
    hit: v.hit,
    sunk: place ? 1 + shipCode(parsePlacement(r, index, place)!) : 0,
    hits: new Set(v.earlier_hits.map((tile) => parseTile(r, tile)!)),
  };
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
      expect(publicInputs(binding, request.commitment).map(bytesToHex)).toEqual(v.public_inputs);
      expect(call({ ...request, do: "verify board" }).error).toBeUndefined();
      expect(call({ ...request, do: "verify board", nonce: "99" }).error).toBeDefined();
    },
  );

  test.each(vectors.answers.map((v, i) => [i, v.board, v.tile] as const))("accepts recorded answer %i: %s %s", (i) => {
    const v = vectors.answers[i]!;
    const { ruleset, binding, request } = boardOf(v.board);
    const s = statement(ruleset, v);
    expect(publicInputs(binding, request.commitment, s).map(bytesToHex)).toEqual(v.public_inputs);
    const asked = { ...request, ...s, hits: tilesToBytes(s.hits, tiles(ruleset)), proof: hexToBytes(v.proof) };
    expect(call({ ...asked, do: "verify answer" }).error).toBeUndefined();
    expect(call({ ...asked, do: "verify answer", hit: !s.hit }).error).toBeDefined();
  });

  test.each(vectors.wrong_proofs.map((v, i) => [i, v.why] as const))("refuses wrong proof %i: %s", (i) => {
    const v = vectors.wrong_proofs[i]!;
    expect(call({ ...boardOf(v.board).request, do: "verify board", proof: hexToBytes(v.proof) }).error).toBeDefined();
  });

  test.each(["classic-zk-1", "xaya-zk-1"])(
    "proves a board and an answer that it then accepts: %s",
    (name) => {
      const { ruleset, request } = boardOf(name);
      const board = call({ ...request, do: "board" }).bytes!;
      expect(board).not.toEqual(request.proof);
      expect(call({ ...request, do: "verify board", proof: board }).error).toBeUndefined();

      const fleet = parseFleet(ruleset, request.fleet)!;
      const s = statementOf(unseen, fleet[0]!.origin, trueAnswer(ruleset, fleet, unseen, fleet[0]!.origin));
      const asked = { ...request, ...s, hits: tilesToBytes(s.hits, tiles(ruleset)) };
      const { bytes } = call({ ...asked, do: "answer" });
      expect(call({ ...asked, do: "verify answer", proof: bytes! }).error).toBeUndefined();
      expect(call({ ...asked, do: "answer", hit: false }).error).toContain("not true");
      expect(call({ ...asked, do: "answer", secret: new Uint8Array(32).fill(9) }).error).toBeDefined();
    },
    60_000,
  );

  test("a request with something missing is refused, and the next one answered", () => {
    const { v, request } = boardOf("classic-zk-1");
    expect(call({} as ProverRequest).error).toBeDefined();
    expect(call({ ...request, ruleset: 1, do: "board" }).error).toBeDefined();
    expect(call({ ...request, ruleset: 77 }).error).toBeDefined();
    expect(bytesToHex(call(request).bytes!)).toBe(v.commitment);
  });
});

/** Bench is a maker whose proofs are finished when a test says so. */
class Bench implements Maker {
  readonly open: { readonly request: ProverRequest; readonly resolve: (result: ProverResult) => void }[] = [];
  readonly asked: number[] = [];

  ask(request: ProverRequest): Promise<ProverResult> {
    this.asked.push(request.tile);
    return new Promise((resolve) => this.open.push({ request, resolve }));
  }

  /** finish ends the proof that was begun first; its bytes are the tile's number. */
  async finish(error?: string): Promise<void> {
    const { request, resolve } = this.open.shift()!;
    resolve(error ? { error } : { bytes: new Uint8Array(656).fill(request.tile) });
    await settle();
  }
}

const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

describe("answers ahead", () => {
  const classic = rulesetById(3)!;
  const fleet = parseFleet(classic, "A1h,A3h,A5h,A7h,A9h")!;

  function begin(ruleset = classic, two = false) {
    const bench = new Bench();
    const ahead = two ? new Bench() : bench;
    const board: ProvenBoard = {
      binding: { chainId: "test", player: new Uint8Array(20), nonce: 0n, ruleset },
      fleet,
      secret: new Uint8Array(32),
    };
    return { bench, ahead, answers: new Provers(bench, ahead).answers(board, new Uint8Array(32)) };
  }

  const at = (side: Side, tile: number) => statementOf(side, tile, trueAnswer(classic, fleet, side, tile));
  const after = (side: Side, tile: number) => answered(side, tile, trueAnswer(classic, fleet, side, tile));

  test("are made one at a time, sixteen of a state, the likeliest first, and used without another proof", async () => {
    const { bench, answers } = begin();
    answers.foresee(unseen);
    await settle();
    for (let i = 0; i < 16; i++) {
      expect(bench.open).toHaveLength(1);
      await bench.finish();
    }
    expect(bench.open).toHaveLength(0);
    expect(new Set(bench.asked.slice(0, 4))).toEqual(new Set([44, 45, 54, 55])); // the middle of an empty board
    expect((await answers.prove(at(unseen, 44))).ahead).toBe(true);
    expect(bench.asked).toHaveLength(16);
  });

  test("are used for one answer, and again for that one alone", async () => {
    const { bench, answers } = begin();
    answers.foresee(unseen);
    await settle();
    await bench.finish();
    const tile = bench.asked[0]!;
    const proof = await answers.prove(at(unseen, tile));
    expect(await answers.prove(at(unseen, tile))).toBe(proof);
    answers.stop();
    await bench.finish();
    const other = answers.prove(at(unseen, 0));
    await settle();
    await bench.finish();
    expect((await other).ahead).toBe(false);
    void answers.prove(at(unseen, tile));
    await settle();
    expect(bench.asked.at(-1)).toBe(tile); // proven anew, for the first proof was given away
  });

  test("stay after a miss, and are worth nothing after a hit, where sinkings are announced", async () => {
    const { bench, answers } = begin();
    answers.foresee(unseen);
    await settle();
    const first = bench.asked[0]!; // A7h is a submarine: the middle is water
    expect(trueAnswer(classic, fleet, unseen, first).hit).toBe(false);
    await bench.finish();
    const second = bench.asked[1]!;
    await bench.finish();
    const missed = after(unseen, first);
    answers.foresee(missed);
    expect((await answers.prove(at(missed, second))).ahead).toBe(true);
    const third = bench.asked[2]!;
    await bench.finish();
    const hit = after(missed, 0);
    answers.foresee(hit);
    const late = answers.prove(at(hit, third));
    await settle();
    while (bench.open.length > 0 && bench.open[0]!.request.tile !== third) {
      await bench.finish();
    }
    expect(bench.open[0]!.request.hits[0]).toBe(1); // the hit at A1 is in the statement
    await bench.finish();
    await late;
  });

  test("of a board that announces nothing hold for the whole game", async () => {
    const xaya = rulesetById(4)!;
    const bench = new Bench();
    const ships = parseFleet(xaya, "A1h,A3h,A5h,A7h,F1h,F3h,F5h")!;
    const binding = { chainId: "test", player: new Uint8Array(20), nonce: 0n, ruleset: xaya };
    const answers = new Provers(bench).answers({ binding, fleet: ships, secret: new Uint8Array(32) }, none);
    answers.foresee(unseen);
    await settle();
    await bench.finish();
    const ready = bench.asked[0]!;
    const side = answered(unseen, 0, trueAnswer(xaya, ships, unseen, 0));
    answers.foresee(side);
    const s = statementOf(side, ready, trueAnswer(xaya, ships, side, ready));
    expect((await answers.prove(s)).ahead).toBe(true);
  });

  test("wait while an answer is owed, which begins at once where there are two workers", async () => {
    const { bench, ahead, answers } = begin(classic, true);
    answers.foresee(unseen);
    await settle();
    expect(ahead.open).toHaveLength(1);
    const owed = answers.prove(at(unseen, 0));
    await settle();
    expect(bench.asked).toEqual([0]);
    await ahead.finish();
    expect(ahead.open).toHaveLength(0);
    await bench.finish();
    expect((await owed).bytes[0]).toBe(0);
    expect(ahead.open).toHaveLength(1);
  });

  test("the one being made is waited for, and not made twice", async () => {
    const { bench, answers } = begin();
    answers.foresee(unseen);
    await settle();
    const [tile] = bench.asked;
    const owed = answers.prove(at(unseen, tile!));
    await settle();
    expect(bench.asked).toHaveLength(1);
    await bench.finish();
    expect((await owed).ahead).toBe(true);
  });

  test("a prover that fails says so in one sentence, and can be asked again", async () => {
    const { bench, answers } = begin();
    const owed = answers.prove(at(unseen, 0));
    const failed = expect(owed).rejects.toThrow(/battleshipd/);
    await settle();
    await bench.finish("some fault");
    await failed;
    const second = answers.prove(at(unseen, 0));
    await settle();
    await bench.finish();
    expect((await second).bytes).toHaveLength(656);
  });
});
