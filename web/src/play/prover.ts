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

/** proversOfPage are those that everything in this page uses: one worker. */
export function proversOfPage(): Provers {
  ofThisPage ??= new Provers(new WorkerMaker(new URL("prover/prover.wasm.gz", document.baseURI).href, start));
  return ofThisPage;
}
