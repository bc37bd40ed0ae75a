// The rules in TypeScript, compared with the Go code by its vectors.

import { describe, expect, test } from "vitest";
import { bytesToHex, hexToBytes } from "../src/bytes.js";
import { lie, unseen } from "../src/rules/answer.js";
import * as commitment from "../src/rules/commitment.js";
import { fleetString, fleetTiles, isLegal, parseFleet, shipCode } from "../src/rules/fleet.js";
import * as melee from "../src/rules/melee.js";
import { parseTile, type Ruleset, rulesetById, rulesets, tileName, tiles } from "../src/rules/rulesets.js";
import { json, repository } from "./files.js";

interface OpeningVector {
  tile: string;
  content: number;
  salt: string;
  path: string[] | null;
}

interface BoardVector {
  name: string;
  chain_id: string;
  player: string;
  nonce: string;
  ruleset_id: number;
  fleet: string;
  secret: string;
  ship_codes: number[];
  drawing: string[];
  fleet_key: string;
  leaves: { index: number; content: number; salt: string; preimage?: string; hash: string }[];
  row_roots: string[];
  toss_leaf: string;
  openings: OpeningVector[];
  toss_opening: OpeningVector;
}

interface Vectors {
  rulesets: {
    id: number;
    name: string;
    width: number;
    height: number;
    classes: { name: string; length: number; count: number }[];
    touch: boolean;
    path_lengths: number[];
  }[];
  boards: BoardVector[];
  wrong_openings: { why: string; board: string; opening: OpeningVector }[];
  toss_mixes: { joiner_bytes: string; block_hash: string; game_id: string; player: string; mixed_toss: string }[];
  tosses: { creator_salt: string; mixed_toss: string; first: number }[];
  audits: { why: string; board: string; fleet: string; secret: string; error: string }[];
}

const vectors = json<Vectors>("game/commitment/testdata/vectors.json");

const binding = (v: Pick<BoardVector, "chain_id" | "player" | "nonce" | "ruleset_id">): commitment.Binding => ({
  chainId: v.chain_id,
  player: hexToBytes(v.player),
  nonce: BigInt(v.nonce),
  ruleset: rulesetById(v.ruleset_id)!,
});

const publicBoard = (v: BoardVector): commitment.Board => ({
  rowRoots: v.row_roots.map(hexToBytes),
  tossLeaf: hexToBytes(v.toss_leaf),
});

const opening = (v: OpeningVector): commitment.Opening => ({
  content: v.content,
  salt: hexToBytes(v.salt),
  path: (v.path ?? []).map(hexToBytes),
});

const boards = new Map(vectors.boards.map((v) => [v.name, v]));

test.each(vectors.rulesets)("ruleset $name is the frozen one", (v) => {
  const { path_lengths, ...frozen } = v;
  expect(rulesetById(v.id)).toMatchObject(frozen);
  expect(path_lengths).toEqual(path_lengths.map((_, column) => commitment.pathLength(v.width, column)));
});

test("the page knows every ruleset of the table for clients, and no other", () => {
  const table = [...repository("docs/clients.md").matchAll(/^\| `([a-z-]+)` \| (\d) \| (\d+)x(\d+) \|/gm)];
  const known = rulesets.map((r) => [r.name, String(r.id), String(r.width), String(r.height)]);
  expect(table.map((row) => row.slice(1, 5))).toEqual(known);
});

describe.each(vectors.boards)("board of $name", (v) => {
  const b = binding(v);
  const fleet = parseFleet(b.ruleset, v.fleet)!;
  const secret = hexToBytes(v.secret);

  test("fleet, codes and drawing", () => {
    expect(fleetString(b.ruleset, fleet)).toBe(v.fleet);
    expect(fleet.map(shipCode).sort((x, y) => x - y)).toEqual(v.ship_codes);
    const taken = fleetTiles(b.ruleset, fleet);
    const rows = v.drawing.map((_, row) =>
      Array.from({ length: b.ruleset.width }, (_, column) =>
        taken.has(row * b.ruleset.width + column) ? "#" : ".",
      ).join(""),
    );
    expect(rows).toEqual(v.drawing);
  });

  test("every leaf", () => {
    const key = commitment.fleetKey(secret, fleet);
    expect(bytesToHex(key)).toBe(v.fleet_key);
    for (const leaf of v.leaves) {
      const salt = commitment.salt(leaf.index === tiles(b.ruleset) ? secret : key, leaf.index);
      expect(bytesToHex(salt)).toBe(leaf.salt);
      if (leaf.preimage) {
        expect(bytesToHex(commitment.leafPreimage(b, leaf.index, leaf.content, salt))).toBe(leaf.preimage);
      }
      expect(bytesToHex(commitment.leafHash(b, leaf.index, leaf.content, salt))).toBe(leaf.hash);
    }
  });

  test("roots and openings", () => {
    const board = commitment.commit(b, fleet, secret);
    expect(board.rowRoots.map(bytesToHex)).toEqual(v.row_roots);
    expect(bytesToHex(board.tossLeaf)).toBe(v.toss_leaf);
    for (const want of v.openings) {
      const tile = parseTile(b.ruleset, want.tile)!;
      expect(tileName(b.ruleset, tile)).toBe(want.tile);
      expect(commitment.open(b, fleet, secret, tile)).toEqual(opening(want));
      expect(commitment.verifyOpening(b, board, tile, opening(want))).toBe(true);
    }
    expect(commitment.openToss(b, fleet, secret)).toEqual(opening(v.toss_opening));
    expect(commitment.verifyToss(b, board, opening(v.toss_opening))).toBe(true);
  });
});

test.each(vectors.wrong_openings)("refuses for $board: $why", (v) => {
  const board = boards.get(v.board)!;
  const tile = parseTile(binding(board).ruleset, v.opening.tile)!;
  expect(commitment.verifyOpening(binding(board), publicBoard(board), tile, opening(v.opening))).toBe(false);
});

test.each(vectors.audits)("audit of $board: $why", (v) => {
  const board = boards.get(v.board)!;
  const fleet = parseFleet(binding(board).ruleset, v.fleet);
  const passed =
    fleet !== undefined && commitment.audit(binding(board), publicBoard(board), fleet, hexToBytes(v.secret));
  expect(passed).toBe(v.error === "");
});

test("tosses are mixed and decided alike", () => {
  for (const v of vectors.toss_mixes) {
    const mixed = commitment.mixToss(
      hexToBytes(v.joiner_bytes),
      hexToBytes(v.block_hash),
      BigInt(v.game_id),
      hexToBytes(v.player),
    );
    expect(bytesToHex(mixed)).toBe(v.mixed_toss);
  }
  for (const v of vectors.tosses) {
    expect(commitment.tossFirst(hexToBytes(v.creator_salt), hexToBytes(v.mixed_toss))).toBe(v.first);
  }
});

interface AimVectors {
  aims: (Omit<BoardVector, "fleet"> & { round: number; tile: string; salt: string; aim: string })[];
  wrong: { why: string; for: number; round: number; tile: string; salt: string }[];
}

describe("aims of a melee", () => {
  const { aims, wrong } = json<AimVectors>("game/commitment/testdata/aims.json");

  test("are made, opened and found again", () => {
    for (const v of aims) {
      const b = binding(v);
      const tile = parseTile(b.ruleset, v.tile)!;
      expect(bytesToHex(melee.aimSalt(hexToBytes(v.secret), v.round))).toBe(v.salt);
      expect(bytesToHex(melee.commitAim(b, hexToBytes(v.secret), v.round, tile))).toBe(v.aim);
      expect(melee.verifyAim(b, hexToBytes(v.aim), v.round, tile, hexToBytes(v.salt))).toBe(true);
      expect(melee.findAim(b, hexToBytes(v.secret), v.round, hexToBytes(v.aim))).toBe(tile);
    }
  });

  test.each(wrong)("refuses $why", (v) => {
    const aim = aims[v.for]!;
    const b = binding(aim);
    const tile = parseTile(b.ruleset, v.tile)!;
    expect(melee.verifyAim(b, hexToBytes(aim.aim), v.round, tile, hexToBytes(v.salt))).toBe(false);
  });
});

interface MeleeVectors {
  melees: {
    name: string;
    ruleset_id: number;
    players: number;
    steps: {
      action: { kind: string; by?: number; tile?: string; hits?: string[]; fleet?: string };
      error?: string;
      events?: { name: string; by?: number; stage?: string; hits?: string[] }[];
    }[];
  }[];
}

test("reports of whole melees follow from fleets and volleys", () => {
  let reports = 0;
  for (const v of json<MeleeVectors>("game/melee/testdata/vectors.json").melees) {
    const r = rulesetById(v.ruleset_id)!;
    const fleets = new Map<number, string>();
    for (const { action, error } of v.steps) {
      if (action.kind === "claim" && action.fleet && !error) {
        fleets.set(action.by!, action.fleet);
      }
    }
    let targets: number[] = [];
    for (const { action, error } of v.steps) {
      if (error) {
        continue;
      }
      if (action.kind === "aim") {
        targets = [];
      } else if (action.kind === "fire") {
        targets.push(parseTile(r, action.tile!)!);
      } else if (action.kind === "report" && fleets.has(action.by!)) {
        const b = { chainId: "", player: new Uint8Array(20), nonce: 0n, ruleset: r };
        const hits = melee.reported(b, parseFleet(r, fleets.get(action.by!)!)!, targets);
        expect(hits.map((tile) => tileName(r, tile))).toEqual(action.hits ?? []);
        reports++;
      }
    }
  }
  expect(reports).toBeGreaterThan(5);
});

test("every tile has one name", () => {
  for (const r of rulesets) {
    for (let tile = 0; tile < tiles(r); tile++) {
      expect(parseTile(r, tileName(r, tile))).toBe(tile);
    }
    for (const text of ["", "A0", "a1", "A01", "A1 ", "K1", "A11", "AA1", "1A", "A1h", "A٣"]) {
      expect(parseTile(r, text), text).toBeUndefined();
    }
  }
});

test("a fleet without shots has no lie, and a false answer is one", () => {
  const r: Ruleset = rulesetById(1)!;
  const fleet = parseFleet(r, "A1h,A3h,A5h,A7h,A9h")!;
  expect(isLegal(r, fleet)).toBe(true);
  expect(lie(r, unseen, fleet)).toBeUndefined();
  expect(lie(r, { ...unseen, answered: new Set([0]) }, fleet)).toContain("answer");
  expect(lie(r, { ...unseen, answered: new Set([99]), hits: new Set([99]) }, fleet)).toBeDefined();
  const destroyer = new Set([80, 81]);
  expect(lie(r, { answered: destroyer, hits: destroyer, sunk: [] }, fleet)).toContain("not announced");
  expect(lie(r, { answered: destroyer, hits: destroyer, sunk: [fleet[4]!] }, fleet)).toBeUndefined();
});
