// The worker in which a browser makes proofs.

import { type Asked, answering } from "./answer.js";
import type { ProverResult } from "./load.js";

/** Scope is the part of a browser's worker that is used here. */
interface Scope {
  addEventListener(type: "message", listener: (event: { readonly data: Asked }) => void): void;
  postMessage(result: ProverResult): void;
}

async function read(program: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(program);
  if (!response.ok) {
    throw new Error(`${program}: ${response.status}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

const scope = globalThis as unknown as Scope;
const take = answering(read, (result) => scope.postMessage(result));
scope.addEventListener("message", ({ data }) => take(data));
