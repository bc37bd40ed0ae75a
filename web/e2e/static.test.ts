// The built page on a host of its own, which serves files and nothing else, for a node elsewhere that lets its pages in.

import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";
import { expect } from "vitest";
import { base, Devnet, withBinary } from "./devnet";
import { mover, test } from "./people";

const kinds: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

/** serve serves the built page with a config.json, and with the policy that a host must send. */
async function serve(config: Record<string, string>): Promise<{ at: string; close: () => void }> {
  const nodes = [...new Set(Object.values(config).map((address) => new URL(address).origin))].join(" ");
  const policy =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; " +
    `connect-src 'self' ${nodes}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : new URL(request.url!, "http://host").pathname;
    response.setHeader("Content-Security-Policy", policy);
    response.setHeader("Content-Type", kinds[extname(path)] ?? "application/octet-stream");
    if (path === "/config.json") {
      response.end(JSON.stringify(config));
    } else if (existsSync(`dist${path}`) && !path.includes("..")) {
      createReadStream(`dist${path}`).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { at: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

withBinary("a page from a static host", () => {
  test("plays on a node that lets it in, and reads its history", async ({ open }) => {
    const devnet = new Devnet(base + 40, "--cors");
    const host = await serve({
      node: `http://127.0.0.1:${base + 42}`,
      rpc: `http://127.0.0.1:${base + 40}`,
      faucet: `http://127.0.0.1:${base + 44}/fund`,
    });
    try {
      await devnet.start();
      const ports = [base + 40, base + 42, base + 44].join("|");
      const allowed = new RegExp(`^foreign request: http://127\\.0\\.0\\.1:(${ports})/`);
      const [a, b] = [await open({ at: host.at, expected: allowed }), await open({ at: host.at, expected: allowed })];
      await a.press("Play now");
      await a.heading("Find an opponent");
      const id = await a.openGame();
      await b.join(id);
      for (let shots = 0; shots < 4; shots++) {
        const [by, other] = await mover(a, b);
        const tile = await by.shoot();
        await expect
          .poll(() => by.tile(tile).getAttribute("aria-label"), { timeout: 30_000 })
          .toMatch(/ (hit|miss|sunk)$/);
        await Promise.any([by.turn.waitFor(), other.turn.waitFor()]);
      }
      await a.go(`replay/${id}`);
      await a.page
        .getByText(/joined/)
        .first()
        .waitFor();
      await Promise.all([a, b].map(({ page }) => page.close())); // or they complain of the node that is gone
    } finally {
      host.close();
      await devnet.end();
    }
  });
});
