/**
 * The prover for Node.
 *
 * @packageDocumentation
 */

import { Worker } from "node:worker_threads";
import { Provers, type StartWorker, WorkerMaker } from "./prover/provers.js";

/** start starts a thread, which keeps the process alive only while it works. */
const start: StartWorker = (receive, lost) => {
  const worker = new Worker(new URL("./prover/worker-node.js", import.meta.url));
  let waiting = 0;
  worker.unref();
  worker.on("message", (result) => {
    waiting--;
    if (waiting === 0) {
      worker.unref();
    }
    receive(result);
  });
  worker.on("error", lost);
  return {
    post: (asked) => {
      waiting++;
      worker.ref();
      worker.postMessage(asked);
    },
    end: () => void worker.terminate(),
  };
};

/** nodeProver returns the `prover` for connect: a thread that starts with the first proof. For a player that takes its time, a second
 * thread proves some answers `ahead` of their shots, on a core of its own. */
export function nodeProver({ ahead = 0 } = {}): () => Promise<Provers> {
  const program = new URL("./prover/prover.wasm.gz", import.meta.url).href;
  const first = new WorkerMaker(program, start);
  const provers = new Provers(first, ahead > 0 ? new WorkerMaker(program, start) : first, ahead);
  return async () => provers;
}
