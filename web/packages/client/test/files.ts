import { readFileSync } from "node:fs";

/** repository reads a file of the repository, by its path from the root. */
export function repository(path: string): string {
  return readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
}

export function json<T>(path: string): T {
  return JSON.parse(repository(path)) as T;
}
