// The thread in which Node makes proofs.

import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { answering } from "./answer.js";

const read = async (program: string) => new Uint8Array(await readFile(new URL(program)));
const take = answering(read, (result) => parentPort!.postMessage(result));
parentPort!.on("message", take);
