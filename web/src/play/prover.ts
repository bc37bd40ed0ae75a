// What makes the proofs of this page. This file is loaded with the first proven game.

import { Provers, type StartWorker, WorkerMaker } from "#client/prover/provers";
import workerAddress from "../../packages/client/src/prover/worker.ts?worker&url";
import { program } from "../trusted";

const start: StartWorker = (receive, lost) => {
  const worker = new Worker(program(workerAddress), { type: "module" });
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = lost;
  return { post: (asked) => worker.postMessage(asked), end: () => worker.terminate() };
};

let ofThisPage: Provers | undefined;

/** proversOfPage are those that everything in this page uses: two workers, or one where there is one core. */
export function proversOfPage(): Provers {
  if (!ofThisPage) {
    const wasm = new URL("prover/prover.wasm.gz", document.baseURI).href;
    const first = new WorkerMaker(wasm, start);
    ofThisPage = new Provers(first, navigator.hardwareConcurrency > 1 ? new WorkerMaker(wasm, start) : first);
  }
  return ofThisPage;
}
