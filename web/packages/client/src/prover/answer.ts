// A worker that makes proofs, wherever it runs. It receives the program's address, and then requests, which it answers
// in order.

import { type Call, type ProverRequest, type ProverResult, start } from "./load.js";

/** Asked is a message to a worker: the program's address, once, and then requests. It answers each with a result. */
export type Asked = { readonly program: string } | ProverRequest;

/** stopped is the answer of a worker whose program has ended, as when there was no memory for it. */
export const stopped = "the prover has stopped";

/** answering returns the handler of messages to a worker. `read` reads the packed program. */
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
