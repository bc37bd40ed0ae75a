// A prover for tests of sessions, which takes no time: a proof is a hash of its statement. Its proofs are true like
// real ones, but false ones are as easy to make; prover.test.ts and proven.test.ts have the real prover.

import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, equal } from "../../src/bytes.js";
import type { ProverRequest, ProverResult } from "../../src/prover/load.js";
import type { Maker } from "../../src/prover/provers.js";
import { fleetTiles, parseFleet } from "../../src/rules/fleet.js";
import { rulesetById } from "../../src/rules/rulesets.js";

const hash = (...parts: unknown[]) => sha512(new TextEncoder().encode(parts.join("/"))).slice(0, 48);

export class Notary implements Maker {
  readonly asked: ProverRequest["do"][] = [];
  /** errs means that the proofs that it makes are worth nothing. */
  errs = false;
  /** holds is for a proof of an answer that takes its time. */
  holds: Promise<void> | undefined;

  /** verifies is for a verification that takes its time. */
  verifies: Promise<void> | undefined;

  async ask(request: ProverRequest): Promise<ProverResult> {
    const { ruleset, tile, hit, fleet } = request;
    this.asked.push(request.do);
    const proof = hash(bytesToHex(request.commitment), tile, hit);
    switch (request.do) {
      case "prepare":
      case "verify board":
        return { bytes: new Uint8Array() };
      case "commit":
        return { bytes: hash(fleet, bytesToHex(request.secret)) };
      case "board":
        return { bytes: new Uint8Array(608) };
      case "verify answer":
        await this.verifies;
        return equal(request.proof, proof) ? {} : { error: "the proof is not of that" };
      case "answer": {
        await this.holds;
        const r = rulesetById(ruleset)!;
        const isTrue = fleetTiles(r, parseFleet(r, fleet)!).has(tile) === hit;
        return isTrue ? { bytes: this.errs ? new Uint8Array(48) : proof } : { error: "the answer is not true" };
      }
    }
  }
}
