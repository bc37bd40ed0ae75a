// The imports of the page and of its package: no circles, and each folder uses only those that it may.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../packages/client/test/files";

const web = join(import.meta.dirname, "..");
const roots = ["src", "packages/client/src"];
const endings = ["", ".ts", ".js", ".svelte", ".svelte.ts", "/index.ts"];

const files = roots
  .flatMap((root) =>
    readdirSync(join(web, root), { recursive: true, encoding: "utf8" }).map((name) => join(root, name)),
  )
  .filter((name) => /\.(ts|js|svelte)$/.test(name));
const known = new Set(files);

/** importsOf are the files that a file imports, with those that it only takes types from and those that it loads later. */
function importsOf(file: string, text = readFileSync(join(web, file), "utf8")): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)].flatMap(([, name]) => {
    const path = name!.replace(/\?.*/, "");
    if (!/^[.#]/.test(path) || /\.(json|css)$/.test(path)) {
      return [];
    }
    const base = path.startsWith("#client/")
      ? path.replace("#client/", "packages/client/src/")
      : join(dirname(file), path.replace(/\.js$/, ""));
    const found = endings.map((ending) => base + ending).find((one) => known.has(one));
    if (!found) {
      throw new Error(`${file} imports ${name}, which is no file`);
    }
    return [found];
  });
}

/** circleIn returns a circle in a graph, from a node to itself, or undefined if there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(node)) {
      return [...path.slice(path.indexOf(node)), node];
    }
    if (done.has(node)) {
      return undefined;
    }
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...path, node]);
      if (circle) {
        return circle;
      }
    }
    done.add(node);
    return undefined;
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle) {
      return circle;
    }
  }
  return undefined;
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

test("a circle is found, also one of three files that begins in its middle", () => {
  const [a, b, c, d] = ["a.ts", "b.ts", "c.ts", "d.ts"] as const;
  const open = new Map([
    [a, [b]],
    [b, [c]],
    [c, [d]],
    [d, []],
  ] as const);
  expect(circleIn(open)).toBeUndefined();
  expect(circleIn(new Map([...open, [d, [b]]]))).toEqual([b, c, d, b]);
});

test("no file imports itself through others", () => {
  expect(files.length).toBeGreaterThan(100);
  expect([...graph.values()].flat().length).toBeGreaterThan(400);
  expect(circleIn(graph)).toBeUndefined();
});

const client = "packages/client/src/";
/** Each line is a folder, and the folders that its files must not import. */
test.each([
  [client, ["src/"]],
  [`${client}rules/`, ["chain/", "wallet/", "game/", "kinds/", "prover/", "gen/"].map((name) => client + name)],
  [`${client}chain/`, ["wallet/", "game/", "kinds/", "prover/"].map((name) => client + name)],
  [`${client}wallet/`, ["game/", "kinds/", "prover/"].map((name) => client + name)],
  [`${client}channel/`, ["game/", "kinds/", "prover/"].map((name) => client + name)],
  [`${client}prover/`, ["game/", "kinds/", "wallet/"].map((name) => client + name)],
  [`${client}game/`, [`${client}kinds/`]],
  [`${client}kinds/duel/`, [`${client}kinds/melee/`]],
  [`${client}kinds/melee/`, [`${client}kinds/duel/`]],
  ["src/kinds/duel/", ["src/kinds/melee/", `${client}kinds/melee/`]],
  ["src/kinds/melee/", ["src/kinds/duel/", `${client}kinds/duel/`]],
  ["src/ui/", ["src/kinds/duel/", "src/kinds/melee/", `${client}kinds/`]],
  ["src/play/", ["src/kinds/duel/", "src/kinds/melee/", "src/ui/", `${client}kinds/`]],
] as const)("%s imports nothing of %s", (folder, others) => {
  const from = files.filter((file) => file.startsWith(folder));
  expect(from.length).toBeGreaterThan(1);
  const wrong = from.flatMap((file) =>
    graph.get(file)!.flatMap((to) => (others.some((other) => to.startsWith(other)) ? [`${file} imports ${to}`] : [])),
  );
  expect(wrong).toEqual([]);
});

test("docs/adding-a-kind.md lists the shared files that name a kind beside the duel", () => {
  const listed = [...repository("docs/adding-a-kind.md").matchAll(/^- `web\/([^`]+)`: /gm)].map(([, path]) => path!);
  const shared = files.filter((file) => !/\/gen\/|melee/.test(file));
  const naming = [...shared, "buf.gen.yaml", "src/ui/game.css"].filter((file) =>
    /melee/i.test(readFileSync(join(web, file), "utf8")),
  );
  expect(listed).toEqual(naming.sort());
});
