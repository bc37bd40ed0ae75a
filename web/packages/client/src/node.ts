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

/** nodeProver returns the `prover` for connect: a thread that starts with the first proof. */
export function nodeProver(): () => Promise<Provers> {
  const program = new URL("./prover/prover.wasm.gz", import.meta.url).href;
  const provers = new Provers(new WorkerMaker(program, start));
  return async () => provers;
}
