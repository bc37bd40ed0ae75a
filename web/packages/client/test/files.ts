import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** repository reads a file of the repository, by its path from the root. */
export function repository(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
}

export function json<T>(path: string): T {
  return JSON.parse(repository(path)) as T;
}

export type Json = null | string | number | Json[] | { [key: string]: Json };

/** An Edit sets the value at a path of an honest document; without a path it changes nothing. */
export interface Edit {
  readonly path?: string;
  readonly value?: Json;
  readonly verdict: string;
}

/** recordedHeaders are the headers and proofs of player/light/proof with Go's verdicts. */
export function recordedHeaders() {
  const file = new URL("../../../../player/light/proof/testdata/page.json.gz", import.meta.url);
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
    readonly blocks: Json[];
    readonly roots: string[];
    readonly items: Json[];
    readonly header_cases: (Edit & { trusted: number; block: number; now: number })[];
    readonly proof_cases: (Edit & { item: number; root: number })[];
  };
}
