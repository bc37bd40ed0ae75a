// Proofs of a player's own boards: that of a board when a game is entered, and those of answers. It is player/prover for a
// page. This file is loaded with the first proven game.

import { notLoaded, Told } from "../chain/errors.js";
import type { Binding } from "../rules/commitment.js";
import { type Fleet, fleetString } from "../rules/fleet.js";
import { answerProofSize, boardProofSize, type Check, commitmentSize, type Statement } from "../rules/proven.js";
import { tileName } from "../rules/rulesets.js";
import { type Asked, stopped } from "./answer.js";
import type { ProverRequest, ProverResult } from "./load.js";

/** answerWithin is the time in milliseconds after which a worker that has not answered is lost. It includes the load of the program:
 * 1.4 MB. */
const answerWithin = 120_000;

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
    private readonly within = answerWithin,
  ) {}

  async ask(request: ProverRequest): Promise<ProverResult> {
    this.worker ??= this.begin();
    const worker = this.worker;
    const limit = setTimeout(() => this.lose(worker), this.within);
    const result = await this.post(worker, request);
    clearTimeout(limit);
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

  /** lose ends a worker that cannot continue, and fails the requests that wait for it. */
  private lose(worker: WorkerLine): void {
    if (this.worker !== worker) {
      return;
    }
    this.worker = undefined;
    worker.end();
    for (const resolve of this.waiting.splice(0)) {
      resolve({ error: notLoaded });
    }
  }
}

const none = new Uint8Array();

/** Provers make commitments and proofs, and check those of others. */
export class Provers {
  constructor(private readonly maker: Maker) {}

  /** prepare makes the data that proofs of a ruleset need, and fails if there is no prover. */
  async prepare(binding: Pick<Binding, "ruleset">): Promise<void> {
    await this.ask(0, { binding: { ...nobody, ...binding }, ...empty }, { do: "prepare" });
  }

  /** commit returns the commitment to a board's fleet. */
  async commit(board: ProvenBoard): Promise<Uint8Array> {
    return this.ask(commitmentSize, board, { do: "commit" });
  }

  /** proveBoard proves that the fleet is legal. */
  async proveBoard(board: ProvenBoard): Promise<Uint8Array> {
    return this.ask(boardProofSize, board, { do: "board" });
  }

  /** proveAnswer proves the content of a tile. For the same answer it returns the same proof again. */
  async proveAnswer(board: ProvenBoard, commitment: Uint8Array, s: Statement): Promise<Uint8Array> {
    return this.ask(answerProofSize, board, { do: "answer", ...s, commitment });
  }

  /** fault describes the failed check of a finished game. It returns undefined if none fails. */
  async fault(checks: readonly Check[]): Promise<string | undefined> {
    for (const { binding, commitment, proof, statement } of checks) {
      const what = statement ? ({ do: "verify answer", ...statement } as const) : ({ do: "verify board" } as const);
      const { error } = await this.maker.ask(request({ binding, ...empty }, { ...what, commitment, proof }));
      if (error === notLoaded || error === stopped) {
        throw new Told(error === notLoaded ? notLoaded : notMade);
      }
      if (error !== undefined) {
        return statement
          ? `the answer to ${tileName(binding.ruleset, statement.tile)} is not proven`
          : "a board is not proven to be legal";
      }
    }
    return undefined;
  }

  private async ask(size: number, board: ProvenBoard, what: Asking): Promise<Uint8Array> {
    const result = await this.maker.ask(request(board, what));
    if (result.error !== undefined || result.bytes?.length !== size) {
      throw new Told(result.error === notLoaded ? notLoaded : notMade, { cause: result.error });
    }
    return result.bytes;
  }
}

const nobody = { chainId: "-", player: none, nonce: 0n };
const empty = { fleet: [], secret: none };

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
    proof: none,
    ...what,
  };
}
