// Starts the prover, which is web/prover/wasm as Go compiles it.

import "./wasm_exec.js";

/** A request as prover.Request in web/prover has it. */
export interface ProverRequest {
  readonly do: "prepare" | "commit" | "board" | "answer" | "verify board" | "verify answer";
  readonly ruleset: number;
  readonly chainId: string;
  readonly player: Uint8Array;
  readonly nonce: string;
  readonly fleet: string;
  readonly secret: Uint8Array;
  readonly commitment: Uint8Array;
  readonly tile: number;
  readonly hit: boolean;
  readonly proof: Uint8Array;
}

/** A result has bytes, none where nothing is asked for, or an error. */
export interface ProverResult {
  readonly bytes?: Uint8Array;
  readonly error?: string;
}

export type Call = (request: ProverRequest) => ProverResult;

/** Global declares the globals of the machine, of wasm_exec.js and of the program. */
interface Global {
  Go: new () => { readonly importObject: object; run(instance: object): Promise<void> };
  WebAssembly: { instantiate(program: unknown, imports: object): Promise<{ readonly instance: object }> };
  battleshipProver?: Call;
}

/** unpack inflates a program that is packed with gzip. Some servers do that themselves, with a header. */
async function unpack(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) {
    return bytes;
  }
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain).arrayBuffer();
}

/** start runs the program, and returns the function that answers requests. `onEnd` is called if it ends, which it
 * should not. */
export async function start(packed: Uint8Array<ArrayBuffer>, onEnd: () => void): Promise<Call> {
  const at = globalThis as unknown as Global;
  const go = new at.Go();
  const { instance } = await at.WebAssembly.instantiate(await unpack(packed), go.importObject);
  void go.run(instance).then(onEnd, onEnd);
  if (!at.battleshipProver) {
    throw new Error("the prover has not started");
  }
  return at.battleshipProver;
}
