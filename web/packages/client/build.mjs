// Builds dist/, which `npm pack` packs: the compiled sources with their types, Go's loader and the compiled prover.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(here("dist"), { recursive: true, force: true });
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
execFileSync(process.execPath, [compiler, "-p", here(".")], { stdio: "inherit" });
mkdirSync(here("dist/prover"), { recursive: true });
copyFileSync(here("src/prover/wasm_exec.js"), here("dist/prover/wasm_exec.js"));
copyFileSync(here("../../public/prover/prover.wasm.gz"), here("dist/prover/prover.wasm.gz"));
copyFileSync(here("../../../LICENSE"), here("dist/LICENSE"));
