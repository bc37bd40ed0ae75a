// A worker in which proofs are made, wherever it runs. It is told where the program is, and then asked; it answers in order.

import { type Call, type ProverRequest, type ProverResult, start } from "./load.js";

/** Asked is what a worker is sent: the address of the program, once, and then requests. It answers each with a result. */
export type Asked = { readonly program: string } | ProverRequest;

/** stopped is what a worker says whose program has ended, as when there was no memory for it. */
export const stopped = "the prover has stopped";

/** answering returns the function that takes what a worker is sent. `read` reads the packed program. */
export function answering(
  read: (program: string) => Promise<Uint8Array<ArrayBuffer>>,
  reply: (result: ProverResult) => void,
): (asked: Asked) => void {
  let call: Call | undefined;
  let ended = false;
  let line: Promise<void> = Promise.resolve();

  const answer = async (asked: Asked): Promise<ProverResult> => {
    try {
      if ("program" in asked) {
        call = await start(await read(asked.program), () => {
          ended = true;
        });
      }
      const result = "program" in asked ? {} : (call?.(asked) ?? { error: "not started" });
      return ended ? { error: stopped } : result;
    } catch (error) {
      return { error: String(error) };
    }
  };
  return (asked) => {
    line = line.then(async () => reply(await answer(asked)));
  };
}
