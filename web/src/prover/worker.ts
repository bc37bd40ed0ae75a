// The worker in which proofs are made. It is told where the program is, and then asked; it answers in order.

import { type Call, type ProverRequest, type ProverResult, start } from "./load";

/** Asked is what a page sends: the address of the program, once, and then requests. */
export type Asked = { readonly program: string } | ProverRequest;

/** Told is what it gets for each: nothing for the address, or what came of the request. */
export type Told = ProverResult;

let call: Call | undefined;
let ended = false;

async function begin(program: string): Promise<ProverResult> {
  const response = await fetch(program);
  if (!response.ok) {
    return { error: `${program}: ${response.status}` };
  }
  call = await start(new Uint8Array(await response.arrayBuffer()), () => {
    ended = true;
  });
  return {};
}

async function answer(asked: Asked): Promise<ProverResult> {
  try {
    const told = "program" in asked ? await begin(asked.program) : (call?.(asked) ?? { error: "not started" });
    return ended ? { error: "the prover has stopped" } : told;
  } catch (error) {
    return { error: String(error) };
  }
}

let line: Promise<void> = Promise.resolve();

addEventListener("message", (event: MessageEvent<Asked>) => {
  line = line.then(async () => postMessage((await answer(event.data)) satisfies Told));
});
