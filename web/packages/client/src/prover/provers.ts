// Proofs of a player's own boards: that of a board when a game is entered, and those of answers, if possible before the
// shots. It is player/prover for a page: what is owed begins at once, what is made ahead is made one proof at a time, and
// none is begun while one is owed. This file is loaded with the first proven game.

import { equal } from "../bytes.js";
import { notLoaded, Told } from "../chain/errors.js";
import type { Side } from "../rules/answer.js";
import { odds } from "../rules/bot.js";
import type { Binding } from "../rules/commitment.js";
import { type Fleet, fleetString } from "../rules/fleet.js";
import { foreseen, keyOf, proofSize, type Statement } from "../rules/proven.js";
import { tileName, tiles } from "../rules/rulesets.js";
import { tilesToBytes } from "../rules/tiles.js";
import { type Asked, stopped } from "./answer.js";
import type { ProverRequest, ProverResult } from "./load.js";

/** mostAhead is how many shots are foreseen in one state of a game. */
const mostAhead = 16;

/** A check is of a proof, that a player's board is legal or that a statement about it is true, or of a fleet that was shown. */
export interface Check {
  readonly binding: Binding;
  readonly commitment: Uint8Array;
  readonly proof?: Uint8Array;
  readonly statement?: Statement;
  readonly shown?: { readonly fleet: Fleet; readonly secret: Uint8Array };
}

/** A maker answers requests in order, as a worker does. */
export interface Maker {
  ask(request: ProverRequest): Promise<ProverResult>;
}

/** A board as its player knows it. */
export interface ProvenBoard {
  readonly binding: Binding;
  readonly fleet: Fleet;
  readonly secret: Uint8Array;
}

/** A proof, how long it took to make it, and whether that was begun before it was asked for. */
export interface Proof {
  readonly bytes: Uint8Array;
  readonly took: number;
  readonly ahead: boolean;
}

const notMade = "The prover of this page has failed, and nothing was sent. Reload the page, or go on with battleshipd.";

/** A WorkerLine leads to a worker that answers requests in order. */
export interface WorkerLine {
  post(asked: Asked): void;
  /** end ends the worker. */
  end(): void;
}

/** StartWorker starts a worker that runs prover/worker or prover/worker-node. `lost` is called if it fails. */
export type StartWorker = (receive: (result: ProverResult) => void, lost: () => void) => WorkerLine;

/** WorkerMaker is a worker. One that was lost is started again with the next request. */
export class WorkerMaker implements Maker {
  private worker: WorkerLine | undefined;
  private readonly waiting: ((result: ProverResult) => void)[] = [];

  constructor(
    private readonly program: string,
    private readonly start: StartWorker,
  ) {}

  async ask(request: ProverRequest): Promise<ProverResult> {
    this.worker ??= this.begin();
    const worker = this.worker;
    const result = await this.post(worker, request);
    if (result.error === stopped) {
      this.lose(worker);
    }
    return result;
  }

  private begin(): WorkerLine {
    const worker = this.start(
      (result) => this.waiting.shift()?.(result),
      () => this.lose(worker),
    );
    void this.post(worker, { program: this.program }).then(({ error }) => error && this.lose(worker));
    return worker;
  }

  private post(worker: WorkerLine, asked: Asked): Promise<ProverResult> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      worker.post(asked);
    });
  }

  /** lose ends a worker that cannot go on, and tells everybody who waits for it. */
  private lose(worker: WorkerLine): void {
    worker.end();
    if (this.worker === worker) {
      this.worker = undefined;
      for (const resolve of this.waiting.splice(0)) {
        resolve({ error: notLoaded });
      }
    }
  }
}

const none = new Uint8Array();

/** Provers make proofs and keep an order among them. */
export class Provers {
  private owed = 0;
  private free: (() => void)[] = [];
  private readonly answering = new Map<string, Answers>();

  /** With a second maker, what is owed need not wait for what is being made ahead: at most `ahead` proofs in one state of a game. */
  constructor(
    private readonly first: Maker,
    private readonly second: Maker = first,
    readonly ahead = mostAhead,
  ) {}

  /** prepare makes what proofs of a ruleset need, which takes about a second, and fails if there is no prover. */
  async prepare(binding: Pick<Binding, "ruleset">): Promise<void> {
    const anybody = { ...binding, chainId: "-", player: none, nonce: 0n };
    await this.ask(this.first, { binding: anybody, fleet: [], secret: none }, { do: "prepare" });
  }

  /** commit returns the commitment to a board's fleet. */
  async commit(board: ProvenBoard): Promise<Uint8Array> {
    return this.ask(this.first, board, { do: "commit" });
  }

  /** proveBoard proves that the fleet is legal. */
  async proveBoard(board: ProvenBoard): Promise<Uint8Array> {
    return this.whileOwed(() => this.ask(this.first, board, { do: "board" }));
  }

  /** fault says which check of a finished game fails; nothing if none does. */
  async fault(checks: readonly Check[]): Promise<string | undefined> {
    for (const { binding, commitment, proof, statement, shown } of checks) {
      if (shown) {
        if (!equal(await this.commit({ binding, ...shown }), commitment)) {
          return "a board that was shown is not the one that was committed to";
        }
      } else if (!(await this.verify(binding, commitment, proof ?? none, statement))) {
        return statement
          ? `the answer to ${tileName(binding.ruleset, statement.tile)} is not proven`
          : "a board is not proven to be legal";
      }
    }
    return undefined;
  }

  /** verify reports whether a proof is one of a legal board, or of a statement about it. */
  private async verify(binding: Binding, commitment: Uint8Array, proof: Uint8Array, s?: Statement): Promise<boolean> {
    const what = s
      ? ({ do: "verify answer", ...s, hits: hitsOf(binding, s) } as const)
      : ({ do: "verify board" } as const);
    const { error } = await this.second.ask(
      request({ binding, fleet: [], secret: none }, { ...what, commitment, proof }),
    );
    if (error === notLoaded || error === stopped) {
      throw new Told(error === notLoaded ? notLoaded : notMade);
    }
    return error === undefined;
  }

  /** answers is what proves the answers of a board; there is one for each. */
  answers(board: ProvenBoard, commitment: Uint8Array): Answers {
    const key = keyOf(board.binding, commitment, { tile: 0, hit: false, sunk: 0, hits: new Set() });
    let found = this.answering.get(key);
    if (!found) {
      found = new Answers(this, board, commitment);
      this.answering.set(key, found);
    }
    return found;
  }

  /** prove makes a proof that is owed, or one ahead. */
  async prove(board: ProvenBoard, commitment: Uint8Array, s: Statement, ahead: boolean): Promise<Proof> {
    const began = performance.now();
    const what = { do: "answer", ...s, hits: hitsOf(board.binding, s), commitment } as const;
    const maker = ahead ? this.second : this.first;
    const bytes = await (ahead ? this.ask(maker, board, what) : this.whileOwed(() => this.ask(maker, board, what)));
    performance.measure("proof", { start: began, detail: { ahead } });
    return { bytes, took: performance.now() - began, ahead };
  }

  /** idle waits until no proof is owed. */
  async idle(): Promise<void> {
    while (this.owed > 0) {
      await new Promise<void>((resolve) => this.free.push(resolve));
    }
  }

  private async whileOwed<T>(work: () => Promise<T>): Promise<T> {
    this.owed++;
    try {
      return await work();
    } finally {
      this.owed--;
      for (const resolve of this.free.splice(0)) {
        resolve();
      }
    }
  }

  private async ask(maker: Maker, board: ProvenBoard, what: Asking): Promise<Uint8Array> {
    const result = await maker.ask(request(board, what));
    const size = what.do === "commit" ? 32 : what.do === "prepare" ? 0 : proofSize;
    if (result.error !== undefined || result.bytes?.length !== size) {
      throw new Told(result.error === notLoaded ? notLoaded : notMade, { cause: result.error });
    }
    return result.bytes;
  }
}

type Asking = Partial<ProverRequest> & Pick<ProverRequest, "do">;

/** request has all fields, as the program reads them. */
function request({ binding: b, fleet, secret }: ProvenBoard, what: Asking): ProverRequest {
  return {
    ruleset: b.ruleset.id,
    chainId: b.chainId,
    player: b.player,
    nonce: String(b.nonce),
    fleet: fleetString(b.ruleset, fleet),
    secret,
    commitment: none,
    tile: 0,
    hit: false,
    sunk: 0,
    hits: none,
    proof: none,
    ...what,
  };
}

function hitsOf({ ruleset }: Binding, s: Statement): Uint8Array {
  return tilesToBytes(s.hits, tiles(ruleset));
}

/** Answers proves the answers of one board. */
export class Answers {
  /** ready are the proofs that were made ahead and are not used yet, by statement. */
  private readonly ready = new Map<string, Proof>();
  /** making is what is being made ahead. */
  private making: { readonly key: string; readonly made: Promise<void> } | undefined;
  /** used is the proof of the answer that was asked for last. */
  private used: { readonly key: string; readonly proof: Promise<Proof> } | undefined;
  private plan: readonly Statement[] = [];
  private seen: Side | undefined;
  private running = false;

  constructor(
    private readonly provers: Provers,
    readonly board: ProvenBoard,
    readonly commitment: Uint8Array,
  ) {}

  /**
   * prove returns the proof of the true answer that is owed: one that was made ahead for exactly these public inputs, or
   * else a new one. For the same answer it is the same proof again.
   */
  prove(s: Statement): Promise<Proof> {
    const key = this.key(s);
    if (this.used?.key !== key) {
      const proof = this.find(key, s);
      this.used = { key, proof };
      proof.catch(() => {
        if (this.used?.proof === proof) {
          this.used = undefined;
        }
      });
    }
    return this.used.proof;
  }

  private async find(key: string, s: Statement): Promise<Proof> {
    if (this.making?.key === key) {
      await this.making.made.catch(() => undefined);
    }
    const proof = this.ready.get(key);
    if (proof) {
      this.ready.delete(key);
      return proof;
    }
    return this.provers.prove(this.board, this.commitment, s, false);
  }

  /**
   * foresee tells what is known of the board, at which the next shot is fired. Proofs for other statements than can follow
   * are forgotten, and those of the likeliest shots made.
   */
  foresee(side: Side): void {
    const { ruleset } = this.board.binding;
    if (this.seen && this.seen.answered.size === side.answered.size && this.seen.hits.size === side.hits.size) {
      return;
    }
    this.seen = side;
    const all = foreseen(ruleset, this.board.fleet, side, odds(ruleset, side));
    const keys = new Set(all.map((s) => this.key(s)));
    for (const key of this.ready.keys()) {
      if (!keys.has(key)) {
        this.ready.delete(key);
      }
    }
    this.plan = all.slice(0, this.provers.ahead);
    void this.run();
  }

  /** stop ends the work ahead: the game is over, or nobody looks at it. */
  stop(): void {
    this.plan = [];
    this.seen = undefined;
  }

  private async run(): Promise<void> {
    if (this.running) {
      return;
    }
    this.running = true;
    try {
      for (;;) {
        await this.provers.idle();
        const [next, ...rest] = this.plan;
        if (!next) {
          return;
        }
        this.plan = rest;
        const key = this.key(next);
        if (!this.ready.has(key) && this.used?.key !== key) {
          const made = this.ahead(key, next);
          this.making = { key, made };
          await made;
          this.making = undefined;
        }
      }
    } catch {
      this.plan = []; // whoever owes an answer will be told
    } finally {
      this.making = undefined;
      this.running = false;
    }
  }

  private async ahead(key: string, s: Statement): Promise<void> {
    this.ready.set(key, await this.provers.prove(this.board, this.commitment, s, true));
  }

  private key(s: Statement): string {
    return keyOf(this.board.binding, this.commitment, s);
  }
}
